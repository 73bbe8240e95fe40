"""What the renderer is given: items and widgets with every value resolved.

The compiler reads `quiz.yml` and the widget blocks, evaluates each expression and fills these records; the
renderer turns them into HTML and knows nothing of files, formulas or the catalogue. Three kinds of text occur:

* fields said to be *HTML* hold trusted markup, made at build from the course's own Markdown;
* all other text is plain and is escaped when it is rendered;
* *keys* are short plain names (`[a-z0-9-]+`) that the learner's record stores. They must stay the same when a
  text is edited, when options change places and between languages.

Quantities are floats in the SI unit of their dimension (B, FLOP, FLOP/s, s, J ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

RESOURCES = ("compute", "capacity", "bandwidth", "network", "queue", "software", "power")


@dataclass(frozen=True, kw_only=True)
class ItemView:
    """What every quiz item has.

    Parameters
    ----------
    id : str
        `<lesson id>/<item id>`, for example ``find-the-bottleneck/kv-cache/which-limit``.
    prompt : str
        The question, HTML. Inline markup, or blocks where a case needs several paragraphs.
    pointer : str
        One pointer back, HTML: a link to the section or the lesson where the idea stands. May be empty.
    """

    id: str
    prompt: str
    pointer: str = ""


@dataclass(frozen=True)
class Option:
    """One answer to choose.

    `key` is the id of the misconception, ``right`` for the correct option, else its place in the source (``o2``).
    `text` and `feedback` are HTML. The feedback says why the option attracts and what is right.
    """

    key: str
    text: str
    feedback: str
    correct: bool = False


@dataclass(frozen=True, kw_only=True)
class SingleItem(ItemView):
    """One option is right. The renderer shuffles the options (always the same way) unless they are `ordinal`."""

    options: tuple[Option, ...]
    ordinal: bool = False


@dataclass(frozen=True)
class Statement:
    """One statement to judge; `key` is its place in the source (``s1``). `text` and `feedback` are HTML."""

    key: str
    text: str
    holds: bool
    feedback: str


@dataclass(frozen=True, kw_only=True)
class MultipleItem(ItemView):
    """Every statement is ticked or left; each right decision earns its part."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class UnitChoice:
    """One line of a unit menu: what is shown, how many SI units it is, and its dimension (any fixed name)."""

    symbol: str
    factor: float
    dimension: str


@dataclass(frozen=True)
class Slip:
    """A value that a well-known slip leads to (SI), and what to say to it (HTML)."""

    value: float
    feedback: str


@dataclass(frozen=True, kw_only=True)
class NumericItem(ItemView):
    """A value with a unit.

    Parameters
    ----------
    answer : float
        The key, SI.
    answer_text : str
        The key as it is printed, for example ``10.7 GB``. Plain text.
    dimension : str
        The dimension of the key, one of the menu's.
    units : tuple of UnitChoice
        The menu. With a single entry no menu is drawn; with none the answer is a bare number.
    tolerance : float
        Relative: 0.02 accepts 2 % to either side.
    factor : float
        For orders of magnitude: 2 accepts from half to twice the key. 0 means that `tolerance` counts.
    slips : tuple of Slip
        Tried in this order when the value is wrong.
    feedback, hint : str
        HTML. `feedback` explains the right answer; `hint` answers a wrong value that is no known slip.
    """

    answer: float
    answer_text: str
    dimension: str
    units: tuple[UnitChoice, ...]
    tolerance: float = 0.02
    factor: float = 0.0
    slips: tuple[Slip, ...] = ()
    feedback: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Step:
    """One step of an order item; `key` is its place in the source (``s1``), `text` is HTML."""

    key: str
    text: str


@dataclass(frozen=True, kw_only=True)
class OrderItem(ItemView):
    """Steps, given here in the right order; the renderer shuffles them (always the same way, never rightly)."""

    steps: tuple[Step, ...]
    feedback: str = ""


@dataclass(frozen=True)
class Limit:
    """One resource that may be the limit, what the case asks of it (plain text) and the feedback (HTML)."""

    resource: str
    demand_text: str
    feedback: str


@dataclass(frozen=True)
class Move:
    """One next move of a diagnose item. `text` and `feedback` are HTML; `result_text` says what is left (plain)."""

    key: str
    text: str
    feedback: str
    result_text: str = ""


@dataclass(frozen=True, kw_only=True)
class DiagnoseItem(ItemView):
    """Which resource limits, and which move helps most: two questions in one form.

    Parameters
    ----------
    limits : tuple of Limit
        The resources to choose from; the renderer keeps their order.
    limit : str
        The resource with the largest demand: the key of the first question.
    by : float
        The largest demand over the second largest, shown on the limit badge.
    moves : tuple of Move
        The renderer shuffles them.
    best : str
        The key of the move that leaves the smallest largest demand: the key of the second question.
    """

    limits: tuple[Limit, ...]
    limit: str
    by: float
    moves: tuple[Move, ...]
    best: str


@dataclass(frozen=True)
class Slider:
    """A guess on a scale: `scale` is ``linear`` or ``log``; limits, start and `step` (0: none) are SI, shown in `unit` (`digits` None: in full)."""

    minimum: float
    maximum: float
    start: float
    unit: str = "1"
    scale: str = "linear"
    digits: int | None = None
    step: float = 0.0


@dataclass(frozen=True, kw_only=True)
class PredictItem(ItemView):
    """A guess before the lesson; stored, never graded.

    Exactly one of `options` (key and HTML text; feedback unused) and `slider` is given. `answer` is the key of the
    right option or the value (SI). `answer_text` is printed beside the learner's guess (plain). `reveal` is the
    explanation (HTML), shown where the lesson places it by `render_reveal`.
    """

    options: tuple[Option, ...] = ()
    slider: Slider | None = None
    answer: str | float = ""
    answer_text: str = ""
    reveal: str = ""


@dataclass(frozen=True)
class Choice:
    """One line of a select: the value (SI) and the text shown (plain)."""

    value: float
    text: str


@dataclass(frozen=True, kw_only=True)
class InputView:
    """One control of a widget.

    With `choices` it is a select, else a slider with a number field. Limits and start are SI; the field shows them
    in `unit`. `scale` is ``linear``, ``log`` or ``log2`` (stops at powers of two). `step` (SI) snaps a linear slider;
    0 lets the renderer choose. On a logarithmic scale it rounds: 1 keeps whole numbers. `digits` None prints the
    setting in full. `more` moves the control behind "More settings".
    """

    name: str
    label: str
    start: float
    unit: str = "1"
    minimum: float = 0.0
    maximum: float = 0.0
    scale: str = "linear"
    step: float = 0.0
    digits: int | None = None
    choices: tuple[Choice, ...] = ()
    more: bool = False


@dataclass(frozen=True)
class PresetOption:
    """One entry of a preset: its key, its name, and the values it sets (SI), by the names that formulas ask for."""

    key: str
    label: str
    values: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class PresetView:
    """A select that sets several values at once, for example a model or a chip."""

    name: str
    label: str
    options: tuple[PresetOption, ...]
    start: str
    more: bool = False


@dataclass(frozen=True, kw_only=True)
class OutputView:
    """One result.

    Parameters
    ----------
    name, label, unit : str
        `unit` as `quantity_text` understands it.
    formula : str
        The name of a formula of the browser module.
    arguments : mapping
        Each argument of the formula, bound: a string names an input, a preset value or an earlier output; a number
        or a bool is passed on as it is.
    start : float
        The result at the start values (SI), calculated at build.
    resource : str
        Colour, stroke and sign in plots; empty for none.
    hidden : bool
        Calculated for other outputs, the plot or the sentence, but not listed.
    """

    name: str
    label: str
    unit: str
    formula: str
    arguments: Mapping[str, str | float | bool]
    start: float
    digits: int = 3
    resource: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Mark:
    """A reference line across the plot at `value` (SI) of the y axis (or the x axis), with its label."""

    label: str
    value: float
    axis: str = "y"


@dataclass(frozen=True, kw_only=True)
class PlotView:
    """A plot of outputs.

    `kind` is ``line`` (outputs over the input `x`), ``stack`` (one bar, the outputs end to end) or ``bars`` (one bar
    for each output). `scale` gives the x and the y axis, ``linear`` or ``log``; stacks and bars use the second.
    `claim` is the text alternative: what the plot shows (plain).
    """

    kind: str
    y: tuple[str, ...]
    x: str = ""
    scale: tuple[str, str] = ("linear", "linear")
    marks: tuple[Mark, ...] = ()
    claim: str = ""


@dataclass(frozen=True, kw_only=True)
class WidgetView:
    """A declarative widget.

    `id` is `<lesson id>/<widget id>`. `title` is plain, `goal` (the task) HTML. `say` is the result in words with
    `{names}` of inputs, presets and outputs. `limit` maps resources to outputs; the largest limits.
    """

    id: str
    title: str
    inputs: tuple[InputView, ...]
    outputs: tuple[OutputView, ...]
    goal: str = ""
    presets: tuple[PresetView, ...] = ()
    say: str = ""
    limit: Mapping[str, str] = field(default_factory=dict)
    plot: PlotView | None = None


@dataclass(frozen=True)
class Chip:
    """A chip of the roofline explorer: peak (FLOP/s), memory bandwidth (B/s) and a note such as ``BF16, dense``."""

    key: str
    label: str
    peak: float
    bandwidth: float
    note: str = ""


@dataclass(frozen=True)
class Operation:
    """A named operation: how many FLOP it does for each byte it moves."""

    key: str
    label: str
    intensity: float


@dataclass(frozen=True, kw_only=True)
class RooflineView:
    """The roofline explorer: one to three chips, named operations, a start, a task (HTML)."""

    id: str
    title: str
    chips: tuple[Chip, ...]
    operations: tuple[Operation, ...]
    chip: str
    operation: str
    goal: str = ""
    minimum: float = 0.1
    maximum: float = 10_000.0


@dataclass(frozen=True)
class LessonProgress:
    """One line of the progress panel: a lesson, its page and how many items it has (predictions included)."""

    id: str
    title: str
    url: str
    items: int


@dataclass(frozen=True)
class ProgressView:
    """The progress panel: every published lesson, in the order of the syllabus."""

    lessons: tuple[LessonProgress, ...]
