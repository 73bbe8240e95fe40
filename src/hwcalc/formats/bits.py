"""Floating-point numbers from their bits: value, spacing, reach and rounding for any split into exponent and fraction.

A format is described by the bits of its exponent and of its fraction and by what its last patterns are kept for:
infinity and NaN (all patterns of the highest exponent, as in IEEE 754), NaN alone (the very last pattern, as in FP8
E4M3), or nothing (as in FP4 E2M1).
"""

from __future__ import annotations

import math

from ..limits import boolean, not_negative, whole
from ..registry import Variant, formula

WIDEST_EXPONENT = 8  # bits; every format of the course fits, and no power of two leaves the range of a float
WIDEST_FRACTION = 23  # bits
LOGARITHM_ERROR = 1e-9  # a logarithm may be off in its last digit; this lifts it to the right side of a whole number
#: Between 2**52 and 2**53 a float has no places after the point: adding this rounds, a tie to the even number.
ROUNDING = 4503599627370496.0
EXPONENT_BITS = ("n_E", "1", "bits of the exponent, 2 to 8")
FRACTION_BITS = ("n_F", "1", "bits of the fraction, 1 to 23")
INFINITY = (r"\text{infinity}", "1", "whether the highest exponent is kept for infinity and NaN")
NAN = (r"\text{NaN}", "1", "whether the format has patterns that stand for no number")
BIAS = "The bias is the usual one, half the exponent's range: 15 for five bits, 127 for eight."
SCALE = "A scale that a block of numbers shares, which moves the whole range."
E4M3 = {"exponent_bits": 4, "fraction_bits": 3, "has_infinity": False, "has_nan": True}


@formula(
    title="Stored exponent of a number",
    symbol="E",
    unit="1",
    symbols={"size": "x", "exponent_bits": EXPONENT_BITS},
    assumptions=[BIAS, "Numbers too small for exponent 1 are stored with exponent 0, numbers too large with the highest."],
    leaves_out=["Rounding, which can lift a number to the next exponent.", SCALE],
    words=["bias", "biased exponent", "binade", "floating point", "subnormal"],
    example={"size": 5, "exponent_bits": 5},
    tex=r"\max\left(0, \left\lfloor \log_2 x \right\rfloor + 2^{n_E - 1} - 1\right)",
)
def float_exponent(*, size: float, exponent_bits: float) -> float:
    """Return the exponent that a floating-point format stores for a number of this size.

    Parameters
    ----------
    size : float
        The number without its sign [1].
    exponent_bits : float
        Bits of the exponent, 2 to 8 [1].

    Returns
    -------
    float
        Stored exponent; 0 for zero and for subnormal numbers [1].

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: IEEE 754-2019, the binary interchange formats.

    Examples
    --------
    >>> float_exponent(size=5, exponent_bits=5)  # 5 is 1.25 times 2 to the 2, and 2 + 15 is stored
    17.0
    """
    not_negative("size", size)
    whole("exponent_bits", exponent_bits, 2)
    if exponent_bits > WIDEST_EXPONENT:
        raise ValueError("exponent_bits must be 8 or less")
    bias = 2.0 ** (exponent_bits - 1) - 1
    if size < 2.0 ** (1 - bias):
        return 0.0
    bounded = min(size, 2.0 ** (bias + 1))
    power = math.floor(math.log(bounded) / math.log(2.0) + LOGARITHM_ERROR) + 0.0
    if 2.0**power > bounded:
        power -= 1
    return power + bias


@formula(
    title="Gap to the next number",
    symbol=r"\Delta",
    unit="1",
    symbols={"exponent": ("E", "1", "exponent as stored"), "exponent_bits": EXPONENT_BITS, "fraction_bits": FRACTION_BITS},
    assumptions=[BIAS, "The next number is the one further from zero."],
    leaves_out=["That nothing finite follows the largest number.", SCALE],
    words=["unit in the last place", "ulp", "spacing", "resolution", "machine epsilon", "precision"],
    example={"exponent": 9, "exponent_bits": 4, "fraction_bits": 3},
    tex=r"2^{\max(E, 1) - \left(2^{n_E - 1} - 1\right) - n_F}",
)
def float_gap(*, exponent: float, exponent_bits: float, fraction_bits: float) -> float:
    """Return the gap between two neighbouring numbers of a floating-point format.

    Parameters
    ----------
    exponent : float
        Exponent as it is stored [1].
    exponent_bits : float
        Bits of the exponent, 2 to 8 [1].
    fraction_bits : float
        Bits of the fraction, 1 to 23 [1].

    Returns
    -------
    float
        Gap to the next number [1].

    Raises
    ------
    ValueError
        If an argument is out of range, or the exponent does not fit into its bits.

    Notes
    -----
    Source: IEEE 754-2019, the binary interchange formats.

    Examples
    --------
    >>> float_gap(exponent=135, exponent_bits=8, fraction_bits=7)  # BF16 from 256 on
    2.0
    """
    whole("exponent", exponent, 0)
    whole("exponent_bits", exponent_bits, 2)
    whole("fraction_bits", fraction_bits, 1)
    if exponent_bits > WIDEST_EXPONENT:
        raise ValueError("exponent_bits must be 8 or less")
    if fraction_bits > WIDEST_FRACTION:
        raise ValueError("fraction_bits must be 23 or less")
    if exponent >= 2.0**exponent_bits:
        raise ValueError("exponent must be a whole number that fits into its bits")
    return 2.0 ** (max(exponent, 1) - (2.0 ** (exponent_bits - 1) - 1) - fraction_bits)


@formula(
    title="Largest number of a floating-point format",
    symbol=r"x_{\text{max}}",
    unit="1",
    symbols={"exponent_bits": EXPONENT_BITS, "fraction_bits": FRACTION_BITS, "has_infinity": INFINITY, "has_nan": NAN},
    assumptions=[BIAS, "A format without infinity gives up one pattern for NaN, the very last, or none."],
    leaves_out=[SCALE],
    words=["range", "overflow", "maximum value", "dynamic range", "E4M3", "E5M2", "E2M1"],
    example=E4M3,
    tex=(
        r"\begin{cases} \left(2 - 2^{-n_F}\right) 2^{2^{n_E - 1} - 1} & \text{with infinity} \\ "
        r"\left(2 - 2^{1 - n_F}\right) 2^{2^{n_E - 1}} & \text{with NaN alone} \\ "
        r"\left(2 - 2^{-n_F}\right) 2^{2^{n_E - 1}} & \text{with neither} \end{cases}"
    ),
    variants=[Variant("IEEE-like E4M3", "keeps infinity and ends at 240", "in some hardware and libraries")],
)
def float_largest(*, exponent_bits: float, fraction_bits: float, has_infinity: bool, has_nan: bool) -> float:
    """Return the largest finite number of a floating-point format, from the bits it has.

    Parameters
    ----------
    exponent_bits : float
        Bits of the exponent, 2 to 8 [1].
    fraction_bits : float
        Bits of the fraction, 1 to 23 [1].
    has_infinity : bool
        Whether the highest exponent is kept for infinity and NaN [1].
    has_nan : bool
        Whether the format has patterns that stand for no number [1].

    Returns
    -------
    float
        Largest finite value [1].

    Raises
    ------
    ValueError
        If a number of bits is out of range, or a format is to have infinity without NaN.

    Notes
    -----
    Source: IEEE 754-2019; OCP 8-bit Floating Point 1.0; OCP Microscaling Formats 1.0.

    Examples
    --------
    >>> float_largest(exponent_bits=5, fraction_bits=10, has_infinity=True, has_nan=True)
    65504.0
    >>> float_largest(exponent_bits=4, fraction_bits=3, has_infinity=False, has_nan=True)
    448.0
    """
    whole("exponent_bits", exponent_bits, 2)
    whole("fraction_bits", fraction_bits, 1)
    boolean("has_infinity", has_infinity)
    boolean("has_nan", has_nan)
    if exponent_bits > WIDEST_EXPONENT:
        raise ValueError("exponent_bits must be 8 or less")
    if fraction_bits > WIDEST_FRACTION:
        raise ValueError("fraction_bits must be 23 or less")
    bias = 2.0 ** (exponent_bits - 1) - 1
    if has_infinity:
        if not has_nan:
            raise ValueError("a format that has infinity has NaN as well")
        return (2 - 2.0**-fraction_bits) * 2.0**bias
    if has_nan:
        return (2 - 2.0 ** (1 - fraction_bits)) * 2.0 ** (bias + 1)
    return (2 - 2.0**-fraction_bits) * 2.0 ** (bias + 1)


@formula(
    title="Value of a floating-point number",
    symbol="x",
    unit="1",
    symbols={
        "sign": ("s", "1", "sign bit, 0 or 1"),
        "exponent": ("E", "1", "exponent as stored"),
        "fraction": ("F", "1", "fraction as stored, a whole number"),
        "exponent_bits": EXPONENT_BITS,
        "fraction_bits": FRACTION_BITS,
        "has_infinity": INFINITY,
        "has_nan": NAN,
    },
    assumptions=[BIAS, "With exponent 0 there is no leading 1 and the power is that of exponent 1 (subnormal numbers)."],
    leaves_out=["Patterns that are kept for infinity and NaN.", SCALE],
    words=["sign exponent fraction", "mantissa", "significand", "bits to number", "decode", "bfloat16", "half precision"],
    example={"sign": 0, "exponent": 9, "fraction": 5, **E4M3},
    tex=r"(-1)^s \cdot 2^{E - b} \left(1 + \frac{F}{2^{n_F}}\right) \quad \text{with } b = 2^{n_E - 1} - 1",
)  # fmt: skip
def float_value(
    *,
    sign: float,
    exponent: float,
    fraction: float,
    exponent_bits: float,
    fraction_bits: float,
    has_infinity: bool,
    has_nan: bool,
) -> float:
    """Return the number that the bits of a floating-point format stand for.

    Parameters
    ----------
    sign : float
        Sign bit: 0 for plus, 1 for minus [1].
    exponent : float
        Exponent as it is stored [1].
    fraction : float
        Fraction as it is stored, a whole number [1].
    exponent_bits : float
        Bits of the exponent, 2 to 8 [1].
    fraction_bits : float
        Bits of the fraction, 1 to 23 [1].
    has_infinity : bool
        Whether the highest exponent is kept for infinity and NaN [1].
    has_nan : bool
        Whether the format has patterns that stand for no number [1].

    Returns
    -------
    float
        Value; infinite where the pattern says so [1].

    Raises
    ------
    ValueError
        If an argument is out of range or does not fit into its bits, or the pattern is a NaN, which is no number.

    Notes
    -----
    Source: IEEE 754-2019; OCP 8-bit Floating Point 1.0; OCP Microscaling Formats 1.0.

    Examples
    --------
    >>> float_value(sign=0, exponent=17, fraction=256, exponent_bits=5, fraction_bits=10, has_infinity=True, has_nan=True)
    5.0
    >>> float_value(sign=1, exponent=0, fraction=1, exponent_bits=2, fraction_bits=1, has_infinity=False, has_nan=False)
    -0.5
    """
    whole("sign", sign, 0)
    whole("exponent", exponent, 0)
    whole("fraction", fraction, 0)
    whole("exponent_bits", exponent_bits, 2)
    whole("fraction_bits", fraction_bits, 1)
    gap = float_gap(exponent=exponent, exponent_bits=exponent_bits, fraction_bits=fraction_bits)
    largest = float_largest(
        exponent_bits=exponent_bits, fraction_bits=fraction_bits, has_infinity=has_infinity, has_nan=has_nan
    )
    if sign > 1:
        raise ValueError("sign must be 0 or 1")
    if fraction >= 2.0**fraction_bits:
        raise ValueError("fraction must be a whole number that fits into its bits")
    lead = 2.0**fraction_bits if exponent > 0 else 0.0
    size = gap * (lead + fraction)
    if size > largest:
        if not has_infinity or fraction > 0:
            raise ValueError("these bits stand for no number (NaN)")
        size = math.inf
    return -size if sign == 1 else size


@formula(
    title="Nearest number of a floating-point format",
    symbol=r"\tilde{x}",
    unit="1",
    symbols={"size": "x", "exponent_bits": EXPONENT_BITS, "fraction_bits": FRACTION_BITS, "has_infinity": INFINITY, "has_nan": NAN},
    assumptions=[
        BIAS,
        "A number half-way between two goes to the one whose last bit is 0.",
        "A format without infinity stops at its largest number (it saturates); OCP also allows NaN.",
    ],
    leaves_out=["Rounding at random, which some training methods use.", SCALE],
    words=["round to nearest even", "rounding error", "overflow", "underflow", "what does 0.1 become", "cast"],
    example={"size": 0.1, **E4M3},
    tex=r"\text{the multiple of } \Delta(x, n_E, n_F) \text{ nearest to } x",
)  # fmt: skip
def float_nearest(
    *, size: float, exponent_bits: float, fraction_bits: float, has_infinity: bool, has_nan: bool
) -> float:
    """Return the number of a floating-point format that lies nearest to a given one.

    Parameters
    ----------
    size : float
        The number without its sign [1].
    exponent_bits : float
        Bits of the exponent, 2 to 8 [1].
    fraction_bits : float
        Bits of the fraction, 1 to 23 [1].
    has_infinity : bool
        Whether the highest exponent is kept for infinity and NaN [1].
    has_nan : bool
        Whether the format has patterns that stand for no number [1].

    Returns
    -------
    float
        Nearest number, infinite where the format overflows to infinity [1].

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: IEEE 754-2019, round to nearest with ties to even; OCP 8-bit Floating Point 1.0, saturating conversion.

    Examples
    --------
    >>> float_nearest(size=0.1, exponent_bits=4, fraction_bits=3, has_infinity=False, has_nan=True)
    0.1015625
    >>> float_nearest(size=257, exponent_bits=8, fraction_bits=7, has_infinity=True, has_nan=True)
    256.0
    """
    not_negative("size", size)
    whole("exponent_bits", exponent_bits, 2)
    whole("fraction_bits", fraction_bits, 1)
    exponent = float_exponent(size=size, exponent_bits=exponent_bits)
    gap = float_gap(exponent=exponent, exponent_bits=exponent_bits, fraction_bits=fraction_bits)
    largest = float_largest(
        exponent_bits=exponent_bits, fraction_bits=fraction_bits, has_infinity=has_infinity, has_nan=has_nan
    )
    nearest = (size / gap + ROUNDING - ROUNDING) * gap
    if nearest > largest:
        return math.inf if has_infinity else largest
    return nearest
