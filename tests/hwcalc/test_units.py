"""Numbers and units read the same in Python and in the browser."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from javascript_engine import ROOT, call_each, engine

from coursekit.emit.javascript import emit_units
from hwcalc.units import (
    FAMILIES,
    THIN_SPACE,
    UNITS,
    WORDS,
    UnitError,
    from_si,
    number_text,
    quantity_text,
    to_si,
    unit_named,
)

NUMBERS = (ROOT / "docs/assets/course/numbers.mjs").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser():
    with engine(emit_units(), NUMBERS) as context:
        yield context


def spaced(text: str) -> str:
    return text.replace(THIN_SPACE, "_")


@pytest.mark.parametrize(
    ("value", "digits", "english", "polish"),
    [
        (0, 3, "0", "0"),
        (-0.0, 3, "0", "0"),
        (42.94967296, 3, "42.9", "42,9"),
        (1.125, 3, "1.13", "1,13"),
        (-1.125, 3, "−1.13", "−1,13"),
        (2.675, 3, "2.68", "2,68"),
        (2.5, 1, "3", "3"),
        (999.5, 3, "1000", "1000"),
        (9999.5, 4, "10_000", "10_000"),
        (1234, 3, "1230", "1230"),
        (1234, None, "1234", "1234"),
        (12345, None, "12_345", "12_345"),
        (1234567.891, None, "1_234_567.891", "1_234_567,891"),
        (327680, 3, "328_000", "328_000"),
        (0.1, 3, "0.1", "0,1"),
        (0.30000000000000004, 3, "0.3", "0,3"),
        (0.0001, 3, "0.0001", "0,0001"),
        (0.00009999, 4, "9.999_×_10⁻⁵", "9,999_×_10⁻⁵"),
        (0.00009999, 3, "0.0001", "0,0001"),
        (999999999999999, None, "999_999_999_999_999", "999_999_999_999_999"),
        (999999999999999, 3, "1_×_10¹⁵", "1_×_10¹⁵"),
        (3.14e23, 3, "3.14_×_10²³", "3,14_×_10²³"),
        (5e-324, 3, "5_×_10⁻³²⁴", "5_×_10⁻³²⁴"),
        (math.inf, 3, "∞", "∞"),
        (-math.inf, 3, "−∞", "−∞"),
    ],
)
def test_a_number_as_the_reader_sees_it(value, digits, english, polish):
    assert spaced(number_text(value, digits)) == english
    assert spaced(number_text(value, digits, "pl")) == polish


@pytest.mark.parametrize(
    ("value_si", "unit", "digits", "english", "polish"),
    [
        (42.94967296e9, "B", 3, "42.9_GB", "42,9_GB"),
        (42.94967296e9, "GiB", 3, "40_GiB", "40_GiB"),
        (999.9996e9, "B", 3, "1_TB", "1_TB"),
        (999.4e9, "B", 3, "999_GB", "999_GB"),
        (0.5, "B", 3, "0.5_B", "0,5_B"),
        (0, "FLOP/s", 3, "0_FLOP/s", "0_FLOP/s"),
        (989.5e12, "FLOP/s", 3, "990_TFLOP/s", "990_TFLOP/s"),
        (3.8e25, "FLOP", 3, "3.8_×_10²⁵_FLOP", "3,8_×_10²⁵_FLOP"),
        (50e9, "Gbit/s", 3, "400_Gbit/s", "400_Gbit/s"),
        (50e9, "bit/s", 3, "400_Gbit/s", "400_Gbit/s"),
        (4.5, "bit/weight", 3, "4.5_bit/weight", "4,5_bit/waga"),
        (295.2, "FLOP/B", 3, "295_FLOP/B", "295_FLOP/B"),
        (2.1e-3, "s", 3, "2.1_ms", "2,1_ms"),
        (86400, "s", None, "86_400_s", "86_400_s"),
        (864, "Wh", 3, "0.24_Wh", "0,24_Wh"),
        (3.6e9, "Wh", 3, "1_MWh", "1_MWh"),
        (0.356, "%", 3, "35.6_%", "35,6_%"),
        (3.25, "1", 3, "3.25", "3,25"),
        (3.25, "×", 3, "3.25×", "3,25×"),
        (70.6e9, "billion", 3, "70.6_billion", "70,6_mld"),
        (math.inf, "s", 3, "∞_s", "∞_s"),
        (86400, "day", 3, "1_day", "1_dzień"),
        (1, "token", 3, "1_token", "1_token"),
        (2, "token", 3, "2_tokens", "2_tokeny"),
        (5, "token", 3, "5_tokens", "5_tokenów"),
        (12, "token", 3, "12_tokens", "12_tokenów"),
        (22, "token", 3, "22_tokens", "22_tokeny"),
        (112, "token", 3, "112_tokens", "112_tokenów"),
        (1.5, "token", 3, "1.5_tokens", "1,5_tokena"),
        (32768, "token", None, "32_768_tokens", "32_768_tokenów"),
    ],
)
def test_a_quantity_as_the_reader_sees_it(value_si, unit, digits, english, polish):
    assert spaced(quantity_text(value_si, unit, digits)) == english
    assert spaced(quantity_text(value_si, unit, digits, "pl")) == polish


@pytest.mark.parametrize(
    ("unit", "hint"),
    [("TFLOPS", "TFLOP/s"), ("Gbps", "Gbit/s"), ("GBps", "GB/s"), ("kwh", "kWh"), ("Gib", "GiB"), ("tokn", "token")],
)
def test_an_unknown_unit_is_refused_with_a_hint(unit, hint):
    for attempt in (lambda: to_si(1, unit), lambda: from_si(1, unit), lambda: quantity_text(1, unit)):
        with pytest.raises(UnitError, match=f"'{unit}' is not known, did you mean '{hint}'"):
            attempt()


def test_what_cannot_be_written_is_refused():
    for attempt in (
        lambda: number_text(math.nan),
        lambda: number_text(1, 0),
        lambda: number_text(1, 2.0),
        lambda: number_text(1, True),
        lambda: number_text(1, 3, "de"),
    ):
        with pytest.raises(UnitError):
            attempt()
    with pytest.raises(UnitError, match="would be printed as 0 GiB"):
        quantity_text(5e-324, "GiB")


def test_the_table_is_sound():
    for base, members in FAMILIES.items():
        assert base in members
        factors = [UNITS[member].factor for member in members]
        assert factors == sorted(factors)
        assert {UNITS[member].dimension for member in members} == {UNITS[base].dimension}
    for unit in UNITS.values():
        assert unit.factor > 0
        assert unit.factor >= 1 or math.isclose(round(1 / unit.factor), 1 / unit.factor, rel_tol=1e-12), unit
    for forms in WORDS["pl"].values():
        assert len(forms) == 4
    assert {word for table in WORDS.values() for word in table} <= set(UNITS)


@pytest.mark.parametrize(
    ("smaller", "times", "larger"),
    [
        ("B", 1024**3, "GiB"), ("GB", 1000, "TB"), ("bit/s", 8, "B/s"), ("Gbit/s", 8, "GB/s"), ("J", 3_600_000, "kWh"),
        ("s", 3600, "h"), ("h", 24, "day"), ("mW", 1e9, "MW"), ("gCO2e", 1e6, "tCO2e"), ("g/kWh", 1000, "kg/kWh"),
        ("%", 100, "1"), ("pJ", 1e12, "J"), ("million", 1000, "billion"), ("GFLOP/s", 1e6, "PFLOP/s"),
    ],
)  # fmt: skip
def test_units_stand_in_the_right_relation(smaller, times, larger):
    assert unit_named(smaller).dimension == unit_named(larger).dimension
    assert from_si(to_si(1, larger), smaller) == pytest.approx(times, rel=1e-12)


def test_there_and_back_again():
    generator = random.Random(7)
    for unit in UNITS:
        for _ in range(20):
            value = generator.uniform(0.001, 1e6)
            assert from_si(to_si(value, unit), unit) == pytest.approx(value, rel=1e-14)


def test_rounding_stays_within_half_a_unit_of_the_last_digit():
    generator = random.Random(3)
    for _ in range(2000):
        value = generator.uniform(1, 10) * 10.0 ** generator.randint(-4, 13)
        digits = generator.randint(1, 8)
        shown = Fraction(number_text(value, digits).replace(THIN_SPACE, "")) if value < 9e14 else Fraction(value)
        last = Fraction(10) ** (math.floor(math.log10(value)) - digits + 1)
        assert abs(shown - Fraction(repr(value))) <= last / 2


def _cases(count: int):
    """Numbers and how they are asked for: every size, ties, whole numbers, the edges of the layout."""
    generator = random.Random(20_000)
    edges = [0.0, -0.0, math.inf, -math.inf, 5e-324, 1.7976931348623157e308, 1e15, 999999999999999.0, 1e-4, 9.9995e-5]
    for number in range(count):
        kind = number % 5
        digits = generator.choice([None, 1, 2, 3, 3, 4, 6, 15, 17, 20])
        if kind == 0:
            value = generator.uniform(-1, 1) * 10.0 ** generator.randint(-30, 30)
        elif kind == 1:  # a tie: some digits, then a 5
            digits = generator.randint(1, 5)
            value = float(f"{generator.randint(10 ** (digits - 1), 10**digits - 1)}5e{generator.randint(-12, 18)}")
        elif kind == 2:
            value = float(generator.randint(-(10**6), 10**9))
        elif kind == 3:  # just below a power of ten
            value = 10.0 ** generator.randint(-8, 20) * (1 - 10.0 ** -generator.randint(2, 12))
        else:
            value = generator.choice(edges) if generator.random() < 0.2 else generator.expovariate(1.0) * 1000
        yield value, digits, generator.choice(list(UNITS))


def test_both_languages_write_the_same_text(browser):
    numbers, quantities, expected_numbers, expected_quantities = [], [], [], []
    for index, (value, digits, unit) in enumerate(_cases(20_000)):
        language = ("en", "pl")[index % 2]
        numbers.append([value, digits, language])
        expected_numbers.append(("value", number_text(value, digits, language)))
        quantities.append([value, unit, digits, language])
        try:
            expected_quantities.append(("value", quantity_text(value, unit, digits, language)))
        except UnitError:
            expected_quantities.append(("error", None))
    assert call_each(browser, "(given) => numberText(...given)", numbers) == expected_numbers
    answers = call_each(browser, "(given) => quantityText(...given)", quantities)
    answers = [(kind, None if kind == "error" else text) for kind, text in answers]
    assert answers == expected_quantities


def test_both_sides_choose_the_same_plural(browser):
    values = [*map(float, range(-2, 131)), 0.5, 1.5, 21.5, 1e6, 1e20, math.inf]
    calls = [[to_si(value, unit), unit, None, language] for language in WORDS for unit in WORDS[language] for value in values]
    answers = call_each(browser, "(given) => quantityText(...given)", calls)
    assert answers == [("value", quantity_text(*call)) for call in calls]


def test_both_languages_convert_alike(browser):
    calls = [[value, unit] for unit in UNITS for value in (1.0, 0.1, 3.7e11, 1 / 3)]
    for run, function in (("toSi", to_si), ("fromSi", from_si)):
        assert call_each(browser, f"(given) => {run}(...given)", calls) == [("value", function(*call)) for call in calls]
    assert call_each(browser, "([unit]) => dimensionOf(unit)", [[u] for u in UNITS]) == [("value", u.dimension) for u in UNITS.values()]


def test_the_browser_refuses_what_python_refuses(browser):
    calls = [[math.nan, 3, "en"], [1, 0, "en"], [1, 2.5, "en"], [1, 3, "de"], [1, 3, "__proto__"], ["1", 3, "en"]]
    assert {kind for kind, _ in call_each(browser, "(given) => numberText(...given)", calls)} == {"error"}
    calls = [[1, "TFLOPS"], [1, "__proto__"], [1, "constructor"], [5e-324, "GiB"]]
    assert {kind for kind, _ in call_each(browser, "(given) => quantityText(...given)", calls)} == {"error"}


READINGS = {
    "3.5": 3.5, "3,5": 3.5, " 3.5 ": 3.5, ".5": 0.5, ",5": 0.5, "5.": 5, "0": 0, "-0": 0, "007": 7,
    "−4": -4, "-4": -4, "–4": -4, "+4": 4, "- 4": -4, "− 2,5": -2.5,
    "1e5": 1e5, "1E5": 1e5, "1.0E5": 1e5, "1,5e5": 1.5e5, "1e+5": 1e5, "1e-5": 1e-5, "1e−5": 1e-5, "2 e 3": 2000,
    "1·10^5": 1e5, "1x10^5": 1e5, "1×10⁵": 1e5, "1 × 10⁵": 1e5, "1X10^5": 1e5, "1*10^5": 1e5, "1*10**5": 1e5,
    "1⋅10^5": 1e5, "1.5 × 10⁻³": 1.5e-3, "1,5·10^-3": 1.5e-3, "3.14 × 10²³": 3.14e23, "10^5": 1e5, "10⁵": 1e5,
    "-10^5": -1e5, "1.000e3": 1000, "1,979×10^3": 1979, "3.141·10^0": 3.141,
    "12 345": 12345, "12\u202f345": 12345, "12\u00a0345,6": 12345.6, "1 234 567": 1234567,
    "1234": 1234, "1234.5": 1234.5, "1234,567": 1234.567, "12345.678": 12345.678, "0.125": 0.125, "0,125": 0.125,
    "1,234.5": 1234.5, "1.234,5": 1234.5, "1,234,567": 1234567, "1.234.567": 1234567, "1,234,567.89": 1234567.89,
    "1.234.567,89": 1234567.89, "1,234.567": 1234.567, "1.0000": 1.0, "1,00": 1.0,
}  # fmt: skip
AMBIGUOUS = {
    "1,000": [1, 1000], "1.000": [1, 1000], "12,345": [12.345, 12345], "327.680": [327.68, 327680],
    "−1,979": [-1.979, -1979],
}  # fmt: skip
UNREADABLE = {
    "": "empty", "   ": "empty", "abc": "unreadable", "5 GB": "unreadable", "50%": "unreadable", "3/4": "unreadable",
    "1 2": "unreadable", "12 34": "unreadable", "1 23 456": "unreadable", "1,23,456": "unreadable", "1..2": "unreadable",
    "1e": "unreadable", "e5": "unreadable", "1e5.5": "unreadable", "--4": "unreadable", "1x105": "unreadable",
    "2^10": "unreadable", "10^": "unreadable", "x10^5": "unreadable", "0x10": "unreadable", "1e5e5": "unreadable",
    "Infinity": "unreadable", "NaN": "unreadable", "∞": "unreadable", ".": "unreadable", ",": "unreadable",
    "1,000,00": "unreadable", "1.000,000.5": "unreadable", "٣": "unreadable", "1_000": "unreadable", "+": "unreadable",
    "1" * 61: "unreadable", "1e999": "too large", "-1e999": "too large", "<b>1</b>": "unreadable", "1e1234": "unreadable",
}  # fmt: skip


def test_the_grader_reads_numbers_as_people_type_them(browser):
    texts = [*READINGS, *AMBIGUOUS, *UNREADABLE]
    expected = (
        [{"value": value} for value in READINGS.values()]
        + [{"ambiguous": values} for values in AMBIGUOUS.values()]
        + [{"error": error} for error in UNREADABLE.values()]
    )
    answers = [answer for _, answer in call_each(browser, "([text]) => readNumber(text)", [[text] for text in texts])]
    wrong = {text: (answer, wanted) for text, answer, wanted in zip(texts, answers, expected, strict=True) if answer != wanted}
    assert not wrong


def test_the_grader_reads_what_the_course_writes(browser):
    generator = random.Random(11)
    values = [generator.uniform(-1, 1) * 10.0 ** generator.randint(-12, 20) for _ in range(500)]
    for language in ("en", "pl"):
        calls = [[number_text(value, None, language)] for value in values]
        for value, (_, answer) in zip(values, call_each(browser, "([text]) => readNumber(text)", calls), strict=True):
            assert value in map(float, answer.get("ambiguous", [answer.get("value")]))
