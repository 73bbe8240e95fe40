"""How long one call of each formula takes, and how many times as long as an empty function's.

Run it with ``python benchmarks/formula_speed.py``. It prints the median of several rounds for every formula, slowest
first, and exits with 1 where the mean over all formulas is above the limit: a figure asks for thousands of points.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from hwcalc import FORMULAS
from hwcalc.catalogue.load import HERE, _load

LIMIT_S = 2e-6


def empty(*, first: float, second: float, third: float) -> float:
    """Return the first of three numbers: what a call with keywords costs by itself."""
    return first


def seconds_per_call(function: Callable[..., Any], arguments: dict[str, Any], rounds: int, calls: int) -> float:
    """Return the median over the rounds of the mean time of one call."""
    times = []
    for _ in range(rounds):
        repeats = range(calls)
        start = time.perf_counter()
        for _ in repeats:
            function(**arguments)
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times)


def main() -> int:
    """Measure, print, and return the exit code."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=9, help="rounds of which the median counts")
    options.add_argument("--calls", type=int, default=2000, help="calls in each round")
    given = options.parse_args()

    baseline = seconds_per_call(empty, {"first": 1.0, "second": 2.0, "third": 3.0}, given.rounds, given.calls)
    measured = {
        name: seconds_per_call(formula.function, formula.example, given.rounds, given.calls)
        for name, formula in FORMULAS.items()
    }
    print(f"{'an empty call':32} {baseline * 1e9:8.0f} ns")
    for name, seconds in sorted(measured.items(), key=lambda entry: -entry[1]):
        print(f"{name:32} {seconds * 1e9:8.0f} ns  {seconds / baseline:6.1f} x")
    catalogue = statistics.median(seconds_per_call(_load.__wrapped__, {"directory": HERE}, 1, 1) for _ in range(5))
    print(f"loading the catalogue: {catalogue * 1e3:.0f} ms, limit 150 ms")
    mean, median = statistics.mean(measured.values()), statistics.median(measured.values())
    print(f"{len(measured)} formulas: mean {mean * 1e9:.0f} ns, median {median * 1e9:.0f} ns, limit {LIMIT_S * 1e9:.0f} ns")
    return 0 if mean < LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
