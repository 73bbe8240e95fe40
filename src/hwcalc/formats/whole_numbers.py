"""Whole numbers of a few bits, as quantized weights use them: steps of one size, and a scale that says how large."""

from __future__ import annotations

from ..limits import not_negative, positive, whole
from ..registry import Variant, formula
from .bits import ROUNDING

MOST_BITS = 32


@formula(
    title="Nearest number of an integer format",
    symbol=r"\tilde{x}",
    unit="1",
    symbols={"size": "x", "bits": "n", "scale": "c"},
    assumptions=["A number half-way between two steps goes to the even one.", "What is too large stays at the last step."],
    leaves_out=["The sign: below zero the format has one step more.", "How the scale is chosen and where it is stored."],
    words=["INT8", "INT4", "quantization", "scale", "rounding", "clipping", "saturation"],
    example={"size": 0.1, "bits": 8, "scale": 0.004},
    tex=r"c \cdot \min\left(\text{round}\left(\frac{x}{c}\right), 2^{n - 1} - 1\right)",
    variants=[Variant("with a zero point", "a whole number is added before rounding", "where the values are not centred on zero")],
)
def integer_nearest(*, size: float, bits: float, scale: float = 1.0) -> float:
    """Return the number that a whole number of a few bits, times a scale, puts in place of a given one.

    Parameters
    ----------
    size : float
        The number without its sign [1].
    bits : float
        Bits of the whole number with its sign, 2 to 32 [1].
    scale : float
        What one step stands for [1].

    Returns
    -------
    float
        Nearest step times the scale [1].

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: Jacob et al. 2018, Quantization and Training of Neural Networks (arXiv:1712.05877), section 2.

    Examples
    --------
    >>> integer_nearest(size=0.1, bits=8), integer_nearest(size=300, bits=8)
    (0.0, 127.0)
    >>> integer_nearest(size=0.1, bits=4, scale=0.03125)
    0.09375
    """
    not_negative("size", size)
    whole("bits", bits, 2)
    positive("scale", scale)
    if bits > MOST_BITS:
        raise ValueError("bits must be 32 or less")
    steps = min(size / scale, 2.0 ** (bits - 1) - 1)
    return scale * (steps + ROUNDING - ROUNDING)
