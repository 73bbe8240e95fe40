"""The module `interface.mjs`: the strings and signs that the scripts share with the pages."""

from __future__ import annotations

import json

from coursekit.render.signs import SIGNS
from coursekit.strings import LANGUAGES, browser_strings


def interface_module() -> str:
    """Return the text of `interface.mjs`, to be written beside `main.mjs`.

    Examples
    --------
    >>> "export const strings" in interface_module() and "export const signs" in interface_module()
    True
    """
    strings = {language: browser_strings(language) for language in LANGUAGES}
    signs = {resource: list(drawn) for resource, drawn in SIGNS.items()}
    return (
        "// Generated from src/coursekit/strings and src/coursekit/render/signs.py. Edit those.\n"
        f"export const strings = {_literal(strings)};\n"
        f"export const signs = {_literal(signs)};\n"
    )


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
