"""Laws of sharing work, which hold for any system."""

from __future__ import annotations

import math

from ..limits import at_least, fraction, not_negative, positive, whole
from ..registry import formula

MOST_STEPS = 10_000


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
    title="Time of a team",
    symbol=r"t_{\text{team}}",
    unit="s",
    symbols={"tasks": "n", "task_s": "t_1", "workers": "w", "serial_fraction": r"\sigma", "handover_s": "t_0"},
    assumptions=[
        "All tasks are alike, and so are the workers.",
        "The serial share of every task waits for the one before it; the rest of a task stays with one worker.",
    ],
    leaves_out=["Messages between the workers, and tasks handed over while others already run."],
    words=["few fast workers", "many slow workers", "parallel", "hand-over", "offload", "rounds", "makespan"],
    example={"tasks": 1000, "task_s": 30, "workers": 4, "serial_fraction": 0.1},
)
def team_time_s(
    *, tasks: float, task_s: float, workers: float, serial_fraction: float, handover_s: float = 0
) -> float:
    """Return how long a team of equal workers takes for a number of equal tasks.

    Parameters
    ----------
    tasks : float
        Tasks, a whole number of at least 1 [1].
    task_s : float
        Time of one worker for one task [s].
    workers : float
        Workers, a whole number of at least 1 [1].
    serial_fraction : float
        Share of each task that has to be done one task after another [1].
    handover_s : float
        Time before the first task begins [s].

    Returns
    -------
    float
        Time until the last task is done [s].

    Raises
    ------
    ValueError
        If tasks or workers are no whole numbers of at least 1, the share is outside 0 to 1, the time of a task is not
        above 0, or the hand-over negative.

    Notes
    -----
    Source: Amdahl 1967, Validity of the single processor approach, AFIPS, with whole rounds and a hand-over.

    Where the workers divide the tasks, this is the time of one worker over the speed-up of `amdahl_speedup`.

    Examples
    --------
    >>> team_time_s(tasks=1000, task_s=30, workers=4, serial_fraction=0)
    7500
    >>> round(team_time_s(tasks=1000, task_s=120, workers=200, serial_fraction=0.1, handover_s=900))
    13440
    """
    whole("tasks", tasks, 1)
    positive("task_s", task_s)
    whole("workers", workers, 1)
    fraction("serial_fraction", serial_fraction)
    not_negative("handover_s", handover_s)
    rounds = math.ceil(tasks / workers)
    return handover_s + task_s * (serial_fraction * tasks + (1 - serial_fraction) * rounds)


@formula(
    title="Tasks from which a second team wins",
    symbol=r"n^{*}",
    unit="1",
    symbols={
        "task_s": "t_1", "workers": "w", "other_task_s": "t_2", "other_workers": "v",
        "serial_fraction": r"\sigma", "handover_s": "t_0", "most_tasks": "m",
    },
    assumptions=["Both teams work as in the time of a team, and only the second one needs a hand-over."],
    leaves_out=["Ties: a team that ends at the same moment has not won."],
    words=["crossover", "break-even", "when does the GPU win", "overtake", "offload"],
    example={"task_s": 30, "workers": 4, "other_task_s": 120, "other_workers": 200, "serial_fraction": 0.05,
             "handover_s": 900, "most_tasks": 1e5},
    tex=r"\min \left\{ n \le m : t_{\text{team}}(n, t_2, v, \sigma, t_0) < t_{\text{team}}(n, t_1, w, \sigma, 0) \right\}",
)  # fmt: skip
def overtaking_tasks(
    *, task_s: float, workers: float, other_task_s: float, other_workers: float, serial_fraction: float,
    handover_s: float, most_tasks: float,
) -> float:  # fmt: skip
    """Return the smallest number of tasks with which a second team, given a hand-over, finishes before a first one.

    Parameters
    ----------
    task_s : float
        Time of one worker of the first team for one task [s].
    workers : float
        Workers of the first team [1].
    other_task_s : float
        Time of one worker of the second team for one task [s].
    other_workers : float
        Workers of the second team [1].
    serial_fraction : float
        Share of each task that has to be done one task after another [1].
    handover_s : float
        Time before the second team begins [s].
    most_tasks : float
        Largest number of tasks that is tried [1].

    Returns
    -------
    float
        Tasks, a whole number; infinite where the second team wins with none of the numbers tried [1].

    Raises
    ------
    ValueError
        If a number of workers is no whole number of at least 1, the share is outside 0 to 1, a time of a task is not
        above 0, the hand-over negative, or the largest number of tasks not finite.

    Notes
    -----
    Source: a search over the times of both teams that passes over counts which cannot win, 10,000 steps at most. Adding tasks
    never shortens the second team's time, and the first team takes at most its mean time for each task and one task
    more.

    Examples
    --------
    >>> teams = {"task_s": 30, "workers": 4, "other_task_s": 120, "other_workers": 200, "most_tasks": 1e5}
    >>> overtaking_tasks(**teams, handover_s=900, serial_fraction=0)
    137
    >>> overtaking_tasks(**teams, handover_s=900, serial_fraction=0.1)
    inf
    """
    whole("workers", workers, 1)
    positive("other_task_s", other_task_s)
    whole("other_workers", other_workers, 1)
    positive("most_tasks", most_tasks)
    mean_s = team_time_s(tasks=workers, task_s=task_s, workers=workers, serial_fraction=serial_fraction) / workers
    tasks = 1
    for step in range(MOST_STEPS):
        first = team_time_s(tasks=tasks, task_s=task_s, workers=workers, serial_fraction=serial_fraction)
        second = team_time_s(
            tasks=tasks, task_s=other_task_s, workers=other_workers, serial_fraction=serial_fraction,
            handover_s=handover_s,
        )  # fmt: skip
        if second < first:
            return tasks
        tasks = max(tasks + 1, math.ceil((second - task_s) / mean_s))
        if tasks > most_tasks:
            return math.inf
    return math.inf


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
    elif before_last <= 1:
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
