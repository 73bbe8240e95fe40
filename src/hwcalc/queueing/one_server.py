"""Queues before one server, in which waiting explodes near full load."""

from __future__ import annotations

import math

from ..limits import not_negative, positive
from ..registry import Variant, formula

POISSON = "Requests arrive at random and independently of each other (a Poisson process)."
STEADY = "The load stays the same for long enough; the server takes requests in order and never drops one."
TEACHING = "How batching changes it: a language model serves many requests at once, and slows down as it does."


@formula(
    title="Time in an M/M/1 queue",
    symbol=r"\overline{T}",
    unit="s",
    symbols={"arrival_per_s": r"\lambda", "service_per_s": r"\mu"},
    assumptions=[POISSON, "Service times vary exponentially; there is one server.", STEADY],
    leaves_out=[TEACHING],
    words=["latency", "response time", "waiting time", "utilization", "overload", "hockey stick"],
    example={"arrival_per_s": 0.8, "service_per_s": 1.0},
)
def mm1_time_s(*, arrival_per_s: float, service_per_s: float) -> float:
    """Return the mean time from arrival to the end of service with one server.

    Parameters
    ----------
    arrival_per_s : float
        Requests that arrive in a second [request/s].
    service_per_s : float
        Requests that the server could finish in a second [request/s].

    Returns
    -------
    float
        Mean time in the system [s].

    Raises
    ------
    ValueError
        If requests arrive as fast as they can be served or faster: then the queue grows without end.

    Notes
    -----
    Source: Kleinrock 1975, Queueing Systems, volume 1, chapter 3.

    Examples
    --------
    >>> round(mm1_time_s(arrival_per_s=0.8, service_per_s=1.0), 6)
    5.0
    """
    not_negative("arrival_per_s", arrival_per_s)
    positive("service_per_s", service_per_s)
    if arrival_per_s >= service_per_s:
        raise ValueError("arrival_per_s must be below service_per_s: otherwise the queue grows without end")
    return 1 / (service_per_s - arrival_per_s)


@formula(
    title="Wait in an M/M/1 queue",
    symbol=r"\overline{W}",
    unit="s",
    symbols={"arrival_per_s": r"\lambda", "service_per_s": r"\mu"},
    assumptions=[POISSON, "Service times vary exponentially; there is one server.", STEADY],
    leaves_out=["The service itself.", TEACHING],
    words=["queueing delay", "waiting time", "utilization", "latency"],
    example={"arrival_per_s": 0.8, "service_per_s": 1.0},
)
def mm1_wait_s(*, arrival_per_s: float, service_per_s: float) -> float:
    """Return the mean time that a request waits before the one server turns to it.

    Parameters
    ----------
    arrival_per_s : float
        Requests that arrive in a second [request/s].
    service_per_s : float
        Requests that the server could finish in a second [request/s].

    Returns
    -------
    float
        Mean wait [s].

    Raises
    ------
    ValueError
        If requests arrive as fast as they can be served or faster: then the queue grows without end.

    Notes
    -----
    Source: Kleinrock 1975, Queueing Systems, volume 1, chapter 3.

    Examples
    --------
    >>> round(mm1_wait_s(arrival_per_s=0.8, service_per_s=1.0), 6)
    4.0
    """
    not_negative("arrival_per_s", arrival_per_s)
    positive("service_per_s", service_per_s)
    if arrival_per_s >= service_per_s:
        raise ValueError("arrival_per_s must be below service_per_s: otherwise the queue grows without end")
    return arrival_per_s / service_per_s / (service_per_s - arrival_per_s)


@formula(
    title="Slow tail of an M/M/1 queue",
    symbol="T_q",
    unit="s",
    symbols={"arrival_per_s": r"\lambda", "service_per_s": r"\mu", "quantile": "q"},
    assumptions=[POISSON, "Service times vary exponentially; there is one server.", STEADY],
    leaves_out=[TEACHING],
    words=["p99", "percentile", "tail latency", "service level", "SLO", "worst case"],
    example={"arrival_per_s": 0.8, "service_per_s": 1.0, "quantile": 0.99},
)
def mm1_time_quantile_s(*, arrival_per_s: float, service_per_s: float, quantile: float) -> float:
    """Return the time within which a given share of requests is done, with one server.

    Parameters
    ----------
    arrival_per_s : float
        Requests that arrive in a second [request/s].
    service_per_s : float
        Requests that the server could finish in a second [request/s].
    quantile : float
        Share of requests, at least 0, below 1; 0.99 for the 99th percentile [1].

    Returns
    -------
    float
        Time in the system [s].

    Raises
    ------
    ValueError
        If the share is outside its range, or requests arrive as fast as they can be served or faster.

    Notes
    -----
    Source: Harchol-Balter 2013, Performance Modeling and Design of Computer Systems; the time is exponential.

    Examples
    --------
    >>> round(mm1_time_quantile_s(arrival_per_s=0.8, service_per_s=1.0, quantile=0.99), 3)
    23.026
    """
    not_negative("arrival_per_s", arrival_per_s)
    positive("service_per_s", service_per_s)
    not_negative("quantile", quantile)
    if quantile >= 1:
        raise ValueError("quantile must be below 1: the 99th percentile is 0.99, and no time covers all requests")
    if arrival_per_s >= service_per_s:
        raise ValueError("arrival_per_s must be below service_per_s: otherwise the queue grows without end")
    return -math.log(1 - quantile) / (service_per_s - arrival_per_s)


@formula(
    title="Wait in an M/G/1 queue",
    symbol=r"\overline{W}",
    unit="s",
    symbols={"arrival_per_s": r"\lambda", "service_per_s": r"\mu", "service_cv": "c_s"},
    assumptions=[POISSON, "There is one server; service times vary in any way with this spread.", STEADY],
    leaves_out=["The service itself.", TEACHING],
    words=["Pollaczek-Khinchine", "variability", "long prompts", "head-of-line blocking", "waiting time"],
    example={"arrival_per_s": 0.8, "service_per_s": 1.0, "service_cv": 2.0},
    variants=[
        Variant(
            "Kingman",
            "arrivals that are not Poisson enter with their own spread",
            "as an approximation for any one-server queue",
        )
    ],
)
def mg1_wait_s(*, arrival_per_s: float, service_per_s: float, service_cv: float) -> float:
    """Return the mean wait before one server whose service times vary more or less.

    Parameters
    ----------
    arrival_per_s : float
        Requests that arrive in a second [request/s].
    service_per_s : float
        Requests that the server could finish in a second [request/s].
    service_cv : float
        Standard deviation of the service time over its mean; 0 for equal times, 1 for exponential ones [1].

    Returns
    -------
    float
        Mean wait [s].

    Raises
    ------
    ValueError
        If the spread is negative, or requests arrive as fast as they can be served or faster.

    Notes
    -----
    Source: Kleinrock 1975, Queueing Systems, volume 1, chapter 5 (Pollaczek and Khinchine).

    Examples
    --------
    >>> round(mg1_wait_s(arrival_per_s=0.8, service_per_s=1.0, service_cv=0), 6)
    2.0
    """
    not_negative("arrival_per_s", arrival_per_s)
    positive("service_per_s", service_per_s)
    not_negative("service_cv", service_cv)
    if arrival_per_s >= service_per_s:
        raise ValueError("arrival_per_s must be below service_per_s: otherwise the queue grows without end")
    return (1 + service_cv**2) / 2 * arrival_per_s / service_per_s / (service_per_s - arrival_per_s)
