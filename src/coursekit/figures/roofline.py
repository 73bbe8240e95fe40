"""Kind `roofline`: what a chip can reach at most, over how many operations each moved byte serves.

The slope carries the colour and stroke of bandwidth and the flat part those of compute, on every chip; chips differ by
place and name. A ring is a bound read off the roof, a filled dot is a measurement.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import (
    bottom_axis,
    left_axis,
    left_margin,
    stagger,
    step_words,
    ticks_below,
    ticks_beside,
    with_step,
)
from coursekit.figures.resolve import Resolver
from coursekit.figures.result import Table
from coursekit.figures.scale import Scale, spread
from coursekit.figures.schema import RooflineFigure
from coursekit.figures.words import word

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

SPEED, RATE, INTENSITY = "TFLOP/s", "TB/s", "FLOP/B"


@dataclass(frozen=True)
class RoofData:
    """One chip; the speed in TFLOP/s, the bandwidth in TB/s, the ridge in FLOP/B."""

    label: str
    peak: float
    bandwidth: float
    ridge: float
    peak_text: str
    bandwidth_text: str
    ridge_text: str


@dataclass(frozen=True)
class OperationData:
    """One operation with what each roof allows it, in TFLOP/s."""

    label: str
    intensity: float
    intensity_text: str
    bounds: tuple[float, ...]
    bound_texts: tuple[str, ...]
    measured: float | None
    measured_text: str


@dataclass(frozen=True)
class Roofline:
    """Everything that is drawn."""

    roofs: tuple[RoofData, ...]
    operations: tuple[OperationData, ...]
    x_title: str
    y_title: str


def resolve(figure: RooflineFigure, resolver: Resolver) -> Roofline:
    """Ask for peaks, bandwidths and bounds."""
    roofs, given = [], []
    for index, roof in enumerate(figure.roofs):
        at = ("roofs", index)
        if roof.peak is None:
            peak, peak_at = f"hardware.{roof.chip}.peak_dense_flops.{roof.format}", (*at, "format")
        else:
            peak, peak_at = resolver.expression(roof.peak), (*at, "peak")
        if roof.bandwidth is None:
            rate, rate_at = f"hardware.{roof.chip}.memory_bandwidth_bytes_per_s", (*at, "chip")
        else:
            rate, rate_at = resolver.expression(roof.bandwidth), (*at, "bandwidth")
        label = resolver.words(roof.label, (*at, "label"))
        numbers = [resolver.number(peak, SPEED, peak_at), resolver.number(rate, RATE, rate_at)]
        if any(map(math.isnan, numbers)):
            continue
        ridge = resolver.number(f"ridge_flop_per_byte(peak_flop_per_s={peak}, bandwidth_byte_per_s={rate})", INTENSITY, at)
        given.append((peak, rate))
        if not math.isnan(ridge):
            texts = (resolver.quantity(value, unit) for value, unit in ((numbers[0], SPEED), (numbers[1], RATE), (ridge, INTENSITY)))
            roofs.append(RoofData(label, *numbers, ridge, *texts))
    operations = []
    for index, operation in enumerate(figure.operations):
        at = ("operations", index)
        intensity = resolver.number(operation.intensity, INTENSITY, (*at, "intensity"))
        if not math.isnan(intensity) and intensity <= 0:
            resolver.fault((*at, "intensity"), "the intensity must be above 0")
        measured = None if operation.measured is None else resolver.number(operation.measured, SPEED, (*at, "measured"))
        label = resolver.words(operation.label, (*at, "label"))
        if resolver.faults:
            continue
        asked = resolver.expression(operation.intensity)
        bounds = tuple(
            resolver.number(f"attainable_flop_per_s(peak_flop_per_s={peak}, bandwidth_byte_per_s={rate}, intensity_flop_per_byte={asked})", SPEED, (*at, "intensity"))
            for peak, rate in given
        )
        if resolver.faults:
            continue
        texts = tuple(resolver.quantity(bound, SPEED) for bound in bounds)
        reached = "" if measured is None else resolver.quantity(measured, SPEED)
        operations.append(OperationData(label, intensity, resolver.quantity(intensity, INTENSITY), bounds, texts, measured, reached))
    language = resolver.language
    return Roofline(tuple(roofs), tuple(operations), f"{word('intensity', language)}, {INTENSITY}", f"{word('attainable', language)}, {SPEED}")


def table(data: Roofline, language: str) -> Table:
    """Write the numbers as text: one column for each chip."""
    rows = [
        (word("peak", language), *(roof.peak_text for roof in data.roofs)),
        (word("bandwidth", language), *(roof.bandwidth_text for roof in data.roofs)),
        (word("ridge-point", language), *(roof.ridge_text for roof in data.roofs)),
    ]
    for operation in data.operations:
        cells = []
        for roof, text in zip(data.roofs, operation.bound_texts, strict=True):
            limit = word("by-compute" if operation.intensity >= roof.ridge else "by-bandwidth", language)
            cells.append(f"{word('up-to', language)} {text} ({limit})")
        label = f"{operation.label}, {operation.intensity_text}"
        if operation.measured_text:
            label += f" ({word('reached', language)} {operation.measured_text})"
        rows.append((label, *cells))
    return Table((word("operation", language), *(roof.label for roof in data.roofs)), tuple(rows))


def draw(data: Roofline, canvas: Canvas) -> None:
    """Draw roofs, operations and the two regions under the first roof."""
    x_low, x_high, y_low, y_high = _ends(data)
    names = _RoofNames(data, canvas)
    left = left_margin(canvas, Scale(y_low, y_high, 1, 0, 10))
    right = canvas.width - names.width
    x_scale = Scale(x_low, x_high, left, right, 10)
    heads = _OperationHeads(data, canvas, x_scale)
    x_title, y_title = _titles(data, canvas, x_scale, Scale(y_low, y_high, 1, 0, 10))
    top = 22 + 16 * (len(y_title) - 1) + heads.height
    bottom = top + (235 if canvas.narrow else 315)
    y_scale = Scale(y_low, y_high, bottom, top, 10)

    for number, text in enumerate(y_title):
        canvas.text(0, 13 + 16 * number, text, size=canvas.small, colour="muted")
    left_axis(canvas, y_scale, left, right)
    end = bottom_axis(canvas, x_scale, x_title, top, bottom)
    _regions(data.roofs[0], len(data.roofs) > 1, canvas, x_scale, y_scale)
    for operation in data.operations:
        x = x_scale.at(operation.intensity)
        canvas.line([(x, top - 4), (x, bottom)], "axis", 1.0)
    for roof in data.roofs:
        corner = (x_scale.at(roof.ridge), y_scale.at(roof.peak))
        canvas.resource_line([(left, y_scale.at(roof.peak * x_low / roof.ridge)), corner], "bandwidth")
        canvas.resource_line([corner, (right, corner[1])], "compute")
    for operation in data.operations:
        x = x_scale.at(operation.intensity)
        for roof, bound in zip(data.roofs, operation.bounds, strict=True):
            canvas.point(x, y_scale.at(bound), "compute" if operation.intensity >= roof.ridge else "bandwidth", "modelled", 4.5)
        if operation.measured is not None:
            canvas.point(x, y_scale.at(operation.measured), "ink", "measured", 4.5)
    names.draw(y_scale, right)
    heads.draw(top)
    canvas.height = round(names.draw_list(heads.draw_list(end)))


def _titles(data: Roofline, canvas: Canvas, x_scale: Scale, y_scale: Scale) -> tuple[str, list[str]]:
    """Return the title of the x axis and the lines of that of the y axis; one word for both where their steps are alike."""
    x_step = step_words(x_scale, ticks_below(canvas, x_scale), canvas.language)
    y_step = step_words(y_scale, ticks_beside(canvas, y_scale), canvas.language)
    if x_step == y_step:
        return with_step(data.x_title, f"{word('both-axes', canvas.language)}: {x_step}"), [data.y_title]
    return with_step(data.x_title, x_step), canvas.wrapped(with_step(data.y_title, y_step), canvas.width, canvas.small)


def _ends(data: Roofline) -> tuple[float, float, float, float]:
    """Return the ends of both axes: everything is shown, with a third of a decade around it."""
    xs = [*(roof.ridge for roof in data.roofs), *(operation.intensity for operation in data.operations)]
    x_low, x_high = min(xs) / 2.2, max(xs) * 2.2
    x_low, x_high = min(x_low, min(roof.ridge for roof in data.roofs) / 30), max(x_high, max(roof.ridge for roof in data.roofs) * 8)
    ys = [min(roof.peak, roof.peak * x_low / roof.ridge) for roof in data.roofs]
    ys += [operation.measured for operation in data.operations if operation.measured is not None]
    return x_low, x_high, min(ys) / 1.3, max(roof.peak for roof in data.roofs) * 2.5


def _regions(roof: RoofData, several: bool, canvas: Canvas, x_scale: Scale, y_scale: Scale) -> None:
    left, ridge, right = x_scale.start, x_scale.at(roof.ridge), x_scale.end
    floor, peak = y_scale.start, y_scale.at(roof.peak)
    canvas.area([(left, floor), (left, y_scale.at(roof.peak * x_scale.low / roof.ridge)), (ridge, peak), (ridge, floor)], "bandwidth", 0.09)
    canvas.area([(ridge, floor), (ridge, peak), (right, peak), (right, floor)], "compute", 0.09)
    for start, stop, colour in ((left, ridge, "bandwidth"), (ridge, right, "compute")):
        words = word(f"{colour}-limits", canvas.language)
        if several:  # the two words are about one chip: say which, where there is room
            named = f"{roof.label}: {words}"
            words = named if canvas.text_width(named, canvas.small, bold=True) <= stop - start - 16 else words
        lines = canvas.wrapped(words, stop - start - 16, canvas.small, bold=True)
        for number, line in enumerate(lines):
            y = floor - 10 - 15 * (len(lines) - 1 - number)
            canvas.text((start + stop) / 2, y, line, size=canvas.small, colour=colour, bold=True, align="center", halo=True)


class _RoofNames:
    """Names of the chips: beside the flat parts where there is room, above or below them on a phone."""

    def __init__(self, data: Roofline, canvas: Canvas):
        self.roofs, self.canvas = data.roofs, canvas
        self.details = [(f"{roof.peak_text}, {roof.bandwidth_text}", f"{word('ridge-point', canvas.language).lower()} {roof.ridge_text}") for roof in data.roofs]
        wide = max(
            max(canvas.text_width(roof.label, bold=True), *(canvas.text_width(text, canvas.small) for text in details))
            for roof, details in zip(data.roofs, self.details, strict=True)
        )
        self.width = 6.0 if canvas.narrow else wide + 18

    def draw(self, y_scale: Scale, right: float) -> None:
        lines = [y_scale.at(roof.peak) for roof in self.roofs]
        if self.canvas.narrow:
            self._draw_inside(lines, right)
            return
        gap = 56.0
        for roof, details, line, placed in zip(self.roofs, self.details, lines, spread(lines, gap, y_scale.end + 6, y_scale.start - 30), strict=True):
            if abs(placed - line) > 3:
                self.canvas.line([(right + 2, line), (right + 12, placed)], "axis")
            self.canvas.text(right + 16, placed + 4, roof.label, bold=True)
            for number, text in enumerate(details, 1):
                self.canvas.text(right + 16, placed + 4 + 16 * number, text, size=self.canvas.small, colour="muted")

    def _draw_inside(self, lines: list[float], right: float) -> None:
        order = sorted(range(len(lines)), key=lambda index: lines[index])
        wanted = [0.0] * len(lines)
        for rank, index in enumerate(order):
            crowded = rank > 0 and lines[index] - lines[order[rank - 1]] < 24
            wanted[index] = lines[index] + (14 if crowded else -13)
        for roof, placed in zip(self.roofs, spread(wanted, 17, min(wanted), 1e9), strict=True):
            self.canvas.text(right - 2, placed + 4, roof.label, size=self.canvas.small, bold=True, align="right", halo=True)

    def draw_list(self, y: float) -> float:
        """Write below a narrow plot what stands beside a wide one and return where that ends."""
        if not self.canvas.narrow:
            return y
        y += 8
        for roof, details in zip(self.roofs, self.details, strict=True):
            self.canvas.text(0, y + 14, roof.label, size=self.canvas.small, bold=True)
            for line in self.canvas.wrapped(", ".join(details), self.canvas.width, self.canvas.small):
                y += 16
                self.canvas.text(0, y + 14, line, size=self.canvas.small, colour="muted")
            y += 20
        return y


class _OperationHeads:
    """Names of the operations above the plot; numbers with a list below where they do not fit."""

    def __init__(self, data: Roofline, canvas: Canvas, x_scale: Scale):
        self.operations, self.canvas = data.operations, canvas
        self.xs = [x_scale.at(one.intensity) for one in data.operations]
        widths = [max(canvas.text_width(one.label, canvas.small, bold=True), canvas.text_width(one.intensity_text, canvas.small)) for one in self.operations]
        starts = [min(max(x - width / 2, 0), canvas.width - width) for x, width in zip(self.xs, widths, strict=True)]
        self.middles = [start + width / 2 for start, width in zip(starts, widths, strict=True)]
        self.rows = stagger([(start, start + width) for start, width in zip(starts, widths, strict=True)])
        count = max(self.rows, default=-1) + 1
        self.numbered = canvas.narrow or count > 3
        self.height = (18.0 if self.numbered else 38.0 * count) if data.operations else 0.0

    def draw(self, top: float) -> None:
        """Write the heads; `top` is where the plot begins."""
        canvas = self.canvas
        if self.numbered:
            for number, x in enumerate(self.xs):
                canvas.text(x, top - 8, "123456"[number], bold=True, align="center")
            return
        baselines = [top - 26 - 38 * row for row in self.rows]
        for x, baseline in zip(self.xs, baselines, strict=True):
            canvas.line([(x, baseline + 20), (x, top - 4)], "axis")
        for operation, middle, baseline in zip(self.operations, self.middles, baselines, strict=True):
            canvas.text(middle, baseline, operation.label, size=canvas.small, bold=True, align="center", halo=True)
            canvas.text(middle, baseline + 15, operation.intensity_text, size=canvas.small, colour="muted", align="center", halo=True)

    def draw_list(self, y: float) -> float:
        """Write what the numbers mean and return where the list ends."""
        if not self.numbered or not self.operations:
            return y
        canvas = self.canvas
        y += 6
        for number, operation in enumerate(self.operations):
            canvas.text(0, y + 14, "123456"[number], bold=True)
            for line in canvas.wrapped(f"{operation.label}: {operation.intensity_text}", canvas.width - 22, canvas.small):
                canvas.text(22, y + 14, line, size=canvas.small)
                y += 17
            y += 3
        return y + 4
