"""Reads tables from the YAML files of a game."""

from importlib.resources import files
from typing import Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")

# The C loader is ten times as fast where it is built in.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ContentError(Exception):
    """A file of content that can't be read as what it should be."""


def load_table(package: str, file: str, section: str, kind: type[T], key: str = "id") -> dict[str, T]:
    """The entries of one section of a file, by their id, in the order of the file.

    An entry may say more than a rule reads; what `kind` names must be there and of that type.
    """
    try:
        document = yaml.load(files(package).joinpath(file).read_bytes(), Loader=_LOADER)  # noqa: S506 - both are safe
        entries = msgspec.convert(document[section], list[dict[str, Any]])
        table = {str(entry[key]): msgspec.convert(entry, kind) for entry in entries}
    except (yaml.YAMLError, msgspec.ValidationError, KeyError, TypeError) as error:
        raise ContentError(f"{package}/{file}, section {section}: {error}") from error
    if len(table) != len(entries):
        raise ContentError(f"{package}/{file}, section {section}: two entries have the same {key}")
    return table
