"""Number formats by name: how far they reach, how fine they are, and what a stored weight really costs."""

from __future__ import annotations

from ..limits import not_negative, positive, whole
from ..registry import Variant, formula

# name: (largest finite value, smallest positive normal, gap after 1)
# Each value is written out as the format's definition gives it, so that a reader can check it by hand.
FORMATS = {
    "fp32": ((2.0 - 2.0**-23) * 2.0**127, 2.0**-126, 2.0**-23),
    "tf32": ((2.0 - 2.0**-10) * 2.0**127, 2.0**-126, 2.0**-10),
    "bf16": ((2.0 - 2.0**-7) * 2.0**127, 2.0**-126, 2.0**-7),
    "fp16": ((2.0 - 2.0**-10) * 2.0**15, 2.0**-14, 2.0**-10),
    "fp8_e4m3": (448.0, 2.0**-6, 2.0**-3),  # the OCP variant, which gives up infinity to reach 448
    "fp8_e5m2": ((2.0 - 2.0**-2) * 2.0**15, 2.0**-14, 2.0**-2),
    "fp4_e2m1": (6.0, 1.0, 0.5),
    "int8": (127.0, 1.0, 1.0),
    "int4": (7.0, 1.0, 1.0),
}
NO_SCALE = "The scale that quantized numbers are multiplied with, which moves the whole range."


def _of(format: str, position: int) -> float:
    """Return one of the three properties of a format."""
    if format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {format!r}")
    return FORMATS[format][position]


@formula(
    title="Largest number of a format",
    symbol=r"x_{\text{max}}",
    unit="1",
    symbols={"format": r"\text{format}"},
    assumptions=["FP8 E4M3 is the OCP variant without infinity."],
    leaves_out=[NO_SCALE],
    words=["range", "overflow", "bf16", "fp8", "maximum value", "dynamic range"],
    example={"format": "fp8_e4m3"},
    browser=False,
    tex=r"\text{looked up in the table}",
    variants=[Variant("IEEE-like E4M3", "keeps infinity and ends at 240", "in some hardware and libraries")],
)
def format_max(*, format: str) -> float:
    """Return the largest finite number that a format can hold.

    Parameters
    ----------
    format : str
        One of fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2, fp4_e2m1, int8, int4 [1].

    Returns
    -------
    float
        Largest finite value [1].

    Raises
    ------
    ValueError
        If the format is not known.

    Notes
    -----
    Source: IEEE 754-2019; OCP 8-bit Floating Point 1.0; OCP Microscaling Formats 1.0; checked against ml_dtypes.

    Examples
    --------
    >>> format_max(format="fp16"), format_max(format="fp8_e4m3")
    (65504.0, 448.0)
    """
    return _of(format, 0)


@formula(
    title="Smallest normal number of a format",
    symbol=r"x_{\text{min}}",
    unit="1",
    symbols={"format": r"\text{format}"},
    assumptions=["Whole-number formats have no finer numbers: their smallest is 1."],
    leaves_out=["Subnormal numbers, which reach lower with fewer digits.", NO_SCALE],
    words=["underflow", "range", "loss scaling", "fp16", "smallest value"],
    example={"format": "fp16"},
    browser=False,
    tex=r"\text{looked up in the table}",
)
def format_min_normal(*, format: str) -> float:
    """Return the smallest positive number that a format holds with all its digits.

    Parameters
    ----------
    format : str
        One of fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2, fp4_e2m1, int8, int4 [1].

    Returns
    -------
    float
        Smallest positive normal value [1].

    Raises
    ------
    ValueError
        If the format is not known.

    Notes
    -----
    Source: IEEE 754-2019; OCP 8-bit Floating Point 1.0; OCP Microscaling Formats 1.0.

    Examples
    --------
    >>> format_min_normal(format="fp16") == 2.0**-14
    True
    """
    return _of(format, 1)


@formula(
    title="Fineness of a format",
    symbol=r"\varepsilon",
    unit="1",
    symbols={"format": r"\text{format}"},
    assumptions=["Near 1; further out the gap grows with the number."],
    leaves_out=[NO_SCALE],
    words=["precision", "machine epsilon", "rounding", "digits", "mantissa"],
    example={"format": "bf16"},
    browser=False,
    tex=r"\text{looked up in the table}",
)
def format_epsilon(*, format: str) -> float:
    """Return the gap between 1 and the next larger number of a format.

    Parameters
    ----------
    format : str
        One of fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2, fp4_e2m1, int8, int4 [1].

    Returns
    -------
    float
        Gap after 1 [1].

    Raises
    ------
    ValueError
        If the format is not known.

    Notes
    -----
    Source: IEEE 754-2019; OCP 8-bit Floating Point 1.0; OCP Microscaling Formats 1.0; checked against ml_dtypes.

    Examples
    --------
    >>> format_epsilon(format="bf16"), format_epsilon(format="fp4_e2m1")
    (0.0078125, 0.5)
    """
    return _of(format, 2)


@formula(
    title="Bits per weight",
    symbol=r"\beta",
    unit="bit/weight",
    symbols={
        "element_bits": "b_e", "block_size": "k", "scale_bits": "b_s", "zero_bits": "b_z", "second_block_size": "k_2",
        "second_scale_bits": "b_2",
    },
    assumptions=["Blocks are full."],
    leaves_out=["Tensors that a file keeps in a wider format: a file's average lies above this."],
    words=["quantization", "4-bit", "GGUF", "GPTQ", "AWQ", "block scale", "group size", "MXFP4", "NF4"],
    example={"element_bits": 4, "block_size": 32, "scale_bits": 8},
    tex=r"b_e + \frac{b_s + b_z}{k} + \frac{b_2}{k k_2}",
    variants=[
        Variant(
            "file average",
            "all bits of a file over all its weights",
            "to predict a file's size: Q4_K_M has 4.89, its blocks 4.5",
        ),
    ],
)
def bits_per_weight(
    *,
    element_bits: float,
    block_size: float,
    scale_bits: float,
    zero_bits: float = 0,
    second_block_size: float = 0,
    second_scale_bits: float = 0,
) -> float:
    """Return the bits a quantized weight takes when its share of the block's scales is counted.

    Parameters
    ----------
    element_bits : float
        Bits of the weight itself [bit].
    block_size : float
        Weights that share one scale, whole [1].
    scale_bits : float
        Bits of that scale; 0 where there is none [bit].
    zero_bits : float
        Bits of the block's zero point or minimum; 0 where there is none [bit].
    second_block_size : float
        Blocks that share one scale of the second level, whole; 0 where there is none [1].
    second_scale_bits : float
        Bits of that scale [bit].

    Returns
    -------
    float
        Bits per weight [bit/weight].

    Raises
    ------
    ValueError
        If an argument is out of range, or only one of the two second-level arguments is given.

    Notes
    -----
    Source: OCP Microscaling Formats 1.0; Dettmers et al. 2023, QLoRA (arXiv:2305.14314), section 3; the block layouts
    of llama.cpp.

    Examples
    --------
    >>> bits_per_weight(element_bits=4, block_size=32, scale_bits=8)
    4.25
    >>> bits_per_weight(element_bits=4, block_size=64, scale_bits=8, second_block_size=256, second_scale_bits=32)
    4.126953125
    """
    positive("element_bits", element_bits)
    whole("block_size", block_size, 1)
    not_negative("scale_bits", scale_bits)
    not_negative("zero_bits", zero_bits)
    whole("second_block_size", second_block_size, 0)
    not_negative("second_scale_bits", second_scale_bits)
    bits = element_bits + (scale_bits + zero_bits) / block_size
    if second_block_size > 0:
        if second_scale_bits == 0:
            raise ValueError("second_scale_bits must be above 0 where second_block_size is given")
        return bits + second_scale_bits / (block_size * second_block_size)
    if second_scale_bits > 0:
        raise ValueError("second_block_size must be at least 1 where second_scale_bits is given")
    return bits
