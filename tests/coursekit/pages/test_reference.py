"""The reference of the Python functions: whole, in both languages, and light enough for a phone."""

import re

import pytest

from coursekit.pages.reference import docstring_sections, reference_markdown
from hwcalc.registry import FORMULAS


@pytest.mark.parametrize("language", ["en", "pl"])
def test_each_function_stands_once_with_its_signature_and_an_example(language):
    page = reference_markdown(language)
    assert re.findall(r"^### .* \{#(\w+)\}$", page, re.MULTILINE) == sorted(FORMULAS, key=list(FORMULAS).index)
    for name in FORMULAS:
        assert page.count(f"\n`{name}(*, ") + page.count(f"\n`{name}()") == 1, name
    examples = sum("Examples" in docstring_sections(formula.function.__doc__)[1] for formula in FORMULAS.values())
    assert page.count('<pre class="example">&gt;&gt;&gt; ') == examples > 80


def test_the_theme_has_no_code_block_to_look_after():
    assert "```" not in reference_markdown("en")


def test_an_example_is_text_and_no_markup():
    examples = re.findall(r'<pre class="example">(.*?)</pre>', reference_markdown("en"), re.DOTALL)
    assert not any("<" in example for example in examples)
