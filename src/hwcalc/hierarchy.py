"""Levels of memory from near and small to far and large: what lies where, and what a fetch costs on average."""

from __future__ import annotations

from .limits import fraction, not_negative
from .registry import formula

SHARE_SLACK = 1e-9
"""How far two shares may add up to more than 1 before it is a mistake and no rounding."""


@formula(
    title="Bytes in one level of memory",
    symbol=r"D_{\text{level}}",
    unit="B",
    symbols={"data_bytes": "D", "nearer_bytes": "N", "capacity_bytes": "C"},
    assumptions=["The nearer levels are filled first, and no byte is kept twice."],
    leaves_out=["Copies in several levels, and caches that drop what is needed next."],
    words=["spill", "cache", "working set", "does it fit in cache", "overflow", "memory hierarchy"],
    example={"data_bytes": 100 * 2**20, "nearer_bytes": 33 * 2**20, "capacity_bytes": 50 * 2**20},
    tex=r"\max(0, \min(C, D - N))",
)
def level_bytes(*, data_bytes: float, nearer_bytes: float, capacity_bytes: float) -> float:
    """Return how many bytes of the data lie in one level when the nearer levels are full.

    Parameters
    ----------
    data_bytes : float
        All the data [B].
    nearer_bytes : float
        What the nearer levels hold together [B].
    capacity_bytes : float
        What this level holds [B].

    Returns
    -------
    float
        Bytes of the data in this level, at most its capacity [B].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: the definition; what spills from this level is the data less the nearer levels less this one.

    Examples
    --------
    >>> level_bytes(data_bytes=100, nearer_bytes=33, capacity_bytes=50)
    50
    >>> level_bytes(data_bytes=40, nearer_bytes=33, capacity_bytes=50)
    7
    """
    not_negative("data_bytes", data_bytes)
    not_negative("nearer_bytes", nearer_bytes)
    not_negative("capacity_bytes", capacity_bytes)
    return max(0, min(capacity_bytes, data_bytes - nearer_bytes))


@formula(
    title="Mean cost of a fetch",
    symbol=r"\bar{c}",
    unit="1",
    symbols={
        "near_share": "h", "near_cost": r"c_{\text{near}}", "far_cost": r"c_{\text{far}}",
        "middle_share": "m", "middle_cost": r"c_{\text{middle}}",
    },
    assumptions=["All costs are in the same unit, seconds or joules.", "Every fetch is served by one level."],
    leaves_out=["Fetches that wait side by side: a mean time is no rate."],
    words=["average memory access time", "hit rate", "miss", "cache", "mean latency", "energy of a fetch"],
    example={"near_share": 0.9, "near_cost": 20e-9, "far_cost": 600e-9},
    tex=r"h \, c_{\text{near}} + m \, c_{\text{middle}} + (1 - h - m) \, c_{\text{far}}",
)  # fmt: skip
def mean_fetch_cost(
    *, near_share: float, near_cost: float, far_cost: float, middle_share: float = 0, middle_cost: float = 0
) -> float:
    """Return the mean cost of a fetch when shares of the fetches are served by levels of different cost.

    Parameters
    ----------
    near_share : float
        Share of the fetches that the near level serves, 0 to 1 [1].
    near_cost : float
        Time or energy of a fetch from the near level [1].
    far_cost : float
        Time or energy of a fetch from the far level, which serves the rest [1].
    middle_share : float
        Share of the fetches that a level between the two serves; 0 where there is none [1].
    middle_cost : float
        Time or energy of a fetch from that level [1].

    Returns
    -------
    float
        Mean cost, in the costs' unit [1].

    Raises
    ------
    ValueError
        If a share is outside 0 to 1, the shares are more than 1 together, or a cost is negative or not finite.

    Notes
    -----
    Source: the definition of a weighted mean.

    Examples
    --------
    >>> round(mean_fetch_cost(near_share=0.9, near_cost=20, far_cost=600), 6)
    78.0
    >>> round(mean_fetch_cost(near_share=0.5, near_cost=20, far_cost=600, middle_share=0.25, middle_cost=160), 6)
    200.0
    """
    fraction("near_share", near_share)
    fraction("middle_share", middle_share)
    not_negative("near_cost", near_cost)
    not_negative("middle_cost", middle_cost)
    not_negative("far_cost", far_cost)
    if near_share + middle_share > 1 + SHARE_SLACK:
        raise ValueError("near_share and middle_share must be at most 1 together")
    far_share = max(0, 1 - near_share - middle_share)
    return near_share * near_cost + middle_share * middle_cost + far_share * far_cost
