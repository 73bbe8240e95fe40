"""What is wrong with the catalogue, or with a question put to it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Problem(NamedTuple):
    """One problem of one catalogue file.

    Attributes
    ----------
    path : str
        The file; empty where a question was wrong and not a file.
    line, column : int
        Where the entry stands, counted from 1; 0 where there is no file.
    wrong : str
        What is wrong.
    right : str
        What would be right; may be empty.

    Examples
    --------
    >>> print(Problem("facts.yml", 3, 5, "the fact has no unit", "give one").sentence())
    facts.yml:3:5: the fact has no unit; give one
    """

    path: str
    line: int
    column: int
    wrong: str
    right: str = ""

    def sentence(self) -> str:
        """Return the problem as one line."""
        text = f"{self.wrong}; {self.right}" if self.right else self.wrong
        if self.path:
            text = f"{self.path}:{self.line}:{self.column}: {text}"
        return " ".join(text.split())


class CatalogueError(ValueError):
    """The catalogue cannot answer: a file is faulty, or a path names nothing.

    Attributes
    ----------
    problems : tuple of Problem
        Every problem found, in the order of files and lines.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(problem.sentence() for problem in self.problems))

    @classmethod
    def of_question(cls, wrong: str, right: str = "") -> CatalogueError:
        """Return the error of a question that no file is to blame for."""
        return cls([Problem("", 0, 0, wrong, right)])


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint: the nearest known word, or the first few of them.

    Examples
    --------
    >>> did_you_mean("vendr", ["vendor", "name"])
    "did you mean 'vendor'?"
    >>> did_you_mean("zzz", ["b", "a"])
    'known are: a, b'
    """
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    if not names:
        return ""
    return f"known are: {', '.join(names[:8])}" + (", ..." if len(names) > 8 else "")
