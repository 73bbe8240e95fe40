"""The tile walker: edge and walk by the keyboard alone, results in words, pictures, no script, small screens, speed."""

from __future__ import annotations

import pytest
from bespoke_gallery import axe_violations, milliseconds_a_step
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

H100 = "tile-walker/h100"
EDGE = "#widget-examples-widgets-walk-tile"


def said(page: Page) -> list[str]:
    """Return the three sentences with ordinary spaces."""
    page.wait_for_timeout(80)
    return [text.replace("\u202f", " ") for text in page.locator(".widget-say").all_inner_texts()]


def walked(page: Page) -> str:
    """Return where the walk is, with ordinary spaces."""
    page.wait_for_timeout(80)
    return page.locator(".tilewalk-progress").inner_text().replace("\u202f", " ")


def press(page: Page, name: str) -> None:
    """Press a button by the keyboard."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def box(page: Page, kind: str) -> list[float]:
    """Return x, y, width and height of a rectangle, in tiles, and its shade."""
    values = page.evaluate(f"['x', 'y', 'width', 'height', 'fill-opacity'].map((name) => Number(document.querySelector('.tilewalk-stage g .{kind}').getAttribute(name)))")
    cell = page.evaluate("Number(document.querySelector('.tilewalk-stage .tilewalk-sheet').getAttribute('width'))") / 4
    return [round(value / cell, 2) for value in values[:4]] + [round(values[4], 2)]


def test_the_start_in_words(open_element):
    page = open_element(H100)
    assert said(page) == [
        "Edge 128: every number that is loaded serves 128 multiply-adds. 2.18 GB pass between the chip and its main memory, 126 times fewer than with edge 1.",
        "The tile and its two pieces take 128 KiB. That fits into the memory of one SM (256 KiB).",
        "63 FLOP/B lies below the ridge point of 295 FLOP/B, so bandwidth is the limit: at most 211 TFLOP/s, 21 % of the peak.",
    ]
    assert page.locator(".widget-limit").inner_text() == "bandwidth-bound, by 4.7×"


def test_the_words_are_the_same_before_and_after_the_script(open_element):
    for which in (H100, "tile-walker/polish"):
        assert said(open_element(which)) == said(open_element(which, java_script_enabled=False))


def test_the_edge_by_keyboard(open_element):
    page = open_element(H100)
    page.locator(f"{EDGE}-range").focus()
    page.keyboard.press("ArrowRight")
    assert "take 512 KiB. That is too much for the memory of one SM (256 KiB). It fits into the L2 cache" in said(page)[1]
    page.keyboard.press("ArrowRight")
    assert page.locator(".widget-limit").inner_text().startswith("bandwidth-bound")
    page.keyboard.press("ArrowRight")
    assert said(page)[2] == "455 FLOP/B lies above the ridge point of 295 FLOP/B, so compute is the limit: up to the peak of 989 TFLOP/s."
    page.keyboard.press("End")
    sentences = said(page)
    assert "every number is loaded once. 101 MB pass" in sentences[0] and "too much even for the L2 cache" in sentences[1]
    assert sentences[2] == "A chip with more space would reach 1370 FLOP/B." and page.locator(".widget-limit").inner_text() == ""
    page.keyboard.press("Home")
    assert said(page)[0] == "Edge 1: every number that is loaded serves a single multiply-add. 275 GB pass between the chip and its main memory."


def test_a_typed_edge_becomes_a_power_of_two(open_element):
    page = open_element(H100)
    for typed, tile in [("100", "128"), ("700", "512"), ("3", "4")]:
        page.locator(f"{EDGE}-field").fill(typed)
        page.locator(f"{EDGE}-field").press("Enter")
        assert said(page)[0].startswith(f"Edge {tile}:")
        assert page.locator(f"{EDGE}-field").input_value() == tile
    page.wait_for_url(lambda url: url.endswith("?walk=tile:4"))


def test_the_walk_by_keyboard(open_element):
    page = open_element(H100, query="?walk=tile:1024")
    assert walked(page).startswith("Nothing is loaded yet.")
    press(page, "Next piece")
    assert walked(page) == "Tile 1 of 16, piece 1 of 4. Moved so far: 4.19 MB of 302 MB. Done: 2.15 GFLOP of 137 GFLOP."
    press(page, "Finish this tile")
    # four pieces of each matrix and the results: nine squares of 1024 x 1024 numbers of two bytes
    assert walked(page) == "Tile 1 of 16, piece 4 of 4. Moved so far: 18.9 MB of 302 MB. Done: 8.59 GFLOP of 137 GFLOP. The tile is finished, and its results are written."
    press(page, "Finish this row")
    assert walked(page).startswith("Tile 4 of 16, piece 4 of 4.")
    for _ in range(3):
        press(page, "Finish this row")
    assert walked(page).startswith("Tile 16 of 16, piece 4 of 4. Moved so far: 302 MB of 302 MB. Done: 137 GFLOP of 137 GFLOP.")
    assert page.get_by_role("button", name="Next piece").get_attribute("aria-disabled") == "true"
    press(page, "Step back")
    assert walked(page).startswith("Tile 16 of 16, piece 3 of 4.")
    press(page, "Start again")
    assert walked(page).startswith("Nothing is loaded yet.") and said(page)[0].startswith("Edge 128:")
    page.wait_for_url(lambda url: "walk=" not in url)


def test_the_picture_shows_what_has_been_loaded_how_often(open_element):
    # tile 6 of 16 is the second of the second row; three of its four pieces are done
    page = open_element(H100, query="?walk=tile:1024,step:23")
    shade = {count: round(0.1 + 0.15 * count, 2) for count in range(1, 5)}
    assert box(page, "tilewalk-piece.tilewalk-first") == [2, 1, 1, 1, 1]
    assert box(page, "tilewalk-piece.tilewalk-second") == [1, 2, 1, 1, 1]
    assert box(page, "tilewalk-piece.tilewalk-result")[:4] == [1, 1, 1, 1]
    assert box(page, "tilewalk-before.tilewalk-first") == [0, 0, 4, 1, shade[4]]
    assert box(page, "tilewalk-past.tilewalk-first") == [0, 1, 3, 1, shade[2]]
    assert box(page, "tilewalk-part.tilewalk-first") == [3, 1, 1, 1, shade[1]]
    assert box(page, "tilewalk-before.tilewalk-second") == [0, 0, 1, 4, shade[2]]
    assert box(page, "tilewalk-past.tilewalk-second") == [1, 0, 1, 3, shade[2]]
    assert box(page, "tilewalk-part.tilewalk-second") == [1, 3, 1, 1, shade[1]]


def test_walking_through_all_ends_where_the_steps_end(open_element):
    page = open_element(H100, query="?walk=tile:2048")
    press(page, "Walk through all")
    page.wait_for_timeout(2500)
    press(page, "Pause")
    here = walked(page)
    assert here.startswith("Tile ") and not here.startswith("Tile 4 of 4, piece 2 of 2")
    page.wait_for_timeout(1500)
    assert walked(page) == here
    press(page, "Walk through all")
    page.get_by_role("button", name="Walk through all").wait_for(timeout=12000)
    assert walked(page).startswith("Tile 4 of 4, piece 2 of 2. Moved so far: 168 MB of 168 MB.")


def test_nothing_runs_by_itself_where_motion_is_unwanted(open_element):
    page = open_element(H100, reduced_motion="reduce")
    assert not page.locator("[data-move=play]").is_visible()
    assert page.locator("[data-move=next]").is_visible()


def test_pictures_say_what_they_show(open_element):
    page = open_element(H100, query="?walk=step:5")
    names = page.evaluate("[...document.querySelectorAll('svg.plot')].map((one) => [one.getAttribute('role'), one.getAttribute('aria-label')])")
    assert [role for role, _ in names] == ["img", "img", "img"]
    assert names[0][1].startswith("Tile 1 of") and "bandwidth is the limit" in names[1][1] and "256" in names[2][1]
    assert page.locator(".tilewalk-dot").count() == 13
    assert page.locator(".tilewalk-dot.tilewalk-near").count() == 8 and page.locator(".tilewalk-dot.tilewalk-shared").count() == 4
    assert "NaN" not in page.locator(".tilewalk-pictures").inner_html()


@pytest.mark.parametrize("state", ["tile:8192", "tile:0", "tile:3", "tile:-4", "step:-1", "step:1e9", "step:2.5", "tile:NaN", "__proto__:3"])
def test_address_attacks_change_nothing(open_element, state):
    page = open_element(H100, query=f"?walk={state}")
    assert said(page)[0].startswith("Edge 128:") and walked(page).startswith("Nothing is loaded yet.")


def test_screen_readers_hear_it_once_it_rests(open_element):
    page = open_element(H100)
    page.locator(f"{EDGE}-range").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(900)
    assert page.locator(".widget-status").inner_text().replace("\u202f", " ") == " ".join(said(page))
    press(page, "Next piece")
    page.wait_for_timeout(900)
    assert page.locator(".widget-status").inner_text().replace("\u202f", " ") == walked(page)


def test_without_scripts_a_table_makes_the_point(open_element):
    page = open_element(H100, java_script_enabled=False)
    page.locator("summary").click()
    rows = [row.replace("\u202f", " ").split("\t") for row in page.locator("tbody tr").all_inner_texts()]
    assert rows[0] == ["1", "275 GB", "8 B", "the memory of one SM", "0.5 FLOP/B", "1.67 TFLOP/s", "bandwidth"]
    assert rows[7] == ["128", "2.18 GB", "128 KiB", "the memory of one SM", "63 FLOP/B", "211 TFLOP/s", "bandwidth"]
    assert rows[10] == ["1024", "302 MB", "8 MiB", "the L2 cache of the whole chip", "455 FLOP/B", "989 TFLOP/s", "compute"]
    assert rows[12][3:] == ["nowhere", "1370 FLOP/B", "–", "–"] and len(rows) == 13
    assert not page.locator("input[type=range]").first.is_visible() and not page.locator("[data-move]").first.is_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("which", [H100, "tile-walker/polish"])
def test_axe_and_320_pixels(open_element, scheme, which):
    page = open_element(which, scheme=scheme, width=320)
    page.locator("summary").click()
    page.wait_for_timeout(300)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    "step",
    [
        "const range = document.querySelector('input[type=range]'); range.value = at % 2 ? 7 : 6; range.dispatchEvent(new Event('input', { bubbles: true }))",
        "document.querySelector('[data-move=next]').click()",
    ],
)
def test_a_step_takes_less_than_a_frame_on_a_machine_four_times_slower(open_element, step):
    page = open_element(H100)
    assert 0 < milliseconds_a_step(page, 40, step) < 16 / 4
