"""What an instructor writes for the block product: one or more of its three parts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from coursekit.read.schema import ElementSettings, Expression, Name, Text
from coursekit.read.validate import Model

EDGE = 4
Tool = Literal["scalar", "vector", "small", "block"]
Row = Annotated[list[Expression], Field(min_length=EDGE, max_length=EDGE)]
Matrix = Annotated[list[Row], Field(min_length=EDGE, max_length=EDGE)]


class Names(Model):
    """What the three matrices are called."""

    first: Text
    second: Text
    result: Text


class Tools(Model):
    """What the four tools are called: one cell, a row of four, a block of two, a block of four."""

    scalar: Text
    vector: Text
    small: Text
    block: Text


class Steps(Model):
    """A product of two matrices of four rows and columns, made with four tools."""

    names: Names
    tools: Tools
    first: Matrix
    second: Matrix
    start: Tool = "scalar"


class Padding(Model):
    """A table of results that is covered by whole blocks: its rows and columns, the most there can be, and the edge of a block."""

    rows: Expression
    columns: Expression
    most: Expression
    block: Expression
    blocks: Annotated[list[Expression], Field(min_length=2, max_length=4)]


class Peaks(Model):
    """The dense peaks of some chips, format by format."""

    chips: Annotated[list[str], Field(min_length=2, max_length=10)]
    formats: Annotated[list[Name], Field(min_length=2, max_length=5)]
    start: Name

    @model_validator(mode="after")
    def _starts_with_one(self) -> Peaks:
        if self.start not in self.formats:
            raise ValueError(f"the start '{self.start}' is none of the formats: {', '.join(self.formats)}")
        if len(set(self.chips)) < len(self.chips):
            raise ValueError("a chip is named twice")
        return self


class Settings(ElementSettings):
    """One or more of the three parts: the steps of a product, its padding, and what the formats of chips bring."""

    element: Literal["block-product"]
    steps: Steps | None = None
    padding: Padding | None = None
    peaks: Peaks | None = None

    @model_validator(mode="after")
    def _shows_something(self) -> Settings:
        if not (self.steps or self.padding or self.peaks):
            raise ValueError("the element shows nothing; give 'steps', 'padding' or 'peaks'")
        return self
