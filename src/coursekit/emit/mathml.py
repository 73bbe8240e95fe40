"""LaTeX to MathML at build time, so that no script typesets anything in the reader's browser.

The work is done by ``latex2mathml``. What it lets pass or gets wrong is refused or put right here: unknown commands,
unclosed braces, stray ``&`` and ``%``, upright words, numbers with a separator.
"""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

from latex2mathml import exceptions
from latex2mathml.converter import convert


class MathError(ValueError):
    """A piece of LaTeX that cannot be typeset; the message says why."""


_REFUSED = {
    "boxed": "browsers show no box",
    "fbox": "browsers show no box",
    "color": "colours belong to the theme",
    "textcolor": "colours belong to the theme",
    "colorbox": "colours belong to the theme",
    "style": "the security policy of the site forbids style attributes",
    "class": "the look belongs to the theme",
    "href": "links belong to the text around the formula",
    "def": "a formula defines no commands",
    "newcommand": "a formula defines no commands",
}
_MEANINGS = {
    exceptions.NumeratorNotFoundError: "a fraction has no numerator",
    exceptions.DenominatorNotFoundError: "a fraction has no denominator",
    exceptions.ExtraLeftOrMissingRightError: r"\left has no \right",
    exceptions.MissingSuperScriptOrSubscriptError: "nothing follows ^ or _",
    exceptions.DoubleSubscriptsError: "two subscripts at one symbol; use braces",
    exceptions.DoubleSuperscriptsError: "two superscripts at one symbol; use braces",
    exceptions.NoAvailableTokensError: "something is missing at the end",
    exceptions.InvalidStyleForGenfracError: "the style of a fraction is not known",
    exceptions.MissingEndError: r"\begin has no fitting \end",
    exceptions.InvalidAlignmentError: "the alignment of an array is not known",
    exceptions.InvalidWidthError: "a width is not known",
    exceptions.LimitsMustFollowMathOperatorError: r"\limits follows no operator",
}
_FAULTS = tuple(_MEANINGS)

_CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}

_UPRIGHT = re.compile(r"\\mathrm\s*\{([^{}]*)\}|\\mathrm\s*([A-Za-z0-9])")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_LEAF = re.compile(r"(<(m[ion]|mtext)\b[^>/]*>)(.*?)(</\2>)", re.DOTALL)
_COMMA_NUMBER = re.compile(r"<mn>([\d.]+)</mn><mrow><mo>&#x0002C;</mo></mrow><mn>([\d.]+)</mn>")
_GROUPED_NUMBER = re.compile(
    r'<mn>(\d+(?:&#x0202F;\d{3})*)</mn><mspace width="0\.167em" /><mn>(\d{3}(?:\.\d+|&#x0002C;\d+)?)</mn>'
)
# What Markdown and its extensions might take for a mark of their own.
_MARKS = re.compile(r"[^\w\s.()&;]|_", re.ASCII)
_ENTITY = re.compile(r"&#(x[0-9A-Fa-f]+|\d+);|&[A-Za-z]+;")


def _check_source(latex: str) -> None:
    plain = re.sub(r"\\(\\|[^A-Za-z])", lambda match: "\x00" * len(match[0]) if match[1] != "\\" else r"\\", latex)
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            raise MathError("a closing brace } has no opening one")
    if depth:
        raise MathError("an opening brace { is never closed")
    if "%" in plain:
        raise MathError(r"the sign % would hide the rest; write \%")
    if "$" in plain:
        raise MathError("a dollar sign $ stands inside the formula")
    if "#" in plain:
        raise MathError(r"the sign # means nothing here; write \#")
    if r"\begin" not in latex and (r"\\" in plain or "&" in plain) and r"\substack" not in latex:
        raise MathError(r"\\ and & belong between \begin{...} and \end{...}")
    for command in _COMMAND.findall(latex):
        if command in _REFUSED:
            raise MathError(rf"\{command} cannot be used: {_REFUSED[command]}")
    for match in _UPRIGHT.finditer(latex):
        if not re.fullmatch(r"[A-Za-z0-9 ./%-]*", match[1] or match[2] or ""):
            raise MathError(rf"{match[0]}: \mathrm holds letters and figures only; use \text")


def _rewritten(latex: str) -> str:
    latex = _UPRIGHT.sub(lambda match: rf"\text{{{match[1] or match[2]}}}", latex)
    latex = re.sub(r"\\(begin|end)\{aligned\}", r"\\\1{align*}", latex)
    return re.sub(r"\\arg(?![A-Za-z])", r"\\operatorname{arg}", latex)


def _check_result(markup: str) -> None:
    for match in _LEAF.finditer(markup):
        text = match[3]
        if unknown := re.search(r"\\\S*", text):
            raise MathError(f"the command {unknown[0]} is not known")
        if text == "&":
            raise MathError(r"the sign & stands outside \begin{...} ... \end{...}")
        if text in ("{", "}"):
            raise MathError(f"a brace {text} is left over")
    for element in ElementTree.fromstring(markup).iter():
        wanted = _CHILDREN.get(element.tag.rpartition("}")[2])
        if wanted is not None and len(element) != wanted:
            raise MathError("a fraction, root, subscript or superscript is incomplete")
    if re.search(r"\sstyle=|\shref=|<script|<mspace linebreak", markup):
        raise MathError("this LaTeX gives markup that the site does not allow")


def _safe(match: re.Match[str]) -> str:
    """Write the text of an element so that Markdown finds no mark of its own in it."""
    opening, text, closing = match[1], match[3], match[4]
    parts, place = [], 0
    for entity in _ENTITY.finditer(text):
        parts += [_MARKS.sub(_as_entity, text[place : entity.start()]), entity[0]]
        place = entity.end()
    parts.append(_MARKS.sub(_as_entity, text[place:]))
    return opening + "".join(parts) + closing


def _as_entity(match: re.Match[str]) -> str:
    return match[0] if ord(match[0]) > 127 else f"&#{ord(match[0])};"


@cache
def to_mathml(latex: str, display: bool) -> str:
    r"""Return a piece of LaTeX as a ``<math>`` element.

    The element can stand inside Markdown text: no character in it means anything to Markdown, it is one line, and it
    has no style attribute.

    Parameters
    ----------
    latex : str
        The LaTeX, without dollar signs.
    display : bool
        Whether the formula stands on a line of its own.

    Raises
    ------
    MathError
        If the LaTeX is empty, broken, or uses what browsers cannot show or the site does not allow.

    Examples
    --------
    >>> to_mathml(r"\frac{P}{B}", display=False)
    '<math><mfrac><mrow><mi>P</mi></mrow><mrow><mi>B</mi></mrow></mfrac></math>'
    >>> to_mathml(r"\frac{P}{", display=False)
    Traceback (most recent call last):
        ...
    coursekit.emit.mathml.MathError: an opening brace { is never closed
    """
    latex = " ".join(latex.split())
    if not latex:
        raise MathError("the formula is empty")
    _check_source(latex)
    try:
        markup = convert(_rewritten(latex))
    except _FAULTS as fault:
        raise MathError(_MEANINGS[type(fault)]) from fault
    _check_result(markup)
    inner = re.sub(r"^<math[^>]*>|</math>$", "", markup)
    if inner.startswith("<mrow>") and _closes_at_end(inner):
        inner = inner.removeprefix("<mrow>").removesuffix("</mrow>")
    inner = _COMMA_NUMBER.sub(r"<mn>\1&#x0002C;\2</mn>", inner)
    while (grouped := _GROUPED_NUMBER.sub(r"<mn>\1&#x0202F;\2</mn>", inner)) != inner:
        inner = grouped
    opening = '<math display="block">' if display else "<math>"
    return opening + _LEAF.sub(_safe, inner) + "</math>"


def _closes_at_end(inner: str) -> bool:
    """Say whether the first ``<mrow>`` closes with the last tag."""
    depth = 0
    for tag in re.finditer(r"<(/?)mrow\b[^>]*?(/?)>", inner):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return tag.end() == len(inner)
    return False
