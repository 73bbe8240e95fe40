"""The HTML of the items: structure, keys, shuffling, refusals."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from coursekit.render.items import render_item, render_reveal, split_prompt
from coursekit.render.views import (
    DiagnoseItem,
    Limit,
    Move,
    MultipleItem,
    NumericItem,
    Option,
    OrderItem,
    PredictItem,
    SingleItem,
    Slider,
    Slip,
    Statement,
    Step,
    UnitChoice,
)

OPTIONS = (Option("right", "A", "fa", True), Option("o2", "B", "fb"), Option("o3", "C", "fc"))
SINGLE = SingleItem(id="t/l/single", prompt="<p>Why?</p>", options=OPTIONS, pointer='<a href="#idea">Back</a>')
MULTIPLE = MultipleItem(id="t/l/multiple", prompt="Which?", statements=(Statement("s1", "A", True, "fa"), Statement("s2", "B", False, "fb")))
NUMERIC = NumericItem(
    id="t/l/numeric", prompt="How much?", answer=1e9, answer_text="1 GB", dimension="B",
    units=(UnitChoice("GB", 1e9, "B"), UnitChoice("GB/s", 1e9, "B/s")), slips=(Slip(8e9, "bits"),), feedback="so",
)  # fmt: skip
ORDER = OrderItem(id="t/l/order", prompt="In order?", steps=tuple(Step(f"s{index}", f"step {index}") for index in range(1, 5)), feedback="so")
DIAGNOSE = DiagnoseItem(
    id="t/l/diagnose", prompt="<p>A case.</p><p>More of it.</p>", limits=(Limit("compute", "1 ms", "fc"), Limit("bandwidth", "41 ms", "fb")),
    limit="bandwidth", by=41.0, moves=(Move("a", "A", "fa", "3 ms"), Move("b", "B", "fb")), best="a",
)  # fmt: skip
PREDICT = PredictItem(id="t/l/predict", prompt="How much?", slider=Slider(0.001, 1, 0.5, "%", "log"), answer=0.01, answer_text="1 %", reveal="<p>so</p>")
ALL = {"single": SINGLE, "multiple": MULTIPLE, "numeric": NUMERIC, "order": ORDER, "diagnose": DIAGNOSE, "predict": PREDICT}


class Reader(HTMLParser):
    """Checks that tags close in order and gathers them."""

    VOID = frozenset({"input", "path", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None], str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs), self.open[-1] if self.open else ""))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def read(html: str) -> Reader:
    """Parse, and require that everything closes."""
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return reader


def spec(html: str) -> dict:
    """Return the data of the form."""
    return next(json.loads(attributes["data-spec"]) for tag, attributes, _ in read(html).tags if "data-spec" in attributes)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("kind", ALL)
def test_structure(kind, language):
    html = render_item(ALL[kind], language)
    reader = read(html)
    form = next(attributes for tag, attributes, _ in reader.tags if tag == "form")
    assert (form["class"], form["data-item"], form["data-type"]) == ("item", f"t/l/{kind}", kind)
    assert html.startswith(f'<div class="course-item" id="item-t-l-{kind}">')
    assert [attributes["role"] for _, attributes, _ in reader.tags if "role" in attributes] == ["status"]
    assert re.findall(r"<fieldset>\n<(\w+)", html) == ["legend"] * html.count("<fieldset>")
    assert "style=" not in html and "<script" not in html and "\n\n" not in html
    assert not re.search(r"^ ", html, re.MULTILINE)


@pytest.mark.parametrize("kind", sorted(set(ALL) - {"predict"}))
def test_the_answer_stands_in_a_fold(kind):
    fold = re.search(r'<details class="item-answer"[^>]*>(.*?)</details>', render_item(ALL[kind], "en"), re.DOTALL)
    words = {"single": ["A", "fa"], "multiple": ["not true", "fb"], "numeric": ["1 GB", "so"], "order": ["<li>step 1</li>\n<li>step 2</li>"]}
    words["diagnose"] = ["bandwidth-bound, by 41×", "bandwidth: 41 ms", "fa", "afterwards: 3 ms"]
    assert all(word in fold[1] for word in words[kind])


def test_a_prediction_is_answered_elsewhere():
    assert "1 %" not in re.sub(r"data-spec='[^']*'", "", render_item(PREDICT, "en"))
    reveal = render_reveal(PREDICT, "en")
    assert read(reveal) and "The answer: 1 %." in reveal and 'data-link="#item-t-l-predict"' in reveal


def test_prompt_blocks_stand_before_the_question():
    assert split_prompt("<p>One.</p>\n<p>Two <em>x</em>?</p>\n") == ("<p>One.</p>", "Two <em>x</em>?")
    html = render_item(replace(SINGLE, prompt="<p>One.</p><table><tr><td>1</td></tr></table><p>Two?</p>"), "en")
    assert '<div class="item-case"><p>One.</p><table><tr><td>1</td></tr></table></div>' in html
    assert '<legend class="item-prompt">Two?</legend>' in html


def shown_keys(html: str) -> list[str]:
    """Return the order in which options stand."""
    return re.findall(r'name="answer" value="([^"]*)"', html)


def test_shuffling_never_changes_and_does_not_depend_on_the_source_order():
    keys = shown_keys(render_item(SINGLE, "en"))
    assert sorted(keys) == ["o2", "o3", "right"]
    assert keys == shown_keys(render_item(SINGLE, "pl")) == shown_keys(render_item(replace(SINGLE, options=OPTIONS[::-1]), "en"))
    places = {shown_keys(render_item(replace(SINGLE, id=f"t/l/{index}"), "en")).index("right") for index in range(20)}
    assert places == {0, 1, 2}
    assert shown_keys(render_item(replace(SINGLE, ordinal=True), "en")) == ["right", "o2", "o3"]


def test_an_order_item_never_starts_with_its_first_step_in_place():
    for index in range(40):
        item = replace(ORDER, id=f"t/l/{index}", steps=ORDER.steps[:3])
        shown = re.findall(r'data-key="(s\d)"', render_item(item, "en"))
        assert shown[0] != "s1" and sorted(shown) == ["s1", "s2", "s3"]


def test_plain_text_is_escaped_and_markup_is_kept():
    html = render_item(replace(NUMERIC, answer_text="<1 & 2>", feedback="<b>so</b> 'x'"), "en")
    assert "&lt;1 &amp; 2&gt;" in html and "<p><b>so</b> 'x'</p>" in html
    assert spec(html)["feedback"] == "<b>so</b> 'x'"


def test_code_keeps_its_lines_without_ending_the_block():
    html = render_item(replace(SINGLE, prompt="<pre>a\n\n  b</pre><p>What?</p>"), "en")
    assert "<pre>a&#10;&#10;  b</pre>" in html


def test_specs():
    assert spec(render_item(SINGLE, "en")) == {"right": "right", "feedback": {"right": "fa", "o2": "fb", "o3": "fc"}, "pointer": '<a href="#idea">Back</a>'}
    numeric = spec(render_item(NUMERIC, "en"))
    assert numeric["units"] == [["GB", 1e9, "B"], ["GB/s", 1e9, "B/s"]] and numeric["slips"] == [[8e9, "bits"]]
    assert spec(render_item(ORDER, "en"))["order"] == ["s1", "s2", "s3", "s4"]
    diagnose = spec(render_item(DIAGNOSE, "en"))
    assert (diagnose["limit"], diagnose["best"], diagnose["limits"]["compute"]) == ("bandwidth", "a", "fc")
    assert spec(render_item(PREDICT, "en"))["slider"]["stops"] == 200


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (replace(SINGLE, options=OPTIONS[1:]), "exactly one option must be correct, not 0"),
        (replace(SINGLE, options=(*OPTIONS, Option("o2", "D", "fd"))), "must be plain and differ"),
        (replace(SINGLE, options=(*OPTIONS, Option("O 2", "D", "fd"))), "must be plain and differ"),
        (replace(NUMERIC, dimension="s"), "no unit of the menu measures s"),
        (replace(NUMERIC, answer=float("nan")), "not JSON compliant"),
        (replace(DIAGNOSE, limit="network"), "must be among the choices"),
        (replace(DIAGNOSE, best="c"), "must be among the choices"),
        (replace(DIAGNOSE, by=float("inf")), "finite"),
        (replace(PREDICT, slider=None), "options or a slider"),
        (replace(PREDICT, slider=Slider(0, 1, 0.5, "%", "log")), "does not fit the range"),
        (replace(PREDICT, slider=Slider(1, 2, 3)), "minimum <= start <= maximum"),
    ],
)  # fmt: skip
def test_contradictions_are_refused(item, said):
    with pytest.raises(ValueError, match=said):
        render_item(item, "en")
