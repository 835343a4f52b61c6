"""What the README shows is what happens."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright
from rulewright.cli import main

HOME = Path(__file__).parent.parent
README = (HOME / "README.md").read_text(encoding="utf-8")

COMMANDS = re.findall(r"```console\n\$ (rulewright .*?)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command.split('"')[0] for command, _ in COMMANDS])
def test_commands_print_what_is_shown(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exit_code == 0
    assert result.output == shown


def test_the_readme_shows_a_roll_odds_and_an_explanation() -> None:
    assert [command.split()[1] for command, _ in COMMANDS] == ["roll", "odds", "rule"]


def test_the_story_is_one_that_the_rules_have_told() -> None:
    (told,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert told in (HOME / "tests/golden/glog.txt").read_text(encoding="utf-8")


def test_the_lines_of_python_print_what_is_said() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (said,) = re.findall(r"That prints `(.*?)`", README)
    assert done.stdout.strip() == said


def test_the_picture_is_made_by_the_command_below_it(tmp_path: Path) -> None:
    (command,) = re.findall(r"came from `rulewright (.*?)`", README)
    arguments = shlex.split(command)
    picture = tmp_path / arguments[-1]
    assert CliRunner().invoke(main, [*arguments[:-1], os.fspath(picture)]).exit_code == 0
    assert picture.read_text(encoding="utf-8") == (HOME / "docs/images" / arguments[-1]).read_text(encoding="utf-8")


def test_there_are_exactly_two_commands_of_set_up() -> None:
    assert re.findall(r"```\n(.*?)\n```", README) == ["python3 dev.py run roll 4d6kh3", "python3 dev.py test"]


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (HOME / link).exists(), link


def test_the_public_names_are_these() -> None:
    assert {name for name in dir(rulewright) if not name.startswith("_")} == set(rulewright.__all__)
    for name in rulewright.__all__:
        assert getattr(rulewright, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rulewright.nothing
