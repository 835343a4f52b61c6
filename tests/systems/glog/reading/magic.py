"""Magic, from section 14."""

from tests.systems.glog.reading import tables
from tests.systems.glog.reading.core import House, named_rule, tested
from tests.systems.glog.reading.expressions import value_of
from tests.systems.support import Die, Refused, Result


@named_rule
def caster_profile(die: Die, house: House, caster_templates: int, bonus_slots: int = 0) -> Result:
    if caster_templates == 0:
        return {"magic_dice": 0, "brain_slots": 0}
    return {"magic_dice": caster_templates, "brain_slots": caster_templates + 1 + bonus_slots}


def mishaps_and_dooms(faces: list[int], house: House) -> tuple[int, int]:
    shown = [faces.count(face) for face in range(1, 7)]
    pairs = len([times for times in shown if times == 2])
    triples = len([times for times in shown if times >= 3])
    if house["magic_sets"] == "each_set":
        return pairs, triples
    if triples > 0:
        return (1 if house["magic_sets"] == "triples_also_mishap" else 0), 1
    return (1 if pairs > 0 else 0), 0


@named_rule
def cast(
    die: Die,
    house: House,
    magic_dice: int,
    burn_scroll: bool = False,
    source: str = "pool",
    return_up_to: int = 3,
) -> Result:
    if magic_dice == 0 and not burn_scroll:
        raise Refused("bad_args")
    if source == "wand" and burn_scroll:
        raise Refused("not_allowed")
    own = [die(6) for _ in range(magic_dice)]
    faces = [*own, die(6)] if burn_scroll else own
    returned = 0
    for face in own:
        if source == "pool" and face <= return_up_to:
            returned += 1
    mishaps, dooms = mishaps_and_dooms(faces, house)
    return {
        "dice": len(faces),
        "sum": sum(faces),
        "returned": returned,
        "spent": magic_dice - returned,
        "mishaps": mishaps,
        "dooms": dooms,
    }


@named_rule
def pool_attrition(die: Die, house: House, pool: int, casts: int, invest: int = 0) -> Result:
    mishaps = dooms = 0
    for _ in range(casts):
        if pool == 0:
            break
        magic_dice = pool if invest == 0 else min(invest, pool)
        faces = [die(6) for _ in range(magic_dice)]
        for face in faces:
            if face >= 4:
                pool -= 1
        more_mishaps, more_dooms = mishaps_and_dooms(faces, house)
        mishaps += more_mishaps
        dooms += more_dooms
    return {"remaining": pool, "mishaps": mishaps, "dooms": dooms}


@named_rule
def restore_magic_dice(die: Die, house: House, missing: int, slept_well: bool, save: int, modifier: int = 0) -> Result:
    if slept_well:
        return {"restored": missing}
    restored = 0
    for _ in range(missing):
        if tested(die, house, save + modifier)["success"]:
            restored += 1
    return {"restored": restored}


@named_rule
def spell_value(die: Die, house: House, expression: str, dice: int, sum: int, level: int = 1) -> Result:
    return {"value": value_of(expression, {"[dice]": dice, "[sum]": sum, "[level]": level})}


@named_rule
def spell_effect(die: Die, house: House, spell: str, dice: int, sum: int, level: int = 1) -> Result:
    values = {}
    for name, expression in tables.SPELLS[spell].items():
        values[name] = value_of(expression, {"[dice]": dice, "[sum]": sum, "[level]": level})
    return {"values": values}


@named_rule
def invest_magic_die(die: Die, house: House, kind: str, banked: int, available: int) -> Result:
    limit = {"wand": 4, "staff": 6}[kind]
    if banked > limit:
        raise Refused("bad_args")
    if banked == limit:
        raise Refused("wand_full")
    if available == 0:
        raise Refused("not_enough_resource")
    return {"banked": banked + 1, "available": available - 1, "damage": die(6)}


@named_rule
def identify_magic(die: Die, house: House, senses: str, talent: int, modifier: int = 0) -> Result:
    if senses == "wizard":
        return {"knows_magical": True, "learned": tested(die, house, talent + modifier)["success"]}
    return {"knows_magical": senses == "fey", "learned": False}


@named_rule
def mishap(die: Die, house: House, school: str, rolls: int = 1) -> Result:
    entry = max([die(6) for _ in range(rolls)])
    return {"entry": entry, "mishap": tables.MISHAPS[school][entry - 1]}


@named_rule
def doom(
    die: Die, house: House, school: str, suffered: int = 0, spellcaster: bool = True, freed: bool = False
) -> Result:
    if spellcaster and freed:
        return {"doom": 0, "name": None, "fatal": False, "mishap_rolls": 2}
    number = min(suffered + 1, 3) if spellcaster else 3
    return {"doom": number, "name": tables.DOOMS[school][number - 1], "fatal": number == 3, "mishap_rolls": 0}
