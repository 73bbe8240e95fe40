"""What a step may cost: what stays is not built again, no width is asked for, and the address waits for a rest."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

EXAMPLES = ("worker-race/books", "matrix-stepper/bakery", "sum-tree/million", "warp-grid/chip", "tile-walker/h100", "bit-flipper/tenth", "block-product/sheet")
#: Moves each slider by one stop, or flips a bit, and waits until that is drawn.
STEP = """async () => {
  const sliders = [...document.querySelectorAll("input[type=range]")];
  for (const slider of sliders) {
    slider.value = Number(slider.value) + (slider.value === slider.max ? -1 : 1);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!sliders.length) document.querySelector(".flip-row:last-child button").click();
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}"""
FLIPS = "for (let time = 0; time < 10; time += 1) document.querySelector('button.flip-bit').click(); document.querySelector('button.flip-bit').click()"


def said(page: Page) -> str:
    """Return the sentences as they stand."""
    return " ".join(page.locator(".widget-say").all_inner_texts())


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_step_keeps_what_stays_and_asks_for_no_width(open_element, example):
    page = open_element(example)
    page.wait_for_timeout(150)
    before = said(page)
    page.evaluate("""() => {
      window.kept = [...document.querySelectorAll("svg.plot, svg.plot text, td")];
      window.asked = 0;
      const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "clientWidth");
      Object.defineProperty(Element.prototype, "clientWidth", { get() { window.asked += 1; return get.call(this); } });
    }""")
    page.evaluate(STEP)
    assert said(page) != before
    kept = page.evaluate("kept.filter((node) => node.isConnected).length / kept.length")
    assert kept > 0.8
    assert page.evaluate("asked") == 0


def test_many_presses_write_the_address_once(open_element):
    page = open_element("bit-flipper/tenth")
    page.evaluate("""() => {
      window.written = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => { window.written += 1; replace(...given); };
    }""")
    page.evaluate(FLIPS)
    assert page.evaluate("written") == 0
    page.wait_for_url(lambda url: "code:" in url)
    page.wait_for_timeout(300)
    assert page.evaluate("written") == 1


def test_the_address_of_the_next_page_is_left_alone(open_element):
    page = open_element("bit-flipper/tenth")
    page.evaluate(FLIPS)
    page.evaluate("history.pushState(null, '', '/elsewhere')")
    page.wait_for_timeout(400)
    assert page.url.endswith("/elsewhere")


def test_a_size_that_is_dragged_does_not_move_the_page_back_and_forth(open_element):
    page = open_element("matrix-stepper/largest")
    slide = "(stop) => { const slider = document.querySelector('[data-control=m] input[type=range]'); slider.value = stop; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    heights = []
    for stop in (2, 7, 5):
        page.evaluate(slide, stop)
        page.wait_for_timeout(80)
        heights.append(page.locator(".stepper-bench").bounding_box()["height"])
    assert heights == pytest.approx([heights[0]] * 3, abs=1)
    page.evaluate("document.querySelector('[data-control=m] input[type=range]').dispatchEvent(new Event('change', { bubbles: true }))")
    page.wait_for_timeout(80)
    assert page.locator(".stepper-bench").bounding_box()["height"] < heights[0]


def test_a_shorter_sentence_does_not_pull_up_what_stands_below_it(open_element):
    page = open_element("worker-race/books")
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_timeout(100)
    chart = page.locator(".race-chart")

    def top_with(words: str) -> float:
        page.locator(".widget-say").evaluate("(say, words) => { say.textContent = words; }", words)
        page.wait_for_timeout(80)
        return chart.bounding_box()["y"]

    long = top_with("One word after another. " * 20)
    assert top_with("Short.") == pytest.approx(long, abs=1)
    page.set_viewport_size({"width": 380, "height": 900})
    page.wait_for_timeout(100)
    assert chart.bounding_box()["y"] < long - 100


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_step_lays_out_nothing_around_the_element(open_element, example):
    page = open_element(example)
    page.wait_for_timeout(100)
    assert page.locator(".course-widget").first.evaluate("(box) => getComputedStyle(box).contain.split(' ').includes('size')")
    held = page.locator(".course-widget").first.evaluate("(box) => [box.clientHeight, box.scrollHeight]")
    assert held[0] == pytest.approx(held[1], abs=1)
