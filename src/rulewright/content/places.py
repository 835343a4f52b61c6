"""Where a process finds what its user keeps: the data folder, and the packs in it."""

import os
import sys
from pathlib import Path

DATA = "RULEWRIGHT_DATA"
"""The variable of the environment that names the data folder."""

PACKS = "RULEWRIGHT_PACKS"
"""The variable that names packs, or folders of packs, instead; empty for none."""

_chosen: list[Path] = []


def data_folder() -> Path:
    """The folder that the environment names, or the place where programs of this platform keep their data."""
    if named := os.environ.get(DATA):
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Rulewright"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Rulewright"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "rulewright"


def use_data_folder(folder: Path) -> None:
    """Take packs from this data folder, whatever the environment says. To be called before a game is used."""
    _chosen[:] = [folder]


def pack_roots() -> list[Path]:
    """Where this process looks for packs."""
    named = os.environ.get(PACKS)
    if named is not None:
        return [Path(part).expanduser() for part in named.split(os.pathsep) if part]
    return [(_chosen[0] if _chosen else data_folder()) / "packs"]


def pack_folders() -> list[Path]:
    """The folders of all packs that this process plays with."""
    return [folder for root in pack_roots() for folder in packs_in(root)]


def packs_in(root: Path) -> list[Path]:
    """The pack that a folder is, or the packs that are in it."""
    if (root / "pack.yaml").is_file():
        return [root]
    try:
        return sorted(folder for folder in root.iterdir() if (folder / "pack.yaml").is_file())
    except OSError:
        return []
