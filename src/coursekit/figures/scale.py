"""Maps values to pixels and chooses the ticks of an axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic axis between two pixels.

    Examples
    --------
    >>> Scale(1, 100, 0, 200, base=10).at(10)
    100.0
    >>> Scale(0, 50, 0, 100).at(10)
    20.0
    """

    low: float
    high: float
    start: float
    end: float
    base: int | None = None

    def at(self, value: float) -> float:
        """Return the pixel of a value; values beyond the ends lie beyond the ends."""
        if self.base:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 7) -> list[float]:
        """Return round values from end to end, at most `most` of them.

        Examples
        --------
        >>> Scale(0.5, 5000, 0, 1, base=10).ticks()
        [1.0, 10.0, 100.0, 1000.0]
        >>> Scale(1, 1024, 0, 1, base=2).ticks(6)
        [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0]
        >>> Scale(0, 143, 0, 1).ticks()
        [0.0, 25.0, 50.0, 75.0, 100.0, 125.0]
        """
        if not self.base:
            return self._linear_ticks(most)
        first = math.ceil(math.log(self.low, self.base) - 1e-9)
        last = math.floor(math.log(self.high, self.base) + 1e-9)
        step = max(1, math.ceil((last - first + 1) / most))
        first += -first % step
        ticks = [float(self.base) ** power for power in range(first, last + 1, step)]
        if len(ticks) < 2 and self.base == 10:
            decades = range(math.floor(math.log10(self.low)), last + 2)
            ticks = [digit * 10.0**power for power in decades for digit in (1, 2, 5)]
            ticks = [tick for tick in ticks if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]
        return ticks

    def _linear_ticks(self, most: int) -> list[float]:
        span = self.high - self.low
        unit = 10.0 ** math.floor(math.log10(span / most))
        step = next(unit * factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (unit * factor) <= most - 0.5)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [float(f"{number * step:.12g}") for number in range(first, last + 1)]


def fitted(values: Iterable[float], *, log: bool, start: float | None, stop: float | None, room: float = 1.6) -> tuple[float, float]:
    """Return the ends of an axis that shows all values with some room around them.

    Examples
    --------
    >>> fitted([3.0, 40.0], log=False, start=None, stop=None)
    (0.0, 43.2)
    >>> fitted([1.0, 100.0], log=True, start=None, stop=None, room=2)
    (0.5, 200.0)
    """
    shown = list(values)
    if log:
        low, high = min(shown) / room, max(shown) * room
    else:
        low, high = min(0.0, *shown), max(0.0, *shown) * 1.08
    return (low if start is None else start, high if stop is None else stop)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move positions apart so that neighbours keep `gap`, staying near where they want to be.

    Examples
    --------
    >>> spread([10, 12, 50], 10, 0, 100)
    [6.0, 16.0, 50.0]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[list[int]] = []
    centres: list[float] = []
    for index in order:
        groups.append([index])
        centres.append(float(wanted[index]))
        while len(groups) > 1 and centres[-1] - centres[-2] < gap * (len(groups[-1]) + len(groups[-2])) / 2:
            last = groups.pop()
            centres.pop()
            groups[-1] += last
            centres[-1] = sum(wanted[member] for member in groups[-1]) / len(groups[-1])
    placed = [0.0] * len(wanted)
    for group, centre in zip(groups, centres, strict=True):
        half = gap * (len(group) - 1) / 2
        centre = min(max(centre, low + half), high - half)
        for rank, index in enumerate(group):
            placed[index] = centre - half + rank * gap
    return placed
