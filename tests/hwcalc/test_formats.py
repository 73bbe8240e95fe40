"""The number formats, found out once more by decoding every bit pattern or by asking Python's own encoder."""

from __future__ import annotations

import struct

import pytest

import hwcalc

FORMATS = ["fp32", "tf32", "bf16", "fp16", "fp8_e4m3", "fp8_e5m2", "fp4_e2m1", "int8", "int4"]


def decoded(exponent_bits: int, mantissa_bits: int, special: str) -> list[tuple[float, bool]]:
    """Return every positive finite number of a small format, and whether it is normal.

    `special` says what the largest exponent holds: "ieee" keeps all of it for infinity and NaN, "ocp" only the very
    last pattern for NaN, "none" nothing.
    """
    bias = 2 ** (exponent_bits - 1) - 1
    top = 2**exponent_bits - 1
    numbers = []
    for exponent in range(top + 1):
        for mantissa in range(2**mantissa_bits):
            last = exponent == top and (special == "ieee" or (special == "ocp" and mantissa == 2**mantissa_bits - 1))
            if last or exponent == mantissa == 0:
                continue
            part = mantissa / 2**mantissa_bits
            value = (1 + part) * 2.0 ** (exponent - bias) if exponent else part * 2.0 ** (1 - bias)
            numbers.append((value, exponent > 0))
    return sorted(numbers)


@pytest.mark.parametrize(
    ("name", "exponent_bits", "mantissa_bits", "special"),
    [("fp16", 5, 10, "ieee"), ("fp8_e4m3", 4, 3, "ocp"), ("fp8_e5m2", 5, 2, "ieee"), ("fp4_e2m1", 2, 1, "none"),
     ("bf16", 8, 7, "ieee"), ("tf32", 8, 10, "ieee")],
)  # fmt: skip
def test_every_bit_pattern(name: str, exponent_bits: int, mantissa_bits: int, special: str) -> None:
    numbers = decoded(exponent_bits, mantissa_bits, special)
    values = [value for value, _ in numbers]
    assert hwcalc.format_max(format=name) == values[-1]
    assert hwcalc.format_min_normal(format=name) == min(value for value, normal in numbers if normal)
    assert hwcalc.format_epsilon(format=name) == values[values.index(1.0) + 1] - 1.0


def test_fp32_as_the_processor_stores_it() -> None:
    def from_bits(bits: int) -> float:
        return struct.unpack(">f", struct.pack(">I", bits))[0]

    assert hwcalc.format_max(format="fp32") == from_bits(0x7F7FFFFF)
    assert hwcalc.format_min_normal(format="fp32") == from_bits(0x00800000)
    assert hwcalc.format_epsilon(format="fp32") == from_bits(0x3F800001) - 1.0


@pytest.mark.parametrize(("name", "bits"), [("int8", 8), ("int4", 4)])
def test_whole_numbers(name: str, bits: int) -> None:
    assert hwcalc.format_max(format=name) == 2 ** (bits - 1) - 1
    assert hwcalc.format_min_normal(format=name) == hwcalc.format_epsilon(format=name) == 1


def test_every_format_is_tested_and_no_other_is_known() -> None:
    for name in FORMATS:
        assert 0 < hwcalc.format_min_normal(format=name) <= 1 < hwcalc.format_max(format=name)
    with pytest.raises(ValueError, match="format must be one of " + ", ".join(FORMATS) + ", not 'fp6'"):
        hwcalc.format_max(format="fp6")
