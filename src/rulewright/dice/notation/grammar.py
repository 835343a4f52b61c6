"""The dice notation as data: its grammar, its operators, its limits and what it refuses with advice.

The parser's regular expressions and the reference page are both made from what stands here.
"""

import re
from typing import NamedTuple

NOTATION_VERSION = 1

MOST_CHARACTERS = 400
MOST_PARTS = 200
DEEPEST_NESTING = 40
MOST_DICE = 1_000
MOST_SIDES = 10_000
MOST_DIGITS = 9
MOST_CHAT_CHARACTERS = 2_000
MOST_INLINE_ROLLS = 20

FUNCTIONS = ("min", "max", "floor", "ceil", "abs")


class Operator(NamedTuple):
    """One operator behind dice or a group: how it is written and what it means."""

    symbol: str
    aliases: tuple[str, ...]
    name: str
    operand: str
    meaning: str
    example: str
    on_groups: bool = False


OPERATORS = (
    Operator("ro", (), "reroll once", "condition", "A die that matches is thrown again, once.", "2d6ro<3"),
    Operator("rr", (), "reroll until", "condition", "A die is thrown again until it no longer matches.", "2d6rr1"),
    Operator("!", ("x",), "explode", "optional condition", "A match (or the highest face) adds a die.", "3d6!"),
    Operator("!o", ("xo",), "explode once", "optional condition", "The same, but the added die adds no more.", "3d6!o"),
    Operator("!!", (), "compound", "optional condition", "Added faces count into the same die.", "3d6!!>=5"),
    Operator("!p", (), "penetrate", "optional condition", "Explode, and each added die counts 1 less.", "3d6!p"),
    Operator("mi", ("min",), "floor", "number", "A die counts at least this.", "1d20mi10"),
    Operator("ma", ("max",), "cap", "number", "A die counts at most this.", "3d6ma5"),
    Operator("kh", ("k",), "keep highest", "optional number", "Only the highest dice count.", "4d6kh3", True),
    Operator("kl", (), "keep lowest", "optional number", "Only the lowest dice count.", "2d20kl", True),
    Operator("dh", (), "drop highest", "optional number", "The highest dice do not count.", "4d6dh1dl1", True),
    Operator("dl", (), "drop lowest", "optional number", "The lowest dice do not count.", "4d6dl1", True),
    Operator("c", ("cs",), "count", "condition", "The result is how many dice match.", "6d10c>=8", True),
    Operator("cf", (), "count failures", "condition", "Dice that match count minus one.", "6d10c>=8cf1", True),
    Operator("m", ("mt",), "matching sets", "optional number", "How many faces show twice (or so often).", "5d6m3"),
)

SYMBOLS = {name: operator for operator in OPERATORS for name in (operator.symbol, *operator.aliases)}

GRAMMAR = f"""\
roll      = sum [ "vs" sum [ "by" sum ] ] [ "#" comment ] ;
sum       = product {{ ( "+" | "-" ) product }} ;
product   = signed {{ ( "*" | "/" | "//" ) signed }} ;
signed    = "-" signed | term [ "[" label "]" ] ;
term      = number | name | function | dice | group | "(" sum ")" ;
number    = digits [ "." digits ] | "." digits ;
name      = "@" word | "@{{" word "}}" ;
function  = ( {" | ".join(f'"{name}"' for name in FUNCTIONS)} ) "(" sum {{ "," sum }} ")" ;
dice      = [ amount ] "d" ( amount | "%" | "F" ) {{ operator }} ;
amount    = digits | "(" sum ")" ;
group     = "(" sum "," sum {{ "," sum }} ")" {{ operator }} ;
operator  = symbol [ condition | [ "-" ] digits ] ;
symbol    = {" | ".join(f'"{operator.symbol}"' for operator in OPERATORS)} ;
condition = ( "=" | ">" | "<" | ">=" | "<=" ) [ "-" ] digits | digits ;
word      = letter {{ letter | digit | "_" }} {{ "." ( letter | digit | "_" ) {{ letter | digit | "_" }} }} ;
"""


def operator_table() -> str:
    """The operators as a Markdown table, in the order in which they are printed."""
    rows = ["| write | also read | name | takes | meaning | example |", "|---|---|---|---|---|---|"]
    for symbol, aliases, name, operand, meaning, example, on_groups in OPERATORS:
        where = f"{name} (groups too)" if on_groups else name
        also = " ".join(f"`{alias}`" for alias in aliases)
        rows.append(f"| `{symbol}` | {also} | {where} | {operand} | {meaning} | `{example}` |")
    return "\n".join(rows) + "\n"


def _longest_first(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _operator(group: str) -> str:
    """The pattern of one operator with its operand; `group` opens its parts, so that they can be captured or not.

    A minus right behind a symbol is arithmetic (3d6! - 1), so a negative operand needs a comparison before it;
    floor and cap can't stand without a number and therefore take the minus as theirs.
    """
    limits = _longest_first([name for name, operator in SYMBOLS.items() if operator.operand == "number"])
    others = _longest_first([name for name, operator in SYMBOLS.items() if operator.operand != "number"])
    condition = rf"\s*{group}<=|>=|<|>|=)\s*{group}-?[0-9]+)"
    return rf"\s*(?:{group}{limits})(?:\s*{group}-?[0-9]+))?|{group}{others})(?:{condition}|\s*{group}[0-9]+))?)"


_TAIL = rf"(?:{_operator('(?:')})*"
_WORD = r"[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)*"
_AFTER = r"\s*(?:\[([^\[\]#]*)\]\s*)?(//|[-+/]|\*(?!\*)|vs|by)?\s*"

# One match reads a whole term with its label and the sign behind it: `3d6kh2[fire] +`.
TERM = re.compile(
    rf"(?:([0-9]*)\s*d\s*(?:([0-9]+)|([%f]))({_TAIL})"
    r"|([0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?!\s*d\s*[({])"
    rf"|@(?:({_WORD})|{{\s*({_WORD})\s*}})){_AFTER}"
)
AFTER = re.compile(_AFTER)
TAIL = re.compile(_TAIL)
OPERATOR = re.compile(_operator("("))
OPENING = re.compile(rf"(?:(-)|({'|'.join(FUNCTIONS)})?\s*([({{])|([0-9]*)\s*d\s*([({{]))\s*")
DICE_BEHIND_BRACKET = re.compile(r"\s*d\s*(?:([0-9]+)|([%f])|([({])\s*)")
CLOSING = re.compile(r"\s*([)},])\s*")

# Line breaks and tabs are spaces; what else can't be seen could make a roll look like another one.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
INLINE = re.compile(r"\[\[((?:[^\[\]]|\[[^\[\]]*\])*+)\]\]")

# What other programs read in different ways, or in another way than we do: (what stands there, advice).
AFTER_DICE_ADVICE = (
    (r"ra\s*(?P<rest>[<>=]*\s*[0-9]*)", "dice that explode once are written !o{rest}"),
    (
        r"r\s*(?P<rest>[<>=]*\s*[0-9]*)",
        "`r` is reroll once in some programs, until in others: write ro{rest} or rr{rest}",
    ),
    (
        r"(?P<rest>(?:[<>]=?|=)\s*-?[0-9]+)",
        "each die or the total? Count dice with {dice}c{rest}, or compare the total with {dice} vs {number}",
    ),
    (r"d\s*(?P<rest>[0-9]*)(?![a-z0-9])", "drop which? Write dl{rest} (lowest) or dh{rest} (highest)"),
    (r"[ds]f|f(?=\s*[<>=]*\s*[0-9])", "failures that subtract are written cf, as in 6d10c>=8cf1"),
    (r"e\s*(?P<rest>[<>=]*\s*[0-9]*)", "exploding dice are written !{rest}"),
    (r"p(?P<rest>[hl]\s*[0-9]*)", "dropped dice are written d{rest}"),
)
ADVICE = (
    (r"\*\*|\^", "there is no operator for powers; multiply with *"),
    (r"%", "there is no remainder; // divides and rounds down"),
    (r"round", "there is no round; write floor(x + 0.5)"),
    (r"(?:<|>|=)=?", "a total is compared with vs, as in 1d20 + 5 vs 15"),
    (r"!|(?:[kd][hl]|r[or]|m[ia]?|cf?)(?![a-z])", "operators stand right behind dice or a group, before the label"),
    (r"d(?![a-z])", "dice need a number of sides, as in d20, d% or 4dF"),
    (r"@", "a name is written in letters, digits, _ and dots, as in @dex or @abilities.dex"),
    (r"(?:vs|by)(?![a-z])", "`vs` stands once, at the end, with `by` behind it: 1d20 + 5 vs 15 by 10"),
    (r"\)|}", "no bracket is open here"),
    (r",", "a comma separates the parts of a group or function, in brackets: (1d6, 1d8)kh1"),
    (r"\[", "a label stands behind what it names, as in 2d6[fire], and holds no brackets and no #"),
    (r"[a-z]{2}", "words go into a label, as in 2d6[fire], or behind #"),
)
