"""What all bespoke elements share on the server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from coursekit.elements import HERE
from coursekit.render.environment import element_script, element_style, fill, html_id, spec_text
from coursekit.strings import LANGUAGES


@dataclass(frozen=True, kw_only=True)
class ElementView:
    """What every element shows above its own part.

    Parameters
    ----------
    id : str
        ``<lesson>/<id>``.
    title : str
    goal : str
        HTML.
    """

    id: str
    title: str
    goal: str


@cache
def element_words(name: str, language: str) -> dict[str, Any]:
    """Return the words of an element in a language.

    Raises
    ------
    ValueError
        The two languages do not have the same keys.
    """
    words = yaml.safe_load((HERE / name.replace("-", "_") / "words.yml").read_text(encoding="utf-8"))
    if len({tuple(sorted(words[known])) for known in LANGUAGES}) != 1:
        raise ValueError(f"words.yml of {name} lacks a key in one language")
    return words[language]


def render_element(name: str, view: ElementView, spec: dict[str, Any], language: str, **values: Any) -> str:
    """Fill an element's template.

    Parameters
    ----------
    name : str
        Of the element, such as ``worker-race``.
    view : ElementView
        What `resolve` returned.
    spec : dict
        What the script gets beside the words: plain data, already computed.
    language : str
    **values
        Anything else that the template uses.

    Notes
    -----
    The template gets `view`, `words`, `slug` (for ids), `spec`, and `style` and `script` (the addresses of the element's own files).
    """
    words = element_words(name, language)
    return fill(
        f"{name.replace('-', '_')}/template.html", language, view=view, words=words, slug=html_id("widget", view.id),
        spec=spec_text({"id": view.id.rpartition("/")[2], "words": words, **spec}), style=element_style(name), script=element_script(name), **values,
    )

