"""The fields of `figures/<id>.yml`, one class for each kind of figure.

Numbers are expressions: a formula call, a catalogue path, a name from the figure's `values`, or a plain number in SI
units. Texts are written once where they read the same in every language, or as `{en: ..., pl: ...}`; they may hold
values as `{= EXPRESSION | UNIT DIGITS =}`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    RootModel,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from coursekit.read.schema import (
    Bilingual,
    Expression,
    Identifier,
    Name,
    Resource,
    Text,
)
from coursekit.read.validate import Model
from hwcalc.units import UnitError, unit_named

Words = Annotated[
    Annotated[Text, Tag("text")] | Annotated[Bilingual, Tag("languages")],
    Discriminator(lambda given: "languages" if isinstance(given, dict | Bilingual) else "text"),
]
Pattern = Literal["solid", "light", "slant", "cross", "vertical", "horizontal"]
Basis = Literal["measured", "modelled", "stated"]

_NAMES_THE_PICTURE = re.compile(
    r"\s*(an?|the|this)?\s*(graph|chart|plot|figure|image|picture|diagram|wykres|rysunek|obraz)\b", re.IGNORECASE
)


def _known_unit(unit: str) -> str:
    try:
        unit_named(unit)
    except UnitError as error:
        wrong, _, right = str(error).partition(", did you")
        raise ValueError(f"{wrong}; did you{right}" if right else wrong) from None
    return unit


Unit = Annotated[str, AfterValidator(_known_unit)]


class Mark(Model):
    """A labelled line across the plot, for something to compare with."""

    label: Words
    value: Expression


class Axis(Model):
    """The axis that carries the values."""

    label: Words
    unit: Unit
    scale: Literal["linear", "log"] = "linear"
    start: Annotated[Expression | None, Field(alias="from")] = None
    stop: Annotated[Expression | None, Field(alias="to")] = None


class FigureBase(Model):
    """What every figure has."""

    id: Identifier
    """The name of the file, without `.yml`."""
    title: Words
    claim: Words
    """The alternative text: says what the figure shows to be so."""
    caption: Words
    values: dict[Name, Expression] = {}
    """Expressions that several fields share."""
    digits: Annotated[int, Field(ge=2, le=8)] | None = None
    """Significant digits of every number that is written; without it three, and four where three would round the ones away."""

    @field_validator("id")
    @classmethod
    def _is_the_file_name(cls, value: str, info: ValidationInfo) -> str:
        expected = (info.context or {}).get("name")
        if expected is not None and value != expected:
            raise ValueError(f"the id '{value}' is not the file's name; write 'id: {expected}' or rename the file")
        return value

    @field_validator("claim")
    @classmethod
    def _states_a_claim(cls, value: str | Bilingual) -> str | Bilingual:
        for text in [value] if isinstance(value, str) else [value.en, value.pl]:
            if _NAMES_THE_PICTURE.match(text):
                raise ValueError("the claim describes the picture; say what the figure shows to be so, as a sentence")
        return value


class Roof(Model):
    """One chip: its dense peak and its memory bandwidth. Give `chip` and `format`, or `peak` and `bandwidth`."""

    label: Words
    chip: Identifier | None = None
    format: str | None = None
    peak: Expression | None = None
    bandwidth: Expression | None = None

    @model_validator(mode="after")
    def _has_a_roof(self) -> Roof:
        if (self.chip is None) != (self.format is None):
            raise ValueError("'chip' and 'format' belong together; give both, for example format: bf16")
        if (self.chip is None) and None in (self.peak, self.bandwidth):
            raise ValueError("the roof has no height; give 'chip' and 'format', or 'peak' and 'bandwidth'")
        return self


class Operation(Model):
    """Work with a known intensity, placed under every roof; `measured` adds what a chip was seen to reach."""

    label: Words
    intensity: Expression
    measured: Expression | None = None


class RooflineFigure(FigureBase):
    """Attainable speed over arithmetic intensity, for one to four chips. The first roof's two regions are shaded."""

    kind: Literal["roofline"]
    roofs: Annotated[list[Roof], Field(min_length=1, max_length=4)]
    operations: Annotated[list[Operation], Field(max_length=6)] = []


class Part(Model):
    """One kind of content that the bars are stacked from."""

    id: Name
    label: Words
    resource: Resource = "capacity"
    pattern: Pattern = "solid"


class StackedBar(Model):
    """One bar; `parts` gives the size of each part by its id."""

    label: Words
    note: Words | None = None
    parts: Annotated[dict[Name, Expression], Field(min_length=1)]


class StackFigure(FigureBase):
    """Bars stacked from parts, with lines for what there is room for."""

    kind: Literal["stack"]
    axis: Axis
    parts: Annotated[list[Part], Field(min_length=1, max_length=6)]
    bars: Annotated[list[StackedBar], Field(min_length=1, max_length=10)]
    limits: Annotated[list[Mark], Field(max_length=3)] = []

    @model_validator(mode="after")
    def _parts_are_known(self) -> StackFigure:
        known = [part.id for part in self.parts]
        if len(set(known)) < len(known):
            raise ValueError("two parts have the same id; ids are used once")
        for bar in self.bars:
            for name in bar.parts:
                if name not in known:
                    raise ValueError(f"a bar has a part '{name}' that is not declared; known are: {', '.join(known)}")
        return self


class BandRow(Model):
    """One row: a range, a point, or both."""

    label: Words
    note: Words | None = None
    """Who says so, when, and what is counted."""
    low: Expression | None = None
    high: Expression | None = None
    point: Expression | None = None
    basis: Basis
    resource: Resource = "power"

    @model_validator(mode="after")
    def _shows_something(self) -> BandRow:
        if (self.low is None) != (self.high is None):
            raise ValueError("a range needs both ends; give 'low' and 'high'")
        if self.low is None and self.point is None:
            raise ValueError("the row shows nothing; give 'point', or 'low' and 'high'")
        return self


class BandsFigure(FigureBase):
    """Ranges as bands and single values as dots; measured ones are filled, modelled ones hollow."""

    kind: Literal["bands"]
    axis: Axis
    rows: Annotated[list[BandRow], Field(min_length=1, max_length=12)]
    marks: Annotated[list[Mark], Field(max_length=3)] = []


class BarRow(Model):
    """One bar. A bound has a hatched end: the real value lies below or above it."""

    label: Words
    note: Words | None = None
    value: Expression
    resource: Resource
    bound: bool = False


class BarsFigure(FigureBase):
    """Horizontal bars of single values."""

    kind: Literal["bars"]
    axis: Axis
    rows: Annotated[list[BarRow], Field(min_length=1, max_length=14)]
    marks: Annotated[list[Mark], Field(max_length=3)] = []


class Sweep(Model):
    """The argument that runs along the x axis; the series use its name in their expressions."""

    name: Name
    label: Words
    unit: Unit = "1"
    scale: Literal["linear", "log", "log2"] = "linear"
    start: Annotated[Expression, Field(alias="from")]
    stop: Annotated[Expression, Field(alias="to")]
    points: Annotated[int, Field(ge=2, le=200)] = 41
    whole: bool = False
    """Round the argument to whole numbers, for things that are counted."""
    rows: Annotated[list[Expression], Field(max_length=8)] = []
    """Where the table looks; without them, at a few places along the sweep. The lines pass through them too."""


class Series(Model):
    """One line, or a band between `low` and `high`."""

    label: Words
    resource: Resource
    value: Expression | None = None
    low: Expression | None = None
    high: Expression | None = None

    @model_validator(mode="after")
    def _is_line_or_band(self) -> Series:
        if (self.low is None) != (self.high is None):
            raise ValueError("a range needs both ends; give 'low' and 'high'")
        if self.low is None and self.value is None:
            raise ValueError("the series shows nothing; give 'value', or 'low' and 'high'")
        return self


class Point(Model):
    """A single value beside the lines."""

    label: Words
    x: Expression
    y: Expression
    basis: Basis = "measured"
    resource: Resource


class LineFigure(FigureBase):
    """One or more series over a swept argument."""

    kind: Literal["line"]
    x: Sweep
    y: Axis
    series: Annotated[list[Series], Field(min_length=1, max_length=5)]
    points: Annotated[list[Point], Field(max_length=8)] = []
    marks: Annotated[list[Mark], Field(max_length=3)] = []


Figure = RooflineFigure | StackFigure | BandsFigure | BarsFigure | LineFigure

#: The known kinds, in the order in which they are documented.
FIGURE_KINDS: dict[str, type[FigureBase]] = {
    get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(Figure)
}


class FigureFile(RootModel[Annotated[Figure, Field(discriminator="kind")]]):
    """A whole figure file.

    ``FigureFile.model_validate(data, context={"name": "kv-cache-stack"})`` also holds the id against the file's name.
    """

    @classmethod
    def read(cls, data: Any, name: str) -> Figure:
        """Return the checked figure of one file.

        Parameters
        ----------
        data : object
            What the YAML file holds.
        name : str
            The file's name without `.yml`.

        Raises
        ------
        pydantic.ValidationError
            With a location for everything that is wrong.
        """
        return cls.model_validate(data, context={"name": name}).root
