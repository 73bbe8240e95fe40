"""What an instructor writes for the tile walker."""

from __future__ import annotations

from typing import Literal

from coursekit.read.schema import (
    ElementSettings,
    Expression,
    Identifier,
    Name,
    Text,
)
from coursekit.read.validate import Model


class Place(Model):
    """A memory on the chip: what it is called within a sentence, and its size in bytes."""

    label: Text
    bytes: Expression


class Settings(ElementSettings):
    """The product of two square matrices on one chip: its size, the tile at the start, and where tiles can lie.

    `edge` and `tile` are powers of two. `near` is the memory of one block, `shared` the larger one of all blocks.
    """

    element: Literal["tile-walker"]
    edge: Expression
    tile: Expression
    chip: Identifier
    format: Name = "bf16"
    bytes_per_number: Expression
    bytes_per_sum: Expression
    near: Place
    shared: Place
