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
