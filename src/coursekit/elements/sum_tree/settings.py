"""What an instructor writes for the sum tree."""

from __future__ import annotations

from typing import Literal

from coursekit.read.schema import ElementSettings, Expression


class Settings(ElementSettings):
    """A sum of many numbers, how many workers share it at the start, and which share of a whole job is serial then."""

    element: Literal["sum-tree"]
    numbers: Expression
    workers: Expression
    serial: Expression
