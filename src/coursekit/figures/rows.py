"""The layout of figures made of rows: a name, a track with bars, bands or dots, and the value in words.

On a wide page the three stand side by side. On a phone the words go above the track, which takes the whole width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coursekit.figures.axes import (
    AxisData,
    MarkData,
    TopMarks,
    bottom_axis,
    step_words,
    ticks_below,
    with_step,
)
from coursekit.figures.scale import Scale

if TYPE_CHECKING:
    from coursekit.figures.canvas import Canvas

LINE, SMALL_LINE = 18.0, 16.0
TRACK = 22.0


@dataclass(frozen=True)
class RowText:
    """What is written beside one track.

    Attributes
    ----------
    label, note : str
        What it is, and what explains it.
    value : str
        The value.
    asides : tuple of str
        A few words on it, one line each.
    alert : bool
        Whether the value is beyond what there is room for.
    headroom : float
        Pixels that the drawing function needs above the track.
    """

    label: str
    note: str
    value: str
    asides: tuple[str, ...] = ()
    alert: bool = False
    headroom: float = 0.0

    @property
    def value_style(self) -> dict:
        """How the value is written."""
        return {"bold": True, "align": "right", "colour": "alert" if self.alert else "ink"}


DrawRow = Callable[[int, Scale, float], None]


def draw_rows(canvas: Canvas, rows: Sequence[RowText], axis: AxisData, marks: Sequence[MarkData], draw_row: DrawRow) -> None:
    """Lay out rows, axis and marks and set the height of the canvas.

    Parameters
    ----------
    draw_row : callable
        Gets the row's number, the horizontal scale and the middle of the track, and draws what lies on the track.
    """
    layout = _narrow(canvas, rows) if canvas.narrow else _wide(canvas, rows)
    scale = axis.scale(layout.left, layout.right)
    tops = TopMarks(canvas, scale, marks, 0 if canvas.narrow else layout.left, canvas.width)
    start = tops.height + 4
    bottom = start + layout.height
    title = with_step(axis.title, step_words(scale, ticks_below(canvas, scale), canvas.language))
    end = bottom_axis(canvas, scale, title, start, bottom)
    tops.draw(0, bottom)
    for index, middle in enumerate(layout.middles):
        draw_row(index, scale, start + middle)
    for x, y, words, style in layout.texts:
        canvas.text(x, start + y, words, **style)
    canvas.height = round(end)


@dataclass
class _Layout:
    left: float
    right: float
    middles: list[float]
    texts: list[tuple[float, float, str, dict]]
    height: float


def _wide(canvas: Canvas, rows: Sequence[RowText]) -> _Layout:
    label_width = 210.0
    blocks = [(canvas.wrapped(row.label, label_width, bold=True), canvas.wrapped(row.note, label_width, canvas.small)) for row in rows]
    used = max(
        max([canvas.text_width(line, bold=True) for line in labels] + [canvas.text_width(line, canvas.small) for line in notes])
        for labels, notes in blocks
    )
    value_width = max(max(canvas.text_width(row.value, bold=True), *(canvas.text_width(aside, canvas.small) for aside in ("", *row.asides))) for row in rows)
    left, right = used + 20, canvas.width - value_width - 20
    texts: list[tuple[float, float, str, dict]] = []
    middles = []
    y = 8.0
    for row, (labels, notes) in zip(rows, blocks, strict=True):
        tall = len(labels) * LINE + len(notes) * SMALL_LINE
        valued = LINE + len(row.asides) * SMALL_LINE
        content = max(tall, valued, TRACK)
        y += row.headroom
        middle = y + content / 2
        middles.append(middle)
        at = middle - tall / 2 - 4
        for words in labels:
            at += LINE
            texts.append((0, at, words, {"bold": True}))
        for words in notes:
            at += SMALL_LINE
            texts.append((0, at + 1, words, {"size": canvas.small, "colour": "muted"}))
        at = middle - valued / 2 + LINE - 4
        texts.append((canvas.width, at, row.value, row.value_style))
        for words in row.asides:
            at += SMALL_LINE
            texts.append((canvas.width, at + 1, words, {"size": canvas.small, "colour": "muted", "align": "right"}))
        y += content + 16
    return _Layout(left, right, middles, texts, y - 4)


def _narrow(canvas: Canvas, rows: Sequence[RowText]) -> _Layout:
    texts: list[tuple[float, float, str, dict]] = []
    middles = []
    y = 4.0
    for row in rows:
        value_width = canvas.text_width(row.value, bold=True)
        labels = canvas.wrapped(row.label, canvas.width - value_width - 12, bold=True)
        note = ": ".join(part for part in (", ".join(row.asides), row.note) if part)
        texts.append((canvas.width, y + 13, row.value, row.value_style))
        for words in labels:
            texts.append((0, y + 13, words, {"bold": True}))
            y += 17
        for words in canvas.wrapped(note, canvas.width, canvas.small):
            texts.append((0, y + 12, words, {"size": canvas.small, "colour": "muted"}))
            y += 15.5
        y += row.headroom + 4
        middles.append(y + TRACK / 2)
        y += TRACK + 14
    return _Layout(7, canvas.width - 7, middles, [(x, y, words, {**style, "halo": True}) for x, y, words, style in texts], y - 4)
