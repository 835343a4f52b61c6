"""The arithmetic: faces are even, repeatable, and can be had in no other way than from seed, log and tickets."""

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chisquare

from rulewright.dice.fairness import FairDice, FairnessError, Strip, generator
from rulewright.dice.fairness.luck import MAX_KINDS, Tally, chance_of_more, chi_square
from tests.dice.fairness.sample import SEED, Writer, fields, sample_log

KEY = generator.round_key(SEED, bytes(32), {"Ada": b"a" * 32})


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 1000])
def test_every_face_of_every_common_die_comes_equally_often(sides: int) -> None:
    dice = max(20_000, 20 * sides)
    counts = Counter(generator.face(KEY, counter, sides) for counter in range(dice))
    assert set(counts) == set(range(1, sides + 1))
    assert chisquare([counts[face] for face in range(1, sides + 1)]).pvalue > 1e-4


def test_a_die_of_a_million_sides_is_even_too() -> None:
    sides = 999_983
    low = sum(generator.face(KEY, counter, sides) <= sides // 3 for counter in range(30_000))
    assert abs(low - 10_000) < 5 * (30_000 * 2 / 9) ** 0.5


def test_words_that_would_favour_low_faces_are_thrown_away() -> None:
    sides = 1_000_000
    fair_words = 2**32 - 2**32 % sides

    def word(counter: int, attempt: int) -> int:
        message = counter.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        return int.from_bytes(hmac.new(KEY, message, "sha256").digest()[:4], "big")

    rejected = [counter for counter in range(30_000) if word(counter, 0) >= fair_words]
    assert rejected, "the sample must contain the case"
    for counter in rejected:
        assert generator.face(KEY, counter, sides) == word(counter, 1) % sides + 1


def test_the_whole_log_follows_from_the_revealed_seed_by_other_code() -> None:
    chain, counter, key_text = bytes(32), 0, b""
    seats: dict[str, bytes] = {}
    lines = sample_log()
    seed = bytes.fromhex(json.loads(lines[-1])["seed"])
    for line in lines:
        record = json.loads(line)
        chain = hashlib.sha256(b"rulewright fair dice 1: line\n" + chain + line.rsplit(b',"chain"')[0] + b"}").digest()
        assert record["chain"] == chain.hex()
        if record["type"] == "round":
            key_text, seats = b"rulewright fair dice 1: round\n" + chain, {}
        elif record["type"] == "ticket":
            seats[record["seat"]] = bytes.fromhex(record["ticket"])
        for sides, face in record.get("dice", ()):
            text = key_text + b"".join(
                len(s.encode()).to_bytes(4, "big") + s.encode() + seats[s] for s in sorted(seats)
            )
            key = hmac.new(seed, text, "sha256").digest()
            digest = hmac.new(key, counter.to_bytes(8, "big") + bytes(4), "sha256").digest()
            assert int.from_bytes(digest[:4], "big") % sides + 1 == face
            counter += 1
    assert counter == 25


def test_what_is_public_before_the_end_gives_nothing() -> None:
    ledger = Writer().ledger
    public = ledger.commitment
    assert public == generator.commitment_to(SEED)
    assert public is not None
    assert generator.commitment_to(bytes(32)) != public, "another seed can't hide behind the same commitment"
    tickets = {"Ada": b"a" * 32}
    real = [generator.face(KEY, counter, 1000) for counter in range(20)]
    for guess in (public, hashlib.sha256(SEED).digest(), bytes(32)):
        for key in (guess, generator.round_key(guess, bytes(32), tickets)):
            assert [generator.face(key, counter, 1000) for counter in range(20)] != real


@given(
    st.dictionaries(st.text(max_size=4), st.binary(min_size=32, max_size=32), max_size=3),
    st.dictionaries(st.text(max_size=4), st.binary(min_size=32, max_size=32), max_size=3),
)
def test_other_tickets_give_another_key(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    same = generator.round_key(SEED, bytes(32), one) == generator.round_key(SEED, bytes(32), other)
    assert same == (one == other)


def test_the_order_in_which_tickets_arrive_changes_nothing() -> None:
    one = {"Ada": b"a" * 32, "Bob": b"b" * 32}
    assert generator.round_key(SEED, bytes(32), one) == generator.round_key(
        SEED, bytes(32), dict(reversed(one.items()))
    )


def test_a_strip_shows_only_tickets_that_it_sealed_before() -> None:
    strip = Strip.new(4)
    sealed = strip.seal
    for _ in range(3):
        ticket = strip.tear_off()
        assert generator.seal_of(ticket) == sealed
        sealed = ticket
    with pytest.raises(FairnessError, match="join again with a new strip"):
        strip.tear_off()
    assert Strip.new(4).seal != Strip.new(4).seal


@pytest.mark.parametrize("sides", [0, -1, 1_000_001, True, 6.0, "6", None])
def test_impossible_dice_are_refused_and_use_nothing_up(sides: object) -> None:
    dice = FairDice(KEY, 0)
    with pytest.raises(FairnessError, match="a die has 1 to 1,000,000 sides"):
        dice.face(sides)  # type: ignore[arg-type]
    assert dice.finish() == ()


def test_a_finished_roll_gives_no_more_dice_and_none_is_endless() -> None:
    dice = FairDice(KEY, 0)
    for _ in range(generator.MAX_DICE_IN_ROLL):
        dice.face(1)
    with pytest.raises(FairnessError, match="at most 10,000 dice"):
        dice.face(6)
    dice.finish()
    with pytest.raises(FairnessError, match="finished"):
        dice.face(6)


@given(st.floats(0, 3000), st.integers(1, 1000))
def test_the_chance_of_more_is_the_upper_tail_of_chi_square(statistic: float, freedom: int) -> None:
    assert chance_of_more(statistic, freedom) == pytest.approx(chi2.sf(statistic, freedom), rel=1e-6, abs=1e-12)


@given(st.integers(2, 3000), st.integers(0, 2**32))
def test_bins_of_a_big_die_expect_what_they_hold(sides: int, start: int) -> None:
    """Each face once is as even as can be, so each bin must hold just what is expected of it."""
    tally = Tally()
    for face in range(1, sides + 1):
        tally.add(sides, face)
    assert chi_square(sides, tally.kinds[sides]) == pytest.approx(0)
    assert tally.luck("Ada").deviations == pytest.approx(0)


def test_luck_tells_loaded_dice_from_fair_ones() -> None:
    fair, loaded = Tally(), Tally()
    for counter in range(600):
        face = generator.face(KEY, counter, 6)
        fair.add(6, face)
        loaded.add(6, 6 if face == 1 else face)
    assert (fair.luck("Ada").chance or 0) > 0.001
    assert loaded.luck("Eve").chance == pytest.approx(0, abs=1e-9)
    assert loaded.luck("Eve").deviations > 5


def test_a_thousand_kinds_of_dice_take_no_more_memory_than_fifty() -> None:
    tally = Tally()
    for sides in range(1, 1000):
        tally.add(sides, 1)
    assert len(tally.kinds) == MAX_KINDS
    assert tally.luck("Ada").dice == 999


def test_the_sample_contains_every_kind_of_record() -> None:
    kinds = {fields(line)["type"] for line in sample_log()}
    assert kinds == {"header", "join", "leave", "round", "ticket", "silent", "roll", "undone", "close"}


def test_luck_is_counted_in_standard_deviations() -> None:
    tally = Tally()
    tally.add(6, 6)
    assert tally.luck("Ada").deviations == pytest.approx(2.5 / (35 / 12) ** 0.5)
