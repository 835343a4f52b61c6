"""A table is played with the packs that it began with, until the GM agrees to others."""

import json
from pathlib import Path

import pytest

from rulewright.store import OtherVersion, Store, chain
from rulewright.store.files import export_table, import_table, read
from rulewright.store.upgrade import carry_out, plan
from tests.table.toys import toy


@pytest.fixture
def packs(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The packs that are in use, which a test changes."""
    here: dict[str, str] = {}
    monkeypatch.setattr(chain, "packs_in_play", lambda _system: here)
    return here


@pytest.fixture
def folder(tmp_path: Path, packs: dict[str, str]) -> Path:
    """A table that began with a pack."""
    packs["isles"] = "1.0"
    with Store.open(tmp_path) as store:
        store.create("thursday", toy)
    return tmp_path


def test_it_opens_with_its_packs(folder: Path) -> None:
    with Store.open(folder) as store:
        store.table("thursday", game=toy)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({}, "and here is version 1 of toy. "),
        ({"isles": "1.1"}, "and here is version 1 of toy with isles 1.1. "),
        ({"isles": "1.0", "reefs": "2"}, "and here is version 1 of toy with isles 1.0, reefs 2. "),
    ],
)
def test_it_does_not_open_with_others(folder: Path, packs: dict[str, str], there: dict[str, str], said: str) -> None:
    packs.clear()
    packs.update(there)
    with Store.open(folder) as store, pytest.raises(OtherVersion) as refused:
        store.table("thursday", game=toy)
    assert "thursday is played by version 1 of toy with isles 1.0, " in str(refused.value)
    assert said in str(refused.value)
    assert "rulewright upgrade thursday" in str(refused.value)


def test_it_goes_on_with_others_when_the_gm_agrees(folder: Path, packs: dict[str, str]) -> None:
    packs.clear()
    packs["isles"] = "1.1"
    with Store.open(folder) as store:
        carry_out(store, plan(store, "thursday", toy))
        store.table("thursday", game=toy)
        with pytest.raises(OtherVersion, match=r"played by version 1 of toy with isles 1\.1 already"):
            plan(store, "thursday", toy)


def test_a_file_says_its_packs_and_comes_back_with_them(folder: Path, packs: dict[str, str]) -> None:
    with Store.open(folder) as store:
        export_table(store, "thursday", folder / "thursday.jsonl")
        first = json.loads((folder / "thursday.jsonl").read_text().splitlines()[0])
        assert first["packs"] == {"isles": "1.0"}
        packs.clear()
        import_table(store, read(folder / "thursday.jsonl"), "again")
        with pytest.raises(OtherVersion):
            store.table("again", game=toy)


def test_without_packs_nothing_is_said_of_them(tmp_path: Path, packs: dict[str, str]) -> None:
    with Store.open(tmp_path) as store:
        store.create("thursday", toy)
        export_table(store, "thursday", tmp_path / "thursday.jsonl")
    assert "packs" not in json.loads((tmp_path / "thursday.jsonl").read_text().splitlines()[0])
