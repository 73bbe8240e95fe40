"""Kind `line`: one or more series over a swept argument, each named at its end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import (
    AxisData,
    MarkData,
    bottom_axis,
    left_axis,
    left_margin,
    resolve_axis,
    resolve_marks,
    step_words,
    ticks_below,
    ticks_beside,
    with_step,
)
from coursekit.figures.resolve import Resolver
from coursekit.figures.result import Table
from coursekit.figures.scale import spread
from coursekit.figures.schema import LineFigure, Sweep
from coursekit.figures.words import word
from hwcalc.units import from_si, to_si

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

TABLE_ROWS = 6


@dataclass(frozen=True)
class SeriesData:
    """One line or band; numbers are counted in the y axis' unit, lists are empty where there is none."""

    label: str
    resource: str
    values: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class PointData:
    """A single value beside the lines."""

    label: str
    x: float
    y: float
    x_text: str
    y_text: str
    basis: str
    resource: str


@dataclass(frozen=True)
class Lines:
    """Everything that is drawn. `rows` are the positions that the table shows."""

    x: AxisData
    y: AxisData
    xs: tuple[float, ...]
    x_texts: tuple[str, ...]
    rows: tuple[int, ...]
    series: tuple[SeriesData, ...]
    points: tuple[PointData, ...]
    marks: tuple[MarkData, ...]


def resolve(figure: LineFigure, resolver: Resolver) -> Lines:
    """Ask for the numbers along the sweep."""
    unit = figure.y.unit
    x_axis, arguments, rows = _sweep(figure.x, resolver)
    xs = tuple(from_si(argument, figure.x.unit) for argument in arguments)
    series = []
    for index, one in enumerate(figure.series):
        columns: dict[str, tuple[float, ...]] = {}
        for name, given in (("value", one.value), ("low", one.low), ("high", one.high)):
            columns[name] = ()
            if given is not None:
                before = len(resolver.faults)
                numbers = []
                for argument in arguments:
                    numbers.append(resolver.number(given, unit, ("series", index, name), {figure.x.name: argument}))
                    if len(resolver.faults) > before:  # one fault tells enough
                        break
                columns[name] = tuple(numbers)
        failed = bool(resolver.faults)
        texts = () if failed else tuple(_text(columns, row, unit, resolver) for row in rows)
        series.append(SeriesData(resolver.words(one.label, ("series", index, "label")), one.resource, columns["value"], columns["low"], columns["high"], texts))
    marks = resolve_marks(figure.marks, unit, resolver)
    points = []
    for index, point in enumerate(figure.points):
        at = ("points", index)
        x, y = resolver.number(point.x, figure.x.unit, (*at, "x")), resolver.number(point.y, unit, (*at, "y"))
        known = not math.isnan(x + y)
        points.append(
            PointData(
                resolver.words(point.label, (*at, "label")), x, y, resolver.quantity(x, figure.x.unit) if known else "",
                resolver.quantity(y, unit) if known else "", point.basis, point.resource,
            )
        )  # fmt: skip
    shown = [*(number for one in series for column in (one.values, one.lows, one.highs) for number in column)]
    shown += [*(mark.value for mark in marks), *(point.y for point in points)]
    y_axis = resolve_axis(figure.y, shown, resolver, "y", room=1.3)
    x_texts = tuple(resolver.quantity(xs[row], figure.x.unit, None if figure.x.whole else 4) for row in rows)
    return Lines(x_axis, y_axis, xs, x_texts, rows, tuple(series), tuple(points), marks)


def _text(columns: dict[str, tuple[float, ...]], row: int, unit: str, resolver: Resolver) -> str:
    parts = []
    if columns["value"]:
        parts.append(resolver.quantity(columns["value"][row], unit))
    if columns["low"]:
        parts.append(f"{resolver.quantity(columns['low'][row], unit)} {word('to', resolver.language)} {resolver.quantity(columns['high'][row], unit)}")
    return "; ".join(parts)


def _sweep(sweep: Sweep, resolver: Resolver) -> tuple[AxisData, tuple[float, ...], tuple[int, ...]]:
    """Return the x axis, the arguments in SI units without repeats, and which of them the table shows."""
    base = {"linear": None, "log": 10, "log2": 2}[sweep.scale]
    label = resolver.words(sweep.label, ("x", "label"))
    start, stop = resolver.number(sweep.start, sweep.unit, ("x", "from")), resolver.number(sweep.stop, sweep.unit, ("x", "to"))
    axis = AxisData(label, sweep.unit, base, start, stop)
    chosen = [resolver.number(row, sweep.unit, ("x", "rows", index)) for index, row in enumerate(sweep.rows)]
    if math.isnan(start + stop + sum(chosen)):
        return axis, (), ()
    if not start < stop or (base and start <= 0):
        resolver.fault(("x",), f"the sweep runs from {start:g} to {stop:g}", "let 'from' be smaller than 'to', and above 0 on a logarithmic axis")
        return axis, (), ()
    for index, value in enumerate(chosen):
        if not start <= value <= stop:
            resolver.fault(("x", "rows", index), f"{value:g} is outside the sweep from {start:g} to {stop:g}", "choose a place on the axis")
    shares = [step / (sweep.points - 1) for step in range(sweep.points)]
    values = [start * (stop / start) ** share if base else start + share * (stop - start) for share in shares]
    values[-1] = stop
    if sweep.whole:
        values = [float(round(value)) for value in values]
    places = sorted({*values, *chosen})
    last = len(places) - 1
    shown = map(places.index, chosen) if chosen else (round(step * last / (TABLE_ROWS - 1)) for step in range(TABLE_ROWS))
    return axis, tuple(to_si(value, sweep.unit) for value in places), tuple(sorted(set(shown)))


def table(data: Lines, language: str) -> Table:
    """Write a few positions along the sweep, then the points and the marks."""
    header = (data.x.label, *(one.label for one in data.series))
    rows = [(text, *(one.texts[number] for one in data.series)) for number, text in enumerate(data.x_texts)]
    rest = ("–",) * (len(data.series) - 1)
    rows += [(f"{point.label} ({point.x_text})", f"{point.y_text} ({word(point.basis, language)})", *rest) for point in data.points]
    rows += [(mark.label, mark.text, *rest) for mark in data.marks]
    return Table(header, tuple(rows))


def draw(data: Lines, canvas: Canvas) -> None:
    """Draw the series and name them at their right ends."""
    label_width = 92.0 if canvas.narrow else 150.0
    blocks = [canvas.wrapped(one.label, label_width, canvas.small, bold=True) for one in data.series]
    used = max(canvas.text_width(line, canvas.small, bold=True) for block in blocks for line in block)
    steps = step_words(data.y.scale(1, 0), ticks_beside(canvas, data.y.scale(1, 0)), canvas.language)
    title = canvas.wrapped(with_step(data.y.title, steps), canvas.width, canvas.small)
    top = 18.0 + 16 * len(title)
    bottom = top + (230 if canvas.narrow else 300)
    y_scale = data.y.scale(bottom, top)
    left, right = left_margin(canvas, y_scale), canvas.width - used - 14
    x_scale = data.x.scale(left, right)
    for number, text in enumerate(title):
        canvas.text(0, 13 + 16 * number, text, size=canvas.small, colour="muted")
    left_axis(canvas, y_scale, left, right)
    x_title = with_step(data.x.title, step_words(x_scale, ticks_below(canvas, x_scale), canvas.language))
    end = bottom_axis(canvas, x_scale, x_title, top, bottom)
    pixels = [x_scale.at(x) for x in data.xs]
    for mark in data.marks:
        y = y_scale.at(mark.value)
        canvas.line([(left, y), (right, y)], "ink", 1.2, (6, 3))
    ends = []
    for index, one in enumerate(data.series):
        last = 0.0
        if one.lows:
            lower = [(x, y_scale.at(value)) for x, value in zip(pixels, one.lows, strict=True)]
            upper = [(x, y_scale.at(value)) for x, value in zip(pixels, one.highs, strict=True)]
            canvas.area([*lower, *reversed(upper)], one.resource, 0.18)
            last = (lower[-1][1] + upper[-1][1]) / 2
        if one.values:
            line = [(x, y_scale.at(value)) for x, value in zip(pixels, one.values, strict=True)]
            canvas.resource_line(line, one.resource)
            last = line[-1][1]
            twins = sum(other.resource == one.resource for other in data.series[:index])
            for x, y in line[len(line) // 12 :: max(len(line) // 6, 1)] if twins else []:
                canvas.square(x, y, one.resource, filled=twins == 1)
        ends.append(last)
    for point in data.points:
        x, y = x_scale.at(point.x), y_scale.at(point.y)
        canvas.point(x, y, point.resource, point.basis)
        width = canvas.text_width(point.label, canvas.small)
        if x + 10 + width < right:
            canvas.text(x + 10, y + 4, point.label, size=canvas.small, halo=True)
        else:
            canvas.text(max(min(x - width / 2, right - width), left + 2), y - 11, point.label, size=canvas.small, halo=True)
    for mark in data.marks:
        canvas.text(left + 6, y_scale.at(mark.value) - 6, f"{mark.label}: {mark.text}", size=canvas.small, halo=True)
    tallest = max(len(block) for block in blocks)
    for one, block, wanted, placed in zip(data.series, blocks, ends, spread(ends, tallest * 15 + 5, top + 6, bottom - 6), strict=True):
        if abs(placed - wanted) > 3:
            canvas.line([(right + 1, wanted), (right + 9, placed)], one.resource, 1.0)
        first = placed + 4 - (len(block) - 1) * 7.5
        for number, line_text in enumerate(block):
            canvas.text(right + 12, first + number * 15, line_text, size=canvas.small, colour=one.resource, bold=True)
    canvas.height = round(end)
