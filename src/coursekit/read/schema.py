"""The fields of the files that instructors edit.

Every class is one kind of file or one part of it. `course schema` prints them as JSON Schema for editors.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from coursekit.read.validate import Model

Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
LessonIdentifier = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]


class ForReaders:
    """Marks a field whose words learners read: a translation holds them, and nothing but them (see coursekit.read.texts)."""


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), ForReaders()]
Symbol = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]
Expression = str | int | float
Resource = Literal["compute", "capacity", "bandwidth", "network", "queue", "software", "power"]


# The syllabus

class SyllabusLesson(Model):
    """One lesson of a track."""

    id: Identifier
    title: Text
    minutes: Annotated[int, Field(ge=5, le=60)]
    unit: Text | None = None
    covers: list[Text] = []
    try_: Annotated[Text | None, Field(alias="try")] = None
    uses: list[Text] = []


class Track(Model):
    """One track: a list of lessons in reading order."""

    id: Identifier
    title: Text
    audience: Text
    promise: Text
    lessons: Annotated[list[SyllabusLesson], Field(min_length=1)]


class Bilingual(Model):
    """A text in both languages."""

    en: Text
    pl: Text


class SyllabusProject(Model):
    """The project at the end of the course."""

    id: Identifier
    title: Text
    covers: list[Text] = []


class Subtopic(Model):
    """One subtopic card."""

    id: Identifier
    title: Bilingual


class Topics(Model):
    """The topic card and its subtopics."""

    id: Identifier
    title: Bilingual
    subtopics: list[Subtopic]


class Syllabus(Model):
    """All tracks, the project and the topic card: the only place where order is written."""

    tracks: Annotated[list[Track], Field(min_length=1)]
    project: SyllabusProject
    topics: Topics


# lesson.md

class Outcome(Model):
    """Something that the learner can do afterwards: one verb, one object, one condition."""

    id: Identifier
    text: Text


class Allowance(Model):
    """A quantity that may stand in prose by hand, and why."""

    text: Text
    reason: Text


class LessonFront(Model):
    """The block between the two lines of dashes at the top of lesson.md."""

    title: Text
    idea: Text
    needs: list[LessonIdentifier] = []
    outcomes: Annotated[list[Outcome], Field(min_length=2, max_length=3)]
    resources: Annotated[list[Resource], Field(min_length=1)]
    reviewed: Day
    status: Literal["draft", "published"] = "published"
    formula: Name | None = None
    misconceptions: list[Identifier] = []
    values: dict[Name, Expression] = {}
    allow: list[Allowance] = []

    @model_validator(mode="after")
    def _short_title(self) -> LessonFront:
        if len(self.title.split()) > 12:
            raise ValueError(f"the title has {len(self.title.split())} words; it may have 12 at most")
        return self


# quiz.yml

class Option(Model):
    """One option of a single-choice item."""

    text: Text
    feedback: Text
    correct: bool = False
    misconception: Identifier | None = None
    id: Identifier | None = None


class Statement(Model):
    """One statement of a multiple-choice item: it holds or it does not."""

    text: Text
    holds: bool
    feedback: Text
    misconception: Identifier | None = None


class Slip(Model):
    """A wrong value that people often arrive at, and what to tell them."""

    value: Expression
    feedback: Text


class Move(Model):
    """Something that could be done next, and what each resource then needs."""

    id: Identifier
    text: Text
    demand: dict[Resource, Expression]
    feedback: Text
    misconception: Identifier | None = None


class Slider(Model):
    """A slider for a guess."""

    min: float | int
    max: float | int
    start: float | int
    unit: Symbol = "1"
    scale: Literal["linear", "log"] = "linear"
    whole: bool = False


class Item(Model):
    """What all items share."""

    id: Identifier
    prompt: Text
    from_: Annotated[LessonIdentifier | None, Field(alias="from")] = None
    pointer: Text | None = None


class Graded(Item):
    """What all items share that test an outcome; review items test one of an earlier lesson and need not name it."""

    outcome: Identifier | None = None

    @model_validator(mode="after")
    def _tests_something(self) -> Graded:
        if self.outcome is None and self.from_ is None:
            raise ValueError("the field 'outcome' is missing; add 'outcome: ...', or 'from: ...' for a review item")
        return self


class Predict(Item):
    """A guess that is stored and answered later in the lesson; not graded."""

    type: Literal["predict"]
    options: Annotated[list[Text] | None, Field(min_length=2, max_length=4)] = None
    slider: Slider | None = None
    answer: Expression
    reveal: Text

    @model_validator(mode="after")
    def _one_way_to_guess(self) -> Predict:
        if (self.options is None) == (self.slider is None):
            raise ValueError("a guess needs either 'options' or a 'slider'; keep one")
        if self.options is not None and self.answer not in self.options:
            raise ValueError(f"the answer '{self.answer}' is none of the options; repeat one of them word for word")
        return self


class Single(Graded):
    """Three options, one of them right."""

    type: Literal["single"]
    options: Annotated[list[Option], Field(min_length=3, max_length=4)]
    ordinal: bool = False


class Multiple(Graded):
    """Four or five statements, each true or false."""

    type: Literal["multiple"]
    statements: Annotated[list[Statement], Field(min_length=4, max_length=5)]


class Numeric(Graded):
    """A value and a unit."""

    type: Literal["numeric"]
    answer: Expression
    unit: Symbol
    units: Annotated[list[Symbol], Field(min_length=2)]
    tolerance: Annotated[float, Field(gt=0, le=1)] = 0.02
    factor: Annotated[float | int, Field(ge=1)] | None = None
    digits: Annotated[int, Field(ge=1, le=15)] = 3
    slips: list[Slip] = []
    feedback: Text
    hint: Text | None = None


class Order(Graded):
    """Steps to be put in order; written here in the right one."""

    type: Literal["order"]
    steps: Annotated[list[Text], Field(min_length=3, max_length=5)]
    feedback: Text


class Diagnose(Graded):
    """A case: which resource limits, and which next move helps most. The key is computed from the demands."""

    type: Literal["diagnose"]
    demand: Annotated[dict[Resource, Expression], Field(min_length=2)]
    demand_unit: Symbol = "s"
    moves: Annotated[list[Move], Field(min_length=2, max_length=4)]
    limit_feedback: dict[Resource, Text]


QuizItem = Annotated[Predict | Single | Multiple | Numeric | Order | Diagnose, Field(discriminator="type")]


class Quiz(Model):
    """All items of one lesson."""

    items: Annotated[list[QuizItem], Field(min_length=1)]


# Widgets

class Preset(Model):
    """A menu that sets several inputs from catalogue entries."""

    label: Text
    from_: Annotated[Literal["hardware", "models", "networks", "instances"], Field(alias="from")]
    ids: Annotated[list[str], Field(min_length=2)]
    set: Annotated[dict[Name, str], Field(min_length=1)]
    start: str
    more: bool = False


class Input(Model):
    """Something the learner moves: a slider, or a choice of a few values."""

    label: Text
    start: Expression
    unit: Symbol = "1"
    min: float | int | None = None
    max: float | int | None = None
    step: float | int | None = None
    scale: Literal["linear", "log", "log2"] = "linear"
    choices: Annotated[list[float | int] | None, Field(min_length=2)] = None
    digits: Annotated[int, Field(ge=1, le=15)] = 3
    more: bool = False

    @model_validator(mode="after")
    def _range_or_choices(self) -> Input:
        if self.choices is None and (self.min is None or self.max is None):
            raise ValueError("an input needs 'min' and 'max', or 'choices'")
        if self.choices is None and self.min >= self.max:
            raise ValueError("'min' must be below 'max'")
        if self.scale != "linear" and self.choices is None and self.min <= 0:
            raise ValueError("a logarithmic scale needs 'min' above 0")
        return self


class Output(Model):
    """Something that is computed: a formula, its arguments bound by name or by 'with'."""

    label: Text
    formula: Name
    unit: Symbol | None = None
    with_: Annotated[dict[Name, Expression], Field(alias="with")] = {}
    digits: Annotated[int, Field(ge=1, le=15)] = 3
    resource: Resource | None = None
    hidden: bool = False


class Mark(Model):
    """A named value drawn into a plot."""

    label: Text
    value: Expression
    axis: Literal["x", "y"] = "y"


class Plot(Model):
    """A plot beside the results."""

    kind: Literal["line", "stack", "bars"]
    x: Name | None = None
    y: Annotated[list[Name], Field(min_length=1)]
    scale: Annotated[list[Literal["linear", "log"]], Field(min_length=2, max_length=2)] = ["linear", "linear"]
    marks: list[Mark] = []
    claim: Text


class Widget(Model):
    """An interactive part, described and not programmed."""

    id: Identifier
    title: Text
    goal: Text
    presets: dict[Name, Preset] = {}
    inputs: dict[Name, Input] = {}
    outputs: Annotated[dict[Name, Output], Field(min_length=1)]
    say: Text
    limit: dict[Resource, Name] = {}
    plot: Plot | None = None


class ElementSettings(Model):
    """What every bespoke element has; each adds fields of its own (see coursekit.elements)."""

    id: Identifier
    element: Identifier
    title: Text
    goal: Text


class Operation(Model):
    """A named operation on the roofline."""

    id: Identifier
    label: Text
    intensity: Expression


class RooflineExplorer(ElementSettings):
    """The live roofline: operations under the roofs of up to three chips."""

    element: Literal["roofline-explorer"]
    chips: Annotated[list[str], Field(min_length=1, max_length=3)]
    format: Name = "bf16"
    start: Identifier
    operations: Annotated[list[Operation], Field(min_length=1)]
