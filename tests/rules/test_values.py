"""Maps that don't change, and names that are looked up."""

from collections.abc import Callable

import msgspec
import pytest

from rulewright.rules import BadArguments, FrozenMap, different, near, pick


def test_a_frozen_map_can_be_counted_and_written() -> None:
    assert {FrozenMap(a=1, b=2): "found"}[FrozenMap(b=2, a=1)] == "found"
    assert msgspec.json.encode(FrozenMap(a=1)) == b'{"a":1}'


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.__setitem__("a", 2),
        lambda m: m.__delitem__("a"),
        lambda m: m.update(a=2),
        lambda m: m.pop("a"),
        lambda m: m.popitem(),
        lambda m: m.clear(),
        lambda m: m.setdefault("b", 1),
        lambda m: m.__ior__({"b": 1}),
    ],
    ids=["set", "delete", "update", "pop", "popitem", "clear", "setdefault", "or"],
)
def test_a_frozen_map_never_changes(change: Callable[[FrozenMap[str, int]], object]) -> None:
    frozen = FrozenMap(a=1)
    with pytest.raises(TypeError, match="can't be changed"):
        change(frozen)
    assert frozen == {"a": 1}


def test_names() -> None:
    assert pick("weapon", "sword", {"sword": 1}) == 1
    with pytest.raises(BadArguments, match=r"weapon: there is no 'sward' \(did you mean sword\?\)"):
        pick("weapon", "sward", {"sword": 1})
    with pytest.raises(BadArguments, match="members: 'ann' is named twice"):
        different("members", ["ann", "bob", "ann"])
    different("members", ["ann", "bob"])
    assert near("zzz", ["sword"]) == ""
