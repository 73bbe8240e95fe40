"""Kind `bands`: ranges as bands, single values as points; how a value was found shows in its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import AxisData, MarkData, resolve_axis, resolve_marks
from coursekit.figures.resolve import Resolver
from coursekit.figures.result import Table
from coursekit.figures.rows import RowText, draw_rows
from coursekit.figures.scale import Scale
from coursekit.figures.schema import BandsFigure
from coursekit.figures.words import word

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas


@dataclass(frozen=True)
class Row:
    """One row; numbers are counted in the axis' unit, None where there is none."""

    label: str
    note: str
    low: float | None
    high: float | None
    point: float | None
    range_text: str
    point_text: str
    basis: str
    resource: str


@dataclass(frozen=True)
class Bands:
    """Everything that is drawn."""

    axis: AxisData
    rows: tuple[Row, ...]
    marks: tuple[MarkData, ...]


def resolve(figure: BandsFigure, resolver: Resolver) -> Bands:
    """Ask for the numbers."""
    unit = figure.axis.unit
    rows = []
    for index, row in enumerate(figure.rows):
        at = ("rows", index)
        low, high, point = (
            None if given is None else resolver.number(given, unit, (*at, name))
            for name, given in (("low", row.low), ("high", row.high), ("point", row.point))
        )
        if low is not None and high is not None and low > high:
            resolver.fault((*at, "low"), "the range starts above its end", "exchange 'low' and 'high'")
        rows.append(
            Row(
                resolver.words(row.label, (*at, "label")), resolver.optional_words(row.note, (*at, "note")), low, high, point,
                _range_text(low, high, unit, resolver), _text(point, unit, resolver), row.basis, row.resource,
            )
        )  # fmt: skip
    marks = resolve_marks(figure.marks, unit, resolver)
    numbers = [number for row in rows for number in (row.low, row.high, row.point) if number is not None]
    return Bands(resolve_axis(figure.axis, [*numbers, *(mark.value for mark in marks)], resolver), tuple(rows), marks)


def _text(value: float | None, unit: str, resolver: Resolver) -> str:
    return "" if value is None or value != value else resolver.quantity(value, unit)


def _range_text(low: float | None, high: float | None, unit: str, resolver: Resolver) -> str:
    if low is None or high is None or low != low or high != high:
        return ""
    return f"{resolver.bare(low)} {word('to', resolver.language)} {resolver.quantity(high, unit)}"


def table(data: Bands, language: str) -> Table:
    """Write the numbers as text."""
    header = tuple(word(name, language) for name in ("item", "best-value", "range", "basis"))
    rows = [
        (f"{row.label} ({row.note})" if row.note else row.label, row.point_text or "–", row.range_text or "–", word(row.basis, language))
        for row in data.rows
    ]
    rows += [(mark.label, mark.text, "–", word("mark", language)) for mark in data.marks]
    return Table(header, tuple(rows))


def draw(data: Bands, canvas: Canvas) -> None:
    """Draw the rows."""
    texts = []
    for row in data.rows:
        value, basis = row.point_text or row.range_text, word(row.basis, canvas.language)
        texts.append(RowText(row.label, row.note, value, (basis, row.range_text) if row.point_text and row.range_text else (basis,)))

    def draw_row(index: int, scale: Scale, middle: float) -> None:
        row = data.rows[index]
        if row.low is not None and row.high is not None:
            left, right = scale.at(row.low), scale.at(row.high)
            canvas.box(left, middle - 7, max(right - left, 2), 14, row.resource, "light" if row.basis == "measured" else "slant")
        if row.point is not None:
            canvas.point(scale.at(row.point), middle, row.resource, row.basis, 6)

    draw_rows(canvas, texts, data.axis, data.marks, draw_row)
