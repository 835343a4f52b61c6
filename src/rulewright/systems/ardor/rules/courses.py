"""Courses of a round that come to the same: those who forecast walk each of them once."""

from rulewright.systems.ardor.rules.rounds import Act, Waves
from rulewright.systems.ardor.tables import dice_text


def normal_form(waves: Waves, health: tuple[int, ...]) -> Waves:
    """The same course with everything as early as it makes no difference: equal courses become the same value.

    Two acts of different moments may change places unless one may take the other's actor out, or one hurts and the
    other heals the same combatant. Acts of one moment that may not change places stay at one moment.
    """
    mortal = may_fall(waves, health)
    placed: list[tuple[int, Act]] = []
    for wave in waves:
        here: list[tuple[int, list[Act]]] = []
        for act in wave:
            level = max((level + 1 for level, other in placed if bound(act, other, mortal)), default=0)
            joined = [part for part in here if any(bound(act, other, mortal) for other in part[1])]
            here = [part for part in here if part not in joined]
            here.append((max([level, *(part[0] for part in joined)]), [act, *(a for part in joined for a in part[1])]))
        placed += [(level, act) for level, acts in here for act in acts]
    levels: list[list[Act]] = [[] for _ in range(1 + max((level for level, _ in placed), default=-1))]
    for level, act in placed:
        levels[level].append(act)
    return tuple(tuple(sorted(acts)) for acts in levels)


def may_fall(waves: Waves, health: tuple[int, ...]) -> tuple[bool, ...]:
    """Who could go down at all, if every die showed its highest face."""
    worst = [0] * len(health)
    for wave in waves:
        for _, throw in wave:
            if not throw.heals:
                worst[throw.target] += max(0, dice_text(throw.dice).highest - throw.ward)
    return tuple(damage >= left for damage, left in zip(worst, health, strict=True))


def bound(first: Act, second: Act, mortal: tuple[bool, ...]) -> bool:
    """Whether it makes a difference which of two acts is earlier."""
    one, other = first.throw, second.throw
    if one.target == other.target and one.heals != other.heals:
        return True
    if one.target == second.actor and mortal[second.actor] and not one.heals:
        return True
    return other.target == first.actor and mortal[first.actor] and not other.heals
