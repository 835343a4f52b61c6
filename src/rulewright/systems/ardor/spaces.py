"""Where everybody stands: zones of the scene, and ways between them."""

from rulewright.rules import pick
from rulewright.systems.ardor.catalogue import Zone
from rulewright.systems.ardor.rules.zones import ZoneMap
from rulewright.systems.ardor.sheet import ArdorState, Being

FLYING = "flying"


def zone_of(state: ArdorState, being: Being) -> str:
    """AR-ZONE-01: the zone where somebody stands; who was never put anywhere stands in the first."""
    zones = state.world.place.zones
    if isinstance(being.position, str) and any(zone.id == being.position for zone in zones):
        return being.position
    return zones[0].id


def map_for(state: ArdorState, being: Being) -> ZoneMap:
    """The map as this one finds it."""
    place = state.world.place
    return place.map_for_flyers if FLYING in being.sheet.tags else place.map


def known_zone(state: ArdorState, what: str, name: str) -> Zone:
    """A zone of the scene; refused if there is none of this name."""
    return pick(what, name, {zone.id: zone for zone in state.world.place.zones})


def challenge_at(state: ArdorState, being: Being) -> int | None:
    """AR-CORE-06: the zone's Challenge Score comes first, then the encounter's, then the scene's."""
    zone = state.world.place.zone(zone_of(state, being))
    if zone and zone.challenge is not None:
        return zone.challenge
    return state.encounter.challenge if state.encounter else state.world.place.challenge


def is_near(state: ArdorState, helper: Being, other: Being) -> bool:
    """AR-ZONE-04: in the same zone, or as far as this table counts as near, measured from the helper."""
    return zone_is_near(state, helper, zone_of(state, other))


def zone_is_near(state: ArdorState, helper: Being, zone: str) -> bool:
    here = zone_of(state, helper)
    if here == zone:
        return True
    if state.world.house_rules.near == "same_zone":
        return False
    distance = map_for(state, helper).distance(here, zone, "move")
    return distance is not None and distance <= 1
