"""Every scenario of every game, played at a real table."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from rulewright.table.game import find_game
from rulewright.table.scenarios import Scenario, play

FILES = sorted(Path(__file__).parent.glob("*_scenarios.yaml"))


def scenarios() -> list[Any]:
    return [
        pytest.param(path.name.partition("_")[0], raw, id=raw["id"])
        for path in FILES
        for raw in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("system", "raw"), scenarios())
def test_scenario(system: str, raw: Any) -> None:
    assert play(find_game(system), msgspec.convert(raw, Scenario)) is None
