"""What the kinds share about axes: resolving them, and drawing grid, ticks, titles and marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coursekit.figures.resolve import Resolver
from coursekit.figures.scale import Scale, fitted
from coursekit.figures.schema import Axis, Mark
from coursekit.figures.words import word
from hwcalc.units import number_text

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

MOST_DECADES = 10
GAP = 8.0
"""Pixels that stay free between the numbers of neighbouring ticks."""


@dataclass(frozen=True)
class MarkData:
    """A value to compare with: its label, the number in the axis' unit, and that as text."""

    label: str
    value: float
    text: str


@dataclass(frozen=True)
class AxisData:
    """An axis whose ends are known."""

    label: str
    unit: str
    base: int | None
    low: float
    high: float

    def scale(self, start: float, end: float) -> Scale:
        """Return the axis between two pixels."""
        return Scale(self.low, self.high, start, end, self.base)

    @property
    def title(self) -> str:
        """What stands at the axis: quantity and unit."""
        return self.label if self.unit == "1" else f"{self.label}, {self.unit}"


@dataclass(frozen=True)
class Tick:
    """A labelled place on an axis."""

    value: float
    at: float
    text: str


def resolve_marks(marks: Sequence[Mark], unit: str, resolver: Resolver, field: str = "marks") -> tuple[MarkData, ...]:
    """Ask for the values of marks."""
    found = []
    for index, mark in enumerate(marks):
        value = resolver.number(mark.value, unit, (field, index, "value"))
        text = resolver.quantity(value, unit) if value == value else ""
        found.append(MarkData(resolver.words(mark.label, (field, index, "label")), value, text))
    return tuple(found)


def resolve_axis(axis: Axis, shown: Iterable[float], resolver: Resolver, field: str = "axis", room: float = 1.6) -> AxisData:
    """Fit an axis around the values that it must show."""
    values = [value for value in shown if value == value]
    log = axis.scale == "log"
    ends = [None if end is None else resolver.number(end, axis.unit, (field, name)) for end, name in ((axis.start, "from"), (axis.stop, "to"))]
    label = resolver.words(axis.label, (field, "label"))
    base = 10 if log else None
    if log and min(values, default=1.0) <= 0:
        resolver.fault((field, "scale"), "a logarithmic axis cannot show 0 or less", "use scale: linear, or take the value out")
    if resolver.faults:
        return AxisData(label, axis.unit, base, 1.0, 10.0)
    low, high = fitted(values, log=log, start=ends[0], stop=ends[1], room=room)
    if not low < high or (log and low <= 0):
        resolver.fault((field,), f"the axis runs from {low:g} to {high:g}", "let 'from' be smaller than 'to'")
    elif not all(low <= value <= high for value in values):
        resolver.fault((field,), "a value lies beyond the ends of the axis", "widen 'from' and 'to', or leave them out")
    return AxisData(label, axis.unit, base, low, high)


def ticks_below(canvas: Canvas, scale: Scale) -> list[Tick]:
    """Return the ticks of a horizontal axis: every decade of a logarithmic one, as long as the numbers do not touch."""
    most = MOST_DECADES if scale.base == 10 else 5 if canvas.narrow else 7
    found = _ticks(scale, canvas.language, most)
    while most > 2 and _touch(canvas, found):
        most -= 1
        found = _ticks(scale, canvas.language, most)
    return found


def ticks_beside(canvas: Canvas, scale: Scale) -> list[Tick]:
    """Return the ticks of a vertical axis."""
    return _ticks(scale, canvas.language, MOST_DECADES if scale.base == 10 else 5 if canvas.narrow else 6)


def step_words(scale: Scale, ticks: Sequence[Tick], language: str) -> str:
    """Say what a step from tick to tick means on a logarithmic axis; nothing for other axes.

    Examples
    --------
    >>> step_words(Scale(1, 1e4, 0, 1, 10), [Tick(1, 0, "1"), Tick(100, 0, "100"), Tick(1e4, 0, "10000")], "en")
    'each step is 100 times more'
    """
    if scale.base != 10:
        return ""
    factors = {float(f"{after.value / before.value:.6g}") for before, after in pairwise(ticks)}
    return word("each-step", language).format(times=number_text(factors.pop(), 6, language)) if len(factors) == 1 else word("logarithmic", language)


def with_step(title: str, words: str) -> str:
    """Return a title with what a step of its axis means."""
    return f"{title} ({words})" if words else title


def _ticks(scale: Scale, language: str, most: int) -> list[Tick]:
    return [Tick(value, scale.at(value), number_text(value, 6, language)) for value in scale.ticks(most)]


def _middle(canvas: Canvas, tick: Tick) -> float:
    half = canvas.text_width(tick.text, canvas.small) / 2
    return min(max(tick.at, half), canvas.width - half)


def _touch(canvas: Canvas, ticks: Sequence[Tick]) -> bool:
    spans = [(_middle(canvas, tick), canvas.text_width(tick.text, canvas.small) / 2) for tick in ticks]
    return any(after - half_after - before - half_before < GAP for (before, half_before), (after, half_after) in pairwise(spans))


def bottom_axis(canvas: Canvas, scale: Scale, title: str, top: float, bottom: float) -> float:
    """Draw vertical hairlines, their numbers and the title below; return where the title ends."""
    for tick in ticks_below(canvas, scale):
        canvas.line([(tick.at, top), (tick.at, bottom)], "grid")
        canvas.text(_middle(canvas, tick), bottom + 17, tick.text, size=canvas.small, colour="muted", align="center")
    canvas.line([(scale.start, bottom), (scale.end, bottom)], "axis")
    y = bottom + 36
    for line in canvas.wrapped(title, canvas.width - min(scale.start, 40), canvas.small):
        x = min(scale.start, canvas.width - canvas.text_width(line, canvas.small))
        canvas.text(x, y, line, size=canvas.small, colour="muted")
        y += 16
    return y - 16 + 6


def left_axis(canvas: Canvas, scale: Scale, left: float, right: float) -> None:
    """Draw horizontal hairlines and their numbers on the left."""
    for tick in ticks_beside(canvas, scale):
        canvas.line([(left, tick.at), (right, tick.at)], "grid")
        canvas.text(left - 7, tick.at + 4, tick.text, size=canvas.small, colour="muted", align="right")


def left_margin(canvas: Canvas, scale: Scale) -> float:
    """Return the room that the numbers of `left_axis` need."""
    return max(canvas.text_width(tick.text, canvas.small) for tick in ticks_beside(canvas, scale)) + 9


def stagger(spans: Sequence[tuple[float, float]], gap: float = 10) -> list[int]:
    """Return a row for each span, so that spans in one row do not touch.

    Examples
    --------
    >>> stagger([(0, 50), (40, 80), (70, 120)])
    [0, 1, 0]
    """
    ends: list[float] = []
    rows = [0] * len(spans)
    for index in sorted(range(len(spans)), key=lambda item: spans[item][0]):
        start, end = spans[index]
        row = next((number for number, taken in enumerate(ends) if taken + gap <= start), len(ends))
        ends[row : row + 1] = [end]
        rows[index] = row
    return rows


class TopMarks:
    """Labels above a plot, each with a line down through it.

    Parameters
    ----------
    canvas : Canvas
    scale : Scale
        The horizontal axis.
    marks : sequence of MarkData
    left, right : float
        Where labels may stand.
    """

    def __init__(self, canvas: Canvas, scale: Scale, marks: Sequence[MarkData], left: float, right: float):
        self.canvas, self.marks = canvas, marks
        self.xs = [scale.at(mark.value) for mark in marks]
        self.texts = [f"{mark.label}: {mark.text}" for mark in marks]
        widths = [canvas.text_width(text, canvas.small) for text in self.texts]
        self.starts = [min(max(x - width / 2, left), right - width) for x, width in zip(self.xs, widths, strict=True)]
        self.rows = stagger([(start, start + width) for start, width in zip(self.starts, widths, strict=True)])
        self.height = 18.0 * (max(self.rows) + 1) + 4 if marks else 0.0

    def draw(self, top: float, bottom: float) -> None:
        """Draw labels from `top` on and lines down to `bottom`."""
        for x, text, start, row in zip(self.xs, self.texts, self.starts, self.rows, strict=True):
            baseline = top + self.height - 8 - 18 * row
            self.canvas.line([(x, baseline + 4), (x, bottom)], "ink", 1.2, (6, 3))
        for text, start, row in zip(self.texts, self.starts, self.rows, strict=True):
            self.canvas.text(start, top + self.height - 8 - 18 * row, text, size=self.canvas.small, halo=True)
