"""The grid of warps: sliders and box by the keyboard alone, results in words, pictures, no script, small screens, speed."""

from __future__ import annotations

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CHIP = "warp-grid/chip"
POLISH = "warp-grid/polish"
OTHER = "#widget-examples-widgets-warps-other"
BLOCKS = "#widget-examples-widgets-warps-blocks"
SQUARES = "(name) => (document.querySelector(`.warpgrid-${name}`)?.getAttribute('d') ?? '').split('M').length - 1"


def said(page: Page) -> list[str]:
    """Return the three sentences with ordinary spaces."""
    page.wait_for_timeout(80)
    return [text.replace("\u202f", " ") for text in page.locator(".widget-say").all_inner_texts()]


def typed(page: Page, field: str, text: str) -> list[str]:
    """Type into a number field and return the sentences."""
    page.locator(f"{field}-field").fill(text)
    page.locator(f"{field}-field").press("Enter")
    return said(page)


def test_the_start_in_words(open_element):
    page = open_element(CHIP)
    assert said(page) == [
        "Lanes: 8 of 256 threads in each block take the other way, spread over the warps. Warps that must walk both ways: 8 of 8. Useful share of the lanes' time: 50 %.",
        "Waves: 2, since 264 of the 300 blocks find a place at a time. Blocks in the last wave: 36. Useful share of the places: 56.8 %.",
        "Together: 28.4 % of the lane time on the whole chip is useful. The work takes 3.52 times as long as with nothing wasted.",
    ]


def test_the_words_are_the_same_before_and_after_the_script(open_element):
    for which in (CHIP, POLISH):
        assert said(open_element(which)) == said(open_element(which, java_script_enabled=False))


def test_the_split_by_keyboard(open_element):
    page = open_element(CHIP)
    page.locator(f"{OTHER}-range").focus()
    page.keyboard.press("Home")
    assert said(page)[0] == "Lanes: all 256 threads of a block go the same way. Useful share of the lanes' time: 100 %."
    page.keyboard.press("ArrowRight")
    assert "Warps that must walk both ways: 1 of 8. Useful share of the lanes' time: 88.9 %" in said(page)[0]
    page.keyboard.press("End")
    assert "all 256 threads" in said(page)[0]


def test_sorting_by_keyboard(open_element):
    page = open_element(CHIP)
    page.locator(".warpgrid-box").focus()
    page.keyboard.press("Space")
    assert "they stand together. Warps that must walk both ways: 1 of 8. Useful share of the lanes' time: 88.9 %" in said(page)[0]
    page.wait_for_url(lambda url: url.endswith("?warps=sorted:1"))
    assert "Warps that must walk both ways: 0 of 8. Useful share of the lanes' time: 100 %" in typed(page, OTHER, "64")[0]
    assert "1 of 8" in typed(page, OTHER, "65")[0]


def test_the_blocks_by_field(open_element):
    page = open_element(CHIP)
    for text, words in [
        ("264", "Waves: 1, since there are places for 264 blocks. Blocks in it: 264. Useful share of the places: 100 %."),
        ("265", "Waves: 2, since 264 of the 265 blocks find a place at a time. Blocks in the last wave: 1. Useful share of the places: 50.2 %."),
        ("528", "Waves: 2, since 264 of the 528 blocks find a place at a time. Blocks in the last wave: 264. Useful share of the places: 100 %."),
        ("792", "Waves: 3, since 264 of the 792 blocks find a place at a time. Blocks in the last wave: 264. Useful share of the places: 100 %."),
    ]:
        assert typed(page, BLOCKS, text)[1] == words


@pytest.mark.parametrize("sorted_", [0, 1])
@pytest.mark.parametrize("other", [0, 1, 8, 100, 255, 256])
def test_every_thread_works_once_and_every_place_is_drawn(open_element, other, sorted_):
    page = open_element(CHIP, query=f"?warps=other:{other},sorted:{sorted_}")
    page.wait_for_timeout(80)
    assert page.evaluate(SQUARES, "first") == 256 - other
    assert page.evaluate(SQUARES, "other") == other
    taken = page.evaluate("[...document.querySelectorAll('.warpgrid-taken')].map((one) => one.getAttribute('d').split('M').length - 1)")
    free = page.evaluate("[...document.querySelectorAll('.warpgrid-free')].map((one) => one.getAttribute('d').split('M').length - 1)")
    assert taken == [264, 36] and free == [0, 228]


def test_idle_lanes_are_those_of_warps_that_take_part(open_element):
    page = open_element(CHIP)
    texts = page.evaluate("[...document.querySelectorAll('.warpgrid-lanes text')].map((one) => one.textContent)")
    assert texts == ["First way", "248 lanes busy, 8 idle", "Other way", "8 lanes busy, 248 idle"]
    page.locator(".warpgrid-box").click()
    page.wait_for_timeout(80)
    texts = page.evaluate("[...document.querySelectorAll('.warpgrid-lanes text')].map((one) => one.textContent)")
    assert texts[3] == "8 lanes busy, 24 idle"  # one warp is enough for all eight


def test_a_block_that_does_not_fill_its_last_warp(open_element):
    page = open_element(POLISH)
    assert "83,3 %" in said(page)[0]  # 80 threads in three warps of 32
    assert "1: zajęte miejsca: 10 z 60" in page.locator(".warpgrid-waves").inner_html()


def test_pictures_say_what_they_show(open_element):
    page = open_element(CHIP)
    names = page.evaluate("[...document.querySelectorAll('svg.plot')].map((one) => [one.getAttribute('role'), one.getAttribute('aria-label')])")
    assert [role for role, _ in names] == ["img", "img"]
    assert names[0][1] == "First way: 248 lanes busy, 8 idle. Other way: 8 lanes busy, 248 idle." and names[1][1].startswith("Waves: 2")
    assert "NaN" not in page.locator("warp-grid").inner_html()


def test_start_again(open_element):
    page = open_element(CHIP, query="?warps=other:20,blocks:5,sorted:1")
    assert "20 of 256" in said(page)[0]
    page.locator(".widget-reset").click()
    assert "8 of 256 threads in each block take the other way, spread" in said(page)[0]
    page.wait_for_url(lambda url: "warps=" not in url)


@pytest.mark.parametrize("state", ["other:257", "other:-1", "other:2.5", "blocks:0", "blocks:1e9", "sorted:2", "sorted:NaN", "__proto__:3"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(CHIP, query=f"?warps={state}")
    assert "8 of 256 threads in each block take the other way, spread" in said(page)[0] and "300 blocks" in said(page)[1]


def test_screen_readers_hear_all_of_it_once_it_rests(open_element):
    page = open_element(CHIP)
    page.locator(f"{OTHER}-range").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(900)
    assert page.locator(".widget-status").inner_text().replace("\u202f", " ") == " ".join(said(page))


def test_without_scripts_tables_make_the_point(open_element):
    page = open_element(CHIP, java_script_enabled=False)
    page.locator("summary").click()
    rows = [row.replace("\u202f", " ").split("\t") for row in page.locator("tbody tr").all_inner_texts()]
    assert ["8", "8", "50 %", "1", "88.9 %"] in rows and ["128", "8", "50 %", "0", "100 %"] in rows
    assert ["264", "1", "264", "100 %"] in rows and ["265", "2", "1", "50.2 %"] in rows
    assert not page.locator("input[type=range]").first.is_visible() and not page.locator(".warpgrid-box").is_visible()


def test_nothing_moves_by_itself(open_element):
    page = open_element(CHIP, reduced_motion="reduce")
    page.locator(f"{BLOCKS}-range").focus()
    page.keyboard.press("ArrowRight")
    assert "301 blocks" in said(page)[1] and page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [CHIP, POLISH])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    page.locator("summary").click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(("name", "positions"), [("other", (9, 120)), ("blocks", (500, 700))])
def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element, name, positions):
    page = open_element(CHIP)
    step = (
        f"const range = document.querySelector('[data-control={name}] input[type=range]'); range.value = at % 2 ? {positions[0]} : {positions[1]}; "
        "range.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4
