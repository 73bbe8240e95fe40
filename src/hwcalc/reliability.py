"""Failures of large machines, and what checkpoints save of the time."""

from __future__ import annotations

import math

from .limits import not_negative, positive
from .registry import Variant, formula

SECONDS_PER_DAY = 86400.0
MEMORYLESS = "Failures come at random, at a steady rate."
WORDS = ["fault tolerance", "restart", "node failure", "lost work", "long runs"]


@formula(
    title="Time between failures of a cluster",
    symbol=r"M",
    unit="s",
    symbols={"devices": "n", "devices_per_node": "g", "failures_per_node_day": r"\lambda"},
    assumptions=[MEMORYLESS, "Any node's failure stops the whole job; nodes fail independently."],
    leaves_out=["Outages of the network or of power, which stop many nodes at once."],
    words=[*WORDS, "MTBF", "MTTF", "how often does it fail"],
    example={"devices": 16384, "devices_per_node": 8, "failures_per_node_day": 0.0065},
    tex=r"\frac{86400}{\lambda n / g}",
)
def cluster_mtbf_s(*, devices: float, devices_per_node: float, failures_per_node_day: float) -> float:
    """Return the mean time until the first node of a job fails.

    Parameters
    ----------
    devices : float
        Devices of the job [1].
    devices_per_node : float
        Devices of one node [1].
    failures_per_node_day : float
        Failures of one node in a day [1/day].

    Returns
    -------
    float
        Mean time between failures [s].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Kokolis et al. 2024, Revisiting Reliability in Large-Scale Machine Learning Research Clusters
    (arXiv:2410.21680).

    Examples
    --------
    >>> round(cluster_mtbf_s(devices=16384, devices_per_node=8, failures_per_node_day=0.0065) / 3600, 1)
    1.8
    """
    positive("devices", devices)
    positive("devices_per_node", devices_per_node)
    positive("failures_per_node_day", failures_per_node_day)
    return SECONDS_PER_DAY / (devices / devices_per_node * failures_per_node_day)


@formula(
    title="Checkpoint interval",
    symbol=r"\tau",
    unit="s",
    symbols={"checkpoint_s": r"\delta", "mtbf_s": "M"},
    assumptions=[MEMORYLESS, "Writing a checkpoint is short beside the time between failures, and stops the work."],
    leaves_out=["The restart, which shifts the optimum a little.", "Checkpoints written while the work goes on."],
    words=[*WORDS, "Young", "Daly", "how often to save", "checkpointing"],
    example={"checkpoint_s": 60, "mtbf_s": 11124},
    variants=[
        Variant(
            "Daly",
            "further terms, for checkpoints that are not short",
            "where writing takes a tenth of the time between failures or more",
        )
    ],
)
def young_interval_s(*, checkpoint_s: float, mtbf_s: float) -> float:
    """Return the working time between two checkpoints that loses the least time.

    Parameters
    ----------
    checkpoint_s : float
        Time to write one checkpoint [s].
    mtbf_s : float
        Mean time between failures [s].

    Returns
    -------
    float
        Time between checkpoints [s].

    Raises
    ------
    ValueError
        If an argument is not above 0 and finite.

    Notes
    -----
    Source: Young 1974, A first order approximation to the optimum checkpoint interval, Communications of the ACM 17(9).

    Examples
    --------
    >>> round(young_interval_s(checkpoint_s=60, mtbf_s=11124))
    1155
    """
    positive("checkpoint_s", checkpoint_s)
    positive("mtbf_s", mtbf_s)
    return math.sqrt(2 * checkpoint_s * mtbf_s)


@formula(
    title="Goodput",
    symbol=r"\eta",
    unit="1",
    symbols={"checkpoint_s": r"\delta", "interval_s": r"\tau", "restart_s": "R", "mtbf_s": "M"},
    assumptions=[MEMORYLESS, "A failure loses half an interval on average, and there is at most one in an interval."],
    leaves_out=["Failures during the restart.", "Slow nodes that do not fail."],
    words=[*WORDS, "effective training time", "useful time", "availability"],
    example={"checkpoint_s": 60, "interval_s": 1155, "restart_s": 300, "mtbf_s": 11124},
    tex=r"\frac{\tau}{\tau + \delta} \left(1 - \frac{(\tau + \delta)/2 + R}{M}\right)",
)
def goodput_fraction(*, checkpoint_s: float, interval_s: float, restart_s: float, mtbf_s: float) -> float:
    """Return the share of the time that moves the work forward in spite of failures and checkpoints.

    Parameters
    ----------
    checkpoint_s : float
        Time to write one checkpoint [s].
    interval_s : float
        Working time between two checkpoints [s].
    restart_s : float
        Time from a failure until the work goes on [s].
    mtbf_s : float
        Mean time between failures [s].

    Returns
    -------
    float
        Share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If an argument is out of range, or the failures come so often that the estimate would be negative.

    Notes
    -----
    Source: the definition, first-order as in Young 1974: a share for checkpoints times a share for failures.

    Examples
    --------
    >>> round(goodput_fraction(checkpoint_s=60, interval_s=1155, restart_s=300, mtbf_s=11124), 3)
    0.873
    """
    not_negative("checkpoint_s", checkpoint_s)
    positive("interval_s", interval_s)
    not_negative("restart_s", restart_s)
    positive("mtbf_s", mtbf_s)
    lost_s = (interval_s + checkpoint_s) / 2 + restart_s
    if lost_s > mtbf_s:
        raise ValueError("mtbf_s must be at least what one failure costs: half an interval and a restart")
    return interval_s / (interval_s + checkpoint_s) * (1 - lost_s / mtbf_s)
