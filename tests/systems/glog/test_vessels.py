"""How much books and brains hold."""

import pytest

from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue
from tests.systems.glog.tables import do, table, value

SHEET = {"level": 4, "templates": ["wizard_a", "wizard_b", "wizard_c", "wizard_d"], "schools": ["elderstone"]}
ELDERSTONE = [spell.id for spell in catalogue.spells_of("elderstone")]


def wizard(book: list[str], brain: list[str], **prison: str) -> dict[str, object]:
    inventory = [{"item": "spellbook", "spells": book}]
    return {"id": "wiz", "sheet": SHEET, "inventory": inventory, "brain": brain, "prison": prison}


def test_a_book_holds_ten() -> None:
    at = table(wizard(ELDERSTONE[:9], ELDERSTONE[9:11]))
    first, second = ({"spell": spell, "from": "brain", "to": "spellbook"} for spell in ELDERSTONE[9:11])
    with pytest.raises(RuleError) as refused:
        do(at, "transfer_spells", "wiz", moves=[first, second])
    assert refused.value.code == "no_room"
    do(at, "transfer_spells", "wiz", moves=[first])
    assert len(value(at, "wiz.items.spellbook.spells")) == 10


def test_a_spell_under_way_keeps_its_place() -> None:
    taken, strange = ELDERSTONE[9], ELDERSTONE[10]
    at = table(wizard(ELDERSTONE[:9], [taken, strange], **{taken: "spellbook"}))
    with pytest.raises(RuleError) as refused:
        do(at, "transfer_spells", "wiz", moves=[{"spell": strange, "from": "brain", "to": "spellbook"}])
    assert refused.value.code == "no_room"
    do(at, "transfer_spells", "wiz", moves=[{"spell": taken, "from": "brain", "to": "spellbook"}])
    assert len(value(at, "wiz.items.spellbook.spells")) == 10
