"""What an instructor writes for the bit flipper."""

from __future__ import annotations

from typing import Literal

from coursekit.read.schema import ElementSettings, Expression


class Settings(ElementSettings):
    """A number to be stored, and the format in which it is shown at the start."""

    element: Literal["bit-flipper"]
    format: Literal["fp32", "tf32", "bf16", "fp16", "fp8_e4m3", "fp8_e5m2", "fp4_e2m1", "int8", "int4"]
    number: Expression
