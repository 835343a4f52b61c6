"""The examples of the manual are executed."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["rules.md", "odds.md", "the-one-idea.md"])
def test_examples_print_what_is_shown(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert not failed


def test_packs_of_the_manual_come_out_as_shown(tmp_path: Path) -> None:
    """Files of the page are written, its commands run, and what they say compared."""
    page = (DOCS / "packs.md").read_text(encoding="utf-8")
    files = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", page, re.M | re.S)
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {name}\n{text}", encoding="utf-8")
    asked = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", page, re.M)
    assert len(files) > 5
    assert len(asked) > 6
    for command, shown in asked:
        assert command_line(command, tmp_path) == shown


def command_line(command: str, folder: Path) -> str:
    """What a command says that stands in the manual."""
    *settings, program = re.split(r" (?=rulewright )", command, maxsplit=1)
    environment = {**os.environ, "COLUMNS": "80", **dict(setting.split("=", 1) for setting in settings)}
    words = [sys.executable, "-m", *shlex.split(program)]
    done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, check=False)
    assert not done.stderr
    return done.stdout.decode()
