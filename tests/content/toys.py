"""A small game whose content tests can break, and packs for it."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rulewright.content.effects import Damage, Inflict, ItemId, Modify, Note
from rulewright.content.sections import Content, Finding, Section
from rulewright.dice.text import DiceText

MANIFEST = """
    id: {id}
    name: {id}
    version: "{version}"
    system: toy
"""


class Spell(msgspec.Struct, frozen=True):
    id: str
    name: str
    school: Annotated[str, Meta(extra={"refers": "schools"})]
    effects: tuple[Damage | Modify | Inflict | Note, ...] = ()
    values: Mapping[str, str] = {}
    number: Annotated[int, Meta(ge=1, le=20)] | None = None


class School(msgspec.Struct, frozen=True):
    id: str
    name: str


class SchoolColour(msgspec.Struct, frozen=True):
    colour: Literal["red", "green"] = "red"


class Step(msgspec.Struct, frozen=True):
    id: str
    worth: int = 0
    kit: tuple[ItemId, ...] = ()


class Item(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    price: Annotated[int, Meta(ge=0, le=1000)] = 0
    made_of: Mapping[str, int] = {}
    steps: Annotated[tuple[Step, ...], Meta(max_length=4)] = ()
    tags: tuple[str, ...] = ()
    size: tuple[int, int] | None = None


def toy_dice(text: str) -> DiceText:
    return DiceText.read(text, sizes=(4, 6, 8), most_dice=20, most_plus=99)


def check_spell(entry: Spell) -> Iterator[Finding]:
    if entry.name == entry.id:
        yield ("name",), "a name is more than an id"


def values_of(entry: Mapping[str, Any]) -> Iterable[str]:
    return entry["values"] if isinstance(entry.get("values"), dict) else ()


OWN = {
    "pack.yaml": MANIFEST.format(id="toy", version="2.1"),
    "magic.yaml": """
        source: the book
        rounds_of_a_day: 12
        schools:
          - {id: fire, name: Fire}
          - {id: ice, name: Ice, colour: green}
        spells:
          - {id: spark, name: Spark, school: fire, effects: [{type: damage, amount: 1d6}], number: 1}
        conditions:
          - {id: cold, name: Cold}
    """,
    "things.yaml": """
        items:
          - {id: sword, name: Sword, price: 10, made_of: {iron: 2, wood: 1}, tags: [sharp]}
          - id: ladder
            name: Ladder
            steps: [{id: low, worth: 1}, {id: high, worth: 2}]
    """,
}


def toy_content(package: str) -> Content:
    return Content(
        system="toy",
        package=package,
        sections={
            "schools": Section(School, (SchoolColour,), closed=True),
            "spells": Section(Spell, check=check_spell, numbers=values_of, unique=(("school", "number"),)),
            "items": Section(Item),
            "conditions": Section(School),
        },
        words={"fields": ("attack", "defense"), "numbers": ("level",)},
        data=frozenset({"rounds_of_a_day"}),
        dice=toy_dice,
    )


def write_pack(root: Path, folder: str, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = root / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root / folder


def write_toy_pack(root: Path, text: str, name: str = "extra", heading: str = "") -> Path:
    """A pack for the toy game with one file."""
    return write_pack(
        root, name, {"pack.yaml": dedent(MANIFEST.format(id=name, version="1.0")) + dedent(heading), "more.yaml": text}
    )
