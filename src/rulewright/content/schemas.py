"""JSON Schemas of packs, by which editors complete and check what somebody writes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright.content.packs import MANIFEST_PROSE, Manifest
from rulewright.content.sections import Content, Section


def schema_of_packs(content: Content) -> dict[str, Any]:
    """The schema of every file of a pack for a game: of its `pack.yaml`, and of files with entries."""
    kinds = list(dict.fromkeys((Manifest, *(kind for section in content.sections.values() for kind in section.kinds))))
    references, known = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    schemas = {kind: _resolved(reference, known) for kind, reference in zip(kinds, references, strict=True)}
    pack = schemas[Manifest]
    whole = {name: _entry(section, schemas, content.prose) for name, section in content.sections.items()}
    parts = {name: _part(entry, content.sections[name].key) for name, entry in whole.items()}
    added = {name: entry for name, entry in whole.items() if not content.sections[name].closed}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Packs for {content.system}",
        "type": "object",
        "if": {"required": ["id", "version", "system"]},
        "then": {
            **pack,
            "properties": {**pack["properties"], **dict.fromkeys(sorted(MANIFEST_PROSE), True)},
            "additionalProperties": False,
        },
        "else": {
            "properties": {
                **dict.fromkeys(sorted(content.prose), True),
                **_lists(added),
                "change": _map(_lists(parts)),
                "replace": _map(_lists(whole)),
            },
            "additionalProperties": False,
        },
        "$defs": known,
    }


def _entry(section: Section, schemas: Mapping[type, dict[str, Any]], prose: frozenset[str]) -> dict[str, Any]:
    """An entry with the fields of all types that read it."""
    properties: dict[str, Any] = dict.fromkeys((*sorted(prose), section.key), True)
    required: list[str] = []
    for kind in reversed(section.kinds):
        schema = schemas[kind]
        tag = kind.__struct_config__.tag_field  # type: ignore[attr-defined]
        properties |= {name: inside for name, inside in schema["properties"].items() if name != tag}
        required += [name for name in schema.get("required", ()) if name not in (*required, tag)]
    return {"type": "object", "properties": properties, "required": sorted(required), "additionalProperties": False}


def _part(entry: dict[str, Any], key: str) -> dict[str, Any]:
    """Some fields of an entry that is known; inside of them anything, since lists are put together by `id`."""
    return {**entry, "properties": dict.fromkeys(entry["properties"], True) | {key: True}, "required": [key]}


def _lists(entries: dict[str, Any]) -> dict[str, Any]:
    return {name: {"type": "array", "items": entry} for name, entry in entries.items()}


def _map(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _resolved(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found
