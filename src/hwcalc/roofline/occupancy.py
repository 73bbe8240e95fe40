"""How much of a chip does useful work when the work does not divide evenly."""

from __future__ import annotations

import math

from ..limits import whole
from ..registry import formula


@formula(
    title="Wave quantization",
    symbol=r"\eta_{\text{wave}}",
    unit="1",
    symbols={"blocks": "n", "sms": "s", "blocks_per_sm": "r"},
    assumptions=["All blocks take the same time and run in full waves, one after the other."],
    leaves_out=["Blocks that finish early and make room, as the real scheduler lets them."],
    words=["tail effect", "occupancy", "last wave", "partial wave", "SM", "thread blocks"],
    example={"blocks": 133, "sms": 132, "blocks_per_sm": 1},
)
def wave_quantization(*, blocks: float, sms: float, blocks_per_sm: float) -> float:
    """Return the useful share of the waves a chip has to run for a number of thread blocks.

    Parameters
    ----------
    blocks : float
        Thread blocks to run, whole [1].
    sms : float
        Multiprocessors of the chip, whole [1].
    blocks_per_sm : float
        Blocks that one multiprocessor holds at a time, whole [1].

    Returns
    -------
    float
        Useful share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If an argument is not a whole number of at least 1.

    Notes
    -----
    Source: The definition: useful places over all places in the waves that must run.

    One block more than a full wave nearly halves the share.

    Examples
    --------
    >>> wave_quantization(blocks=132, sms=132, blocks_per_sm=1)
    1.0
    >>> round(wave_quantization(blocks=133, sms=132, blocks_per_sm=1), 3)
    0.504
    """
    whole("blocks", blocks, 1)
    whole("sms", sms, 1)
    whole("blocks_per_sm", blocks_per_sm, 1)
    return blocks / (math.ceil(blocks / (sms * blocks_per_sm)) * sms * blocks_per_sm)


@formula(
    title="Share of padded work that is useful",
    symbol=r"\eta_{\text{pad}}",
    unit="1",
    symbols={"size": "n", "multiple": "q"},
    assumptions=["The rest is filled with padding and computed like the useful part."],
    leaves_out=["Kernels that skip the padding."],
    words=["padding", "alignment", "tile quantization", "multiple of 64", "vocabulary size"],
    example={"size": 50257, "multiple": 64},
)
def padded_utilization(*, size: float, multiple: float) -> float:
    """Return the useful share of work whose size the hardware rounds up to a multiple.

    Parameters
    ----------
    size : float
        Size of the work, whole [1].
    multiple : float
        Multiple to which the hardware rounds up, whole [1].

    Returns
    -------
    float
        Useful share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If an argument is not a whole number of at least 1.

    Notes
    -----
    Source: The definition: size over the next multiple.

    Examples
    --------
    >>> padded_utilization(size=65, multiple=64)
    0.5078125
    """
    whole("size", size, 1)
    whole("multiple", multiple, 1)
    return size / (math.ceil(size / multiple) * multiple)


@formula(
    title="Useful lane time of a block",
    symbol=r"\eta_{\text{lanes}}",
    unit="1",
    symbols={"threads": "t", "warp_threads": "w", "forked_warps": "f"},
    assumptions=["A warp whose threads go two ways walks both, one after the other, and both take equally long."],
    leaves_out=["Ways of different length, and waiting for memory."],
    words=["divergence", "branch", "if and else", "warp", "idle lanes", "block size"],
    example={"threads": 256, "warp_threads": 32, "forked_warps": 8},
)
def lane_use(*, threads: float, warp_threads: float, forked_warps: float) -> float:
    """Return the useful share of the lanes' time when some warps of a block fork into two ways.

    Parameters
    ----------
    threads : float
        Threads of the block, whole [1].
    warp_threads : float
        Threads of a full warp, whole [1].
    forked_warps : float
        Warps of the block that walk both ways, whole [1].

    Returns
    -------
    float
        Useful share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If an argument is not whole, too small, or there are more forked warps than warps.

    Notes
    -----
    Source: The definition: one turn of a lane for each thread, over all turns that the warps take.

    A last warp that is not full takes as many turns as a full one.

    Examples
    --------
    >>> lane_use(threads=256, warp_threads=32, forked_warps=8)
    0.5
    >>> round(lane_use(threads=40, warp_threads=32, forked_warps=0), 3)
    0.625
    """
    whole("threads", threads, 1)
    whole("warp_threads", warp_threads, 1)
    whole("forked_warps", forked_warps, 0)
    warps = math.ceil(threads / warp_threads)
    if forked_warps > warps:
        raise ValueError("forked_warps must be at most the warps of the block")
    return threads / (warp_threads * (warps + forked_warps))
