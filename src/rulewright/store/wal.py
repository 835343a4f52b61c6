"""What a crash left in the file that SQLite writes first.

SQLite reads it up to the first frame that does not fit and passes over the rest without a word. After a crash that is
right: the rest is a command that nobody was told of. After damage it is not: frames behind it hold what people were
told is safe. So the frames are counted here before SQLite sees them.
"""

from enum import Enum
from pathlib import Path
from struct import unpack, unpack_from
from typing import NamedTuple

HEADER = 32
FRAME_HEADER = 24
_MAGIC_LITTLE, _MAGIC_BIG = 0x377F0682, 0x377F0683
_MASK = 0xFFFFFFFF


class Remains(Enum):
    """What stands behind the last command that is whole."""

    NOTHING = "nothing that anybody was told of"
    ONE = "a last writing that is not whole"
    """A kill in the middle of it leaves just that; so does damage to the last one that was finished."""
    MANY = "writings that were finished, behind one that is damaged"


class Frame(NamedTuple):
    """One page as it was written."""

    page: int
    commits: bool
    salts: tuple[int, int]
    image: bytes


def frames(data: bytes) -> list[Frame]:
    """All frames that fit into the file, whether they are whole or not."""
    if len(data) < HEADER:
        return []
    size = page_size(data)
    found = []
    for at in range(HEADER, len(data) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        page, commit, *salts = unpack_from(">4I", data, at)
        found.append(Frame(page, commit != 0, (salts[0], salts[1]), data[at + FRAME_HEADER : at + FRAME_HEADER + size]))
    return found


def page_size(data: bytes) -> int:
    """What the header says, if it can be true."""
    (said,) = unpack_from(">I", data, 8)
    return said if said in {1 << power for power in range(9, 17)} else 4096


def remains(path: Path) -> Remains:
    """What is behind the last whole command in this file. A file that was cut off ends there: nothing is behind it."""
    data = path.read_bytes() if path.exists() else b""
    listed = frames(data)
    if not listed:
        return Remains.NOTHING
    if not _header_is_whole(data):
        return Remains.MANY
    salts = unpack_from(">2I", data, 16)
    whole = _whole_frames(data, len(listed))
    # Frames of an earlier round have other salts in both places, and are in the database since long.
    behind = [frame for frame in listed[whole:] if frame.salts[0] == salts[0] or frame.salts[1] == salts[1]]
    if not behind:
        return Remains.NOTHING
    return Remains.MANY if any(frame.commits for frame in behind[:-1]) else Remains.ONE


def _header_is_whole(data: bytes) -> bool:
    magic = unpack_from(">I", data)[0]
    if magic not in (_MAGIC_LITTLE, _MAGIC_BIG):
        return False
    return _sums(data[:24], magic, (0, 0)) == unpack_from(">2I", data, 24)


def _whole_frames(data: bytes, count: int) -> int:
    """How many frames from the first on fit together."""
    magic, size = unpack_from(">I", data)[0], page_size(data)
    sums: tuple[int, ...] = unpack_from(">2I", data, 24)
    for place in range(count):
        at = HEADER + place * (FRAME_HEADER + size)
        if data[at + 8 : at + 16] != data[16:24]:
            return place
        body = data[at : at + 8] + data[at + FRAME_HEADER : at + FRAME_HEADER + size]
        sums = _sums(body, magic, sums)
        if sums != unpack_from(">2I", data, at + 16):
            return place
    return count


def _sums(data: bytes, magic: int, before: tuple[int, ...]) -> tuple[int, int]:
    """SQLite's checksum of a log."""
    order = ">" if magic == _MAGIC_BIG else "<"
    words = unpack(f"{order}{len(data) // 4}I", data)
    one, two = before
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & _MASK
        two = (two + odd + one) & _MASK
    return one, two
