"""`rulewright batch`."""

import sys

import click

from rulewright.cli.support import bad_input


@click.command()
def batch() -> None:
    """Answer JSON lines from standard input, each with a line.

    \b
    rulewright batch < questions.jsonl > answers.jsonl

    Lines such as:

    \b
    {"rule": "glog.attack", "args": {"attack": 12, "defense": 14}}
    {"rule": "glog.attack", "args": {"attack": 12, "defense": 14}, "dice": [6]}
    {"rule": "glog.attack", "args": {"attack": 12, "defense": 14}, "odds": true}

    A line that can't be answered gives {"ok": false, "error": {"code": …}}, and the next one is read.
    """
    from rulewright.rules.batch import answers

    if sys.stdin is None or sys.stdout is None:
        bad_input("batch reads standard input and writes standard output, and one of them is closed")
    for line in answers(sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
