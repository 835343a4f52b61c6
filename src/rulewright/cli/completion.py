"""`rulewright completion`, and what the shell is offered."""

import click
from click.shell_completion import CompletionItem, get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands and rules.

    \b
    rulewright completion bash >> ~/.bashrc
    """
    from rulewright.cli.app import main

    kind = get_completion_class(shell)
    assert kind
    click.echo(kind(main, {}, "rulewright", "_RULEWRIGHT_COMPLETE").source())


def complete_rule(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Games first; behind the dot the rules of the game."""
    from rulewright.rules.library import book, systems

    system, dot, _ = begun.partition(".")
    if not dot:
        return [CompletionItem(f"{name}.") for name in systems() if name.startswith(begun)]
    if system not in systems():
        return []
    entries = book(system).entries.values()
    return [CompletionItem(entry.name, help=entry.__doc__) for entry in entries if entry.name.startswith(begun)]


def complete_system(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games."""
    from rulewright.rules.library import systems

    return [CompletionItem(name) for name in systems() if name.startswith(begun)]


def complete_entry(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The entries of the game that was named."""
    from rulewright.content.shelving import shelf_of
    from rulewright.rules.library import content, systems

    system = context.params.get("system")
    if system not in systems():
        return []
    return [
        CompletionItem(key, help=str(entry.data.get("name", "")))
        for entries in shelf_of(content(system)).entries.values()
        for key, entry in entries.items()
        if key.startswith(begun)
    ]
