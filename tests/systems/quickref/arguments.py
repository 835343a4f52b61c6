"""What each named rule takes, from the signatures of the specification: its valid values and its invalid ones."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.systems.kinds import Flag, Kind, ListOf, Maybe, Null, Object, OneOf, Whole, objects, required_example
from tests.systems.quickref.reading.tables import ARMOR, BACKGROUNDS, CLASSES, IMPOSSIBLE, PARTIALS, SITUATIONS

Fields = dict[str, Kind | Maybe]


class DiceText(OneOf):
    """NdM, NdM+K, NdM-K."""

    _number = st.one_of(st.integers(1, 4), st.integers(1, 4), st.sampled_from([1, 20]))
    _sides = st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20])
    _plus = st.one_of(st.just(""), st.builds("{}{}".format, st.sampled_from("+-"), st.sampled_from([0, 1, 3, 9, 99])))

    def __init__(self) -> None:
        super().__init__("1d6")

    def valid(self) -> SearchStrategy[Any]:
        return st.builds("{}d{}{}".format, self._number, self._sides, self._plus)

    def invalid(self) -> list[Any]:
        return [
            *("", " ", "4", "0", "-1", "+1", "d8", "0d6", "21d6", "01d6", "100d6", "1d", "1d1", "1d5", "1d7", "1d06"),
            *("1d100", "1d0", "1d6+", "1d6-", "1d6+100", "1d6-100", "1d6+01", "1d6+-1", "1d6++1", "1d6*2", "1d6+1d6"),
            *("1d6 +1", "1d6+ 1", " 1d6", "1d6 ", "1d6\n", "1 d6", "1D6", "1w6", "-1d6", "+1d6", "1.0d6", "1d6.0"),
            *("٣d6", "1d٦", "1d6+٣", "²d6", "one", "1d6+x", "(1d6)", "1d6,1", "1d6d6"),
            *(0, 1, 2.5, True, None, [], ["1d6"], {}),
        ]


class Number(OneOf):
    """One of some numbers, -1 perhaps among them."""

    def invalid(self) -> list[Any]:
        return [value for value in super().invalid() if not any(value is known for known in self.values)]


class Name(OneOf):
    """A text of lower-case letters, digits and underscores that begins with a letter; few, so that they repeat."""

    def __init__(self) -> None:
        super().__init__("a")

    def valid(self) -> SearchStrategy[Any]:
        return st.one_of(st.sampled_from("abcdefgh"), st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True))

    def invalid(self) -> list[Any]:
        faulty = ["", " ", "A", "aB", "1a", "_a", "a-b", "a b", " a", "a ", "a\n", "\na", "ä", "aé", "a٣", "a.b"]
        return [*faulty, 0, 1, 2.5, True, None, [], ["a"], {}]


class ArmorClassOfShock(Whole):
    """A number, or `any`."""

    def valid(self) -> SearchStrategy[Any]:
        return st.one_of(super().valid(), st.just("any"))

    def invalid(self) -> list[Any]:
        return [*super().invalid(), "Any", "none", "any ", ["any"]]


FLAG = Flag()
DICE = DiceText()
SKILL_LEVEL = Whole(-1, 4)
MODIFIER = Whole(-3, 3)
DIFFICULTY = Whole(1, 30)
CIRCUMSTANCES = ListOf(Whole(-10, 10), 0, 10)
EXTRA_DICE = Whole(0, 2)
SAVE_TARGET = Whole(2, 20)
TEN_EITHER_WAY = Whole(-10, 10)
LEVEL = Whole(1, 10)
HIT_POINTS = Whole(0, 500)
POSITIVE_HIT_POINTS = Whole(1, 500)
STRAIN = Whole(0, 30)
STRAIN_COST = Whole(0, 10)
ARMOR_CLASS = Whole(1, 40)
BONUS = Whole(-20, 40)
SITUATION = Whole(-20, 20)
ATTACK_BONUS = Whole(-5, 30)
SHOCK = Whole(0, 20)
SHOCK_ARMOR_CLASS = ArmorClassOfShock(0, 40)
UNTRAINED_PENALTY = Number(-2, -1, 0)
MINIMUM_DAMAGE = Number(0, 1)
STATUS = OneOf("up", "mortally_wounded", "stable", "unconscious")
CASTER_LEVEL = Whole(1, 20)
MAGIC_MODIFIER = Whole(-5, 10)
COINS = Whole(0, 1_000_000_000)

HELPER: Fields = {
    "skill_level": SKILL_LEVEL,
    "attribute_modifier": Maybe(MODIFIER),
    "circumstances": Maybe(CIRCUMSTANCES),
    "extra_dice": Maybe(EXTRA_DICE),
    "untrained_allowed": Maybe(FLAG),
}
CHECK: Fields = {**HELPER, "difficulty": DIFFICULTY, "bonus": Maybe(Whole(-5, 5))}
CAREER: Fields = {"class": OneOf(*CLASSES), "partials": Maybe(ListOf(OneOf(*PARTIALS), 0, 2, ""))}
SIDE: Fields = {
    "id": Name(),
    "dexterity_modifier": Maybe(MODIFIER),
    "is_pc": Maybe(FLAG),
    "bonus": Maybe(Whole(0, 5)),
}
BLOW: Fields = {
    "attack_bonus": ATTACK_BONUS,
    "skill_level": Maybe(SKILL_LEVEL),
    "attribute_modifier": Maybe(MODIFIER),
    "modifier": Maybe(SITUATION),
    "damage": DICE,
    "damage_bonus": Maybe(BONUS),
    "damage_only_bonus": Maybe(BONUS),
    "shock_only_bonus": Maybe(BONUS),
    "capped_bonus": Maybe(Whole(0, 3)),
    "uses_punch": Maybe(FLAG),
    "melee": Maybe(FLAG),
    "shock": Maybe(Null(SHOCK)),
    "shock_armor_class": Maybe(Null(SHOCK_ARMOR_CLASS)),
    "shock_against": Maybe(Null(ARMOR_CLASS)),
    "miss_damage": Maybe(Null(DICE)),
    "untrained_penalty": Maybe(UNTRAINED_PENALTY),
    "hit_minimum": Maybe(OneOf("if_shock_applies", "always", "never")),
    "minimum_damage": Maybe(MINIMUM_DAMAGE),
}

ARGUMENTS: dict[str, Fields] = {
    "add_strain": {
        "system_strain": STRAIN,
        "maximum_strain": STRAIN,
        "amount": STRAIN,
        "forced": Maybe(FLAG),
    },
    "aided_skill_check": {"helpers": ListOf(Object(**HELPER), 1, 6), **CHECK},
    "apply_damage": {
        "hit_points": HIT_POINTS,
        "damage": Whole(0, 1000),
        "status": Maybe(STATUS),
        "frail": Maybe(FLAG),
        "minor": Maybe(FLAG),
        "unsurvivable": Maybe(FLAG),
        "non_lethal": Maybe(FLAG),
        "damage_while_dying": Maybe(OneOf("dies", "no_effect")),
    },
    "armor_class": {
        "armor": Maybe(OneOf(*ARMOR)),
        "shield": Maybe(OneOf("none", "small_shield", "large_shield")),
        "dexterity_modifier": Maybe(MODIFIER),
        "innate": Maybe(Whole(0, 30)),
        "modifier": Maybe(TEN_EITHER_WAY),
    },
    "attack": {
        **BLOW,
        "armor_class": ARMOR_CLASS,
        "shield_ready": Maybe(FLAG),
        "immune_to_shock": Maybe(FLAG),
    },
    "attack_modifiers": {"flags": ListOf(OneOf(*SITUATIONS, *IMPOSSIBLE), 0, 13, "")},
    "attack_roll": {
        "attack_bonus": ATTACK_BONUS,
        "skill_level": Maybe(SKILL_LEVEL),
        "attribute_modifier": Maybe(MODIFIER),
        "modifier": Maybe(SITUATION),
        "armor_class": ARMOR_CLASS,
        "untrained_penalty": Maybe(UNTRAINED_PENALTY),
    },
    "attack_sequence": {
        "attacks": ListOf(Object(**BLOW), 1, 8),
        "armor_class": ARMOR_CLASS,
        "has_shield": Maybe(FLAG),
        "immune_to_shock": Maybe(FLAG),
        "hit_points": Maybe(Null(POSITIVE_HIT_POINTS)),
    },
    "attribute_boost_cost": {"boost": Whole(1, 5)},
    "attribute_modifier": {"score": Whole(3, 18)},
    "background_roll": {"background": OneOf(*BACKGROUNDS), "table": OneOf("growth", "learning")},
    "bundled_encumbrance": {"count": Whole(1, 300), "each": Maybe(LEVEL)},
    "circumstances": {"circumstances": CIRCUMSTANCES},
    "class_line": {**CAREER, "level": LEVEL},
    "coins": {"copper": Maybe(COINS), "silver": Maybe(COINS), "gold": Maybe(COINS)},
    "creature_check": {
        "skill_bonus": Whole(0, 10),
        "aptitude": Maybe(OneOf("good", "ordinary", "poor")),
        "difficulty": DIFFICULTY,
        "circumstances": Maybe(CIRCUMSTANCES),
    },
    "creature_hit_points": {"hit_dice": Whole(0, 40), "method": Maybe(OneOf("roll", "average"))},
    "creature_save_target": {"hit_dice": Whole(0, 40), "rounding": Maybe(OneOf("down", "up"))},
    "damage_roll": {
        "damage": DICE,
        "attribute_modifier": Maybe(MODIFIER),
        "damage_bonus": Maybe(BONUS),
        "damage_only_bonus": Maybe(BONUS),
        "capped_bonus": Maybe(Whole(0, 3)),
        "punch_level": Maybe(SKILL_LEVEL),
        "minimum_damage": Maybe(MINIMUM_DAMAGE),
    },
    "difficulty_band": {"difficulty": DIFFICULTY},
    "dispel": {
        "dispeller_level": CASTER_LEVEL,
        "effect_level": CASTER_LEVEL,
        "dispeller_modifier": Maybe(MAGIC_MODIFIER),
        "effect_modifier": Maybe(MAGIC_MODIFIER),
        "standing_effect": Maybe(FLAG),
    },
    "effort": {
        "tradition": OneOf("mage", "partial_mage", "healer"),
        "skill_level": Whole(0, 4),
        "intelligence_modifier": Maybe(MODIFIER),
        "charisma_modifier": Maybe(MODIFIER),
    },
    "encumbrance": {
        "strength": Whole(3, 18),
        "readied": Whole(0, 200),
        "stowed": Whole(0, 200),
        "base_move": Maybe(Whole(5, 120)),
    },
    "execution_attack": {
        "mode": OneOf("melee", "ranged"),
        "distance": Maybe(OneOf("point_blank", "normal", "long")),
        "skill_level": SKILL_LEVEL,
        "attribute_modifier": Maybe(MODIFIER),
        "circumstances": Maybe(CIRCUMSTANCES),
        "damage": DICE,
        "damage_bonus": Maybe(BONUS),
        "precise": Maybe(FLAG),
        "save_target": SAVE_TARGET,
        "save_modifier": Maybe(TEN_EITHER_WAY),
    },
    "falling_damage": {
        "feet": Whole(0, 2000),
        "controlled": Maybe(FLAG),
        "skill_level": Maybe(SKILL_LEVEL),
        "attribute_modifier": Maybe(MODIFIER),
        "spikes": Maybe(FLAG),
    },
    "fight_forecast": {
        "party_hit_points": Whole(1, 2000),
        "party_damage_in_ten_rounds": Whole(0, 10000),
        "foe_hit_points": Whole(1, 2000),
        "foe_damage_in_ten_rounds": Whole(0, 10000),
    },
    "first_aid": {
        "heal_level": SKILL_LEVEL,
        "hit_points": POSITIVE_HIT_POINTS,
        "maximum": POSITIVE_HIT_POINTS,
        "system_strain": Maybe(STRAIN),
        "maximum_strain": STRAIN,
        "doubled": Maybe(FLAG),
        "strain_cost": Maybe(STRAIN_COST),
    },
    "frail_recovery": {
        "bed_rest_days": Whole(0, 400),
        "variant": Maybe(OneOf("simple", "with_care")),
        "cared_for": Maybe(FLAG),
        "save_target": Maybe(SAVE_TARGET),
    },
    "hit_points": {
        **CAREER,
        "level": LEVEL,
        "constitution_modifier": Maybe(MODIFIER),
        "bonus_per_level": Maybe(Whole(0, 5)),
        "current_maximum": Maybe(Whole(0, 300)),
        "first_die": Maybe(OneOf("roll", "maximum")),
    },
    "individual_initiative": {
        "combatants": ListOf(Object(**SIDE, roll_twice=Maybe(FLAG), always_first=Maybe(FLAG)), 2, 20, "id")
    },
    "instinct": {"instinct": Whole(0, 10)},
    "languages": {"know_level": SKILL_LEVEL, "connect_level": SKILL_LEVEL},
    "learning_days": {"spell_level": Whole(1, 5), "magic_level": SKILL_LEVEL},
    "level_for_experience": {"experience": Whole(0, 10000), "track": Maybe(OneOf("fast", "slow"))},
    "level_up_gains": {**CAREER, "level": Whole(2, 10)},
    "magical_healing": {
        "healing": DICE,
        "bonus": Maybe(Whole(0, 40)),
        "hit_points": HIT_POINTS,
        "maximum": POSITIVE_HIT_POINTS,
        "status": Maybe(STATUS),
        "frail": Maybe(FLAG),
        "system_strain": Maybe(STRAIN),
        "maximum_strain": STRAIN,
        "strain_cost": Maybe(STRAIN_COST),
    },
    "morale": {"morale": Whole(2, 12), "modifier": Maybe(Whole(-6, 6)), "is_pc": Maybe(FLAG)},
    "morale_behavior": {
        "discipline": OneOf("undisciplined", "trained"),
        "can_escape": Maybe(FLAG),
        "mercy_likely": Maybe(FLAG),
    },
    "morale_triggers": {
        "members": Whole(1, 200),
        "down_before": Whole(0, 200),
        "down_now": Whole(0, 200),
        "first_used": Maybe(FLAG),
        "half_used": Maybe(FLAG),
        "shaken": Maybe(FLAG),
    },
    "night_rest": {
        "hit_points": POSITIVE_HIT_POINTS,
        "maximum": POSITIVE_HIT_POINTS,
        "level": Whole(1, 40),
        "system_strain": Maybe(STRAIN),
        "frail": Maybe(FLAG),
        "comfortable": Maybe(FLAG),
        "strain_recovered": Maybe(Whole(0, 5)),
    },
    "opposed_check": {
        "actor_modifier": Whole(-10, 15),
        "opponent_modifier": Whole(-10, 15),
        "actor_is_pc": Maybe(FLAG),
        "opponent_is_pc": Maybe(FLAG),
    },
    "reaction": {"charisma_modifier": Maybe(MODIFIER), "modifier": Maybe(Whole(-5, 5))},
    "roll_attribute": {},
    "save": {"target": SAVE_TARGET, "modifier": Maybe(TEN_EITHER_WAY)},
    "save_target": {
        "kind": OneOf("physical", "evasion", "mental", "luck"),
        "level": LEVEL,
        "modifiers": Maybe(
            Object(
                str=Maybe(MODIFIER),
                dex=Maybe(MODIFIER),
                con=Maybe(MODIFIER),
                int=Maybe(MODIFIER),
                wis=Maybe(MODIFIER),
                cha=Maybe(MODIFIER),
            )
        ),
    },
    "shock_damage": {
        "shock": SHOCK,
        "shock_armor_class": SHOCK_ARMOR_CLASS,
        "armor_class": ARMOR_CLASS,
        "melee": Maybe(FLAG),
        "attribute_modifier": Maybe(MODIFIER),
        "damage_bonus": Maybe(BONUS),
        "shock_only_bonus": Maybe(BONUS),
        "punch_level": Maybe(SKILL_LEVEL),
        "shock_against": Maybe(Null(ARMOR_CLASS)),
        "shield_ready": Maybe(FLAG),
        "immune_to_shock": Maybe(FLAG),
    },
    "side_initiative": {"sides": ListOf(Object(**SIDE), 2, 6, "id")},
    "skill_check": {**CHECK, "aided": Maybe(FLAG)},
    "skill_cost": {"new_level": Whole(0, 4)},
    "skill_pick": {"current_level": Whole(-1, 1)},
    "spell_capacity": {**CAREER, "level": LEVEL},
    "spell_damage": {
        "dice": DICE,
        "save": OneOf("none", "half", "negates"),
        "save_target": Maybe(SAVE_TARGET),
        "save_modifier": Maybe(TEN_EITHER_WAY),
    },
    "stabilize": {
        "heal_level": SKILL_LEVEL,
        "attribute_modifier": Maybe(MODIFIER),
        "full_rounds": Whole(0, 20),
        "has_kit": Maybe(FLAG),
        "circumstances": Maybe(CIRCUMSTANCES),
        "aided": Maybe(FLAG),
        "extra_dice": Maybe(EXTRA_DICE),
    },
    "stabilize_difficulty": {"full_rounds": Whole(0, 20)},
    "stabilize_sequence": {
        "modifier": Whole(-6, 10),
        "same_round": Maybe(FLAG),
        "rounds_to_live": Maybe(Number(6, 3, 10)),
    },
    "starting_silver": {},
    "swarm_bonus": {"assailants": Whole(1, 20)},
}


def requests(rule: str) -> SearchStrategy[dict[str, Any]]:
    """Arguments of the right types and ranges. Whether the rule then refuses is for its oracle to say."""
    return objects(ARGUMENTS[rule])


def simple_request(rule: str) -> dict[str, Any]:
    """Arguments that the rule takes, with nothing special."""
    special = _SIMPLE.get(rule, {})
    return {**special, **required_example({n: kind for n, kind in ARGUMENTS[rule].items() if n not in special})}


_SIMPLE: dict[str, dict[str, Any]] = {
    "individual_initiative": {"combatants": [{"id": "ann"}, {"id": "orc"}]},
    "side_initiative": {"sides": [{"id": "party"}, {"id": "orcs"}]},
    "spell_capacity": {"class": "mage"},
}
