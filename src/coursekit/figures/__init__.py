"""Figures: one YAML file each, numbers from the calculators, drawn once for light, dark, print and narrow screens.

The course compiler uses `FigureFile` (schema), `build_figures` and `figure_markdown`. Each kind of figure is one module
with three functions: `resolve` asks for the numbers, `table` writes them as text, `draw` puts them on a canvas.
Importing this package never imports Matplotlib; `build_figures` does, and only when something is stale.
"""

from coursekit.figures.build import build_figures
from coursekit.figures.faults import FigureError, FigureFault
from coursekit.figures.markup import figure_markdown
from coursekit.figures.result import BuiltFigure, Table
from coursekit.figures.schema import FIGURE_KINDS, Figure, FigureFile

__all__ = [
    "FIGURE_KINDS",
    "BuiltFigure",
    "Figure",
    "FigureError",
    "FigureFault",
    "FigureFile",
    "Table",
    "build_figures",
    "figure_markdown",
]
