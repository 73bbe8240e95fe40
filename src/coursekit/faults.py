"""Faults in the sources: where, what is wrong, what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, order=True)
class Fault:
    """One fault of one source file, printed as one line.

    Parameters
    ----------
    path : str
        The file, as written from the project's root, with forward slashes.
    line, column : int
        Where it stands, counted from 1.
    wrong : str
        What is wrong.
    right : str
        What would be right; may be empty where the first half says it all.

    Examples
    --------
    >>> print(Fault("lessons/syllabus.yml", 3, 5, "the field 'titel' is not known", "did you mean 'title'?"))
    lessons/syllabus.yml:3:5: the field 'titel' is not known; did you mean 'title'?
    """

    path: str
    line: int
    column: int
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        text = f"{self.path}:{self.line}:{self.column}: {self.wrong}"
        if self.right:
            text += f"; {self.right}"
        return " ".join(text.split())


class CourseError(Exception):
    """The sources have faults; nothing was written."""

    def __init__(self, faults: Iterable[Fault]):
        self.faults = sorted(set(faults))
        super().__init__("\n".join(map(str, self.faults)))


class FaultCollector:
    """Gathers faults, so that one run reports all of them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Note one fault."""
        self.faults.append(fault)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Note the faults of one file and go on with the next."""
        try:
            yield
        except CourseError as error:
            self.faults.extend(error.faults)

    def raise_if_any(self) -> None:
        """Raise `CourseError` where there is at least one fault."""
        if self.faults:
            raise CourseError(self.faults)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or lists a few.

    Examples
    --------
    >>> did_you_mean("kv_byte", ["kv_bytes", "matmul_flop"])
    "did you mean 'kv_bytes'?"
    >>> did_you_mean("zzz", ["b", "a"])
    'known are: a, b'
    """
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    shown = ", ".join(names[:8])
    return f"known are: {shown}" + (", ..." if len(names) > 8 else "")
