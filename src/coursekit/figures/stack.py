"""Kind `stack`: bars stacked from parts, beside lines for what there is room for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import AxisData, MarkData, resolve_axis, resolve_marks
from coursekit.figures.resolve import Resolver
from coursekit.figures.result import Table
from coursekit.figures.rows import RowText, draw_rows
from coursekit.figures.scale import Scale
from coursekit.figures.schema import StackFigure
from coursekit.figures.words import word

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

HALF_BAR = 11.0


@dataclass(frozen=True)
class PartData:
    """How one part looks in every bar."""

    label: str
    resource: str
    pattern: str


@dataclass(frozen=True)
class Bar:
    """One bar: the size of each declared part, 0 where the bar has none of it."""

    label: str
    note: str
    sizes: tuple[float, ...]
    texts: tuple[str, ...]
    total: str


@dataclass(frozen=True)
class Stack:
    """Everything that is drawn."""

    axis: AxisData
    parts: tuple[PartData, ...]
    bars: tuple[Bar, ...]
    limits: tuple[MarkData, ...]


def resolve(figure: StackFigure, resolver: Resolver) -> Stack:
    """Ask for the numbers."""
    unit = figure.axis.unit
    if figure.axis.scale == "log":
        resolver.fault(("axis", "scale"), "stacked lengths mean nothing on a logarithmic axis", "use scale: linear")
    parts = tuple(PartData(resolver.words(part.label, ("parts", index, "label")), part.resource, part.pattern) for index, part in enumerate(figure.parts))
    bars = []
    for index, bar in enumerate(figure.bars):
        at = ("bars", index)
        sizes = []
        for part in figure.parts:
            size = resolver.number(bar.parts[part.id], unit, (*at, "parts", part.id)) if part.id in bar.parts else 0.0
            if size < 0:
                resolver.fault((*at, "parts", part.id), "a part of a stack cannot be negative")
            sizes.append(size)
        known = sum(sizes) == sum(sizes)
        texts = tuple(resolver.quantity(size, unit) if known and size else "–" for size in sizes)
        total = resolver.quantity(sum(sizes), unit) if known else ""
        bars.append(Bar(resolver.words(bar.label, (*at, "label")), resolver.optional_words(bar.note, (*at, "note")), tuple(sizes), texts, total))
    limits = resolve_marks(figure.limits, unit, resolver, "limits")
    shown = [*(sum(bar.sizes) for bar in bars), *(limit.value for limit in limits)]
    return Stack(resolve_axis(figure.axis, shown, resolver), parts, tuple(bars), limits)


def table(data: Stack, language: str) -> Table:
    """Write the numbers as text."""
    header = (word("item", language), *(part.label for part in data.parts), word("total", language))
    rows = [(f"{bar.label} ({bar.note})" if bar.note else bar.label, *bar.texts, bar.total) for bar in data.bars]
    rows += [(f"{word('limit', language)}: {limit.label}", *("–" for _ in data.parts), limit.text) for limit in data.limits]
    return Table(header, tuple(rows))


def draw(data: Stack, canvas: Canvas) -> None:
    """Draw the bars; the names of the parts stand above the bar that has most room for them."""
    named = max(range(len(data.bars)), key=lambda index: min(data.bars[index].sizes))
    room = max((limit.value for limit in data.limits), default=math.inf)
    texts = [
        RowText(bar.label, bar.note, bar.total, alert=sum(bar.sizes) > room, headroom=16 if index == named else 0)
        for index, bar in enumerate(data.bars)
    ]

    def draw_row(index: int, scale: Scale, middle: float) -> None:
        reached, end = 0.0, 0.0
        for part, size in zip(data.parts, data.bars[index].sizes, strict=True):
            if not size:
                continue
            left, right = scale.at(reached), scale.at(reached + size)
            canvas.box(left, middle - HALF_BAR, right - left, 2 * HALF_BAR, part.resource, part.pattern)
            if index == named:
                width = canvas.text_width(part.label, canvas.small)
                start = min(max(left, end + 12), canvas.width - width)
                baseline = middle - HALF_BAR - 6
                _clear(canvas, start - 2, baseline - canvas.small, start + width + 2, baseline + 4)
                canvas.text(start, baseline, part.label, size=canvas.small, colour=part.resource, halo=True)
                end = start + width
            reached += size

    draw_rows(canvas, texts, data.axis, data.limits, draw_row)


def _clear(canvas: Canvas, left: float, top: float, right: float, bottom: float) -> None:
    """Interrupt the lines that cross a name: between the letters a dash looks like one of them."""
    canvas.area([(left, top), (right, top), (right, bottom), (left, bottom)], "paper", 1.0)
