"""The signs of the seven resources and the limit badge: the same in figures, items and widgets."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from coursekit.render.views import RESOURCES
from coursekit.strings import text
from hwcalc.units import number_text


class Sign(NamedTuple):
    """A sign on a grid of 16 by 16: one path that is stroked, one that is filled (SVG path data)."""

    stroke: str
    fill: str


#: What each resource looks like. Compute: a grid of cells; capacity: a filled box; bandwidth: an arrow through a gate;
#: network: two linked nodes; queue: three waiting bars; software: brackets; power: a bolt.
SIGNS: dict[str, Sign] = {
    "compute": Sign(
        "",
        "M1.5 1.5h3.6v3.6H1.5ZM6.2 1.5h3.6v3.6H6.2ZM10.9 1.5h3.6v3.6h-3.6ZM1.5 6.2h3.6v3.6H1.5ZM6.2 6.2h3.6v3.6H6.2Z"
        "M10.9 6.2h3.6v3.6h-3.6ZM1.5 10.9h3.6v3.6H1.5ZM6.2 10.9h3.6v3.6H6.2ZM10.9 10.9h3.6v3.6h-3.6Z",
    ),
    "capacity": Sign("M2 2h12v12H2Z", "M4 6.5h8V12H4Z"),
    "bandwidth": Sign("M8 1.5v3.5M8 11v3.5M1 8h13M10.6 4.7 14 8l-3.4 3.3", ""),
    "network": Sign("M1.5 8a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M9.3 8a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M6.7 8h2.6", ""),
    "queue": Sign("", "M2 3h2.6v10H2ZM6.7 3h2.6v10H6.7ZM11.4 3H14v10h-2.6Z"),
    "software": Sign("M5.8 3 1.5 8l4.3 5M10.2 3l4.3 5-4.3 5", ""),
    "power": Sign("", "M9.6 1 3 9.2h4L6.2 15 13 6.6H8.7Z"),
}


def sign(resource: str) -> Markup:
    """Return the sign as inline SVG, hidden from screen readers: the word always stands beside it.

    Raises
    ------
    KeyError
        If there is no such resource.

    Examples
    --------
    >>> print(sign("power"))
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path class="sign-fill" d="M9.6 1 3 9.2h4L6.2 15 13 6.6H8.7Z"/></svg>
    """
    drawn = SIGNS[resource]
    paths = ""
    if drawn.stroke:
        paths += f'<path class="sign-stroke" d="{drawn.stroke}"/>'
    if drawn.fill:
        paths += f'<path class="sign-fill" d="{drawn.fill}"/>'
    return Markup(f'<svg class="sign" viewBox="0 0 16 16" aria-hidden="true">{paths}</svg>')


def resource_badge(resource: str, language: str) -> Markup:
    """Return sign and word of a resource, for lesson headers and tables."""
    return _badge(resource, text(language, f"resource.{resource}"))


def limit_badge(resource: str, by: float, language: str) -> Markup:
    """Return the badge that stands beside a verdict.

    Parameters
    ----------
    resource : str
        What limits.
    by : float
        By how many times it is tighter than the next limit; 0 leaves that out.
    language : {"en", "pl"}

    Examples
    --------
    >>> limit_badge("bandwidth", 41.2, "en").striptags()
    'bandwidth-bound, by 41×'
    """
    words = text(language, f"browser.bound.{resource}")
    if by:
        words = text(language, "browser.bound_by", bound=words, times=times_text(by, language))
    return _badge(resource, words)


def times_text(ratio: float, language: str) -> str:
    """Return a ratio as "how many times": two digits, from 100 on three.

    Examples
    --------
    >>> times_text(41.2, "en"), times_text(295.22, "en")
    ('41', '295')
    """
    return number_text(ratio, 2 if ratio < 100 else 3, language)


def _badge(resource: str, words: str) -> Markup:
    if resource not in RESOURCES:
        raise KeyError(resource)
    return Markup('<span class="limit-badge resource-{}">{}<span>{}</span></span>').format(
        resource, sign(resource), words
    )
