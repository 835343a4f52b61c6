"""`rulewright validate`."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.completion import complete_system
from rulewright.cli.support import REFUSED, bad_input, columns, plain_errors, print_json

if TYPE_CHECKING:
    from rulewright.content.shelving import Report

WAYS = {"add": "adds", "change": "changes", "replace": "replaces"}


@click.command()
@click.argument("pack", required=False, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--schema", "system", metavar="SYSTEM", shell_complete=complete_system, help="Print the JSON Schema of packs."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def validate(pack: Path | None, system: str | None, as_json: bool) -> None:
    """Check a pack, and say everything that is wrong with it.

    \b
    rulewright validate northern_isles
    rulewright validate --schema glog > glog-packs.schema.json

    PACK is a folder with a pack.yaml.
    Without it, all packs that games are played with are checked.
    The packs that a pack requires are looked for beside it, and where your packs are kept.
    """
    if system is not None:
        if pack is not None:
            bad_input("--schema takes a game and no pack")
        with plain_errors():
            from rulewright.content.schemas import schema_of_packs
            from rulewright.rules.library import content

            print_json(schema_of_packs(content(system)))
        return
    folders = _packs() if pack is None else [_folder(pack)]
    with plain_errors():
        from rulewright.content.shelving import examine

        reports = {folder: examine(folder) for folder in folders}
    if as_json:
        print_json([_as_data(folder, report) for folder, report in reports.items()])
    else:
        for folder, report in reports.items():
            click.echo(_in_words(folder, report))
    raise SystemExit(REFUSED if any(report.problems for report in reports.values()) else 0)


def _folder(pack: Path) -> Path:
    folder = pack if pack.is_dir() else pack.parent
    folder = folder.resolve() if not folder.name else folder
    if not (folder / "pack.yaml").is_file():
        bad_input(f"{pack} is no pack: there is no pack.yaml in it")
    return folder


def _packs() -> list[Path]:
    from rulewright.content.places import pack_folders, pack_roots

    folders = pack_folders()
    if not folders:
        bad_input(f"there are no packs in {', '.join(map(str, pack_roots())) or 'use'}: name one")
    return folders


def _in_words(folder: Path, report: "Report") -> str:
    problems = [str(problem) for problem in report.problems]
    if problems:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        return "\n".join([*problems, f"{count} in {folder.name}."])
    assert report.pack
    says = report.pack.manifest
    lines = [f"{says.id} {says.version} for {says.system}, {says.name}: all of it is right."]
    for way, sections in _said(report).items():
        for section, keys in sections.items():
            lines.append(
                textwrap.fill(f"  {WAYS[way]:<8} {section}: {', '.join(keys)}", columns(), subsequent_indent=" " * 11)
            )
    return "\n".join(lines)


def _said(report: "Report") -> dict[str, dict[str, list[str]]]:
    """What a pack does to which entries."""
    said: dict[str, dict[str, list[str]]] = {}
    for statement in report.pack.statements if report.pack else ():
        said.setdefault(statement.way, {}).setdefault(statement.section, []).append(statement.key)
    return said


def _as_data(folder: Path, report: "Report") -> dict[str, Any]:
    says = report.pack.manifest if report.pack else None
    return {
        "folder": str(folder),
        "ok": not report.problems,
        "pack": says,
        "problems": [problem._asdict() for problem in report.problems],
        "says": _said(report),
    }
