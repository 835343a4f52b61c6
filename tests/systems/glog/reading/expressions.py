"""GL-MAGIC-10 a second time: the grammar of a spell's numbers, read from left to right."""

import re
from collections.abc import Mapping

from tests.systems.support import Refused

TOKEN = re.compile(r" *([0-9]+|\[dice\]|\[sum\]|\[level\]|min|max|[-+*/(),])")


def value_of(text: str, numbers: Mapping[str, int]) -> int:
    if len(text) > 200:
        raise Refused("bad_args")
    words, place = [], 0
    text = text.rstrip(" ")
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise Refused("bad_args")
        words.append(found[1])
        place = found.end()
    reader = _Reader(words, numbers)
    value = reader.sum()
    reader.expect("")
    return value


class _Reader:
    def __init__(self, words: list[str], numbers: Mapping[str, int]) -> None:
        self.words = [*words, ""]
        self.numbers = numbers

    def expect(self, word: str) -> None:
        if self.words.pop(0) != word:
            raise Refused("bad_args")

    def sum(self) -> int:
        value = self.product()
        while self.words[0] in ("+", "-"):
            if self.words.pop(0) == "+":
                value += self.product()
            else:
                value -= self.product()
        return value

    def product(self) -> int:
        value = self.single()
        while self.words[0] in ("*", "/"):
            if self.words.pop(0) == "*":
                value *= self.single()
                continue
            divisor = self.single()
            if divisor == 0:
                raise Refused("bad_args")
            value //= divisor
        return value

    def single(self) -> int:
        word = self.words.pop(0)
        if word == "-":
            return -self.single()
        if word == "(":
            value = self.sum()
            self.expect(")")
            return value
        if word in ("min", "max"):
            self.expect("(")
            one = self.sum()
            self.expect(",")
            other = self.sum()
            self.expect(")")
            return min(one, other) if word == "min" else max(one, other)
        if word in self.numbers:
            return self.numbers[word]
        if word.isdigit():
            return int(word)
        raise Refused("bad_args")
