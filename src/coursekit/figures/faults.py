"""What can be wrong with a figure once its file has the right shape."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class FigureFault:
    """One fault, placed by the fields that lead to it; the reader of the file knows their lines.

    Parameters
    ----------
    figure : str
        The figure's id.
    at : tuple of str and int
        The fields that lead to the fault, for example ``("roofs", 0, "peak")``.
    wrong, right : str
        What is wrong and what would be right.
    """

    figure: str
    at: tuple[str | int, ...]
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        place = ".".join(map(str, self.at))
        text = f"figures/{self.figure}.yml: {place}: {self.wrong}"
        return f"{text}; {self.right}" if self.right else text


class FigureError(Exception):
    """Figures that cannot be built; no file was written.

    Attributes
    ----------
    faults : list of FigureFault
        Every fault of every figure, in the order of the files.
    """

    def __init__(self, faults: Iterable[FigureFault]):
        self.faults = list(faults)
        super().__init__("\n".join(map(str, self.faults)))
