"""Units, and how a number is written: one place for figures, prose, keys and the browser.

Formulas take and return plain floats in base units; a unit enters only where a number
is read or shown. The browser has the same rules in ``numbers.mjs`` and gets this very table.

Two conventions to know:

* ``bit`` counts the width of a number format and is a dimension of its own, whereas
  ``bit/s`` is a rate of data: it has the dimension of ``B/s``, eight of them to one.
* Rates that the trade quotes per hour, day, kilowatt-hour or million tokens
  (``USD/h``, ``kg/kWh``, ``USD/Mtoken``, ``1/day``) and ``device-h`` are base units themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches

#: Narrow no-break space: between groups of three, and between number and unit.
THIN_SPACE = "\u202f"
MINUS = "\u2212"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_DECIMAL_MARK = {"en": ".", "pl": ","}

YEAR_S = 31_557_600.0  # 365.25 days
PREFIXES = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6,
            "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18, "Z": 1e21}  # fmt: skip
_BINARY = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "Pi": 2.0**50}


@dataclass(frozen=True)
class Unit:
    """One unit of measurement.

    Parameters
    ----------
    symbol : str
        How it is written, for example ``GB/s``.
    dimension : str
        What it measures, named by its base unit, for example ``B/s``. Only units of
        one dimension can be compared.
    factor : float
        How many base units one of it is.
    """

    symbol: str
    dimension: str
    factor: float


class UnitError(ValueError):
    """A unit that is not in the table, or a number that cannot be written in it."""


#: Every unit, by symbol.
UNITS: dict[str, Unit] = {}
#: Units that choose their prefix by themselves, and the units they choose from, smallest first.
FAMILIES: dict[str, tuple[str, ...]] = {}


def _add(symbol: str, dimension: str, factor: float = 1.0) -> None:
    UNITS[symbol] = Unit(symbol, dimension, factor)


def _add_family(base: str, dimension: str, prefixes: str, factor: float = 1.0) -> None:
    """Add `base` with these prefixes ("_" stands for none), smallest first."""
    symbols = []
    for letter in prefixes:
        prefix = letter.strip("_")
        _add(prefix + base, dimension, factor * PREFIXES[prefix])
        symbols.append(prefix + base)
    FAMILIES[base] = tuple(symbols)


_add_family("B", "B", "_kMGTPE")
_add_family("B/s", "B/s", "_kMGTPE")
_add_family("B/token", "B/token", "_kMG")
_add_family("bit", "bit", "_kMGT")
_add_family("bit/s", "B/s", "_kMGTP", factor=0.125)
_add_family("FLOP", "FLOP", "_kMGTPEZ")
_add_family("FLOP/s", "FLOP/s", "_kMGTPEZ")
_add_family("FLOP/token", "FLOP/token", "_kMGTP")
_add_family("FLOP/J", "FLOP/J", "_kMGT")
_add_family("OP", "OP", "_kMGTPE")
_add_family("OP/s", "OP/s", "_kMGTPE")
_add_family("s", "s", "pnµm_")
_add_family("J", "J", "pnµm_kMGTP")
_add_family("J/token", "J/token", "nµm_k")
_add_family("Wh", "J", "_kMGT", factor=3600.0)
_add_family("W", "W", "µm_kMGT")
_add_family("Hz", "Hz", "_kMGT")
for _prefix, _factor in _BINARY.items():
    _add(f"{_prefix}B", "B", _factor)
    _add(f"{_prefix}B/s", "B/s", _factor)
    _add(f"{_prefix}B/token", "B/token", _factor)
for _symbol, _dimension, _factor in (
    ("min", "s", 60.0), ("h", "s", 3600.0), ("day", "s", 86_400.0), ("year", "s", YEAR_S),
    ("MWh/year", "W", 3.6e9 / YEAR_S), ("GWh/year", "W", 3.6e12 / YEAR_S), ("TWh/year", "W", 3.6e15 / YEAR_S),
    ("g", "kg", 1e-3), ("kg", "kg", 1.0), ("t", "kg", 1e3), ("Mt", "kg", 1e9),
    ("gCO2e", "kg", 1e-3), ("kgCO2e", "kg", 1.0), ("tCO2e", "kg", 1e3), ("MtCO2e", "kg", 1e9),
    ("g/kWh", "kg/kWh", 1e-3), ("kg/kWh", "kg/kWh", 1.0),
    ("gCO2e/kWh", "kg/kWh", 1e-3), ("kgCO2e/kWh", "kg/kWh", 1.0),
    ("mL", "L", 1e-3), ("L", "L", 1.0), ("ML", "L", 1e6), ("L/kWh", "L/kWh", 1.0),
    ("USD", "USD", 1.0), ("USD/h", "USD/h", 1.0), ("USD/Mtoken", "USD/Mtoken", 1.0), ("USD/kWh", "USD/kWh", 1.0),
    ("device-h", "device-h", 1.0), ("GPU-h", "device-h", 1.0),
    ("token", "token", 1.0), ("token/s", "token/s", 1.0), ("token/param", "token/param", 1.0),
    ("1/s", "1/s", 1.0), ("1/min", "1/s", 1.0 / 60), ("1/day", "1/day", 1.0),
    ("request", "request", 1.0), ("request/s", "request/s", 1.0), ("query", "query", 1.0), ("user", "user", 1.0),
    ("J/query", "J/query", 1.0), ("Wh/query", "J/query", 3600.0),
    ("device", "device", 1.0), ("params", "params", 1.0),
    ("B/param", "B/param", 1.0), ("bit/weight", "bit/weight", 1.0),
    ("FLOP/B", "FLOP/B", 1.0), ("OP/B", "OP/B", 1.0), ("FLOP/clock", "FLOP/clock", 1.0),
    ("nat", "nat", 1.0), ("nat/token", "nat/token", 1.0),
    ("1", "1", 1.0), ("%", "1", 1e-2), ("×", "1", 1.0),
    ("thousand", "1", 1e3), ("million", "1", 1e6), ("billion", "1", 1e9), ("trillion", "1", 1e12),
):  # fmt: skip
    _add(_symbol, _dimension, _factor)

#: Units that are words. English: one, other. Polish: one, two to four, five and more, a fraction.
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "day": ("day", "days"),
        "year": ("year", "years"),
        "token": ("token", "tokens"),
        "params": ("parameter", "parameters"),
        "request": ("request", "requests"),
        "query": ("query", "queries"),
        "user": ("user", "users"),
        "device": ("device", "devices"),
    },
    "pl": {
        "day": ("dzień", "dni", "dni", "dnia"),
        "year": ("rok", "lata", "lat", "roku"),
        "token": ("token", "tokeny", "tokenów", "tokena"),
        "params": ("parametr", "parametry", "parametrów", "parametru"),
        "request": ("żądanie", "żądania", "żądań", "żądania"),
        "query": ("zapytanie", "zapytania", "zapytań", "zapytania"),
        "user": ("użytkownik", "użytkowników", "użytkowników", "użytkownika"),
        "device": ("urządzenie", "urządzenia", "urządzeń", "urządzenia"),
        "thousand": ("tys.",) * 4,
        "million": ("mln",) * 4,
        "billion": ("mld",) * 4,
        "trillion": ("bln",) * 4,
        "request/s": ("żądanie/s", "żądania/s", "żądań/s", "żądania/s"),
        "device-h": ("urządzeniogodzina", "urządzeniogodziny", "urządzeniogodzin", "urządzeniogodziny"),
        "B/param": ("B/parametr",) * 4,
        "token/param": ("token/parametr", "tokeny/parametr", "tokenów/parametr", "tokena/parametr"),
        "bit/weight": ("bit/waga",) * 4,
        "FLOP/clock": ("FLOP/takt",) * 4,
        "1/day": ("1/dzień",) * 4,
        "USD/Mtoken": ("USD/mln tokenów",) * 4,
        "J/query": ("J/zapytanie",) * 4,
        "Wh/query": ("Wh/zapytanie",) * 4,
        "MWh/year": ("MWh/rok",) * 4,
        "GWh/year": ("GWh/rok",) * 4,
        "TWh/year": ("TWh/rok",) * 4,
    },
}


def unit_name(symbol: str, language: str = "en", *, alone: bool = False) -> str:
    """Return what a unit is called behind a field or, `alone`, in a table.

    A word is a plural in English. In Polish it has the form for many behind a field, and the one of a dictionary in a table.

    Examples
    --------
    >>> unit_name("GB/s"), unit_name("params"), unit_name("1")
    ('GB/s', 'parameters', '')
    >>> unit_name("params", "pl"), unit_name("params", "pl", alone=True)
    ('parametrów', 'parametr')
    """
    if symbol == "1":
        return ""
    return WORDS[language].get(symbol, (symbol,) * 3)[1 if language == "en" else 0 if alone else 2]


def unit_named(symbol: str) -> Unit:
    """Return the unit with this symbol.

    Raises
    ------
    UnitError
        If the table has no such unit; the message names the nearest one.

    Examples
    --------
    >>> unit_named("Gbit/s")
    Unit(symbol='Gbit/s', dimension='B/s', factor=125000000.0)
    >>> unit_named("TFLOPS")
    Traceback (most recent call last):
    hwcalc.units.UnitError: the unit 'TFLOPS' is not known, did you mean 'TFLOP/s'?
    """
    if symbol in UNITS:
        return UNITS[symbol]
    spelled_out = symbol.replace("OPS", "OP/s").replace("bps", "bit/s").replace("Bps", "B/s")
    close = get_close_matches(spelled_out, UNITS, n=1, cutoff=0.4)
    hint = f", did you mean '{close[0]}'?" if close else ""
    raise UnitError(f"the unit '{symbol}' is not known{hint}")


def to_si(value: float, unit: str) -> float:
    """Turn a value in `unit` into base units.

    Examples
    --------
    >>> to_si(80, "GB"), to_si(400, "Gbit/s"), to_si(0.24, "Wh"), to_si(35, "%")
    (80000000000.0, 50000000000.0, 864.0, 0.35)
    """
    factor = unit_named(unit).factor
    return value * factor if factor >= 1 else value / round(1 / factor)


def from_si(value: float, unit: str) -> float:
    """Turn a value in base units into `unit`.

    Examples
    --------
    >>> from_si(80e9, "GB"), from_si(50e9, "Gbit/s"), from_si(0.35, "%")
    (80.0, 400.0, 35.0)
    """
    factor = unit_named(unit).factor
    return value / factor if factor >= 1 else value * round(1 / factor)


def _rounded(value: float, digits: int | None) -> tuple[str, int]:
    """Return the significant digits and the power of ten of the first one."""
    if digits is not None and (isinstance(digits, bool) or not isinstance(digits, int) or digits < 1):
        raise UnitError(f"digits must be a whole number from 1, or None, not {digits!r}")
    number = Decimal(repr(abs(value)))
    written = "".join(map(str, number.as_tuple().digits)).lstrip("0") or "0"
    power = number.adjusted() if number else 0
    if digits is not None and len(written) > digits:
        round_up = written[digits] >= "5"
        written = written[:digits]
        if round_up:
            written = str(int(written) + 1)
            if len(written) > digits:
                power += 1
    return written.rstrip("0") or "0", power


def number_text(value: float, digits: int | None = 3, language: str = "en") -> str:
    """Write a number for a reader.

    Parameters
    ----------
    value : float
        Any number but NaN; infinity is written ``∞``.
    digits : int or None, default: 3
        Significant digits. A tie goes away from zero, judged on the shortest decimal
        that stands for the float. None keeps every digit.
    language : {"en", "pl"}
        English writes a decimal point, Polish a decimal comma. Groups of three are set
        off by a narrow no-break space from five digits on, in both.

    Raises
    ------
    UnitError
        For NaN, an unknown language, or digits below 1.

    Examples
    --------
    >>> number_text(1.125), number_text(1.125, language="pl"), number_text(-4096, None)
    ('1.13', '1,13', '−4096')
    >>> number_text(327_680, None).replace(THIN_SPACE, "_"), number_text(6.02214e23).replace(THIN_SPACE, "_")
    ('327_680', '6.02_×_10²³')
    """
    value = float(value)
    if math.isnan(value):
        raise UnitError("a number that is not a number cannot be written")
    if language not in _DECIMAL_MARK:
        raise UnitError(f"the language must be 'en' or 'pl', not {language!r}")
    mark = _DECIMAL_MARK[language]
    sign = MINUS if value < 0 else ""
    if math.isinf(value):
        return f"{sign}∞"
    written, power = _rounded(value, digits)
    if power >= 15 or power < -4:
        fraction = mark + written[1:] if len(written) > 1 else ""
        exponent = str(power).translate(_SUPERSCRIPTS)
        return f"{sign}{written[0]}{fraction}{THIN_SPACE}×{THIN_SPACE}10{exponent}"
    if power < 0:
        return f"{sign}0{mark}{'0' * (-power - 1)}{written}"
    whole = written[: power + 1].ljust(power + 1, "0")
    fraction = written[power + 1 :]
    if len(whole) >= 5:
        whole = f"{int(whole):_}".replace("_", THIN_SPACE)
    return f"{sign}{whole}{mark}{fraction}" if fraction else f"{sign}{whole}"


def _best_of_family(value: float, unit: str, digits: int | None) -> str:
    """Choose the prefix that leaves one to three digits before the decimal mark."""
    members = FAMILIES[unit]
    if value == 0 or math.isinf(value):
        return unit
    for symbol in reversed(members):
        scaled = from_si(value, symbol)
        if scaled and _rounded(scaled, digits)[1] >= 0:
            too_large = symbol == members[-1] and abs(scaled) >= 1000 and abs(from_si(value, unit)) >= 1e15
            return unit if too_large else symbol
    return members[0]


def _unit_text(number: str, unit: str, language: str) -> str:
    """Return the unit as printed behind `number`: the right plural where it is a word."""
    forms = WORDS[language].get(unit)
    if forms is None:
        return unit
    bare = number.removeprefix(MINUS).replace(THIN_SPACE, "")
    if bare == "1":
        return forms[0]
    if language == "en":
        return forms[1]
    if not bare.isdecimal():
        return forms[3] if "," in bare and "×" not in bare else forms[2]
    few = bare[-1] in "234" and bare[-2:-1] != "1"
    return forms[1] if few else forms[2]


def quantity_text(value_si: float, unit: str, digits: int | None = 3, language: str = "en") -> str:
    """Write a value given in base units, with its unit.

    A unit without prefix that has relatives with one (``B``, ``FLOP/s``, ``J`` ...)
    chooses the prefix by itself; a unit with prefix is kept. ``1`` prints no unit.

    Raises
    ------
    UnitError
        For an unknown unit, NaN, or a value other than 0 that would be printed as 0.

    Examples
    --------
    >>> [quantity_text(*case).replace(THIN_SPACE, " ") for case in
    ...  [(42.94967296e9, "B"), (42.94967296e9, "GiB"), (0.0021, "s"), (0.356, "%"), (54 * 86400, "day")]]
    ['42.9 GB', '40 GiB', '2.1 ms', '35.6 %', '54 days']
    """
    value_si = float(value_si)
    unit_named(unit)
    if unit in FAMILIES:
        unit = _best_of_family(value_si, unit, digits)
    value = from_si(value_si, unit)
    if value == 0 and value_si != 0:
        raise UnitError(f"{value_si!r} would be printed as 0 {unit}")
    number = number_text(value, digits, language)
    if unit == "1":
        return number
    if unit == "×":
        return number + unit
    return number + THIN_SPACE + _unit_text(number, unit, language)
