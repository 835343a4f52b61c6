"""Requests as play makes them, for rules whose arguments drawn at random would nearly always be refused or dull."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.systems.glog.arguments import DICE_TEXT, SCORE, requests, with_house_rules
from tests.systems.glog.reading.tables import ARMOR, CLASSES, GOODS

Requests = SearchStrategy[dict[str, Any]]

ORDINARY_SCORES = st.one_of(st.integers(5, 20), SCORE.valid())


def careers() -> Requests:
    """Templates of two classes, so that the next is often allowed."""

    def of(names: list[str]) -> Requests:
        template = st.sampled_from([f"{name}_{letter}" for name in names for letter in "aabbcd"])
        return st.fixed_dictionaries({"owned": st.lists(template, max_size=5, unique=True), "template": template})

    return st.lists(st.sampled_from(CLASSES), min_size=1, max_size=2).flatmap(of)


def loads() -> Requests:
    """Goods in the numbers that people carry, often those that share a slot."""
    shared = st.sampled_from(["stones", "sling", "arrows", "rations", "torch"])
    entry = st.fixed_dictionaries(
        {"item": st.one_of(st.sampled_from(sorted(GOODS)), shared)}, optional={"count": st.integers(0, 70)}
    )
    return st.fixed_dictionaries({"items": st.lists(entry, max_size=8)})


def orders() -> Requests:
    """Members who often have equal scores, and nobody twice."""
    member = st.tuples(st.sampled_from("abcdefghijkl"), st.sampled_from([-3, 9, 10, 10, 11, 12, 25]))
    members = st.lists(member, max_size=8, unique_by=lambda pair: pair[0]).map(
        lambda pairs: [{"id": name, "initiative": score} for name, score in pairs]
    )
    monsters = st.lists(st.sampled_from("mnopqrst"), max_size=6, unique=True)
    return st.fixed_dictionaries({"members": members, "monsters": monsters})


def blows() -> Requests:
    """Attacks by creatures on suits that exist, more or less broken."""

    def on(suit: tuple[str, tuple[int, str]]) -> Requests:
        armor, (defense, _) = suit
        return st.fixed_dictionaries(
            {
                "defense": ORDINARY_SCORES,
                "attack": ORDINARY_SCORES,
                "damage": DICE_TEXT.valid(),
                "armor": st.just(armor),
                "material": st.sampled_from(["ordinary", "bronze"]),
                "quality": st.sampled_from(["standard", "fragile", "masterwork"]),
                "breaks": st.integers(0, defense - 10),
            }
        )

    return st.sampled_from(sorted(ARMOR.items())).flatmap(on)


LIKELY: dict[str, Requests] = {
    "carried_slots": loads(),
    "creature_attack": blows(),
    "take_template": careers(),
    "turn_order": orders(),
}


def all_requests(rule: str) -> Requests:
    """Both: whatever the types allow, and what play makes of it."""
    if rule not in LIKELY:
        return requests(rule)
    return st.one_of(requests(rule), with_house_rules(rule, LIKELY[rule]))
