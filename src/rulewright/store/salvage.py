"""What can be saved from a damaged file: every record that is whole, wherever it stands."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from rulewright.store.chain import LINK, START, Head, Label, glance, link
from rulewright.store.database import NUMBER_BITS, PAGE, plain_errors
from rulewright.store.errors import BadName, NoTables
from rulewright.store.files import End, write_lines
from rulewright.store.folder import Lock, checked_name, database, wal_of
from rulewright.store.pages import Row, rows
from rulewright.store.wal import frames


class Candidate(NamedTuple):
    """Bytes that look like a record. An upgrade leaves remnants of the old log, so a number may have several."""

    number: int
    chain: bytes
    body: bytes


class Saved(NamedTuple):
    """What was found of a table."""

    name: str
    file: Path | None
    """A table's file with all records from the first to the last one that follows without a gap."""
    records: int
    lost: int | None
    """How many are missing behind them; unknown if the list of tables has lost this table."""
    rest: Path | None = None
    """Whole records behind a gap. They can't be played without those in between; a person may read them."""
    found_behind: int = 0


def salvage(folder: Path, into: Path) -> list[Saved]:
    """Write all that is whole of each table into a new folder. The data folder stays as it is."""
    path = database(folder)
    if not path.exists():
        raise NoTables(f"there is no {path}")
    if into.exists() and any(into.iterdir()):
        raise BadName(f"{into} is not empty: name a new folder")
    lock = Lock(folder)
    try:
        with plain_errors(path):
            heads, candidates = _collected(path)
            into.mkdir(parents=True, exist_ok=True)
            return [_save(into, table, heads.get(table), candidates[table]) for table in sorted(candidates)]
    finally:
        lock.release()


# ---------------------------------------------------------------- finding


def _collected(path: Path) -> tuple[dict[int, Head], dict[int, set[Candidate]]]:
    heads: dict[int, Head] = {}
    candidates: dict[int, set[Candidate]] = defaultdict(set)
    for row in _all_rows(path):
        if head := _as_head(row):
            heads[head.id] = max(heads.get(head.id, head), head, key=lambda one: one.length)
        elif found := _as_record(row):
            candidates[row.key >> NUMBER_BITS].add(found)
    return heads, candidates


def _all_rows(path: Path) -> Iterator[Row]:
    """All rows of all pages, those of the file first, then those that were written last."""
    data = path.read_bytes()
    kept = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    wal = wal_of(path)
    written = frames(wal.read_bytes()) if wal.exists() else []
    newest = {frame.page: frame.image for frame in written}

    def page(number: int) -> bytes:
        return newest.get(number) or kept[number - 1]

    for number, image in enumerate(kept, 1):
        yield from rows(image, page, first=number == 1)
    for frame in written:
        yield from rows(frame.image, page, first=frame.page == 1)


def _as_head(row: Row) -> Head | None:
    match row.values:
        case (None, str(name), int(length), bytes(chain), bytes(seal), int()):
            head = Head(row.key, name, length, chain)
            return head if head.seal() == seal else None
    return None


def _as_record(row: Row) -> Candidate | None:
    match row.values:
        case (None, bytes(chain), bytes(body)) if len(chain) == LINK:
            return Candidate(row.key & ((1 << NUMBER_BITS) - 1), chain, body)
    return None


# ---------------------------------------------------------------- putting in order


def _save(into: Path, table: int, head: Head | None, candidates: set[Candidate]) -> Saved:
    joined = _joined(candidates, head)
    label = _label(joined)
    name = _file_name(label.table if label else head.name if head else "", table)
    length = len(joined) - 1 if label else 0
    rest = _rest(candidates, length)
    file = into / f"{name}.jsonl" if label else None
    if file:
        end = End(length, joined[-1].chain.hex())
        write_lines(file, (*(record.body for record in joined), msgspec.json.encode(end)))
    behind = into / f"{name}.rest.jsonl" if rest else None
    if behind:
        write_lines(behind, (record.body for record in rest))
    lost = max(0, head.length - length) if head else None
    return Saved(name, file, length, lost, behind, len(rest))


def _file_name(name: str, table: int) -> str:
    try:
        return checked_name(name)
    except BadName:
        return f"table-{table}"


def _joined(candidates: set[Candidate], head: Head | None) -> list[Candidate]:
    """The longest row of records from the first on in which each has the hash that follows from the one before."""
    by_number: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_number[candidate.number].append(candidate)
    ways: list[dict[bytes, tuple[bytes, Candidate]]] = []
    reached = {START}
    while following := {one.chain: (before, one) for one in by_number[len(ways)] if (before := _before(one, reached))}:
        ways.append(following)
        reached = set(following)
    return _walked_back(ways, head)


def _before(candidate: Candidate, reached: set[bytes]) -> bytes | None:
    """The hash that this record follows, if it was reached."""
    return next((before for before in reached if link(before, candidate.body) == candidate.chain), None)


def _walked_back(ways: list[dict[bytes, tuple[bytes, Candidate]]], head: Head | None) -> list[Candidate]:
    """From the furthest end; from the one that the list of tables speaks of where there are several."""
    if not ways:
        return []
    chain = head.chain if head and head.chain in ways[-1] else next(iter(ways[-1]))
    path = []
    for way in reversed(ways):
        chain, candidate = way[chain]
        path.append(candidate)
    return path[::-1]


def _label(joined: list[Candidate]) -> Label | None:
    try:
        return msgspec.json.decode(joined[0].body, type=Label) if joined else None
    except msgspec.MsgspecError:
        return None


def _rest(candidates: set[Candidate], last: int) -> list[Candidate]:
    """Records behind those that are joined, one for each number: whole, or at least not known to be otherwise."""
    chains: dict[int, set[bytes]] = defaultdict(set)
    for one in candidates:
        chains[one.number].add(one.chain)
    found = {}
    for one in candidates:
        before = chains.get(one.number - 1, set())
        if one.number > last and _makes_sense(one) and (not before or _before(one, before)):
            found[one.number] = one
    return [found[number] for number in sorted(found)]


def _makes_sense(candidate: Candidate) -> bool:
    try:
        return glance(candidate.body).number == candidate.number
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
