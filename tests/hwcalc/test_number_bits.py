"""Floating-point formats bit by bit: held against Python's own encoder, and the same in the browser for every pattern."""

from __future__ import annotations

import itertools
import math
import random
import struct
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction

import pytest
from formula_inputs import agree
from javascript_engine import call_formulas, engine

import hwcalc
from coursekit.emit.javascript import emit_module
from hwcalc.formats.table import FORMATS

#: exponent bits, fraction bits, infinity, NaN
SHAPES = {
    "fp32": (8, 23, True, True),
    "tf32": (8, 10, True, True),
    "bf16": (8, 7, True, True),
    "fp16": (5, 10, True, True),
    "fp8_e4m3": (4, 3, False, True),
    "fp8_e5m2": (5, 2, True, True),
    "fp4_e2m1": (2, 1, False, False),
}
SMALL = [name for name, shape in SHAPES.items() if sum(shape[:2]) < 16]
every_shape = pytest.mark.parametrize("name", SHAPES)


def shape_of(name: str) -> dict[str, float | bool]:
    """Return a format as the formulas take it."""
    return dict(zip(("exponent_bits", "fraction_bits", "has_infinity", "has_nan"), SHAPES[name], strict=True))


def fields(name: str, code: int) -> dict[str, float | bool]:
    """Take a pattern apart."""
    exponent_bits, fraction_bits, _, _ = SHAPES[name]
    return {
        "sign": float(code >> (exponent_bits + fraction_bits)),
        "exponent": float((code >> fraction_bits) % 2**exponent_bits),
        "fraction": float(code % 2**fraction_bits),
        **shape_of(name),
    }


def codes(name: str) -> list[int]:
    """Return all patterns of a format, or very many of a large one with its edges."""
    width = 1 + sum(SHAPES[name][:2])
    if width <= 16:
        return list(range(2**width))
    draw = random.Random(width)
    edges = [base + step for base in (0, 2 ** (width - 1)) for step in (0, 1, 2, 3)]
    fraction_bits = SHAPES[name][1]
    edges += [(exponent << fraction_bits) + step for exponent in range(2 ** SHAPES[name][0]) for step in (0, 1, 2**fraction_bits - 1)]
    return edges + [draw.randrange(2**width) for _ in range(4000)]


def value(name: str, code: int) -> float | None:
    """Return what the formula makes of a pattern; None for NaN."""
    try:
        return hwcalc.float_value(**fields(name, code))
    except ValueError as error:
        assert "(NaN)" in str(error)
        return None


def as_stored(name: str) -> Callable[[int], float]:
    """Return how Python itself reads a pattern; BF16 and TF32 are FP32 without the last bits, E5M2 is FP16 without."""
    if name in ("fp16", "fp8_e5m2"):
        return lambda code: struct.unpack(">e", struct.pack(">H", code << (10 - SHAPES[name][1])))[0]
    return lambda code: struct.unpack(">f", struct.pack(">I", code << (23 - SHAPES[name][1])))[0]


@pytest.mark.parametrize("name", ["fp32", "tf32", "bf16", "fp16", "fp8_e5m2"])
def test_python_reads_the_same_from_the_bits(name: str) -> None:
    read = as_stored(name)
    for code in codes(name):
        expected, found = read(code), value(name, code)
        if math.isnan(expected):
            assert found is None, code
        else:
            assert found == expected and math.copysign(1, found) == math.copysign(1, expected), code


def test_e4m3_by_its_table() -> None:
    """The published encodings: no infinity, NaN at the very last pattern of each sign, 448 right before it."""
    patterns = {0b0_1111_110: 448, 0b0_0001_000: 2**-6, 0b0_0000_111: 0.875 * 2**-6, 0b0_0000_001: 2**-9, 0b1_0000_000: -0.0, 0b1_1111_110: -448}
    for code, expected in patterns.items():
        assert value("fp8_e4m3", code) == expected
    assert [code for code in range(256) if value("fp8_e4m3", code) is None] == [0b0_1111_111, 0b1_1111_111]
    assert not any(math.isinf(found) for found in (value("fp8_e4m3", code) for code in range(256)) if found is not None)


def test_e2m1_by_its_table() -> None:
    assert [value("fp4_e2m1", code) for code in range(8)] == [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    assert [value("fp4_e2m1", code) for code in range(8, 16)] == [-0.0, -0.5, -1, -1.5, -2, -3, -4, -6]


@every_shape
def test_the_ends_are_those_of_the_table_by_name(name: str) -> None:
    largest, smallest_normal, after_one = FORMATS[name]
    exponent_bits, fraction_bits, _, _ = SHAPES[name]
    assert hwcalc.float_largest(**shape_of(name)) == largest
    assert value(name, 1 << fraction_bits) == smallest_normal
    bias = 2 ** (exponent_bits - 1) - 1
    assert hwcalc.float_gap(exponent=bias, exponent_bits=exponent_bits, fraction_bits=fraction_bits) == after_one


@every_shape
def test_the_gap_leads_from_each_number_to_the_next(name: str) -> None:
    half = 2 ** sum(SHAPES[name][:2])
    for code in {code % half for code in codes(name)}:
        here, following = value(name, code), value(name, code + 1) if code + 1 < half else None
        if here is None or following is None or math.isinf(here) or math.isinf(following):
            continue
        found = fields(name, code)
        gap = hwcalc.float_gap(**{key: found[key] for key in ("exponent", "exponent_bits", "fraction_bits")})
        assert following - here == gap
        assert hwcalc.float_exponent(size=here, exponent_bits=found["exponent_bits"]) == found["exponent"]


def sizes(name: str) -> list[float]:
    """Return numbers to be rounded: those of the format, the middles, just beside the middles, and any others."""
    half = 2 ** sum(SHAPES[name][:2])
    chosen = sorted({code % half for code in codes(name)})
    known = [found for found in (value(name, code) for code in chosen[:: max(1, len(chosen) // 800)]) if found is not None and math.isfinite(found)]
    drawn = random.Random(name)
    middles = []
    for here in known:
        exponent = hwcalc.float_exponent(size=here, exponent_bits=SHAPES[name][0])
        gap = hwcalc.float_gap(exponent=exponent, exponent_bits=SHAPES[name][0], fraction_bits=SHAPES[name][1])
        middles += [here + gap / 2, math.nextafter(here + gap / 2, 0), math.nextafter(here + gap / 2, math.inf)]
    others = [2 ** drawn.uniform(-160, 140) for _ in range(500)] + [0.1, 1e300, 5e-324, 1.7976931348623157e308]
    return known + middles + others


def nearest_by_search(numbers: list[float], size: float) -> int:
    """Return the place of the nearest of two neighbours, compared with exact arithmetic; ties to the even place."""
    above = bisect_left(numbers, size)
    around = [place for place in (above - 1, above) if 0 <= place < len(numbers)]
    return min(around, key=lambda place: (abs(Fraction(numbers[place]) - Fraction(size)), place % 2))


@pytest.mark.parametrize("name", SMALL)
def test_nearest_is_found_by_search_as_well(name: str) -> None:
    _, _, has_infinity, _ = SHAPES[name]
    half = 2 ** sum(SHAPES[name][:2])
    finite = [found for found in (value(name, code) for code in range(half)) if found is not None and math.isfinite(found)]
    if has_infinity:
        finite.append(2 * finite[-1] - finite[-2])  # the number that would come next stands for infinity
    for size in sizes(name):
        place = nearest_by_search(finite, size)
        expected = math.inf if has_infinity and place == len(finite) - 1 else finite[place]
        assert hwcalc.float_nearest(size=size, **shape_of(name)) == expected, size


@pytest.mark.parametrize(("name", "letter"), [("fp16", "e"), ("fp32", "f")])
def test_python_rounds_the_same(name: str, letter: str) -> None:
    for size in sizes(name):
        try:
            expected = struct.unpack(letter, struct.pack(letter, size))[0]
        except OverflowError:
            expected = math.inf
        assert hwcalc.float_nearest(size=size, **shape_of(name)) == expected, size


def test_too_large_and_too_small() -> None:
    def nearest(name: str, size: float) -> float:
        return hwcalc.float_nearest(size=size, **shape_of(name))

    assert nearest("fp16", 65519.9) == 65504 and nearest("fp16", 65520) == math.inf
    assert nearest("fp8_e4m3", 465) == nearest("fp8_e4m3", 1e30) == 448
    assert nearest("fp4_e2m1", 5) == 4 and nearest("fp4_e2m1", 100) == 6
    assert nearest("fp16", 2**-25) == 0 and nearest("fp16", 2**-25 * 1.001) == 2**-24
    assert nearest("bf16", 70000) == 70144


@pytest.mark.parametrize(("size", "bits", "scale", "expected"), [
    (0.1, 8, 1, 0), (0.5, 8, 1, 0), (1.5, 8, 1, 2), (2.5, 8, 1, 2), (127.4, 8, 1, 127), (1e9, 8, 1, 127), (7.5, 4, 1, 7),
    (0.1, 8, 1 / 1024, 102 / 1024), (0.3, 4, 0.125, 0.25), (1e308, 4, 2**-30, 7 * 2**-30),
])  # fmt: skip
def test_whole_numbers_with_a_scale(size: float, bits: int, scale: float, expected: float) -> None:
    assert hwcalc.integer_nearest(size=size, bits=bits, scale=scale) == expected


@pytest.fixture(scope="module")
def browser():
    with engine(emit_module()) as context:
        yield context


@every_shape
def test_the_browser_reads_and_rounds_the_same(name: str, browser) -> None:
    calls = [("float_value", fields(name, code)) for code in codes(name)]
    calls += [("float_nearest", {"size": size, **shape_of(name)}) for size in sizes(name)]
    calls += [("float_exponent", {"size": size, "exponent_bits": SHAPES[name][0]}) for size in sizes(name)]
    calls += [("float_gap", {"exponent": float(exponent), "exponent_bits": SHAPES[name][0], "fraction_bits": SHAPES[name][1]})
              for exponent in range(2 ** SHAPES[name][0])]  # fmt: skip
    calls.append(("float_largest", shape_of(name)))
    for (function, given), (kind, found) in zip(calls, call_formulas(browser, calls), strict=True):
        try:
            expected = getattr(hwcalc, function)(**given)
        except ValueError as error:
            assert kind == "error" and str(error) in found, given
        else:
            assert kind == "value" and found == expected and agree(found, expected), (function, given, found, expected)


def test_the_browser_rounds_whole_numbers_the_same(browser) -> None:
    drawn = random.Random(4)
    grid = itertools.product((4, 8), (1.0, 0.25, 0.003), [drawn.uniform(0, 200) for _ in range(60)] + [0.5, 1.5, 2.5, 126.5])
    calls = [("integer_nearest", {"size": size, "bits": bits, "scale": scale}) for bits, scale, size in grid]
    for (_, given), (kind, found) in zip(calls, call_formulas(browser, calls), strict=True):
        assert (kind, found) == ("value", hwcalc.integer_nearest(**given)), given


@pytest.mark.parametrize(("function", "change", "message"), [
    ("float_exponent", {"exponent_bits": 9}, "exponent_bits must be 8 or less"),
    ("float_gap", {"exponent_bits": 9}, "exponent_bits must be 8 or less"),
    ("float_gap", {"fraction_bits": 24}, "fraction_bits must be 23 or less"),
    ("float_gap", {"exponent": 256}, "exponent must be a whole number that fits"),
    ("float_largest", {"exponent_bits": 9}, "exponent_bits must be 8 or less"),
    ("float_largest", {"fraction_bits": 24}, "fraction_bits must be 23 or less"),
    ("float_largest", {"has_infinity": True, "has_nan": False}, "has NaN as well"),
    ("float_largest", {"has_nan": "no"}, "has_nan must be true or false"),
    ("float_value", {"sign": 2}, "sign must be 0 or 1"),
    ("float_value", {"fraction": 8}, "fraction must be a whole number that fits"),
    ("float_value", {"exponent": 16}, "exponent must be a whole number that fits"),
    ("integer_nearest", {"bits": 33}, "bits must be 32 or less"),
    ("integer_nearest", {"scale": 0}, "scale must be above 0"),
])  # fmt: skip
def test_what_fits_no_format_is_refused(function: str, change: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(hwcalc, function)(**{**hwcalc.FORMULAS[function].example, **change})
