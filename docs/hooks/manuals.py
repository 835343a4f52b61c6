"""Lets mkdocs show the games' manuals, which live with the games, as pages among the others."""

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

SYSTEMS = Path(__file__).parents[2] / "src" / "rulewright" / "systems"


def on_files(files: Files, config: Any) -> Files:
    for page in sorted(SYSTEMS.glob("*/manual.md")):
        name = page.parent.name
        files.append(File.generated(config, f"manuals/{name}.md", content=page.read_text(encoding="utf-8")))
    return files
