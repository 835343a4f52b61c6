"""Valid requests for the rules that are read a second time, with a liking for where they turn."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.systems.ardor.reading import ATTACKS, MODIFIERS
from tests.systems.kinds import Flag, Kind, ListOf, Maybe, Null, Object, OneOf, Text, Whole, objects

Requests = SearchStrategy[dict[str, Any]]

SCORE, MODIFIER, BONUS, COUNT = Whole(-50, 100), Whole(-20, 20), Whole(-20, 40), Whole(0, 99)
AMOUNT, HEALTH, CHALLENGE, PENALTY = Whole(0, 999), Whole(1, 999), Whole(1, 60), Whole(0, 20)
FLAG = Flag()
KIND, MODE = OneOf("character", "creature"), OneOf("lower", "first", "sum")
TIES = OneOf("characters", "creatures", "nobody")
NAME = OneOf(*"abcd")
DICE = Text(
    st.sampled_from(["2d6", "d4", "1d8+2", "d6-3", "3d4-9", "20d20+50", "0", "5", "2d12", "d2+0", "2d3", "d10-1"])
)


class Action(OneOf):
    """A standard action, or the modifier of an ability."""

    def valid(self) -> SearchStrategy[Any]:
        return st.one_of(super().valid(), st.integers(-20, 20))


ACTION = Action(*MODIFIERS)
SCORED: dict[str, Kind | Maybe] = {"bonus": BONUS, "situational": Maybe(MODIFIER), "trauma": Maybe(COUNT)}
CAREFUL: dict[str, Kind | Maybe] = {**SCORED, "careful_penalty": Maybe(PENALTY)}
COMPARED: dict[str, Kind | Maybe] = {
    "stances": Maybe(ListOf(OneOf("defend", "flee"), 0, 2, "")),
    "flee_gap": Maybe(OneOf(1, 2, 3, 4, 10, 20)),
    "miss_gap": Maybe(OneOf(1, 4, 9, 10, 11, 40)),
    "exposed": Maybe(FLAG),
    "disarmed": Maybe(FLAG),
}
DAMAGE: dict[str, Kind | Maybe] = {"full": Maybe(DICE), "glancing": Maybe(DICE), "ward": Maybe(Whole(0, 12))}
NEAR_SCORE = OneOf(5, 10, 11, 12, 13, 14, 15, 20, 21)
HIT: dict[str, Kind | Maybe] = {
    "attack_score": NEAR_SCORE,
    "defense_score": NEAR_SCORE,
    **COMPARED,
    "attacker_inspired": Maybe(FLAG),
    "defender_inspired": Maybe(FLAG),
}
LIMITED: dict[str, Kind | Maybe] = {
    "trauma": Whole(0, 12),
    "trauma_limit": Maybe(Null(Whole(1, 12))),
    "timer_bonus": Maybe(Whole(0, 20)),
}
CONNECTION = Object(
    **{"from": NAME, "to": NAME},
    passable=Maybe(FLAG),
    sight=Maybe(FLAG),
    rough=Maybe(FLAG),
    one_way=Maybe(FLAG),
    challenge=Maybe(Null(CHALLENGE)),
)


class Area:
    """A map of some zones; now and then a connection leads to one that is not on it."""

    def valid(self) -> SearchStrategy[dict[str, Any]]:
        zones = st.sampled_from([list("abcd"), list("abcd"), list("dcba"), list("abc")])
        return st.fixed_dictionaries({"zones": zones, "connections": st.lists(CONNECTION.valid(), max_size=7)})

    def invalid(self) -> list[Any]:
        return [None, [], {}, {"zones": ["a"]}, {"zones": ["A"], "connections": []}]


ARGUMENTS: dict[str, dict[str, Kind | Maybe]] = {
    "action_bonus": {
        "actions": ListOf(Object(action=ACTION, attribute=Maybe(MODIFIER)), 1, 2),
        "mode": Maybe(MODE),
    },
    "attack_roll": {**CAREFUL, "target_score": NEAR_SCORE, **COMPARED, **DAMAGE},
    "basic_attack": {**HIT, **DAMAGE},
    "between": {"map": Area(), "attacker": NAME, "protector": NAME, "target": NAME},
    "challenge": {**CAREFUL, "challenge": CHALLENGE, "natural_20_succeeds": Maybe(FLAG)},
    "character_score": CAREFUL,
    "conflict": {
        "claims": ListOf(Object(id=NAME, score=Whole(10, 12), kind=KIND), 2, 8),
        "ties": Maybe(TIES),
    },
    "creature_score": {
        "base": SCORE,
        "actions": ListOf(ACTION, 1, 2),
        "situational": Maybe(MODIFIER),
        "mode": Maybe(MODE),
    },
    "defended_score": {
        "own_score": NEAR_SCORE,
        "attack_kind": OneOf("melee", "ranged"),
        "protectors": ListOf(Object(id=NAME, score=NEAR_SCORE, near=FLAG, between=FLAG), 0, 8),
        "defense_modifier": Maybe(MODIFIER),
    },
    "defense_roll": {
        **CAREFUL,
        "attack_score": NEAR_SCORE,
        "protector_score": Maybe(Null(NEAR_SCORE)),
        **COMPARED,
        **DAMAGE,
    },
    "discovery": {name: Whole(0, 3) for name in ("known", "own", "any")},
    "fumble_roll": {
        **SCORED,
        "fumble_score": SCORE,
        "careful": Maybe(OneOf("none", "reduce", "eliminate")),
        "careful_penalty": Maybe(PENALTY),
        "reduction": Maybe(Whole(0, 50)),
    },
    "graded_challenge": {**SCORED, "challenge": CHALLENGE},
    "group_challenge": {
        "members": ListOf(Object(bonus=BONUS, trauma=Maybe(COUNT), careful_penalty=Maybe(PENALTY)), 1, 8),
        "challenge": CHALLENGE,
        "situational": Maybe(MODIFIER),
        "natural_20_succeeds": Maybe(FLAG),
    },
    "hit": HIT,
    "incapacitate": LIMITED,
    "mend_trauma": {
        "trauma": Whole(0, 8),
        "heart": Maybe(MODIFIER),
        "bonus": Maybe(MODIFIER),
        "challenge": Maybe(CHALLENGE),
        "mode": Maybe(OneOf("roll", "all", "one", "none")),
    },
    "reach": {
        "map": Area(),
        "attacker": NAME,
        "target_start": NAME,
        "target_end": NAME,
        "attack_kind": OneOf("melee", "ranged"),
        "range": Whole(0, 6),
    },
    "recover_conscious": {
        "health": Whole(1, 20),
        "max_health": Whole(1, 20),
        "ardor": Whole(0, 3),
        "max_ardor": Whole(0, 3),
        "surges": Whole(0, 2),
        "bonus": Maybe(MODIFIER),
    },
    "recover_incapacitated": {
        "trauma": Whole(0, 12),
        "challenge": CHALLENGE,
        "surges": Maybe(Whole(0, 2)),
        "spend_surge": Maybe(FLAG),
        "tend_score": Maybe(Null(NEAR_SCORE)),
        "tend_inspired": Maybe(FLAG),
        "surge_with_tend": Maybe(FLAG),
        "tend_natural_20": Maybe(FLAG),
        "bonus": Maybe(MODIFIER),
    },
    "rest": {
        "kind": OneOf("break", "standard", "extended"),
        "health": Whole(0, 4),
        "max_health": Whole(1, 4),
        "ardor": Whole(0, 2),
        "max_ardor": Whole(0, 2),
        "surges": Whole(0, 2),
        "max_surges": Whole(0, 2),
        "incapacitated": Maybe(FLAG),
        "healing_kits": Maybe(Whole(0, 1)),
        "use_kit": Maybe(FLAG),
        "standard_rest_restores_health": Maybe(FLAG),
    },
    "timer_tick": {"timer": Whole(1, 3), **LIMITED},
    "zone_distance": {"map": Area(), "start": NAME, "end": NAME, "by": OneOf("move", "sight")},
}

DOING = [*ATTACKS, *ATTACKS, "defend", "defend_other", "flee", "recover", "wait", "move_far"]


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    """A round of two to five, in which everybody aims at somebody else."""
    names = list("abcde")[: draw(st.integers(2, 5))]

    def deed(name: str) -> dict[str, Any]:
        action = draw(st.sampled_from(DOING))
        others = [other for other in names if other != name]
        aimed = action in ATTACKS or action == "defend_other"
        return {"action": action, **({"target": draw(st.sampled_from(others))} if aimed else {})}

    def one(name: str) -> dict[str, Any]:
        health = draw(st.integers(1, 12))
        found: dict[str, Any] = {"id": name, "kind": draw(KIND.valid()), "health": health, **deed(name)}
        if found["kind"] == "creature":
            found["base"] = draw(st.integers(5, 18))
        else:
            found |= draw(objects({"attribute": Maybe(Whole(-2, 5)), "trauma": Maybe(Whole(0, 3))}))
        if draw(st.booleans()):
            found["second"] = deed(name)
        if draw(st.booleans()):
            found["max_health"] = health + draw(st.integers(0, 5))
        return found | draw(objects({"situational": Maybe(Whole(-4, 4)), **DAMAGE}))

    return {
        "combatants": [one(name) for name in names],
        **draw(objects({"order": Maybe(OneOf("all_count", "higher_score_first")), "mode": Maybe(MODE)})),
    }


def requests(rule: str) -> Requests:
    return rounds() if rule == "round" else objects(ARGUMENTS[rule])
