"""What an instructor writes for the grid of warps."""

from __future__ import annotations

from typing import Literal

from coursekit.read.schema import ElementSettings, Expression


class Settings(ElementSettings):
    """A block of threads on a chip: how many threads go another way at the start, and how many blocks run."""

    element: Literal["warp-grid"]
    threads: Expression
    warp: Expression
    other: Expression
    blocks: Expression
    multiprocessors: Expression
    held: Expression
