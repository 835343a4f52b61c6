"""What all tests share: how hypothesis searches, and a last word about what went wrong before the tests."""

import os

import pytest
from hypothesis import settings

# No deadline: a slow machine is no bug.
# In CI the search repeats itself, so that a change fails only for what it did; at home it goes on looking.
settings.register_profile("rulewright", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulewright")

# Packs of whoever runs the tests are no part of them.
os.environ["RULEWRIGHT_PACKS"] = ""


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for notice in os.environ.get("RULEWRIGHT_NOTICES", "").splitlines():
        terminalreporter.write_line(f"!! {notice}", red=True, bold=True)
