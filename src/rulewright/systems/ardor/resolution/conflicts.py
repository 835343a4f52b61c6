"""Before anything moves: what a Fumble spoils, and what two want that only one can have (AR-ROUND-12, AR-ROUND-16)."""

from rulewright.systems.ardor.declaring import declaration_of
from rulewright.systems.ardor.resolution.notes import Round
from rulewright.systems.ardor.rules.challenges import Claim, conflict, fumble
from rulewright.systems.ardor.sheet import Deed


def settle_fumbles(round_: Round) -> None:
    """AR-ROUND-12: conscious characters whose listed actions go wrong."""
    danger = round_.play.fight().fumble
    fumbled = []
    for name in round_.names if danger else ():
        assert danger
        listed = [
            action for action in round_.actions(name) if danger.actions == "all" or names(action.deed, danger.actions)
        ]
        if not listed or not round_.is_character(name):
            continue
        declared = declaration_of(round_.play.fight(), name)
        result = fumble(
            round_.play.dice,
            score=round_.scores[name],
            fumble_score=danger.fumble_score,
            careful=danger.careful if declared and declared.careful else "none",
            reduction=danger.reduction,
            inspired=name in round_.inspired,
        )
        if result.fumble:
            fumbled.append(name)
            if danger.consequence == "lose_action":
                round_.lost.update((action.by, action.place) for action in listed)
    round_.play.change_encounter(fumbled=tuple(fumbled))
    if fumbled and danger and danger.text:
        who = ", ".join(map(round_.play.called, fumbled))
        round_.play.prompt(f"Fumble of {who}: {danger.text}")


def names(deed: Deed, actions: tuple[str, ...]) -> bool:
    """Whether a list of actions names a deed."""
    return deed.action in actions or deed.shown in actions


def settle_claims(round_: Round) -> None:
    """AR-ROUND-16: of all who want one thing, one gets it or nobody; the others' actions for it have no effect."""
    claims: dict[str, str | None] = {}
    for claim, claimants in contested(round_).items():
        claims[claim] = winner_of(round_, list(claimants))
        for name, places in claimants.items():
            if name != claims[claim]:
                round_.lost.update((name, place) for place in places)
    round_.play.change_encounter(claims=claims)


def contested(round_: Round) -> dict[str, dict[str, list[int]]]:
    """By claim, those who carry it, with the places of the actions that do; only where there are two."""
    carried: dict[str, dict[str, list[int]]] = {}
    for name in round_.names:
        for action in round_.in_effect(name):
            for claim in claims_of(round_, name, action.place, action.deed):
                carried.setdefault(claim, {}).setdefault(name, []).append(action.place)
    return {claim: claimants for claim, claimants in carried.items() if len(claimants) > 1}


PARTS = ("main", "second")


def claims_of(round_: Round, name: str, place: int, deed: Deed) -> set[str]:
    """The claims of an action: its own, and what the GM says that it is about."""
    ruled = {r.claim for r in round_.rulings("claim") if r.id == name and PARTS.index(r.part) == place}
    return ruled | ({deed.claim} if deed.claim else set())


def winner_of(round_: Round, claimants: list[str]) -> str | None:
    """AR-CORE-13, after those whom the GM has let lose are gone."""
    losers = {r.loser for r in round_.rulings("conflict") if r.winner in claimants and r.loser in claimants}
    left = [name for name in claimants if name not in losers]
    if len(left) < 2:
        return left[0] if left else None
    claims = tuple(Claim(name, round_.scores[name], round_.being(name).kind) for name in left)  # type: ignore[arg-type]
    return conflict(round_.play.dice, claims=claims, ties=round_.play.world.house_rules.conflict_ties).winner
