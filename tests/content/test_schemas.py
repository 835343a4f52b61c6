"""The JSON Schema of packs takes what the checker takes, as far as a schema can say it."""

import json
from typing import Any

import pytest

from rulewright.content.schemas import schema_of_packs
from rulewright.content.sections import Content
from rulewright.rules import library

SYSTEMS = [system for system in library.systems() if hasattr(library._module(system), "content")]


@pytest.fixture
def schema(toy: Content) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(schema_of_packs(toy)))
    return found


def test_entries_have_the_fields_of_all_types_that_read_them(schema: dict[str, Any]) -> None:
    replaced = schema["else"]["properties"]["replace"]["properties"]["schools"]["items"]
    assert {"id", "name", "colour"} <= set(replaced["properties"])
    assert replaced["required"] == ["id", "name"]
    assert replaced["additionalProperties"] is False


def test_nothing_is_added_to_a_closed_section(schema: dict[str, Any]) -> None:
    sections = schema["else"]["properties"]
    assert "schools" not in sections
    assert "schools" in sections["change"]["properties"]


def test_a_change_needs_only_the_id(schema: dict[str, Any]) -> None:
    changed = schema["else"]["properties"]["change"]["properties"]["items"]["items"]
    assert changed["required"] == ["id"]


def test_the_heading_of_a_pack_is_told_by_what_it_says(schema: dict[str, Any]) -> None:
    assert set(schema["then"]["required"]) == {"id", "name", "version", "system"}
    assert set(schema["if"]["required"]) <= set(schema["then"]["required"])


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_that_takes_packs_has_a_schema(system: str) -> None:
    schema = json.loads(json.dumps(schema_of_packs(library.content(system))))
    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]


def references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return own + [found for inside in schema.values() for found in references(inside)]
    return [found for inside in schema for found in references(inside)] if isinstance(schema, list) else []
