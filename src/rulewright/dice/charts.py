"""A distribution as a chart of bars: as text for terminals, as HTML for notebooks and pages, as SVG for files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulewright.dice.distribution import Distribution

MOST_BARS = 40
"""Beyond this, numbers are gathered into ranges, and other outcomes into one bar for the least likely."""

FEWEST_COLUMNS = 40
"""The narrowest text in which label, number and bar have room."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Bar(NamedTuple):
    """An outcome, or several together, and its chance."""

    label: str
    p: Fraction


class Chart(NamedTuple):
    """Bars with a title and a line that sums them up."""

    title: str
    bars: tuple[Bar, ...]
    summary: str

    @classmethod
    def of(cls, distribution: Distribution[Any], title: str = "") -> Chart:
        """The chart of a distribution; nothing is left out, only gathered."""
        numbers = all(isinstance(o, (int, Fraction)) and not isinstance(o, bool) for o in distribution.weights)
        always = _fields_that_never_change(distribution)
        if numbers and len(distribution) > MOST_BARS:
            bars = _ranges(distribution)
        else:
            bars = _named(distribution, frozenset(always))
        if numbers:
            mean, deviation = float(distribution.mean()), distribution.deviation()
            summary = f"mean {mean:.4g}, standard deviation {deviation:.3g}"
            summary += f", from {min(distribution.weights)} to {max(distribution.weights)}"
        else:
            summary = f"always: {', '.join(always.values())}" if always else ""
        return cls(title, tuple(bars), summary)

    def text(self, width: int = 80) -> str:
        """Lines of text, at most `width` wide, if that is 40 or more; bars are drawn with block characters."""
        width = max(FEWEST_COLUMNS, width)
        label_width = min(max(len(bar.label) for bar in self.bars), width - 28)
        room = max(5, width - label_width - 12)
        largest = max(bar.p for bar in self.bars)
        lines = [self.title] if self.title else []
        for label, p in self.bars:
            shown = label if len(label) <= label_width else label[: label_width - 1] + "…"
            lines.append(f"{shown:>{label_width}}  {percent(p):>8}  {_blocks(p / largest, room)}".rstrip())
        return "\n".join([*lines, *([self.summary] if self.summary else [])])

    def html(self) -> str:
        """A table with bars that is readable without its style, in light and dark."""
        largest = max(bar.p for bar in self.bars)
        rows = "".join(
            f'<tr><th scope="row">{escape(label)}</th><td>{percent(p)}</td>'
            f'<td class="rw-bar"><div style="width:{float(100 * p / largest):.1f}%"></div></td></tr>'
            for label, p in self.bars
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        summary = f"<p>{escape(self.summary)}</p>" if self.summary else ""
        table = f"<table>{caption}<tbody>{rows}</tbody></table>"
        return f'<div class="rw-chart"><style>{_HTML_STYLE}</style>{table}{summary}</div>'

    def page(self) -> str:
        """The table as a page of its own."""
        title = escape(self.title or "Odds")
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><style>'
            ":root{color-scheme:light dark}body{margin:1rem;background:Canvas;color:CanvasText}</style></head>"
            f"<body><main>{self.html()}</main></body></html>\n"
        )

    def svg(self) -> str:
        """A picture of its own, with a title and a description for those who can't see it."""
        largest = max(bar.p for bar in self.bars)
        label_right = 16 + _LETTER * min(_LONGEST_LABEL, max(len(bar.label) for bar in self.bars))
        top = 56 if self.title else 16
        bottom = top + _ROW * len(self.bars)
        height = bottom + (40 if self.summary else 16)
        width = max(
            label_right + 76 + _BAR + 16, 32 + 1.3 * _LETTER * len(self.title), 32 + _LETTER * len(self.summary)
        )
        longest = width - label_right - 92
        rows = [
            _svg_row(bar, label_right, top + _ROW * place, longest * float(bar.p / largest))
            for place, bar in enumerate(self.bars)
        ]
        described = "; ".join(f"{label}: {percent(p)}" for label, p in self.bars)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height}" '
            f'viewBox="0 0 {width:.0f} {height}" style="max-width:100%;height:auto">'
            f"<title>{escape(self.title or 'Odds')}</title><desc>{escape(described)}</desc>"
            f'<style>{_SVG_STYLE}</style><rect class="ground" width="100%" height="100%"/>'
            f'<text class="title" x="16" y="34">{escape(self.title)}</text>{"".join(rows)}'
            f'<text class="p" x="16" y="{bottom + 24}">{escape(self.summary)}</text></svg>\n'
        )


_LETTER, _ROW, _BAR, _LONGEST_LABEL = 7.9, 24, 320, 64
"""Sizes in the picture: the width of a letter, the height of a row, the longest bar, the letters of a label."""


def _svg_row(bar: Bar, label_right: float, y: int, length: float) -> str:
    shown = bar.label if len(bar.label) <= _LONGEST_LABEL else bar.label[: _LONGEST_LABEL - 1] + "…"
    left = label_right + 76
    return (
        f'<text x="{label_right:.0f}" y="{y + 15}" text-anchor="end">{escape(shown)}</text>'
        f'<text class="p" x="{left - 8:.0f}" y="{y + 15}" text-anchor="end">{percent(bar.p)}</text>'
        f'<rect x="{left:.0f}" y="{y + 3}" width="{max(1.0, length):.1f}" height="17" rx="2"/>'
    )


_HTML_STYLE = (
    ".rw-chart{font:14px system-ui,sans-serif}"
    ".rw-chart table{border-collapse:collapse;font:inherit;max-width:48rem}"
    ".rw-chart caption{text-align:left;font-weight:600;padding:.3em 0;overflow-wrap:anywhere}"
    ".rw-chart th{font-weight:400;text-align:right;padding:2px 8px;overflow-wrap:anywhere}"
    ".rw-chart td{text-align:right;padding:2px 4px;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".rw-chart .rw-bar{width:min(20rem,34vw);text-align:left}"
    ".rw-chart .rw-bar div{background:#2f6fab;height:1em;border-radius:2px;min-width:1px}"
    "@media(prefers-color-scheme:dark){.rw-chart .rw-bar div{background:#7db4e6}}"
)
_SVG_STYLE = (
    "text{font:13px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1f2328}.title{font-size:16px;font-weight:600}"
    ".p{fill:#59636e}rect{fill:#2f6fab}.ground{fill:#ffffff}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.p{fill:#9aa4ae}rect{fill:#7db4e6}.ground{fill:#0d1117}}"
)


def percent(p: Fraction) -> str:
    """A chance for people: two decimals, and never 0 or 100 for what is neither."""
    if p and p < Fraction(1, 10_000):
        return "< 0.01 %"
    if p != 1 and p > Fraction(9_999, 10_000):
        return "> 99.99 %"
    return f"{float(100 * p):.2f} %"


def in_words(outcome: Any, without: Collection[str] = ()) -> str:
    """An outcome as a short text: `hit, not critical, damage 4`; fields may be left out."""
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    fields = _fields(outcome)
    if fields is not None:
        shown = [_field_in_words(name, value) for name, value in fields.items() if name not in without]
    elif isinstance(outcome, (tuple, list)):
        shown = [in_words(part) for part in outcome]
    else:
        return "none" if outcome is None else str(outcome)
    return ", ".join(shown) or "nothing"


def _fields(outcome: Any) -> dict[str, Any] | None:
    """The named parts of an outcome, if it has names for them."""
    if isinstance(outcome, Mapping):
        return dict(outcome)
    names = getattr(outcome, "__struct_fields__", None) or getattr(outcome, "_fields", None)
    return {name: getattr(outcome, name) for name in names} if names else None


def _field_in_words(name: str, value: Any) -> str:
    name = str(name).replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} {in_words(value)}"


def _fields_that_never_change(distribution: Distribution[Any]) -> dict[str, str]:
    """What all outcomes have in common is said once and not on every bar."""
    rows = [_fields(outcome) for outcome in distribution.weights]
    first = rows[0]
    if len(rows) == 1 or first is None or any(row is None or row.keys() != first.keys() for row in rows):
        return {}
    return {
        name: _field_in_words(name, value)
        for name, value in first.items()
        if all(row is not None and row[name] == value for row in rows)
    }


def _blocks(share: Fraction, room: int) -> str:
    eighths = max(1, round(share * room * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _ranges(distribution: Distribution[Any]) -> list[Bar]:
    """Numbers gathered into ranges of equal width."""
    least, most = min(distribution.weights), max(distribution.weights)
    width = -(-(int(most // 1) - int(least // 1) + 1) // MOST_BARS)
    start = int(least // 1)
    sums: dict[int, int] = {}
    for number, weight in distribution.weights.items():
        place = int((number - start) // width)
        sums[place] = sums.get(place, 0) + weight
    return [
        Bar(_range_in_words(start + place * width, width), Fraction(sums[place], distribution.total))
        for place in sorted(sums)
    ]


def _range_in_words(start: int, width: int) -> str:
    return f"{start} to {start + width - 1}" if width > 1 else str(start)


def _named(distribution: Distribution[Any], without: Collection[str]) -> list[Bar]:
    """A bar for each outcome; of too many the least likely share one."""
    items = list(distribution.items())
    if len(items) <= MOST_BARS:
        return [Bar(in_words(outcome, without), p) for outcome, p in items]
    items.sort(key=lambda item: -item[1])
    shown, rest = items[: MOST_BARS - 1], items[MOST_BARS - 1 :]
    bars = [Bar(in_words(outcome, without), p) for outcome, p in shown]
    return [*bars, Bar(f"{len(rest):,} others together", sum((p for _, p in rest), Fraction(0)))]
