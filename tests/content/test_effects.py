"""The vocabulary of effects, and the page that lists it: every form on the page is one that can be read."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from rulewright.content import effects
from rulewright.content.reading import load

PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
FORMS = sorted(set(re.findall(r"`(\{type: .+?\})`", PAGE)))
VOCABULARY = inspect.type_info(effects.AnyEffect)
TYPES = sorted(kind.tag for kind in VOCABULARY.types)  # type: ignore[attr-defined]


def test_the_page_has_forms() -> None:
    assert len(FORMS) > 150


@pytest.mark.parametrize("form", FORMS)
def test_a_form_of_the_page_can_be_read(form: str) -> None:
    written = load(form.encode())
    read = msgspec.convert(written, effects.AnyEffect)
    assert says(msgspec.json.decode(msgspec.json.encode(read)), written)


def says(found: Any, written: Any) -> bool:
    """Whether all that was written is in what was read, which may have more: what need not be said."""
    if isinstance(written, dict):
        return all(name in found and says(found[name], part) for name, part in written.items())
    if isinstance(written, list):
        return len(written) == len(found) and all(map(says, found, written))
    return bool(found == written)


@pytest.mark.parametrize("tag", TYPES)
def test_the_page_explains_every_type(tag: str) -> None:
    assert re.search(rf"^\| `{tag}` \| .+ \| `\{{type: {tag}\b", PAGE, re.M)


def test_an_unknown_word_in_an_effect_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `ammount`"):
        msgspec.convert({"type": "heal", "amount": 3, "ammount": 4}, effects.AnyEffect)


def test_effects_inside_effects_are_read_as_what_they_are() -> None:
    written = {"type": "trigger", "on": "hit", "effects": [{"type": "save", "save": "mental"}]}
    trigger = msgspec.convert(written, effects.Trigger)
    assert trigger.effects == (effects.Save(save="mental"),)


@pytest.mark.parametrize("factor", ["0", "1/2", "3/2", "2"])
def test_a_factor_is_a_fraction(factor: str) -> None:
    assert msgspec.convert({"type": "multiply", "field": "hp", "factor": factor}, effects.Multiply).factor == factor


@pytest.mark.parametrize("factor", ["0.5", "1/0", "half", "-1", ""])
def test_a_factor_is_nothing_else(factor: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "multiply", "field": "hp", "factor": factor}, effects.Multiply)
