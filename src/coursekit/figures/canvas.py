"""Draws in pixels, counted from the top left corner, and gives the SVG. The only module that imports Matplotlib.

Text is laid out with DejaVu Sans, which is wider than the faces of the site, so nothing overflows in the browser.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Polygon, Rectangle
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D

from coursekit.figures.palette import COLOURS, HATCHES, STROKES
from coursekit.figures.svg import HALO

XY = tuple[float, float]
Align = Literal["left", "center", "right"]


class Canvas:
    """A drawing of given width whose height is set when everything is drawn.

    Parameters
    ----------
    width : int
        Pixels.
    narrow : bool
        Whether it is meant for a phone.
    language : {"en", "pl"}

    Attributes
    ----------
    height : int
        Pixels; the drawing function sets it.
    label, small : float
        Text sizes in pixels: what is named, and what explains it.
    """

    def __init__(self, width: int, narrow: bool, language: str):
        self.width, self.height = width, width
        self.narrow = narrow
        self.language = language
        self.label, self.small = (13.0, 12.0) if narrow else (14.0, 12.5)
        self._figure = Figure(figsize=(width / 72, 1), dpi=72)
        self._figure.patch.set_visible(False)
        self._canvas = FigureCanvasSVG(self._figure)
        self._flip = Affine2D()
        self._drawn = 0

    def _add(self, artist: Artist) -> None:
        """Put something on top of everything before it; Matplotlib would put all lines above all areas."""
        self._drawn += 1
        artist.set_zorder(self._drawn)
        artist.set_transform(self._flip)
        self._figure.add_artist(artist)

    # Text

    def text(self, x: float, y: float, words: str, *, size: float | None = None, colour: str = "ink", bold: bool = False, align: Align = "left", halo: bool = False) -> None:
        """Write one line with its baseline at `y`; a halo keeps it readable on top of lines."""
        face = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size or self.label)
        self._add(Text(x, y, words, color=COLOURS[colour][0], ha=align, va="baseline", parse_math=False, gid=HALO if halo else None, fontproperties=face))

    def text_width(self, words: str, size: float | None = None, bold: bool = False) -> float:
        """Return how wide a line of text is at most, in pixels."""
        face = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size or self.label)
        return text_to_path.get_text_width_height_descent(words, face, ismath=False)[0]

    def wrapped(self, words: str, width: float, size: float | None = None, bold: bool = False) -> list[str]:
        """Return the text in lines that fit into `width`; a single long word may stick out."""
        lines: list[str] = []
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.text_width(longer, size, bold) <= width:
                lines[-1] = longer
            elif word:
                lines.append(word)
        return lines

    # Lines

    def line(self, points: Sequence[XY], colour: str = "axis", width: float = 1.0, dashes: tuple[float, ...] = (), round_caps: bool = False) -> None:
        """Draw a line through points."""
        xs, ys = zip(*points, strict=True)
        line = Line2D(
            xs, ys, color=COLOURS[colour][0], linewidth=width,
            solid_capstyle="butt", dash_capstyle="round" if round_caps else "butt", solid_joinstyle="round",
        )  # fmt: skip
        if dashes:
            line.set_dashes([dash / width for dash in dashes])  # Matplotlib counts dashes in line widths
        self._add(line)

    def resource_line(self, points: Sequence[XY], resource: str) -> None:
        """Draw a line in the colour and stroke of a resource."""
        stroke = STROKES[resource]
        self.line(points, resource, stroke.width, stroke.dashes, stroke.round_caps)
        if stroke.double:
            self.line(points, "paper", stroke.width - 3.0)

    # Areas

    def area(self, points: Sequence[XY], colour: str, opacity: float) -> None:
        """Fill the inside of a line of points."""
        self._add(Polygon(points, closed=True, facecolor=COLOURS[colour][0], linewidth=0, alpha=opacity))

    def box(self, x: float, y: float, width: float, height: float, colour: str, pattern: str = "solid") -> None:
        """Fill a rectangle: flat, as a tint, or as a hatch on a tint with an outline."""
        solid = pattern == "solid"
        if not solid:
            self._add(Rectangle((x, y), width, height, facecolor=COLOURS["paper"][0], linewidth=0))
        self._add(Rectangle((x, y), width, height, facecolor=COLOURS[colour][0], linewidth=0, alpha=None if solid else 0.16))
        if pattern in HATCHES:
            hatched = Rectangle((x, y), width, height, facecolor="none", edgecolor=COLOURS[colour][0], linewidth=0, hatch=HATCHES[pattern])
            hatched.set_hatch_linewidth(1.1)
            self._add(hatched)
        if not solid:
            self._add(Rectangle((x, y), width, height, facecolor="none", edgecolor=COLOURS[colour][0], linewidth=1.4))

    # Points

    def point(self, x: float, y: float, colour: str, basis: str, radius: float = 5.0) -> None:
        """Mark a value: a filled dot is measured, a ring is modelled, a diamond is stated without method."""
        colours = {"edgecolor": COLOURS[colour][0], "facecolor": COLOURS[colour if basis == "measured" else "paper"][0], "linewidth": 2.0}
        if basis == "stated":
            far = radius * 1.3
            self._add(Polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], closed=True, **colours))
        else:
            self._add(Circle((x, y), radius, **colours))

    def square(self, x: float, y: float, colour: str, filled: bool) -> None:
        """Put a small sign on a line, to tell it from another one of the same resource."""
        self._add(Rectangle((x - 3.5, y - 3.5), 7, 7, facecolor=COLOURS[colour if filled else "paper"][0], edgecolor=COLOURS[colour][0], linewidth=1.6))

    def svg(self, salt: str) -> str:
        """Return the drawing as Matplotlib writes it; the same every time for the same drawing and salt."""
        self._figure.set_size_inches(self.width / 72, self.height / 72)
        self._flip.clear().scale(1, -1).translate(0, self.height)
        out = io.StringIO()
        with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt, "path.simplify": False}):
            self._canvas.print_svg(out, metadata={"Date": None})
        return out.getvalue()
