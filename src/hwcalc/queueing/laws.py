"""Laws of sharing work, which hold for any system."""

from __future__ import annotations

import math

from ..limits import at_least, fraction, not_negative
from ..registry import formula


@formula(
    title="Amdahl's law",
    symbol="S",
    unit="1",
    symbols={"serial_fraction": r"\sigma", "processors": "n"},
    assumptions=["The task stays the same size; its parallel part divides evenly and at no cost."],
    leaves_out=["Communication between the processors, which often makes more of them slower."],
    words=["speedup", "scaling limit", "strong scaling", "parallel", "diminishing returns"],
    example={"serial_fraction": 0.05, "processors": 1024},
)
def amdahl_speedup(*, serial_fraction: float, processors: float) -> float:
    """Return how many times faster a fixed task runs on several processors.

    Parameters
    ----------
    serial_fraction : float
        Share of the time on one processor that cannot be divided [1].
    processors : float
        Processors, at least 1 [1].

    Returns
    -------
    float
        Speed-up over one processor [1].

    Raises
    ------
    ValueError
        If the share is outside 0 to 1, or there is less than one processor.

    Notes
    -----
    Source: Amdahl 1967, Validity of the single processor approach, AFIPS.

    Examples
    --------
    >>> round(amdahl_speedup(serial_fraction=0.05, processors=1024), 1)
    19.6
    """
    fraction("serial_fraction", serial_fraction)
    at_least("processors", processors, 1)
    return 1 / (serial_fraction + (1 - serial_fraction) / processors)


@formula(
    title="Gustafson's law",
    symbol="S",
    unit="1",
    symbols={"serial_fraction": r"\sigma", "processors": "n"},
    assumptions=["The task grows with the processors, so that the time stays the same."],
    leaves_out=["Communication between the processors."],
    words=["scaled speedup", "weak scaling", "larger problem"],
    example={"serial_fraction": 0.1, "processors": 10},
)
def gustafson_speedup(*, serial_fraction: float, processors: float) -> float:
    """Return how much more work several processors do in the same time when the task grows with them.

    Parameters
    ----------
    serial_fraction : float
        Share of the time on all processors that is serial [1].
    processors : float
        Processors, at least 1 [1].

    Returns
    -------
    float
        Work over that of one processor [1].

    Raises
    ------
    ValueError
        If the share is outside 0 to 1, or there is less than one processor.

    Notes
    -----
    Source: Gustafson 1988, Reevaluating Amdahl's law, Communications of the ACM 31(5).

    Examples
    --------
    >>> gustafson_speedup(serial_fraction=0.1, processors=10)
    9.1
    """
    fraction("serial_fraction", serial_fraction)
    at_least("processors", processors, 1)
    return serial_fraction + (1 - serial_fraction) * processors


@formula(
    title="Rounds of a tree",
    symbol="r",
    unit="1",
    symbols={"workers": "n"},
    assumptions=["In each round the results left are joined in pairs, all pairs at the same time."],
    leaves_out=["The time it takes to hand a result from one worker to another."],
    words=["reduction", "tree sum", "pairwise", "logarithm", "depth", "halving", "tournament"],
    example={"workers": 1024},
    tex=r"\left\lceil \log_2 n \right\rceil",
)
def tree_rounds(*, workers: float) -> float:
    """Return how many rounds it takes to join the results of all workers in pairs until one is left.

    Parameters
    ----------
    workers : float
        Workers, each with one result, at least 1 [1].

    Returns
    -------
    float
        Rounds, whole [1].

    Raises
    ------
    ValueError
        If there is less than one worker, or their number is not finite.

    Notes
    -----
    Source: the definition, each round halves the results; a half is rounded up.

    The logarithm gives a first guess, which is put right where its last digit misleads.

    Examples
    --------
    >>> tree_rounds(workers=1024)
    10
    >>> tree_rounds(workers=1025)
    11
    """
    at_least("workers", workers, 1)
    rounds = math.ceil(math.log(workers) / math.log(2))
    before_last = workers / 2.0 ** (rounds - 1)
    if before_last > 2:
        rounds += 1
    elif rounds > 0 and before_last <= 1:
        rounds -= 1
    return rounds


@formula(
    title="Steps of a sum on several workers",
    symbol="t",
    unit="1",
    symbols={"numbers": "N", "workers": "n"},
    assumptions=[
        "Every worker does one addition in a step, and all of them work at the same time.",
        "The numbers are dealt out evenly; the partial sums are then joined in pairs.",
    ],
    leaves_out=["Fetching the numbers, and handing partial sums from worker to worker."],
    words=["reduction", "parallel sum", "tree sum", "partial sums", "adding a list", "steps"],
    example={"numbers": 1048576, "workers": 1024},
    tex=r"\left\lceil \frac{N}{n} \right\rceil - 1 + \left\lceil \log_2 n \right\rceil",
)
def tree_sum_steps(*, numbers: float, workers: float) -> float:
    """Return the steps until several workers have added up a list, each adding one pair in a step.

    Parameters
    ----------
    numbers : float
        Numbers in the list, at least 1 [1].
    workers : float
        Workers, at least 1 and at most as many as numbers [1].

    Returns
    -------
    float
        Steps: the additions of the fullest share, and the rounds of the tree [1].

    Raises
    ------
    ValueError
        If there is less than one number or worker, an argument is not finite, or there are more workers than numbers.

    Notes
    -----
    Source: the definition; Blelloch 1990, Prefix sums and their applications, for sums on many processors.

    Examples
    --------
    >>> tree_sum_steps(numbers=1048576, workers=1)
    1048575
    >>> tree_sum_steps(numbers=1048576, workers=1024)
    1033
    """
    at_least("numbers", numbers, 1)
    at_least("workers", workers, 1)
    if workers > numbers:
        raise ValueError("workers must be at most the numbers; more of them would have nothing to add")
    return math.ceil(numbers / workers) - 1 + tree_rounds(workers=workers)


@formula(
    title="Little's law",
    symbol=r"\overline{L}",
    unit="request",
    symbols={"arrival_per_s": r"\lambda", "time_s": r"\overline{T}"},
    assumptions=["Averages over a long time in which as many requests leave as arrive; nothing else is assumed."],
    leaves_out=["How the number swings about its mean."],
    words=["concurrency", "requests in flight", "how many users at once", "throughput times latency"],
    example={"arrival_per_s": 100, "time_s": 2},
)
def little_in_system(*, arrival_per_s: float, time_s: float) -> float:
    """Return how many requests are in a system at a time, on average.

    Parameters
    ----------
    arrival_per_s : float
        Requests that arrive in a second [request/s].
    time_s : float
        Mean time that each spends in the system [s].

    Returns
    -------
    float
        Requests in the system [request].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: Little 1961, A proof for the queuing formula L = lambda W, Operations Research 9(3).

    Examples
    --------
    >>> little_in_system(arrival_per_s=100, time_s=2)
    200
    """
    not_negative("arrival_per_s", arrival_per_s)
    not_negative("time_s", time_s)
    return arrival_per_s * time_s
