"""What the kinds share about axes: resolving them, and drawing grid, ticks, titles and marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.resolve import Resolver
from coursekit.figures.scale import Scale, fitted
from coursekit.figures.schema import Axis, Mark
from coursekit.figures.words import word
from hwcalc.units import number_text

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas


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

    def title(self, language: str) -> str:
        """Return what stands at the axis: quantity, unit, and a warning where it is logarithmic."""
        text = self.label if self.unit == "1" else f"{self.label}, {self.unit}"
        return f"{text} ({word('each-step-10', language)})" if self.base == 10 else text


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


def tick_texts(scale: Scale, language: str, most: int) -> list[tuple[float, str]]:
    """Return pixel and text of each tick."""
    return [(scale.at(tick), number_text(tick, 6, language)) for tick in scale.ticks(most)]


def bottom_axis(canvas: Canvas, scale: Scale, title: str, top: float, bottom: float) -> float:
    """Draw vertical hairlines, their numbers and the title below; return where the title ends."""
    for x, text in tick_texts(scale, canvas.language, 5 if canvas.narrow else 7):
        canvas.line([(x, top), (x, bottom)], "grid")
        half = canvas.text_width(text, canvas.small) / 2
        canvas.text(min(max(x, half), canvas.width - half), bottom + 17, text, size=canvas.small, colour="muted", align="center")
    canvas.line([(scale.start, bottom), (scale.end, bottom)], "axis")
    y = bottom + 36
    for line in canvas.wrapped(title, canvas.width - min(scale.start, 40), canvas.small):
        x = min(scale.start, canvas.width - canvas.text_width(line, canvas.small))
        canvas.text(x, y, line, size=canvas.small, colour="muted")
        y += 16
    return y - 16 + 6


def left_axis(canvas: Canvas, scale: Scale, left: float, right: float) -> None:
    """Draw horizontal hairlines and their numbers on the left."""
    for y, text in tick_texts(scale, canvas.language, 5 if canvas.narrow else 6):
        canvas.line([(left, y), (right, y)], "grid")
        canvas.text(left - 7, y + 4, text, size=canvas.small, colour="muted", align="right")


def left_margin(canvas: Canvas, scale: Scale) -> float:
    """Return the room that the numbers of `left_axis` need."""
    return max(canvas.text_width(text, canvas.small) for _, text in tick_texts(scale, canvas.language, 5 if canvas.narrow else 6)) + 9


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
