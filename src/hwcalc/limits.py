"""Checks of single arguments: each lets a sound value pass and refuses any other by name.

Formulas call these first, so that a slip stops where it was made and never travels on as NaN. NaN and
infinity are refused by all of them. They belong to the small language that also runs in the browser.
"""

from __future__ import annotations

from math import inf

LARGEST_WHOLE = 9007199254740992.0  # 2**53: above it neighbouring whole numbers are no longer told apart


def positive(name: str, value: float) -> None:
    """Refuse anything but a finite number above 0.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : float
        What was given for it.

    Raises
    ------
    ValueError
        If `value` is 0, negative, NaN, infinite or no number.

    Examples
    --------
    >>> positive("seconds", 0.5)
    >>> positive("seconds", 0.0)
    Traceback (most recent call last):
        ...
    ValueError: seconds must be above 0 and finite, not 0.0
    """
    try:
        sound = 0.0 < value < inf
    except TypeError:
        sound = False
    if not sound:
        raise ValueError(f"{name} must be above 0 and finite, not {value!r}")


def not_negative(name: str, value: float) -> None:
    """Refuse anything but a finite number of 0 or more.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : float
        What was given for it.

    Raises
    ------
    ValueError
        If `value` is negative, NaN, infinite or no number.

    Examples
    --------
    >>> not_negative("tokens", 0.0)
    >>> not_negative("tokens", -1.0)
    Traceback (most recent call last):
        ...
    ValueError: tokens must be 0 or more and finite, not -1.0
    """
    try:
        sound = 0.0 <= value < inf
    except TypeError:
        sound = False
    if not sound:
        raise ValueError(f"{name} must be 0 or more and finite, not {value!r}")


def fraction(name: str, value: float) -> None:
    """Refuse anything but a number from 0 to 1, both included.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : float
        What was given for it; 40 % is 0.4.

    Raises
    ------
    ValueError
        If `value` lies outside 0 to 1, or is NaN or no number.

    Examples
    --------
    >>> fraction("acceptance", 1.0)
    >>> fraction("acceptance", 80.0)
    Traceback (most recent call last):
        ...
    ValueError: acceptance must be a fraction from 0 to 1 (40 % is 0.4), not 80.0
    """
    try:
        sound = 0.0 <= value <= 1.0
    except TypeError:
        sound = False
    if not sound:
        raise ValueError(f"{name} must be a fraction from 0 to 1 (40 % is 0.4), not {value!r}")


def at_least(name: str, value: float, low: float) -> None:
    """Refuse anything but a finite number of at least `low`.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : float
        What was given for it.
    low : float
        The smallest sound value.

    Raises
    ------
    ValueError
        If `value` is smaller, NaN, infinite or no number.

    Examples
    --------
    >>> at_least("pue", 1.12, 1.0)
    >>> at_least("pue", 0.9, 1.0)
    Traceback (most recent call last):
        ...
    ValueError: pue must be at least 1.0 and finite, not 0.9
    """
    try:
        sound = low <= value < inf
    except TypeError:
        sound = False
    if not sound:
        raise ValueError(f"{name} must be at least {low!r} and finite, not {value!r}")


def whole(name: str, value: float, low: float) -> None:
    """Refuse anything but a whole number of at least `low`.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : float
        What was given for it; 8 and 8.0 are both whole.
    low : float
        The smallest sound value.

    Raises
    ------
    ValueError
        If `value` is smaller, broken, above 2**53, NaN or no number.

    Examples
    --------
    >>> whole("ranks", 8.0, 1.0)
    >>> whole("ranks", 1.5, 1.0)
    Traceback (most recent call last):
        ...
    ValueError: ranks must be a whole number of at least 1.0, not 1.5
    """
    try:
        sound = low <= value <= LARGEST_WHOLE and value % 1.0 == 0.0
    except TypeError:
        sound = False
    if not sound:
        raise ValueError(f"{name} must be a whole number of at least {low!r}, not {value!r}")


def boolean(name: str, value: bool) -> None:
    """Refuse anything but true or false, so that the word "false" never counts as true.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : bool
        What was given for it.

    Raises
    ------
    ValueError
        If `value` is neither True nor False.

    Examples
    --------
    >>> boolean("causal", False)
    >>> boolean("causal", "false")
    Traceback (most recent call last):
        ...
    ValueError: causal must be true or false, not 'false'
    """
    if value is not True and value is not False:
        raise ValueError(f"{name} must be true or false, not {value!r}")
