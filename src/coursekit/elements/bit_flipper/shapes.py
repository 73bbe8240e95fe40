"""The number formats of the bit flipper: how a number becomes bits, and what bits stand for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from hwcalc.formats import (
    float_exponent,
    float_gap,
    float_largest,
    float_nearest,
    float_value,
    integer_nearest,
)


@dataclass(frozen=True)
class Shape:
    """One format. A floating-point format has bits for exponent and fraction; an integer format has neither, only `bits`.

    Parameters
    ----------
    label : str
    exponent, fraction : int
        Bits; 0 for an integer format.
    infinity, nan : bool
        What the last patterns are kept for.
    bits : int
        All of them, the sign's included.
    """

    label: str
    exponent: int
    fraction: int
    infinity: bool
    nan: bool
    bits: int

    @property
    def split(self) -> dict[str, Any]:
        """Exponent and fraction bits, as the formulas name them."""
        return {"exponent_bits": self.exponent, "fraction_bits": self.fraction}

    @property
    def kinds(self) -> dict[str, Any]:
        """All that the formulas ask of a floating-point format."""
        return {**self.split, "has_infinity": self.infinity, "has_nan": self.nan}

    def parts(self, code: int) -> tuple[int, int, int]:
        """Return sign, exponent and fraction of a pattern; an integer format has everything in the fraction."""
        low = self.bits - 1 if not self.exponent else self.fraction
        return code >> (self.bits - 1), (code >> low) % 2**self.exponent, code % 2**low

    def nearest(self, number: float) -> float:
        """Return what a number becomes."""
        size = abs(number)
        stored = float_nearest(size=size, **self.kinds) if self.exponent else integer_nearest(size=size, bits=self.bits)
        return math.copysign(stored, number)

    def code(self, number: float) -> int:
        """Return the pattern of the number that lies nearest."""
        stored = self.nearest(number)
        if not self.exponent:
            return int(stored) % 2**self.bits
        sign = 2 ** (self.bits - 1) if math.copysign(1, number) < 0 else 0
        if math.isinf(stored):
            return sign + (2**self.exponent - 1) * 2**self.fraction
        exponent = float_exponent(size=abs(stored), exponent_bits=self.exponent)
        steps = abs(stored) / float_gap(exponent=exponent, **self.split)
        return sign + int(steps + max(exponent - 1, 0) * 2**self.fraction)

    def value(self, code: int) -> float:
        """Return what a pattern stands for.

        Raises
        ------
        ValueError
            If it is a NaN.
        """
        sign, exponent, fraction = self.parts(code)
        if not self.exponent:
            return fraction - sign * 2.0 ** (self.bits - 1)
        return float_value(sign=sign, exponent=exponent, fraction=fraction, **self.kinds)

    def gap(self, number: float) -> float:
        """Return the gap between a stored number and the next one."""
        if not self.exponent:
            return 1.0
        return float_gap(exponent=float_exponent(size=abs(number), exponent_bits=self.exponent), **self.split)

    def largest(self) -> float:
        """Return the largest finite number."""
        return float_largest(**self.kinds) if self.exponent else 2.0 ** (self.bits - 1) - 1


def _floating(label: str, exponent: int, fraction: int, infinity: bool, nan: bool) -> Shape:
    return Shape(label, exponent, fraction, infinity, nan, 1 + exponent + fraction)


SHAPES = {
    "fp32": _floating("FP32", 8, 23, True, True),
    "tf32": _floating("TF32", 8, 10, True, True),
    "bf16": _floating("BF16", 8, 7, True, True),
    "fp16": _floating("FP16", 5, 10, True, True),
    "fp8_e4m3": _floating("FP8 E4M3", 4, 3, False, True),
    "fp8_e5m2": _floating("FP8 E5M2", 5, 2, True, True),
    "fp4_e2m1": _floating("FP4 E2M1", 2, 1, False, False),
    "int8": Shape("INT8", 0, 0, False, False, 8),
    "int4": Shape("INT4", 0, 0, False, False, 4),
}
