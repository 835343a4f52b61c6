"""Requests as play makes them, for rules whose arguments drawn at random would nearly always be refused or dull."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.systems.kinds import Maybe, objects
from tests.systems.quickref.arguments import ARGUMENTS, BLOW, DICE, FLAG, requests
from tests.systems.quickref.reading.tables import CLASSES, PARTIALS

Requests = SearchStrategy[dict[str, Any]]


def merged(first: Requests, second: Requests) -> Requests:
    return st.builds(lambda one, other: {**one, **other}, first, second)


def others_of(rule: str, *but: str) -> Requests:
    """All arguments of a rule, drawn at random, but some."""
    return objects({name: kind for name, kind in ARGUMENTS[rule].items() if name not in but})


def careers(rule: str) -> Requests:
    """Adventurers with two partial classes, and others with none."""
    pairs = st.permutations(PARTIALS).map(lambda order: {"class": "adventurer", "partials": order[:2]})
    whole = st.sampled_from(CLASSES[:3]).map(lambda name: {"class": name})
    return merged(others_of(rule, "class", "partials"), st.one_of(pairs, pairs, whole))


def numbers_near(**bounds: tuple[int, int]) -> Requests:
    return st.fixed_dictionaries({name: st.integers(*bound) for name, bound in bounds.items()})


def rated() -> Requests:
    """Shock ratings near the armor classes of play, mostly with a sum near nothing."""
    return st.one_of(
        st.just({}),
        st.fixed_dictionaries(
            {
                "shock": st.integers(0, 4),
                "shock_armor_class": st.one_of(st.integers(10, 18), st.just("any")),
                "damage_bonus": st.integers(-3, 3),
            }
        ),
    )


def blows() -> Requests:
    """Attacks with a whole Shock rating or with none, which hit about half the time."""
    plain = objects(
        {
            name: BLOW[name]
            for name in ("skill_level", "attribute_modifier", "capped_bonus", "uses_punch", "hit_minimum")
        }
        | {"minimum_damage": BLOW["minimum_damage"], "untrained_penalty": BLOW["untrained_penalty"]}
    )
    grazing: Requests = st.one_of(
        st.just({}), st.just({}), st.fixed_dictionaries({"miss_damage": st.sampled_from(["1d4-3", "1d6", "2d3+1"])})
    )
    against: Requests = st.one_of(st.just({}), st.fixed_dictionaries({"shock_against": st.integers(9, 18)}))
    thrown: Requests = st.sampled_from([{}, {}, {}, {"melee": False}, {"melee": True}])
    always = st.fixed_dictionaries({"attack_bonus": st.integers(-1, 6), "damage": DICE.valid()})
    return st.builds(
        lambda *parts: {name: value for part in parts for name, value in part.items()},
        plain,
        rated(),
        grazing,
        against,
        thrown,
        always,
    )


def rolls_to_hit() -> Requests:
    near = numbers_near(attack_bonus=(-1, 6), modifier=(-2, 2), armor_class=(10, 18))
    return merged(requests("attack_roll"), near)


def attacks() -> Requests:
    target = objects({"shield_ready": Maybe(FLAG), "immune_to_shock": Maybe(FLAG)})
    return merged(merged(blows(), target), numbers_near(armor_class=(10, 18)))


def sequences() -> Requests:
    """Attacks on somebody who can fall to them."""
    target = objects({"has_shield": Maybe(FLAG), "immune_to_shock": Maybe(FLAG)})
    hit_points: Requests = st.one_of(st.just({}), numbers_near(hit_points=(1, 25)))
    listed = st.fixed_dictionaries({"attacks": st.lists(blows(), min_size=1, max_size=5)})
    return merged(merged(merged(listed, target), hit_points), numbers_near(armor_class=(10, 18)))


def shocks() -> Requests:
    near = st.fixed_dictionaries(
        {
            "shock": st.integers(0, 3),
            "shock_armor_class": st.one_of(st.integers(10, 18), st.just("any")),
            "armor_class": st.integers(10, 18),
        },
        optional={"damage_bonus": st.integers(-3, 2), "melee": st.just(True), "shock_against": st.integers(10, 14)},
    )
    others = others_of("shock_damage", "shock", "shock_armor_class", "armor_class", "damage_bonus", "melee")
    return merged(others, near)


def orders(rule: str, who: str) -> Requests:
    """Everybody by a name of their own, with few different modifiers, so that ties are common."""

    def named(everybody: list[dict[str, Any]]) -> dict[str, Any]:
        return {who: [{**one, "id": f"n{place}"} for place, one in enumerate(everybody)]}

    one: dict[str, SearchStrategy[Any]] = {
        "dexterity_modifier": st.integers(-1, 1),
        "is_pc": st.booleans(),
        "bonus": st.integers(0, 1),
    }
    if rule == "individual_initiative":
        one |= {"roll_twice": st.booleans(), "always_first": st.sampled_from([False, False, True])}
    return st.lists(st.fixed_dictionaries({}, optional=one), min_size=2, max_size=6).map(named)


def hurts() -> Requests:
    """Damage about as great as the hit points, which are those that the status allows."""

    def of(status: str) -> Requests:
        most = 0 if status in ("mortally_wounded", "stable") else 6
        least = 1 if status == "up" else 0
        return merged(numbers_near(hit_points=(least, most), damage=(0, 7)), st.just({"status": status}))

    statuses = st.sampled_from(["up", "mortally_wounded", "stable", "unconscious"])
    return merged(others_of("apply_damage", "hit_points", "damage", "status"), statuses.flatmap(of))


def strains() -> Requests:
    return merged(requests("add_strain"), numbers_near(system_strain=(6, 10), maximum_strain=(8, 10), amount=(0, 3)))


def healings(rule: str) -> Requests:
    """Bodies near the most Strain that they bear, and wounds that the healing may close."""
    near = numbers_near(
        hit_points=(1, 10), maximum=(10, 12), system_strain=(7, 10), maximum_strain=(9, 10), strain_cost=(0, 2)
    )
    return merged(requests(rule), near)


def nights() -> Requests:
    return merged(requests("night_rest"), numbers_near(hit_points=(1, 10), maximum=(10, 12), level=(1, 4)))


def falls() -> Requests:
    heights = st.one_of(numbers_near(feet=(8, 45)), numbers_near(feet=(190, 450)))
    return merged(merged(requests("falling_damage"), st.just({"skill_level": 4})), heights)


def sides() -> Requests:
    """Few members, of whom some have fallen, in the right order."""

    def of(numbers: list[int]) -> dict[str, int]:
        before, now, members = sorted(numbers)
        return {"down_before": before, "down_now": now, "members": max(1, members)}

    fallen = st.lists(st.integers(0, 6), min_size=3, max_size=3).map(of)
    return merged(others_of("morale_triggers", "members", "down_before", "down_now"), fallen)


def fights() -> Requests:
    """Fights whose end is not plain."""
    return numbers_near(
        party_hit_points=(1, 30),
        party_damage_in_ten_rounds=(0, 60),
        foe_hit_points=(1, 30),
        foe_damage_in_ten_rounds=(0, 60),
    )


def loads() -> Requests:
    return merged(requests("encumbrance"), numbers_near(strength=(6, 10), readied=(2, 12), stowed=(5, 24)))


def bed_rest() -> Requests:
    return merged(requests("frail_recovery"), numbers_near(bed_rest_days=(5, 8)))


def situations() -> Requests:
    """Flags of which at most one says anything of cover."""

    def one_cover(request: dict[str, Any]) -> dict[str, Any]:
        return {"flags": [flag for flag in request["flags"] if flag != "half_cover"]}

    return requests("attack_modifiers").map(one_cover)


LIKELY: dict[str, Requests] = {
    "add_strain": strains(),
    "apply_damage": hurts(),
    "attack": attacks(),
    "attack_modifiers": situations(),
    "attack_roll": merged(
        requests("attack_roll"), numbers_near(attack_bonus=(-1, 6), modifier=(-2, 2), armor_class=(10, 18))
    ),
    "attack_sequence": sequences(),
    "class_line": careers("class_line"),
    "encumbrance": loads(),
    "falling_damage": falls(),
    "fight_forecast": fights(),
    "first_aid": healings("first_aid"),
    "frail_recovery": bed_rest(),
    "hit_points": careers("hit_points"),
    "individual_initiative": orders("individual_initiative", "combatants"),
    "level_up_gains": careers("level_up_gains"),
    "magical_healing": healings("magical_healing"),
    "morale_triggers": sides(),
    "night_rest": nights(),
    "shock_damage": shocks(),
    "side_initiative": orders("side_initiative", "sides"),
    "spell_capacity": careers("spell_capacity"),
}


def all_requests(rule: str) -> Requests:
    """Both: whatever the types allow, and what play makes of it."""
    if rule not in LIKELY:
        return requests(rule)
    return st.one_of(requests(rule), LIKELY[rule], LIKELY[rule])
