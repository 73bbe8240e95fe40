"""LaTeX becomes MathML that is right, safe inside Markdown, and within the site's policy; bad LaTeX is refused."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import markdown
import pytest

from coursekit.emit.latex import typeset
from coursekit.emit.mathml import MathError, to_mathml
from hwcalc.registry import FORMULAS

EXTENSIONS = ["tables", "footnotes", "admonition", "attr_list", "md_in_html", "pymdownx.superfences"]


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        ("", "the formula is empty"),
        ("  \n ", "the formula is empty"),
        (r"\unknown x", r"the command \unknown is not known"),
        (r"\text{\foo}", r"the command \foo is not known"),
        (r"a_{b", "an opening brace { is never closed"),
        (r"a}", "a closing brace } has no opening one"),
        (r"}a{", "a closing brace } has no opening one"),
        (r"\frac{a}{", "an opening brace { is never closed"),
        (r"\frac{a}", "is incomplete"),
        (r"a^", "nothing follows ^ or _"),
        (r"x^2^3", "two superscripts"),
        (r"x_2_3", "two subscripts"),
        (r"\left( a", r"\left has no \right"),
        (r"\begin{cases} a", r"\begin has no fitting \end"),
        (r"\begin{cases} a \end{matrix}", r"\begin has no fitting \end"),
        (r"a & b", r"\\ and & belong between"),
        (r"a \\ b", r"\\ and & belong between"),
        (r"50% of it", r"write \%"),
        (r"a $b$", "a dollar sign"),
        (r"a # b", "the sign #"),
        (r"\boxed{a}", r"\boxed cannot be used: browsers show no box"),
        (r"\color{red}{a}", r"\color cannot be used"),
        (r"\style{color:red}{a}", r"\style cannot be used"),
        (r"\href{https://example.org}{a}", r"\href cannot be used"),
        (r"\class{big}{a}", r"\class cannot be used"),
        (r"\mathrm{a_b}", r"\mathrm holds letters and figures only"),
    ],
)
def test_bad_latex_is_refused_with_a_reason(latex, message):
    with pytest.raises(MathError, match=re.escape(message)):
        to_mathml(latex, display=False)


@pytest.mark.parametrize(
    ("latex", "inner"),
    [
        (r"\mathrm{W}", "<mtext>W</mtext>"),
        (r"\mathrm W", "<mtext>W</mtext>"),
        (r"\mathrm{GB}", "<mtext>GB</mtext>"),
        (r"1{,}979", "<mn>1&#x0002C;979</mn>"),
        (r"0{,}5", "<mn>0&#x0002C;5</mn>"),
        (r"86\,400", "<mn>86&#x0202F;400</mn>"),
        (r"1\,234\,567.5", "<mn>1&#x0202F;234&#x0202F;567.5</mn>"),
        (r"2\,n", '<mn>2</mn><mspace width="0.167em" /><mi>n</mi>'),
        (r"\arg", "<mo>arg</mo>"),
        (r"50\%", "<mn>50</mn><mi>&#x00025;</mi>"),
        (r"\{a\}", '<mo stretchy="false">&#x0007B;</mo><mi>a</mi><mo stretchy="false">&#x0007D;</mo>'),
        (r"\text{a_b}", "<mtext>a&#95;b</mtext>"),
    ],
)
def test_what_the_converter_gets_wrong_is_put_right(latex, inner):
    assert to_mathml(latex, display=False) == f"<math>{inner}</math>"


def test_aligned_equations_become_a_table():
    markup = to_mathml(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", display=True)
    assert markup.startswith('<math display="block">')
    rows = ElementTree.fromstring(markup).findall(".//mtr")
    assert ["".join(row.itertext()) for row in rows] == ["a=b", "c=d"]


def test_cases_keep_their_words():
    markup = to_mathml(r"\begin{cases} a & \text{if } x > 0 \\ b & \text{otherwise} \end{cases}", display=True)
    rows = ElementTree.fromstring(markup).findall(".//mtr")
    assert ["".join(row.itertext()) for row in rows] == ["aif\xa0x>0", "botherwise"]


NASTY = [
    r"a_{b} * c_{d} * e",
    r"\text{[link](x) and ![image] and `code` and **bold** and __strong__ and ~~gone~~ and ==marked==}",
    r"\text{http://example.org and x@example.org}",
    r"[a] | [b]",
    r"\text{a: b} \{: .class\} \_ c",
    r"a < b > c",
    r"x' * y' * z'",
    r"\text{+++ --- ... != ^^ :smile: }",
    r"\{a\}_{b}",
]


@pytest.mark.parametrize("latex", NASTY)
def test_markdown_leaves_a_formula_alone(latex):
    formula = to_mathml(latex, display=False)
    assert markdown.markdown(f"A *b* {formula} *c* {formula}.", extensions=EXTENSIONS) == (
        f"<p>A <em>b</em> {formula} <em>c</em> {formula}.</p>"
    )
    table = markdown.markdown(f"| a | b |\n| --- | --- |\n| {formula} | {formula} |", extensions=EXTENSIONS)
    assert table.count(f"<td>{formula}</td>") == 2


def _registered():
    for name, formula in FORMULAS.items():
        yield f"{name}, symbol", formula.symbol
        if formula.browser or formula.tex:
            yield f"{name}, typeset", typeset(formula)
            yield f"{name}, Polish", typeset(formula, language="pl")
        for symbol in formula.symbols:
            yield f"{name}, {symbol.name}", symbol.latex
        for variant in formula.variants:
            if variant.latex:
                yield f"{name}, {variant.name}", variant.latex


def test_every_registered_formula_becomes_sound_markup():
    refused = {}
    for where, latex in _registered():
        try:
            markup = to_mathml(latex, display=True)
        except MathError as error:
            refused[where] = f"{latex}: {error}"
            continue
        assert ElementTree.fromstring(markup).tag == "math"
        assert not re.search(r"\sstyle=|\n|\\|xmlns", markup), where
        assert not re.search(r"[*_`\[\]|~]", re.sub(r"<[^>]*>", "", markup)), where
    assert not refused
