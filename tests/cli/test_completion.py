"""Shells complete commands, options, games and rules."""

import subprocess

import pytest
from click.shell_completion import ShellComplete

from rulewright.cli import main
from rulewright.rules.library import book
from tests.cli.support import BAD_INPUT, ENVIRONMENT, PROGRAM, fine, run, start


def offered(*words: str) -> list[str]:
    """What a shell offers for the last word."""
    *before, begun = words
    complete = ShellComplete(main, {}, "rulewright", "_RULEWRIGHT_COMPLETE")
    return [item.value for item in complete.get_completions(before, begun)]


def test_commands_and_options() -> None:
    assert offered("ro") == ["roll"]
    assert set(offered("")) == set(main.commands)
    assert set(offered("odds", "--d")) == {"--depth"}
    assert offered("completion", "z") == ["zsh"]


@pytest.mark.parametrize("command", ["rule", "rules", "odds"])
def test_games_first_then_their_rules(command: str) -> None:
    assert "glog." in offered(command, "")
    assert offered(command, "gl") == ["glog."]
    assert offered(command, "glog.att") == ["glog.attack", "glog.attack_modifier"]
    assert offered(command, "glog.") == list(book("glog").entries)
    assert offered(command, "glog.zzz") == []
    assert offered(command, "nogame.att") == []


def test_the_script_of_each_shell_is_printed() -> None:
    for shell, mark in (("bash", "complete -o"), ("zsh", "#compdef rulewright"), ("fish", "complete --no-files")):
        script = fine("completion", shell).out
        assert mark in script
        assert f"_RULEWRIGHT_COMPLETE={shell}_complete" in script


def test_another_shell_is_refused() -> None:
    answer = run("completion", "tcsh")
    assert answer.code == BAD_INPUT
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in answer.error


def test_bash_takes_the_script_and_is_offered_rules() -> None:
    script = start("completion", "bash").out
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, env=ENVIRONMENT)
    answer = start(_RULEWRIGHT_COMPLETE="bash_complete", COMP_WORDS=f"{PROGRAM} rule glog.att", COMP_CWORD="2")
    assert answer.lines == ["plain,glog.attack", "plain,glog.attack_modifier"]
