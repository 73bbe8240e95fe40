"""Kind `bars`: horizontal bars of single values; a bound has a hatched end and is never a full bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import AxisData, MarkData, resolve_axis, resolve_marks
from coursekit.figures.resolve import Resolver
from coursekit.figures.result import Table
from coursekit.figures.rows import RowText, draw_rows
from coursekit.figures.scale import Scale
from coursekit.figures.schema import BarsFigure
from coursekit.figures.words import word

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

HATCHED_END = 22.0


@dataclass(frozen=True)
class Row:
    """One bar, counted in the axis' unit."""

    label: str
    note: str
    value: float
    text: str
    resource: str
    bound: bool


@dataclass(frozen=True)
class Bars:
    """Everything that is drawn."""

    axis: AxisData
    rows: tuple[Row, ...]
    marks: tuple[MarkData, ...]


def resolve(figure: BarsFigure, resolver: Resolver) -> Bars:
    """Ask for the numbers."""
    unit = figure.axis.unit
    rows = []
    for index, row in enumerate(figure.rows):
        at = ("rows", index)
        value = resolver.number(row.value, unit, (*at, "value"))
        text = resolver.quantity(value, unit) if value == value else ""
        rows.append(Row(resolver.words(row.label, (*at, "label")), resolver.optional_words(row.note, (*at, "note")), value, text, row.resource, row.bound))
    marks = resolve_marks(figure.marks, unit, resolver)
    shown = [*(row.value for row in rows), *(mark.value for mark in marks)]
    return Bars(resolve_axis(figure.axis, shown, resolver, room=3.0), tuple(rows), marks)


def table(data: Bars, language: str) -> Table:
    """Write the numbers as text."""
    rows = []
    for row in data.rows:
        label = f"{row.label} ({row.note})" if row.note else row.label
        rows.append((label, f"{row.text} ({word('bound', language)})" if row.bound else row.text))
    rows += [(mark.label, mark.text) for mark in data.marks]
    return Table((word("item", language), word("value", language)), tuple(rows))


def draw(data: Bars, canvas: Canvas) -> None:
    """Draw the bars."""
    texts = [RowText(row.label, row.note, row.text, (word("bound", canvas.language),) if row.bound else ()) for row in data.rows]

    def draw_row(index: int, scale: Scale, middle: float) -> None:
        row = data.rows[index]
        zero = scale.at(data.axis.low if data.axis.base else max(data.axis.low, 0.0))
        left, right = sorted((zero, scale.at(row.value)))
        if row.bound:
            split = max(right - HATCHED_END, (left + right) / 2)
            canvas.box(left, middle - 8, split - left, 16, row.resource)
            canvas.box(split, middle - 8, right - split, 16, row.resource, "slant")
        else:
            canvas.box(left, middle - 8, right - left, 16, row.resource)

    draw_rows(canvas, texts, data.axis, data.marks, draw_row)
