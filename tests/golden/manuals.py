"""Writes the tables in the games' manuals anew that are made from the code."""

from importlib.resources import files
from pathlib import Path

from rulewright.rules import library
from rulewright.table.manual import PAGE, made_anew


def written() -> dict[str, Path]:
    """The manuals of the games that have one, by game."""
    pages = {system: Path(str(files(library.package(system)) / PAGE)) for system in library.playable()}
    return {system: page for system, page in pages.items() if page.is_file()}


def main() -> None:
    for system, page in written().items():
        page.write_text(made_anew(system), encoding="utf-8")


if __name__ == "__main__":
    main()
