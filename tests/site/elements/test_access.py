"""Everybody can use every element: axe on each example, 320 px, no script, forced colours, print, target sizes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import axe_playwright_python
import pytest
from element_gallery import examples

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
#: The gallery is not a page of the site: its frame is not what is tested here.
FRAME_RULES = ("region", "landmark-one-main", "page-has-heading-one", "bypass", "heading-order", "skip-link")
USED = """
for (const form of document.querySelectorAll('form.item')) {
  for (const input of form.querySelectorAll('fieldset input:first-of-type')) if (input.type !== 'text') input.checked = true;
  form.requestSubmit();
}
for (const fold of document.querySelectorAll('details')) fold.open = true;
"""


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_before_and_after_use(open_page, scheme, language):
    page = open_page("all", scheme=scheme, language=language, width=320)
    page.evaluate(AXE)
    options = json.dumps({"rules": {rule: {"enabled": False} for rule in FRAME_RULES}})
    for step in ("", USED):
        page.evaluate(f"() => {{ {step} }}")
        page.wait_for_timeout(200)
        found = page.evaluate(f"axe.run(document, {options})")
        assert len(found["passes"]) > 15
        assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest.mark.parametrize("name", sorted(examples()))
def test_nothing_scrolls_sideways_at_320_pixels(open_page, name):
    page = open_page(name, language=examples()[name][1], width=320)
    page.evaluate(f"() => {{ {USED} }}")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_targets_are_large_enough(open_page):
    page = open_page("all")
    page.evaluate(f"() => {{ {USED} }}")
    small = page.evaluate(
        "[...document.querySelectorAll('main button, main input:not(.visually-hidden), main select, main summary')]"
        ".filter((one) => one.checkVisibility()).filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; }).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []


def test_ids_are_unique_and_references_exist(open_page):
    page = open_page("all")
    assert page.evaluate("(() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id); return ids.filter((id, index) => ids.indexOf(id) !== index); })()") == []
    missing = page.evaluate(
        "[...document.querySelectorAll('[aria-describedby], [aria-labelledby], label[for]')].flatMap((one) =>"
        " [one.getAttribute('aria-describedby'), one.getAttribute('aria-labelledby'), one.getAttribute('for')].filter(Boolean).flatMap((ids) => ids.split(' ')))"
        ".filter((id) => !document.getElementById(id))"
    )
    assert missing == []


def test_no_style_attribute_and_no_inline_script_in_the_markup():
    for name, (html, _) in examples().items():
        assert " style=" not in html and not re.search(r"<script(?![^>]* src=)", html) and " onclick" not in html, name
        assert "\n\n" not in html, name  # a blank line would end the block in Markdown


def test_without_scripts_everything_can_be_read(open_page):
    page = open_page("all", java_script_enabled=False)
    assert page.locator("form[data-type=single] .item-text").all_inner_texts() != []
    fold = page.locator("form[data-type=numeric] .item-answer").first
    fold.locator("summary").click()
    assert "10 GiB" in fold.inner_text() and "327,680 B per token" in fold.inner_text()
    page.locator("form[data-type=diagnose] summary").click()
    assert "bandwidth-bound, by 295×" in page.locator("form[data-type=diagnose] .item-answer").inner_text()
    page.locator(".reveal-answer summary").click()
    assert "The answer: 0.34 %." in page.locator(".reveal-answer").inner_text()
    assert not page.locator("button[type=submit]").first.is_visible()
    assert not page.locator(".widget-controls").first.is_visible()
    assert page.locator(".widget-controls").first.bounding_box() is None  # no blank space where they would stand
    assert page.locator("td[data-value=tokens]").first.inner_text() == "32\u202f768\u202ftokens"
    assert page.locator("td[data-value=all]").first.inner_text() == "10\u202fGiB"
    assert "H100 SXM reaches at most 3.35" in page.locator("roofline-explorer .widget-say").inner_text()
    page.locator("roofline-explorer summary").click()
    assert page.locator("roofline-explorer tbody tr").count() == 9


def test_on_paper_answers_and_tables_stand_open(open_page):
    page = open_page("all")
    page.emulate_media(media="print")
    assert page.locator("form[data-type=single] .item-answer-body").is_visible()
    assert page.locator(".widget-inputs").first.is_visible()
    assert not page.locator("button[type=submit]").first.is_visible()
    for control in ("input[type=range]", "[data-move]", ".widget-reset", ".control-select", ".segment"):
        assert page.locator(control).locator("visible=true").count() == 0, control


def test_forced_colours_keep_every_sign(open_page):
    page = open_page("all", forced_colors="active")
    page.evaluate(f"() => {{ {USED} }}")
    assert page.locator(".limit-badge").first.is_visible()
    border = page.evaluate("getComputedStyle(document.querySelector('.limit-badge')).borderBottomWidth")
    assert border == "2px"  # the background that carries the stroke is gone


def test_focus_can_be_seen_on_every_control(open_page):
    page = open_page("all")
    for selector in ("input[type=radio]", "input[type=range]", "input[name=value]", "select", "button[type=submit]", "summary"):
        page.locator(f"main {selector}").locator("visible=true").first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        outline = page.evaluate("(() => { const one = document.activeElement; const style = getComputedStyle(one); const next = one.nextElementSibling && getComputedStyle(one.nextElementSibling); return [style.outlineStyle, style.outlineWidth, next?.outlineStyle]; })()")
        assert (outline[0] == "solid" and outline[1] >= "2px") or outline[2] == "solid", (selector, outline)
