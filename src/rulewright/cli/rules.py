"""`rulewright rule` and `rulewright rules`."""

import json
import textwrap
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.completion import complete_rule
from rulewright.cli.support import (
    asked_rule,
    bad_input,
    budget_with_progress,
    columns,
    given_faces,
    plain_errors,
    print_json,
)

if TYPE_CHECKING:
    from rulewright.rules.book import RuleBook


@click.command()
@click.argument("name", shell_complete=complete_rule)
@click.argument("arguments", nargs=-1, metavar="[ARGUMENT=VALUE]...")
@click.option("--seed", type=int, help="Dice that are the same again for the same number.")
@click.option("--dice", "faces", metavar="FACES", help="Faces that you threw by hand, in order: 4,2,6.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the result, and the tree of what happened.")
def rule(name: str, arguments: tuple[str, ...], seed: int | None, faces: str | None, as_json: bool) -> None:
    """Run a rule and explain what happened.

    \b
    rulewright rule glog.attack attack=12 defense=14
    rulewright rule glog.attack attack=12 defense=14 --dice 7
    rulewright rule glog.check score=9 house_rules.critical_face=high
    """
    if seed is not None and faces is not None:
        bad_input("--seed and --dice exclude each other")
    with plain_errors():
        from rulewright.dice.chance import seeded_face, system_face
        from rulewright.dice.rolling import Live, Scripted
        from rulewright.rules.book import Reading
        from rulewright.rules.explain import explain, to_data

        found, known = asked_rule(name, arguments)
        if isinstance(found, Reading):
            if seed is not None or faces is not None:
                bad_input(f"{name} throws no dice: leave out --seed and --dice")
            _show_reading(found, known, as_json)
            return
        dice = (
            Live(system_face if seed is None else seeded_face(seed)) if faces is None else Scripted(given_faces(faces))
        )
        result = found(dice, **known)
        if isinstance(dice, Scripted):
            dice.finish()
        if as_json:
            print_json(
                {
                    "result": result,
                    "used": [(f"d{sides}", face) for sides, face in dice.used],
                    "trace": to_data(dice.trace),
                }
            )
        else:
            click.echo(explain(dice.trace))


def _show_reading(reading: Any, known: dict[str, Any], as_json: bool) -> None:
    from rulewright.dice.charts import in_words
    from rulewright.dice.exact import Exact

    with budget_with_progress() as budget:
        result = reading(Exact(budget), **known)
    if as_json:
        print_json({"result": result})
    else:
        click.echo(f"{reading.name}: {in_words(result)}")


@click.command()
@click.argument("name", required=False, shell_complete=complete_rule)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Schemas.")
def rules(name: str | None, as_json: bool) -> None:
    """List games, the rules of a game, or what a rule takes.

    \b
    rulewright rules
    rulewright rules glog
    rulewright rules glog.attack
    """
    with plain_errors():
        from rulewright.rules.book import schema_of
        from rulewright.rules.library import book, find, systems

        if name is None:
            titles = {system: book(system).title for system in systems()}
            if as_json:
                print_json(titles)
            else:
                click.echo("\n".join(f"{system:<14} {title}" for system, title in titles.items()))
        elif "." in name:
            schema = schema_of(find(name))
            if as_json:
                print_json(schema)
            else:
                click.echo(_described(schema))
        else:
            entries = book(name).entries.values()
            if as_json:
                print_json([schema_of(entry) for entry in entries])
            else:
                click.echo(_listed(book(name)))


def _listed(book: "RuleBook") -> str:
    """The rules of a game with what they say, and the house rules that all of them take."""
    lines = [_shortened(f"{entry.name:<28} ", entry.__doc__) for entry in book.entries.values()]
    if book.shared:
        import msgspec

        from rulewright.rules.book import HOUSE_RULES

        schema = msgspec.json.schema(type(book.shared[HOUSE_RULES]))
        switches = _resolved(schema, schema["$defs"])["properties"]
        lines += ["", *textwrap.wrap("house rules, given as house_rules.NAME=VALUE", columns())]
        lines += [_wrapped(f"  {name:<18} {_switch(switch)}") for name, switch in switches.items()]
    return "\n".join(lines)


def _switch(schema: dict[str, Any]) -> str:
    return f"{_kind(schema, {})}, otherwise {json.dumps(schema['default'])}: {schema.get('description', '')}"


def _wrapped(line: str) -> str:
    return textwrap.fill(line, columns(), subsequent_indent=" " * 21)


def _shortened(name: str, text: str | None) -> str:
    return name + textwrap.shorten(text or "", max(2, columns() - len(name)), placeholder=" …")


def _described(schema: dict[str, Any]) -> str:
    """Name, text, arguments and result fields of a rule."""
    description = textwrap.fill(schema["description"], min(80, columns()))
    title = f"{schema['name']}  {' '.join(schema['ids'])}"
    lines = [
        *textwrap.wrap(title, columns(), subsequent_indent="  ", break_on_hyphens=False),
        description,
        "",
        "arguments",
    ]
    lines += _fields(schema["arguments"])
    lines += ["", "result", *_fields(schema["result"])]
    return "\n".join(lines)


def _fields(schema: dict[str, Any]) -> list[str]:
    known = schema.get("$defs", {})
    fields = _resolved(schema, known)
    required = fields.get("required", [])
    lines = []
    for name, kind in fields.get("properties", {}).items():
        default = json.dumps(kind.get("default", {})).strip('"')
        optional = "" if name in required else ", may be left out" if default[0] in "{[" else f", otherwise {default}"
        lines.append(_wrapped(f"  {name:<18} {_kind(kind, known)}{optional}"))
    return lines or ["  none"]


def _resolved(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref") or next((part["$ref"] for part in schema.get("allOf", ()) if "$ref" in part), None)
    return known[reference.rsplit("/", 1)[1]] if reference else schema


def _kind(schema: dict[str, Any], known: dict[str, Any]) -> str:
    schema = {**_resolved(schema, known), **{k: v for k, v in schema.items() if k != "$ref"}}
    if "enum" in schema:
        return " | ".join("null" if value is None else str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(part, known) for part in schema["anyOf"])
    kind = schema.get("type", "anything")
    if kind == "array":
        inside = schema.get("items")
        return f"list of {_kind(inside, known)}" if inside else "list"
    if kind == "integer" and ("minimum" in schema or "maximum" in schema):
        return f"whole number {schema.get('minimum', '')}..{schema.get('maximum', '')}"
    if kind == "object" and "properties" in schema:
        names = list(schema["properties"])
        return f"{{{', '.join(names[:6])}{', …' if len(names) > 6 else ''}}}"
    return {"integer": "whole number", "boolean": "true | false", "string": "text", "object": "map"}.get(
        kind, str(kind)
    )
