"""Queues before several equal servers, such as the replicas of a model."""

from __future__ import annotations

import math

from ..limits import not_negative, positive, whole
from ..registry import formula

LARGEST_POOL = 100000  # the sum takes a step for each server
ASSUMPTIONS = [
    "Requests arrive at random, wait in one common queue and never give up.",
    "Service times vary exponentially; all servers are equal, and the load stays the same for long.",
]
TEACHING = "How batching changes it: a replica serves many requests at once, and slows down as it does."
WORDS = ["Erlang C", "call centre", "how many replicas", "waiting", "capacity planning", "M/M/c"]


@formula(
    title="Probability of waiting (Erlang C)",
    symbol=r"C(c, a)",
    unit="1",
    symbols={"offered_load": "a", "servers": "c"},
    assumptions=ASSUMPTIONS,
    leaves_out=[TEACHING],
    words=WORDS,
    example={"offered_load": 10, "servers": 14},
    tex=r"\frac{\frac{a^c}{c!} \frac{c}{c - a}}{\sum_{i=0}^{c-1} \frac{a^i}{i!} + \frac{a^c}{c!} \frac{c}{c - a}}",
)
def erlang_c(*, offered_load: float, servers: float) -> float:
    """Return the probability that a request finds all servers busy and has to wait.

    Parameters
    ----------
    offered_load : float
        Arrivals in the mean service time, the servers busy on average [1].
    servers : float
        Servers, whole [1].

    Returns
    -------
    float
        Probability, 0 to 1 [1].

    Raises
    ------
    ValueError
        If the load is negative, or not below the servers, or there are more than 100,000 servers.

    Notes
    -----
    Source: Erlang 1917; Harchol-Balter 2013, Performance Modeling and Design of Computer Systems.

    Computed server by server from the share that would be lost if there were no queue; no factorial can overflow.

    Examples
    --------
    >>> round(erlang_c(offered_load=10, servers=14), 4)
    0.1741
    """
    not_negative("offered_load", offered_load)
    whole("servers", servers, 1)
    if servers > LARGEST_POOL:
        raise ValueError("servers must be at most 100000")
    if offered_load >= servers:
        raise ValueError("offered_load must be below servers: otherwise the queue grows without end")
    lost = 1.0
    for busy in range(math.ceil(servers)):
        refused = offered_load * lost
        lost = refused / (busy + 1 + refused)
    return servers * lost / (servers - offered_load + offered_load * lost)


@formula(
    title="Wait in an M/M/c queue",
    symbol=r"\overline{W}",
    unit="s",
    symbols={"offered_load": "a", "servers": "c", "service_s": r"\overline{S}"},
    assumptions=ASSUMPTIONS,
    leaves_out=["The service itself.", TEACHING],
    words=[*WORDS, "queueing delay", "mean wait"],
    example={"offered_load": 10, "servers": 14, "service_s": 180},
)
def mmc_wait_s(*, offered_load: float, servers: float, service_s: float) -> float:
    """Return the mean time that a request waits for the first free of several servers.

    Parameters
    ----------
    offered_load : float
        Arrivals in the mean service time, the servers busy on average [1].
    servers : float
        Servers, whole [1].
    service_s : float
        Mean service time [s].

    Returns
    -------
    float
        Mean wait of all requests, also of those that need not wait [s].

    Raises
    ------
    ValueError
        If the service time is not above 0, or the load negative, or not below the servers.

    Notes
    -----
    Source: Harchol-Balter 2013, Performance Modeling and Design of Computer Systems, M/M/k.

    Examples
    --------
    >>> round(mmc_wait_s(offered_load=10, servers=14, service_s=180), 2)
    7.84
    """
    positive("service_s", service_s)
    return erlang_c(offered_load=offered_load, servers=servers) * service_s / (servers - offered_load)


@formula(
    title="Share served within a target",
    symbol=r"\Pr(W \le t)",
    unit="1",
    symbols={"offered_load": "a", "servers": "c", "service_s": r"\overline{S}", "target_s": "t"},
    assumptions=ASSUMPTIONS,
    leaves_out=["The service itself: the target is for the wait.", TEACHING],
    words=[*WORDS, "service level", "SLO", "within 20 seconds"],
    example={"offered_load": 10, "servers": 14, "service_s": 180, "target_s": 20},
)
def mmc_within(*, offered_load: float, servers: float, service_s: float, target_s: float) -> float:
    """Return the share of requests that wait no longer than a target.

    Parameters
    ----------
    offered_load : float
        Arrivals in the mean service time, the servers busy on average [1].
    servers : float
        Servers, whole [1].
    service_s : float
        Mean service time [s].
    target_s : float
        Longest acceptable wait [s].

    Returns
    -------
    float
        Share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If a time is out of range, or the load negative, or not below the servers.

    Notes
    -----
    Source: Harchol-Balter 2013, Performance Modeling and Design of Computer Systems, M/M/k.

    Examples
    --------
    >>> round(mmc_within(offered_load=10, servers=14, service_s=180, target_s=20), 3)
    0.888
    """
    positive("service_s", service_s)
    not_negative("target_s", target_s)
    return 1 - erlang_c(offered_load=offered_load, servers=servers) * math.exp(
        -(servers - offered_load) * target_s / service_s
    )
