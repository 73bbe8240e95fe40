"""The bit flipper: everything that stands on the page before a script runs."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

from coursekit.elements.base import ElementView, element_words, render_element
from coursekit.elements.bit_flipper.settings import Settings
from coursekit.elements.bit_flipper.shapes import SHAPES, Shape
from coursekit.pages.resolve import Resolver
from hwcalc.comparison import ratio
from hwcalc.units import number_text, quantity_text

DIGITS = 10  # of a value: enough to tell FP32's 0.1 from 0.1
FORMULAS = ("float_exponent", "float_gap", "float_largest", "float_nearest", "float_value", "integer_nearest")


@dataclass(frozen=True, kw_only=True)
class View(ElementView):
    """A number and a format.

    Parameters
    ----------
    format : str
        Name of the format at the start.
    number : float
        What is stored at the start.
    """

    format: str
    number: float


def resolve(settings: Settings, lesson: str, resolver: Resolver) -> View | None:
    """Return the flipper ready to be rendered; None where it has faults (noted in the resolver)."""
    before = len(resolver.faults)
    number = resolver.value(settings.number, ("number",))
    if number is not None and not math.isfinite(number.si):
        resolver.fault(("number",), f"'number' is {number.si}", "take a number that is finite")
    goal = resolver.html(settings.goal, ("goal",))
    if len(resolver.faults) > before:
        return None
    resolver.prose.evaluator.used_formulas.update(FORMULAS)
    return View(id=f"{lesson}/{settings.id}", title=settings.title, goal=goal, format=settings.format, number=number.si)


def render(view: View, language: str) -> str:
    """Return the HTML of a flipper."""
    words = element_words("bit-flipper", language)
    shape = SHAPES[view.format]
    code = shape.code(view.number)
    number = number_text(view.number, None, language)
    return render_element(
        "bit-flipper", view,
        {"formats": [asdict(one) for one in SHAPES.values()], "format": list(SHAPES).index(view.format), "number": view.number},
        language, shapes=list(SHAPES.values()), chosen=shape, number=number, groups=_groups(shape, code, words),
        equation=_equation(shape, code, language), sentences=sentences(shape, code, view.number, words, language),
        caption=words["table"].format(number=number), rows=[_row(one, view.number, language) for one in SHAPES.values()],
    )  # fmt: skip


def _groups(shape: Shape, code: int, words: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return the parts of a pattern: name, heading, bits."""
    bits = f"{code:0{shape.bits}b}"
    if not shape.exponent:
        return [("sign", words["sign"], bits[0]), ("fraction", words["whole"], bits[1:])]
    middle = 1 + shape.exponent
    return [("sign", words["sign"], bits[0]), ("exponent", words["exponent"], bits[1:middle]), ("fraction", words["fraction"], bits[middle:])]


def _equation(shape: Shape, code: int, language: str) -> list[tuple[str, str, str]]:
    """Return the value as a calculation: pieces with the part they come from, and what is raised."""
    sign, exponent, fraction = shape.parts(code)

    def text(value: float) -> str:
        return number_text(value, None, language)

    if not shape.exponent:
        return [("sign", text(-sign * 2.0 ** (shape.bits - 1)) if sign else "0", ""), ("", " + ", ""), ("fraction", text(fraction), "")]
    bias = 2 ** (shape.exponent - 1) - 1
    return [
        ("sign", "\N{MINUS SIGN}" if sign else "+", ""), ("exponent", "2", f"{max(exponent, 1)}\N{MINUS SIGN}{bias}"), ("", " × ", ""),
        ("fraction", f"({1 if exponent else 0} + {text(fraction)} ÷ {text(2**shape.fraction)})", ""),
    ]  # fmt: skip


def sentences(shape: Shape, code: int, number: float, words: dict[str, str], language: str) -> list[str]:
    """Return what the flipper says: of the bits, and of the number that is stored.

    Parameters
    ----------
    shape : Shape
    code : int
        The pattern.
    number : float
        What is to be stored.
    words : dict
        Of the element.
    language : str
    """

    def text(value: float) -> str:
        return number_text(value, DIGITS, language)

    stored = shape.nearest(number)
    places = {"format": shape.label, "number": number_text(number, None, language), "stored": text(stored)}
    kind = "exact" if stored == number else "zero" if stored == 0 else "infinite" if math.isinf(stored) else "clipped" if abs(number) > shape.largest() else "near"
    if kind == "near":
        off = max(stored, number) - min(stored, number)
        places["error"] = quantity_text(ratio(value=off, reference=abs(number)), "%", 2, language)
    return [_of_bits(shape, code, words, text), words[f"say_{kind}"].format(**places)]


def _of_bits(shape: Shape, code: int, words: dict[str, str], text) -> str:
    try:
        value = shape.value(code)
    except ValueError:
        return words["say_nan"]
    if math.isinf(value):
        return words["say_infinity"].format(value=text(value))
    gap = shape.gap(value)
    said = words["say_value"].format(value=text(value))
    if abs(value) == shape.largest() or (not shape.exponent and value < -shape.largest()):
        said += " " + words["say_last"].format(gap=text(gap))
    else:
        following = math.copysign(abs(value) + gap, value)
        said += " " + words["say_next"].format(next=text(following), gap=text(gap))
    if shape.exponent and value and abs(value) < 2.0 ** (2 - 2 ** (shape.exponent - 1)):
        said += " " + words["say_subnormal"]
    return said


def _row(shape: Shape, number: float, language: str) -> list[str]:
    """Return one row of the table: format, bits, what the number becomes, the gap there, the largest number."""
    stored = shape.nearest(number)
    gap = "–" if math.isinf(stored) else number_text(shape.gap(stored), 3, language)
    return [shape.label, str(shape.bits), number_text(stored, DIGITS, language), gap, number_text(shape.largest(), 3 if shape.exponent == 8 else None, language)]
