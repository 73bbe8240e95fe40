"""What building a figure gives: files, words and the same data as a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """The data of a figure as text, units included. The first cell of a row is its heading."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Size:
    """Width and height of a drawing in CSS pixels."""

    width: int
    height: int


@dataclass(frozen=True)
class FigureFiles:
    """Names of the drawings in the output folder.

    `print` is the light drawing: strokes and patterns carry the meaning there as well, so it reads in black and white.
    """

    light: str
    dark: str
    narrow_light: str
    narrow_dark: str

    @property
    def print(self) -> str:
        """The drawing for paper."""
        return self.light


@dataclass(frozen=True)
class BuiltFigure:
    """A figure that stands in the output folder.

    Attributes
    ----------
    id, kind, title : str
    alt : str
        The claim of the figure, its values filled in.
    caption : str
    files : FigureFiles
    wide, narrow : Size
        Sizes of the two drawings.
    table : Table
    paths : tuple of str
        Catalogue paths that the figure's expressions name, in the order of their first use.
    unverified : tuple of str
        Those of them that nobody has seen in the primary material yet; the caption says so.
    drawn : bool
        Whether it had to be drawn; False where the cache knew it.
    """

    id: str
    kind: str
    title: str
    alt: str
    caption: str
    files: FigureFiles
    wide: Size
    narrow: Size
    table: Table
    paths: tuple[str, ...]
    unverified: tuple[str, ...] = ()
    drawn: bool = False

    @property
    def width(self) -> int:
        """Width of the wide drawing in CSS pixels."""
        return self.wide.width

    @property
    def height(self) -> int:
        """Height of the wide drawing in CSS pixels."""
        return self.wide.height
