"""Python itself as the way in."""

import subprocess
import sys

from tests.cli.support import ENVIRONMENT, FINE, start


def test_the_package_is_the_program() -> None:
    words = ["roll", "4d6kh3", "--dice", "6,2,5,4"]
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *words], capture_output=True, env=ENVIRONMENT, check=False, text=True
    )
    assert (done.returncode, done.stdout) == (FINE, start(*words).out)
    assert "4d6kh3 [6, (2), 5, 4] = 15" in done.stdout
