"""Logs on the disk: nothing acknowledged is lost, nothing is thrown twice, the seed stays secret until the end."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dice.errors import DiceError
from rulewright.dice.fairness import FairnessError, Session, Strip, verify, verify_file
from rulewright.dice.fairness.generator import commitment_to
from tests.dice.fairness.sample import fields, sample_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.dice"


def secret(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def test_an_evening_with_two_seats_is_proven(path: Path) -> None:
    ada, gm = Strip.new(10), Strip.new(10)
    with Session.new(path, {"Ada": ada.seal, "GM": gm.seal}) as session:
        session.call_round()
        session.ticket("GM", gm.tear_off())
        assert session.waiting_for == {"Ada"}
        session.ticket("Ada", ada.tear_off())
        faces = session.throw("Ada", "attack", [20, 6])
        with session.roll("GM", "weather") as dice:
            weather = dice.face(12)
        session.undo("GM", [session.last_number])
    with Session.open(path) as session:
        bob = Strip.new(10)
        session.join("Bob", bob.seal)
        with pytest.raises(FairnessError, match="a ticket of the new seat"):
            session.throw("Ada", "too early", [20])
        session.leave("Ada")
        session.call_round()
        session.ticket("Bob", bob.tear_off())
        session.silent("GM")
        session.throw("Bob", "find", [100])
        noted = session.fingerprint
        session.close()
    report = verify_file(path)
    assert report.proven
    lines = path.read_bytes().splitlines()
    rolls = [fields(line)["dice"] for line in lines if fields(line)["type"] == "roll"]
    assert rolls[:2] == [[[20, faces[0]], [6, faces[1]]], [[12, weather]]]
    assert fields(lines[-2])["chain"] == noted
    assert report.undone[0].roll.dice == ((12, weather),)
    assert "never came from: GM" in " ".join(report.unproven)


def test_nothing_falls_before_every_ticket_has_come(path: Path) -> None:
    ada, bob = Strip.new(3), Strip.new(3)
    session = Session.new(path, {"Ada": ada.seal, "Bob": bob.seal})
    with pytest.raises(FairnessError, match="first a round"):
        session.throw("Ada", "", [6])
    session.call_round()
    session.ticket("Ada", ada.tear_off())
    for forbidden in (
        lambda: session.throw("Ada", "", [6]),
        session.call_round,
        lambda: session.ticket("Ada", ada.tear_off()),
        lambda: session.ticket("Bob", bytes(32)),
        lambda: session.ticket("Bob", b"short"),
        lambda: session.leave("Bob"),
        lambda: session.leave("Eve"),
        lambda: session.silent("Ada"),
        lambda: session.join("Ada", bytes(32)),
        lambda: session.join("Eve", bob.seal),
        lambda: session.undo("Ada", [1]),
        lambda: session.undo("Ada", []),
    ):
        before = path.read_bytes()
        with pytest.raises(FairnessError):
            forbidden()
        assert path.read_bytes() == before, "what is refused leaves no trace"
    session.ticket("Bob", bob.tear_off())
    assert session.throw("Ada", "", [1]) == (1,)
    session.pause()


def test_the_seed_is_readable_only_by_its_owner_and_gone_after_closing(path: Path) -> None:
    session = Session.alone(path, "GM")
    assert stat.S_IMODE(secret(path).stat().st_mode) == 0o600
    seed = secret(path).read_text().strip()
    assert (
        commitment_to(bytes.fromhex(seed)).hex()
        == session.commitment
        == fields(path.read_bytes().splitlines()[0])["commitment"]
    )
    session.throw("GM", "", [20])
    assert seed not in path.read_text()
    session.close()
    assert not secret(path).exists()
    assert fields(path.read_bytes().splitlines()[-1])["seed"] == seed


def test_two_sessions_with_the_same_tickets_throw_different_dice(tmp_path: Path) -> None:
    thrown = []
    for name in ("one", "two"):
        strip = Strip(bytes(32), 2)
        session = Session.new(tmp_path / name, {"Ada": strip.seal})
        session.call_round()
        session.ticket("Ada", strip.tear_off())
        thrown.append(session.throw("Ada", "attack", [1000] * 8))
        session.pause()
    assert thrown[0] != thrown[1]


def test_the_counter_never_rewinds_not_even_after_undo(path: Path) -> None:
    session = Session.alone(path, "GM")
    first = session.throw("GM", "attack", [1000] * 8)
    session.undo("GM", [session.last_number])
    again = session.throw("GM", "attack", [1000] * 8)
    assert first != again
    with pytest.raises(FairnessError, match="taken back"):
        session.undo("GM", [session.last_number - 2])
    session.pause()
    session = Session.open(path)
    assert session.throw("GM", "attack", [1000] * 8) not in (first, again)
    session.close()
    counters = [fields(line)["first"] for line in path.read_bytes().splitlines() if fields(line)["type"] == "roll"]
    assert counters == [0, 8, 16]
    assert verify_file(path).proven


def test_dice_that_fell_are_recorded_even_when_the_rule_fails(path: Path) -> None:
    session = Session.alone(path, "GM")
    with pytest.raises(ZeroDivisionError), session.roll("GM", "broken rule") as dice:
        _ = dice.face(1000) / 0
    last = fields(path.read_bytes().splitlines()[-1])
    assert last["first"] == 0
    assert last["dice"] == [list(die) for die in dice.thrown]
    assert len(last["dice"]) == 1
    with pytest.raises(FairnessError, match="finished"):
        dice.face(6)
    with session.roll("GM", "no dice needed"):
        pass
    assert fields(path.read_bytes().splitlines()[-1]) == last
    with session.roll("GM", "outer") as outer:
        outer.face(6)
        for nested in (lambda: session.throw("GM", "inner", [6]), session.call_round, session.close):
            with pytest.raises(FairnessError, match="under way"):
                nested()
    session.close()
    assert verify_file(path).proven


@pytest.mark.parametrize(("who", "what"), [("", "x"), ("x" * 201, "x"), ("GM", "x" * 1001), ("GM", "\ud800")])
def test_words_that_can_not_be_recorded_are_refused_before_any_die_falls(path: Path, who: str, what: str) -> None:
    session = Session.alone(path, "GM")
    before = path.read_bytes()
    with pytest.raises(DiceError, match="can't be recorded"), session.roll(who, what) as dice:
        dice.face(6)
    assert path.read_bytes() == before
    session.pause()


def test_faces_are_on_the_disk_before_anybody_gets_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.alone(path, "GM")
    on_disk: list[bytes] = []
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        real_fsync(descriptor)
        on_disk.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", fsync)
    faces = session.throw("GM", "attack", [20, 20])
    assert fields(on_disk[-1].splitlines()[-1])["dice"] == [[20, face] for face in faces]
    session.pause()


def test_when_writing_fails_no_face_is_returned_and_the_same_dice_fall_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.alone(path, "GM")
    session.throw("GM", "first", [20])
    good = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            session.throw("GM", "second", [1000, 1000])
    unsure = path.read_bytes()
    with pytest.raises(FairnessError, match="open the log again"):
        session.throw("GM", "second", [1000, 1000])
    session.pause()
    thrown = set()
    for length in range(len(good), len(unsure) - 1):
        path.write_bytes(unsure[:length])
        session = Session.open(path)
        assert (session.repaired is None) == (length == len(good))
        thrown.add(session.throw("GM", "second", [1000, 1000]))
        session.pause()
        assert path.read_bytes() == unsure, "a crash lets nobody throw again"
    assert len(thrown) == 1


def test_a_whole_last_line_without_its_line_end_is_kept(path: Path) -> None:
    session = Session.alone(path, "GM")
    session.throw("GM", "", [20])
    session.pause()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    session = Session.open(path)
    assert session.repaired is not None
    assert "lacked its line end" in session.repaired
    assert path.read_bytes() == whole
    session.close()
    assert verify_file(path).proven


def test_a_killed_program_loses_nothing_that_it_told(path: Path) -> None:
    program = """
import sys
from pathlib import Path
from rulewright.dice.fairness import Session
session = Session.alone(Path(sys.argv[1]), "GM")
while True:
    print(*session.throw("GM", "attack", [20, 1000]), flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(20)]
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    with Session.open(path) as session:
        session.close()
    lines = path.read_bytes().splitlines()
    logged = [[face for _, face in fields(line)["dice"]] for line in lines if fields(line)["type"] == "roll"]
    assert [[int(face) for face in line.split()] for line in told] == logged[: len(told)]
    assert verify_file(path).proven


def test_a_log_that_was_tampered_with_is_not_continued(path: Path) -> None:
    session = Session.alone(path, "GM")
    for _ in range(3):
        session.throw("GM", "attack", [20])
    session.pause()
    lines = path.read_bytes().splitlines(keepends=True)
    for tampered, place in (
        ([*lines[:2], *lines[3:]], 3),
        ([*lines[:5], lines[5].replace(b"attack", b"defend"), *lines[6:]], 6),
        ([*lines[:4], b"nonsense\n", *lines[4:]], 5),
        ([*lines, lines[-1]], len(lines) + 1),
    ):
        path.write_bytes(b"".join(tampered))
        with pytest.raises(FairnessError, match=f"line {place}:"):
            Session.open(path)
    path.write_bytes(b"")
    with pytest.raises(FairnessError, match="no header"):
        Session.open(path)


def test_only_the_right_secret_continues_a_log(path: Path) -> None:
    Session.alone(path, "GM").pause()
    seed = secret(path).read_text()
    secret(path).write_text("0" * 64)
    with pytest.raises(FairnessError, match="isn't the secret seed"):
        Session.open(path)
    for unreadable in ("nonsense", "\N{SNOWMAN}"):
        secret(path).write_text(unreadable, encoding="utf-8")
        with pytest.raises(FairnessError, match="can't be read"):
            Session.open(path)
    secret(path).unlink()
    with pytest.raises(FairnessError, match="can't be read"):
        Session.open(path)
    secret(path).write_text(seed)
    Session.open(path).close()


def test_a_closed_log_stays_closed(path: Path) -> None:
    session = Session.alone(path, "GM")
    seed = secret(path).read_text()
    session.close()
    with pytest.raises(FairnessError, match="ended"):
        session.throw("GM", "", [6])
    secret(path).write_text(seed)  # as after a crash between the last record and the removal
    with pytest.raises(FairnessError, match="closed"):
        Session.open(path)
    assert not secret(path).exists()
    assert verify_file(path).ok


def test_a_new_log_never_overwrites(path: Path) -> None:
    path.write_text("something else")
    with pytest.raises(FairnessError, match="no new log"):
        Session.alone(path, "GM")
    assert path.read_text() == "something else"
    assert not secret(path).exists()
    other = path.with_name("other")
    secret(other).write_text("a seed that is still needed")
    with pytest.raises(FairnessError, match="secret seed can't be kept"):
        Session.alone(other, "GM")
    assert secret(other).read_text() == "a seed that is still needed"
    with pytest.raises(FairnessError, match="can't be opened"):
        Session.open(path.with_name("missing"))


def test_two_programs_can_not_append_to_one_log(path: Path) -> None:
    session = Session.alone(path, "GM")
    with pytest.raises(FairnessError, match="another program"):
        Session.open(path)
    session.pause()
    Session.open(path).pause()


def test_a_session_alone_says_that_it_proves_little(path: Path) -> None:
    session = Session.alone(path, "GM")
    session.throw("GM", "attack", [20])
    session.close()
    report = verify_file(path)
    assert report.proven
    assert "hang on the ticket of one seat or none" in " ".join(report.unproven)
    assert verify(path.read_bytes().splitlines(keepends=True)) == report


def test_a_sample_log_on_disk_gives_the_same_report(path: Path) -> None:
    path.write_bytes(b"".join(sample_log()))
    assert verify_file(path) == verify(sample_log())
