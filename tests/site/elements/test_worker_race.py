"""The race: results in words, the keyboard, motion, speed, access, and a reading without scripts."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
import yaml
from element_gallery import COURSE, POLICY
from element_gallery import page as gallery_page
from playwright.sync_api import Browser, Page, expect
from pydantic import TypeAdapter

from coursekit.elements.worker_race.view import RaceView, render
from coursekit.render.environment import ASSETS

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
#: The test page is not a page of the site: its frame is not what is tested here.
FRAME_RULES = ("region", "landmark-one-main", "page-has-heading-one", "bypass", "heading-order", "skip-link")
FOLDER = COURSE / "elements" / "worker-race"
VIEWS = {
    example.get("language", "en"): TypeAdapter(RaceView).validate_python(example["view"])
    for example in yaml.safe_load((FOLDER / "example.yml").read_text(encoding="utf-8"))
}
SAY = "worker-race .widget-say"
SERIAL = "#widget-examples-widgets-race-serial-range"
#: What the frames of a race cost, in milliseconds each.
TIMED = """
window.costs = [];
const next = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => next((now) => {
  const begun = performance.now();
  draw(now);
  window.costs.push(performance.now() - begun);
});
"""

Open = Callable[..., Page]


def plain(text: str) -> str:
    return text.replace("\u202f", " ").replace("\xa0", " ")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus, as a learner without a mouse does."""
    for _ in range(60):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


@pytest.fixture
def open_race(gallery: str, chromium: Browser) -> Iterator[Open]:
    """Opens the race: `open_race(scheme="slate", width=320, tasks=50)`. A page error fails the test."""
    contexts = []
    errors: list[str] = []

    def open_one(*, scheme: str = "default", language: str = "en", query: str = "", before: str = "", view: dict[str, Any] | None = None, **options: Any) -> Page:
        options.setdefault("viewport", {"width": options.pop("width", 1000), "height": 800})
        context = chromium.new_context(**options)
        contexts.append(context)
        html = render(dataclasses.replace(VIEWS[language], **(view or {})), language)
        assert " style=" not in html and "\n\n" not in html
        html = html.replace(f"{ASSETS}/course/elements/worker-race.", "/course/elements/worker-race/worker-race.")
        context.route("**/race/**", lambda route: route.fulfill(
            body=gallery_page([], language, scheme, html), content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY},
        ))  # fmt: skip
        opened = context.new_page()
        opened.set_default_timeout(5000)
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        if before:
            opened.add_init_script(before)
        opened.goto(f"{gallery}/race/{scheme}/{language}{query}")
        if options.get("java_script_enabled", True):
            expect(opened.locator("worker-race[data-live]")).to_have_count(1)
            opened.wait_for_timeout(80)
        return opened

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors


def test_the_start_is_the_worked_example(open_race):
    page = open_race()
    said = plain(page.locator(SAY).inner_text())
    assert said.startswith("200 volunteers finish first, after 25 min. 4 librarians need 125 min, which is 100 min more. That is 5 times as long.")
    assert said.endswith("win for the first time with 137 books.")


SETTINGS = [
    {},
    {"tasks": 1.0, "handover_s": 0.0},
    {"tasks": 50.0},
    {"serial": 0.065},
    {"serial": 0.2, "tasks": 100000.0},
    {"serial": 0.07, "handover_s": 3600.0},
    {"tasks": 4.0, "handover_s": 0.0, "many": VIEWS["en"].few, "serial": 0.1},
]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))
def test_the_script_says_what_the_build_says(open_race, settings, language):
    still = open_race(language=language, view=settings, java_script_enabled=False)
    page = open_race(language=language, view=settings)
    for part in (SAY, ".race-parts"):
        assert page.locator(part).text_content() == still.locator(part).text_content(), part
    start = dataclasses.asdict(VIEWS[language])
    if settings and "many" not in settings:  # and the same when the controls are moved there
        names = {"tasks": "tasks", "serial": "serial", "handover_s": "handover"}
        query = ",".join(f"{name}:{settings.get(field, start[field])}" for field, name in names.items())
        widget = VIEWS[language].id.rpartition("/")[2]
        moved = open_race(language=language, query=f"?{widget}={query}")
        assert moved.locator(SAY).text_content() == still.locator(SAY).text_content()


def test_the_task_by_keyboard_alone(open_race):
    page = open_race()
    tab_to(page, SERIAL)
    presses = 0
    while "4 librarians finish first" not in page.locator(SAY).inner_text():
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(50)
        presses += 1
        assert presses < 40
    assert plain(page.locator(SERIAL).get_attribute("aria-valuetext")) == "6.5 %"
    page.wait_for_url(lambda url: "race=serial:0.065" in url)
    while "never win" not in page.locator(SAY).inner_text():
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(50)
    assert plain(page.locator(SERIAL).get_attribute("aria-valuetext")) == "7.5 %"
    expect(page.locator(".widget-status")).to_contain_text("never win", timeout=2000)
    tab_to(page, ".race-run")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.locator(".race-now").get_attribute("visibility") == "visible"
    tab_to(page, ".race-reset")
    page.keyboard.press("Enter")
    page.wait_for_timeout(80)
    assert "137 books" in page.locator(SAY).inner_text()
    page.wait_for_url(lambda url: "race=" not in url)
    assert page.locator(".race-now").get_attribute("visibility") == "hidden"


def test_a_race_runs_to_its_end(open_race):
    page = open_race(view={"serial": 0.1})
    page.locator(".race-run").click()
    page.wait_for_timeout(2500)  # both are at work on what goes in order, or past it
    states = page.locator(".race-track .plot-name").all_text_contents()
    assert "0 of 1000 books done, 1 at work, the others wait" in states
    assert any("4 at work" in state for state in states)
    page.wait_for_timeout(4500)
    assert page.locator(".race-track .plot-name").all_text_contents()[:2] == ["1000 of 1000 books done, 0 at work"] * 2
    assert [plain(one) for one in page.locator(".race-time").all_text_contents()] == ["162.5 min", "224 min"]


def test_a_moved_control_stops_the_race(open_race):
    page = open_race()
    page.locator(".race-run").click()
    page.wait_for_timeout(200)
    page.locator(SERIAL).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert page.locator(".race-now").get_attribute("visibility") == "hidden"
    page.wait_for_timeout(300)
    assert page.locator(".race-now").get_attribute("visibility") == "hidden"


def test_reduced_motion_shows_the_end_at_once(open_race):
    page = open_race(reduced_motion="reduce")
    page.locator(".race-run").click()
    page.wait_for_timeout(60)
    assert page.locator(".race-track .plot-name").all_text_contents()[:2] == ["1000 of 1000 books done, 0 at work"] * 2
    expect(page.locator(".widget-status")).to_contain_text("finish first", timeout=2000)


def test_frames_are_short_on_a_slow_processor(open_race):
    page = open_race(before=TIMED)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate("window.costs.length = 0")
    page.locator(".race-run").click()
    page.wait_for_timeout(3000)
    costs = sorted(page.evaluate("window.costs"))
    assert len(costs) > 30
    assert costs[len(costs) * 9 // 10] < 8, costs[-10:]  # half of a sixtieth of a second
    page.evaluate("window.costs.length = 0")
    page.locator(SERIAL).focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    costs = sorted(page.evaluate("window.costs"))
    assert costs[len(costs) // 2] < 1000 / 60, costs


#: Names of the chart that a line runs through, or that stand on each other. The letters fill less than their box.
CROSSED = """
(() => {
  const chart = document.querySelector(".race-chart svg");
  const boxes = [...chart.querySelectorAll(".plot-label")].map((name) => [name.textContent, name.getBBox()]);
  const spots = [...chart.querySelectorAll(".plot-line")].flatMap((line) => {
    const length = line.getTotalLength();
    return Array.from({ length: 600 }, (_, index) => line.getPointAtLength((length * index) / 599));
  });
  const holds = (box, { x, y }) => x > box.x && x < box.x + box.width && y > box.y + 4 && y < box.y + box.height - 4;
  const crossed = boxes.filter(([, box]) => spots.some((spot) => holds(box, spot))).map(([name]) => name);
  return boxes.length === 2 && Math.abs(boxes[0][1].y - boxes[1][1].y) < 14 ? [...crossed, "both"] : crossed;
})()
"""


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("width", [320, 560, 750, 1000])
@pytest.mark.parametrize("settings", [{}, {"serial": 0.03}, {"serial": 0.07}, {"serial": 0.2}, {"handover_s": 3600.0}], ids=range(5))
def test_no_line_runs_through_a_name_in_the_chart(open_race, settings, width, language):
    page = open_race(width=width, language=language, view=settings)
    assert page.locator(".race-chart .plot-label").count() == 2
    assert page.evaluate(CROSSED) == []


def test_what_went_comes_back_to_its_place_in_the_pictures(open_race):
    page = open_race()
    pictures = page.locator("worker-race .plot")
    before = pictures.evaluate_all("(all) => all.map((one) => one.outerHTML)")
    assert page.locator(".plot-mark").count() == 1
    serial = page.locator(SERIAL)
    serial.focus()
    serial.press("End")
    expect(page.locator(".plot-mark")).to_have_count(0)
    serial.press("Home")
    expect(page.locator(".plot-mark")).to_have_count(1)
    assert pictures.evaluate_all("(all) => all.map((one) => one.outerHTML)") == before


def test_a_step_changes_only_what_differs_in_the_chart(open_race):
    page = open_race(view={"serial": 0.1})
    page.evaluate("""() => {
      window.changes = new Set();
      new MutationObserver((records) => records.forEach(({ type, target, attributeName }) => changes.add(`${target.nodeName} ${attributeName ?? type}`)))
        .observe(document.querySelector(".race-chart"), { subtree: true, attributes: true, childList: true, characterData: true });
    }""")
    page.locator(SERIAL).press("ArrowRight")
    page.wait_for_timeout(100)
    changed = set(page.evaluate("[...changes]"))
    assert "path d" in changed
    assert changed <= {"path d", "circle cy", "text y", "svg aria-label"}


def test_the_axis_of_the_track_stays_while_the_bars_fit(open_race):
    page = open_race()
    seen = []
    for tasks in ("1000", "1100", "1300"):
        page.locator("[data-control=tasks] .control-field").fill(tasks)
        page.locator("[data-control=tasks] .control-field").press("Enter")
        times = [plain(time) for time in page.locator(".race-track .plot-tick").all_text_contents()]
        seen.append((times, float(page.locator(".race-ahead .race-shared").first.get_attribute("width"))))
    (first, short), (second, longer), (third, shrunk) = seen
    assert first == second == [f"{20 * index} min" for index in range(8)]
    assert longer == pytest.approx(1.1 * short)
    assert third == [f"{50 * index} min" for index in range(5)]
    assert shrunk == pytest.approx(short * 1.3 * 150 / 200)


def test_unsound_addresses_are_ignored(open_race):
    page = open_race(query="?race=serial:7,tasks:-3,handover:abc,other:1")
    assert "137 books" in page.locator(SAY).inner_text()


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [320, 1000])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(open_race, scheme, language, width):
    page = open_race(scheme=scheme, language=language, width=width)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    page.evaluate(AXE)
    options = json.dumps({"rules": {rule: {"enabled": False} for rule in FRAME_RULES}})
    found = page.evaluate(f"axe.run(document, {options})")
    assert len(found["passes"]) > 15
    assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('worker-race :is(button, input, summary)')].filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; }).length"
    )
    assert small == 0


def test_without_scripts_the_tables_make_the_point(open_race):
    page = open_race(java_script_enabled=False)
    for part in (".widget-controls", ".race-actions", ".race-track", ".race-chart"):
        assert not page.locator(part).is_visible(), part
    assert page.locator(SAY).is_visible() and page.locator(".race-parts").is_visible()
    page.locator("worker-race summary").click()
    rows = [[plain(cell) for cell in row.locator("td strong").all_inner_texts()] for row in page.locator(".race-winners tbody tr").all()]
    assert rows[0] == ["4 librarians"] * 4
    assert rows[2] == ["200 volunteers", "200 volunteers", "4 librarians", "4 librarians"]


def test_forced_colours_and_paper_keep_the_parts_apart(open_race):
    page = open_race(forced_colors="active", view={"serial": 0.1})
    assert page.locator(".race-part").count() > 5
    assert page.locator(".race-track svg").get_attribute("aria-label").startswith("4 librarians finish first")
    page.emulate_media(media="print", forced_colors="none")
    assert not page.locator(".race-run").is_visible() and page.locator(".race-parts").is_visible()
