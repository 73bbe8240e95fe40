"""Small comparisons for sentences, keys and widgets, which hold no arithmetic of their own."""

from __future__ import annotations

import math

from .limits import not_negative, positive
from .registry import formula

SAME_UNIT = "Both amounts are in the same unit."
NOTHING = "Whether the two belong together is left to the author."


@formula(
    title="Ratio",
    symbol="r",
    unit="1",
    symbols={"value": "x", "reference": r"x_0"},
    assumptions=[SAME_UNIT + " Where they are not, the result is an amount per unit of the reference."],
    leaves_out=[NOTHING],
    words=["times as much", "how many times", "per", "quotient", "unit price"],
    example={"value": 141e9, "reference": 80e9},
)
def ratio(*, value: float, reference: float) -> float:
    """Return how many times the reference goes into a value.

    Parameters
    ----------
    value : float
        Amount compared [1].
    reference : float
        Amount it is compared with [1].

    Returns
    -------
    float
        Value over reference [1].

    Raises
    ------
    ValueError
        If the value is negative, the reference not above 0, or one of them not finite.

    Notes
    -----
    Source: the definition.

    Examples
    --------
    >>> ratio(value=140e9, reference=80e9)
    1.75
    """
    not_negative("value", value)
    positive("reference", reference)
    return value / reference


@formula(
    title="Difference",
    symbol=r"\Delta",
    unit="1",
    symbols={"value": "x", "reference": r"x_0"},
    assumptions=[SAME_UNIT],
    leaves_out=[NOTHING],
    words=["how much more", "less", "saving", "minus"],
    example={"value": 141e9, "reference": 80e9},
)
def difference(*, value: float, reference: float) -> float:
    """Return how much larger a value is than the reference; negative where it is smaller.

    Parameters
    ----------
    value : float
        Amount compared [1].
    reference : float
        Amount it is compared with [1].

    Returns
    -------
    float
        Value minus reference, in their unit [1].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: the definition.

    Examples
    --------
    >>> difference(value=141e9, reference=80e9)
    61000000000.0
    """
    not_negative("value", value)
    not_negative("reference", reference)
    return value - reference


@formula(
    title="Product",
    symbol="p",
    unit="1",
    symbols={"value": "x", "factor": "k"},
    assumptions=["The factor is a plain number, or its unit times that of the amount gives the result's."],
    leaves_out=[NOTHING],
    words=["times", "multiply", "for all of them"],
    example={"value": 10.7e9, "factor": 8},
)
def product(*, value: float, factor: float) -> float:
    """Return an amount taken a number of times.

    Parameters
    ----------
    value : float
        Amount [1].
    factor : float
        How many times it is taken [1].

    Returns
    -------
    float
        Value times factor [1].

    Raises
    ------
    ValueError
        If an argument is negative or not finite.

    Notes
    -----
    Source: the definition.

    Examples
    --------
    >>> product(value=2.5, factor=4)
    10.0
    """
    not_negative("value", value)
    not_negative("factor", factor)
    return value * factor


@formula(
    title="Share",
    symbol="q",
    unit="1",
    symbols={"part": "x", "whole": r"x_{\text{all}}"},
    assumptions=[SAME_UNIT, "The part is contained in the whole."],
    leaves_out=[NOTHING],
    words=["per cent", "percentage", "fraction", "part of"],
    example={"part": 20e9, "whole": 80e9},
)
def share(*, part: float, whole: float) -> float:
    """Return which share of a whole a part makes up.

    Parameters
    ----------
    part : float
        Amount of the part [1].
    whole : float
        Amount of the whole [1].

    Returns
    -------
    float
        Share, 0 to 1 [1].

    Raises
    ------
    ValueError
        If the whole is not above 0, the part negative or larger than the whole, or one of them not finite.

    Notes
    -----
    Source: the definition.

    Examples
    --------
    >>> share(part=20e9, whole=80e9)
    0.25
    """
    positive("whole", whole)
    not_negative("part", part)
    if part > whole:
        raise ValueError("part must be at most the whole; use ratio to compare two separate amounts")
    return part / whole


@formula(
    title="Total",
    symbol=r"\Sigma",
    unit="1",
    symbols={"first": "x_1", "second": "x_2", "third": "x_3", "fourth": "x_4"},
    assumptions=["All amounts are in the same unit."],
    leaves_out=[NOTHING],
    words=["sum", "together", "plus", "in all"],
    example={"first": 140e9, "second": 10.7e9},
)
def total(*, first: float, second: float, third: float = 0, fourth: float = 0) -> float:
    """Return the sum of two to four amounts.

    Parameters
    ----------
    first : float
        First amount [1].
    second : float
        Second amount [1].
    third : float
        Third amount; 0 where there is none [1].
    fourth : float
        Fourth amount; 0 where there is none [1].

    Returns
    -------
    float
        Sum, in the amounts' unit [1].

    Raises
    ------
    ValueError
        If an amount is negative or not finite.

    Notes
    -----
    Source: the definition.

    Examples
    --------
    >>> total(first=140, second=10, third=6)
    156
    """
    not_negative("first", first)
    not_negative("second", second)
    not_negative("third", third)
    not_negative("fourth", fourth)
    return first + second + third + fourth


@formula(
    title="How many fit",
    symbol="n",
    unit="1",
    symbols={"available": "M", "each": "C"},
    assumptions=[SAME_UNIT, "Each one needs the same."],
    leaves_out=["Space lost between them."],
    words=["users that fit", "how many conversations", "capacity", "whole number of times", "floor"],
    example={"available": 50e9, "each": 10737418240},
)
def how_many_fit(*, available: float, each: float) -> float:
    """Return how many equal pieces fit whole into what is available.

    Parameters
    ----------
    available : float
        Amount there is [1].
    each : float
        Amount that one piece needs [1].

    Returns
    -------
    float
        Whole pieces [1].

    Raises
    ------
    ValueError
        If the available amount is negative, a piece needs nothing, or one of them is not finite.

    Notes
    -----
    Source: the definition, rounded down.

    Examples
    --------
    >>> how_many_fit(available=50e9, each=10737418240)
    4
    """
    not_negative("available", available)
    positive("each", each)
    return math.floor(available / each)
