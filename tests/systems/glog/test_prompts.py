"""What only a person can judge reaches the GM at the right moment."""

from rulewright.table.events import Prompted
from rulewright.table.log import Step
from tests.systems.glog.tables import WIZARD, do, table


def prompts(step: Step) -> list[str]:
    return [event.text for event in step.events if isinstance(event, Prompted)]


def test_a_cantrip_tells_the_gm_what_it_does() -> None:
    at = table({"id": "wiz", "sheet": WIZARD})
    assert prompts(do(at, "cantrip", "wiz", cantrip="nudge"))[0].startswith("Wiz, Nudge: ")


def test_a_reward_that_has_to_be_chosen_asks_for_it() -> None:
    at = table({"id": "wiz", "sheet": WIZARD})
    assert "say which" in prompts(do(at, "grant_ability", target="wiz", ability="new_spell"))[0]
    assert prompts(do(at, "grant_ability", target="wiz", ability="iron_lungs")) == []
