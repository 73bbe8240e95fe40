"""What an instructor writes for the matrix stepper."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from coursekit.read.schema import ElementSettings, Expression, Text
from coursekit.read.validate import Model

Row = Annotated[list[Expression], Field(min_length=2, max_length=6)]


class Names(Model):
    """What the three matrices are called, and their rows and columns; `cell` names one result by `{row}` and `{column}`."""

    first: Text
    second: Text
    result: Text
    rows: Annotated[list[Text], Field(min_length=2, max_length=8)]
    columns: Annotated[list[Text], Field(min_length=2, max_length=4)]
    cell: Text

    @model_validator(mode="after")
    def _names_the_place(self) -> Names:
        for place in ("{row}", "{column}"):
            if place not in self.cell:
                raise ValueError(f"'cell' does not say which one; write {place} where its number belongs")
        return self


class Sizes(Model):
    """M, N and K: rows of the first matrix, columns of the second, and the length that both share."""

    m: Annotated[int, Field(ge=1, le=8)]
    n: Annotated[int, Field(ge=1, le=4)]
    k: Annotated[int, Field(ge=1, le=6)]


class Settings(ElementSettings):
    """Two matrices of small whole numbers, as large as the learner may make them, and the sizes at the start."""

    element: Literal["matrix-stepper"]
    names: Names
    first: Annotated[list[Row], Field(min_length=2, max_length=8)]
    second: Annotated[list[Annotated[Row, Field(max_length=4)]], Field(min_length=2, max_length=6)]
    start: Sizes

    @model_validator(mode="after")
    def _fits(self) -> Settings:
        for name, matrix in (("first", self.first), ("second", self.second)):
            if len({len(row) for row in matrix}) > 1:
                raise ValueError(f"the rows of '{name}' are not equally long")
        if len(self.first[0]) != len(self.second):
            raise ValueError(
                f"the shapes do not fit: a row of 'first' has {len(self.first[0])} numbers, a column of 'second' {len(self.second)}"
            )
        for name, names, size in (("rows", self.names.rows, len(self.first)), ("columns", self.names.columns, len(self.second[0]))):
            if len(names) != size:
                raise ValueError(f"'{name}' has {len(names)} names for {size} {name}; give each one a name")
        most = {"m": len(self.first), "n": len(self.second[0]), "k": len(self.second)}
        for size, largest in most.items():
            if getattr(self.start, size) > largest:
                raise ValueError(f"the start '{size}' is larger than the matrices, which allow {largest}")
        return self
