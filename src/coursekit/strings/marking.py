"""Marks texts that are not in the language of their page, so that they are read aloud, hyphenated and searched as what they are."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")
_ENGLISH = re.compile(r"(?<=\()(ang\. )([^()]+)")


def foreign(text: str, language: str, page_language: str) -> Markup:
    """Escape a text and mark its language where that is not the page's.

    Examples
    --------
    >>> print(foreign("Tiling", "en", "pl"), foreign("A & B", "en", "en"))
    <span lang="en">Tiling</span> A &amp; B
    """
    return escape(text) if language == page_language else Markup(f'<span lang="{language}">{escape(text)}</span>')


def with_code(text: Markup) -> Markup:
    """Show the names of arguments in an escaped text, which docstrings put between backticks, as code.

    Examples
    --------
    >>> print(with_code(escape("not used with `mla`")))
    not used with <code>mla</code>
    """
    return Markup(_CODE.sub(r"<code>\1</code>", str(text)))


def with_english(text: Markup) -> Markup:
    """Mark the English name that an escaped Polish text may give in brackets.

    Examples
    --------
    >>> print(with_english(escape("podręcznik (ang. Scaling)")))
    podręcznik (ang. <span lang="en">Scaling</span>)
    """
    return Markup(_ENGLISH.sub(r'\1<span lang="en">\2</span>', str(text)))


def lang(language: str, page_language: str) -> Markup:
    """Return the attribute of an element whose text is not in the page's language.

    Examples
    --------
    >>> lang("en", "pl"), lang("en", "en")
    (Markup(' lang="en"'), Markup(''))
    """
    return Markup("") if language == page_language else Markup(f' lang="{language}"')
