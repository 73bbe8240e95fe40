"""When a record must be compared with its source again. Nothing here reads the clock."""

from __future__ import annotations

import calendar
import datetime
import re

SHORT_MONTHS = 12
"""Months between two reviews of hardware, energy and benchmark figures."""

LONG_MONTHS = 24
"""Months between two reviews of what changes slowly, such as the shape of a model."""

_SHORT_TOPICS = ("energy", "mlperf", "edge")
_PARTIAL_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def months_later(day: datetime.date, months: int) -> datetime.date:
    """Return the same day some months later, or that month's last day.

    Examples
    --------
    >>> months_later(datetime.date(2026, 11, 30), 15)
    datetime.date(2028, 2, 29)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return datetime.date(year, month + 1, min(day.day, last))


def months_for_topic(topic: str) -> int:
    """Return how many months a fact of this topic stays fresh.

    Examples
    --------
    >>> months_for_topic("energy/per-query"), months_for_topic("scaling")
    (12, 24)
    """
    return SHORT_MONTHS if topic.split("/")[0] in _SHORT_TOPICS else LONG_MONTHS


def is_partial_date(text: object) -> bool:
    """Tell whether this is a real year, month or day as ISO text.

    Examples
    --------
    >>> [is_partial_date(text) for text in ("2026", "2026-02", "2026-02-29", "soon")]
    [True, True, False, False]
    """
    match = _PARTIAL_DATE.fullmatch(str(text))
    if not match:
        return False
    year, month, day = (int(part) if part else 1 for part in match.groups())
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def whole_date(text: object) -> datetime.date | None:
    """Return a full ISO date, or None where it is no such date.

    Examples
    --------
    >>> whole_date("2026-11-30"), whole_date("2026-13-01")
    (datetime.date(2026, 11, 30), None)
    """
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None
