"""Where packs are looked for."""

import os
from pathlib import Path

import pytest

from rulewright.content import places
from tests.content.toys import write_pack


@pytest.fixture(autouse=True)
def _nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(places.PACKS)
    monkeypatch.setattr(places, "_chosen", [])


def test_packs_are_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.DATA, str(tmp_path))
    write_pack(tmp_path, "packs/b", {"pack.yaml": ""})
    write_pack(tmp_path, "packs/a", {"pack.yaml": ""})
    write_pack(tmp_path, "packs/no_pack", {"other.yaml": ""})
    assert places.pack_folders() == [tmp_path / "packs/a", tmp_path / "packs/b"]


def test_a_data_folder_that_was_asked_for_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.DATA, str(tmp_path / "usual"))
    write_pack(tmp_path, "other/packs/a", {"pack.yaml": ""})
    places.use_data_folder(tmp_path / "other")
    assert places.pack_folders() == [tmp_path / "other/packs/a"]


def test_no_folder_means_no_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.DATA, str(tmp_path / "nowhere"))
    assert places.pack_folders() == []


def test_the_variable_names_packs_and_folders_of_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = write_pack(tmp_path, "one", {"pack.yaml": ""})
    more = write_pack(tmp_path, "more/two", {"pack.yaml": ""})
    monkeypatch.setenv(places.PACKS, f"{one}{os.pathsep}{more.parent}")
    assert places.pack_folders() == [one, more]


def test_an_empty_variable_means_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pack(tmp_path, "packs/a", {"pack.yaml": ""})
    monkeypatch.setenv(places.DATA, str(tmp_path))
    monkeypatch.setenv(places.PACKS, "")
    assert places.pack_folders() == []
