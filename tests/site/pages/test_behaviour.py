"""The built site as learners use it: without a script, from disk, on paper, by instant navigation, with a record that stays."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import minify
import pytest
from course_site import ADDRESS, Watch, open_whole
from playwright.sync_api import Browser, Page

from coursekit.emit.javascript import generated_modules
from coursekit.render.browser import interface_module
from coursekit.strings import text

pytestmark = pytest.mark.browser

LESSONS = ("why-gpus/moving-data/", "find-the-bottleneck/kv-cache/", "hardware-compute-energy/energy-and-ai/")
POLISH, UNTRANSLATED = "pl/why-gpus/moving-data/", "pl/why-gpus/tiling/"
VIOLATIONS = "addEventListener('securitypolicyviolation', (event) => console.error('violation', event.violatedDirective, event.blockedURI))"
#: Compressed bytes: a first visit, our scripts on every page, one bespoke element.
PAGE_BUDGET, SCRIPT_BUDGET, ELEMENT_BUDGET = 150_000, 15_000, 5_000


def generated_size() -> int:
    """Return the compressed size of what the scripts hold as data: the interface's words and the table of units."""
    data = interface_module(("en",)) + generated_modules()["units.mjs"]
    return len(gzip.compress(minify.string("application/javascript", data).encode(), 9))


def open_page(browser: Browser, **settings) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", **settings).new_page()
    page.add_init_script(VIOLATIONS)
    return page


def live(page: Page) -> int:
    """Wait for the page's elements and return how many of them started."""
    page.wait_for_function("document.querySelectorAll('course-item, course-widget, roofline-explorer').length > 0")
    page.wait_for_function("[...document.querySelectorAll('course-item, course-widget, roofline-explorer')].every((one) => one.hasAttribute('data-live'))")
    return page.locator("[data-live]").count()


@pytest.mark.parametrize("lesson", [*LESSONS, POLISH])
def test_a_lesson_reads_without_scripts(site_browser: Browser, lesson: str) -> None:
    page = open_page(site_browser, java_script_enabled=False)
    watch = Watch(page)
    page.goto(ADDRESS + lesson)
    assert page.locator("h1").inner_text()
    assert page.locator("form.item").count() >= 9
    for answer in page.locator(".item-answer").all():
        answer.locator("summary").click()
        assert len(answer.locator(".item-answer-body").inner_text()) > 10
    for widget in page.locator(".course-widget").all():
        data = widget.locator(".widget-data > summary")
        if data.is_visible():
            data.click()
        assert any(table.is_visible() for table in widget.locator("table").all())
    assert not watch.faults
    page.context.close()


def test_instant_navigation_and_back_keep_everything_alive(site_browser: Browser) -> None:
    page = open_page(site_browser)
    watch = Watch(page)
    open_whole(page, ADDRESS)
    page.evaluate("globalThis.firstDocument = true")
    seen = []
    for _ in range(8):
        link = page.locator("footer a[rel=next]")
        if not link.count():
            break
        address = page.url
        link.click()
        page.wait_for_function("(address) => location.href !== address && document.querySelector('.md-content h1')", arg=address)
        seen.append(page.url.removeprefix(ADDRESS))
        if seen[-1] in LESSONS:
            assert live(page) > 9
            break
    assert seen[-1] in LESSONS
    form = page.locator("form.item[data-type=predict]")
    form.locator("input").first.focus()
    page.keyboard.press("Space")
    form.locator("button[type=submit]").press("Enter")
    page.wait_for_function("Object.keys(localStorage).some((key) => localStorage[key].includes('guess') || localStorage[key].includes('predict'))")
    page.go_back()
    page.wait_for_function("(address) => location.href !== address", arg=ADDRESS + seen[-1])
    page.go_forward()
    page.wait_for_function("(address) => location.href === address", arg=ADDRESS + seen[-1])
    assert live(page) > 9
    assert page.locator("form.item[data-type=predict] input:checked").count() == 1
    assert page.evaluate("globalThis.firstDocument") is True, "a navigation loaded the whole page again"
    assert not watch.faults, watch.faults
    page.context.close()


def test_an_answer_is_kept_and_shown_on_the_map(site_browser: Browser) -> None:
    page = open_page(site_browser)
    page.goto(ADDRESS + LESSONS[0])
    live(page)
    form = page.locator("form.item[data-type=single]").first
    form.locator("input[type=radio]").first.check()
    form.locator("button[type=submit]").click()
    assert len(form.locator("[role=status]").inner_text()) > 20
    page.reload()
    live(page)
    assert page.locator("form.item[data-type=single]").first.locator("input:checked").count() == 1
    page.goto(ADDRESS + "why-gpus/")
    page.wait_for_function("document.querySelector('[data-progress-lesson=\"why-gpus/moving-data\"] [data-progress-text]')?.textContent")
    page.goto(ADDRESS + "progress/")
    page.wait_for_function("document.querySelector('course-progress')?.textContent.includes('1 / ')")
    page.context.close()


@pytest.mark.parametrize(("lesson", "language"), [(POLISH, "pl"), (UNTRANSLATED, "en")])
def test_answers_come_in_the_language_of_the_text_and_not_of_the_frame(site_browser: Browser, lesson: str, language: str) -> None:
    page = open_page(site_browser)
    page.goto(ADDRESS + lesson)
    live(page)
    form = page.locator("form.item[data-type=single]").first
    form.locator("input[type=radio]").first.check()
    form.locator("button[type=submit]").click()
    said = form.locator("[role=status]").inner_text().lstrip("✓✗ ")
    assert said.startswith((text(language, "browser.right"), text(language, "browser.wrong"))), said
    page.context.close()


@pytest.mark.parametrize(("lesson", "heading"), [(LESSONS[0], "Why moving data"), (POLISH, "Dlaczego przesyłanie danych")])
def test_from_disk_the_page_still_reads(site: Path, site_browser: Browser, lesson: str, heading: str) -> None:
    page = open_page(site_browser)
    page.goto((site / lesson / "index.html").as_uri())
    assert page.locator("h1").inner_text().startswith(heading)
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith(('"Atkinson', "Atkinson"))
    page.locator(".item-answer > summary").first.click()
    assert page.locator(".item-answer-body").first.is_visible()
    assert page.evaluate("[...document.images].filter((image) => getComputedStyle(image).display !== 'none').every((image) => image.src.startsWith('file:'))")
    page.context.close()


def test_paper_shows_answers_and_no_frame(site_browser: Browser) -> None:
    page = open_page(site_browser)
    page.goto(ADDRESS + LESSONS[0])
    live(page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".item-answer-body").first.is_visible()
    assert not page.locator(".md-header").is_visible()
    assert not page.locator(".md-sidebar--primary").is_visible()
    page.context.close()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_first_visit_is_light(site: Path, site_browser: Browser, lesson: str) -> None:
    page = open_page(site_browser)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(ADDRESS + lesson, wait_until="networkidle")
    sizes: dict[str, int] = {}
    for url in asked:
        path = site / url.removeprefix(ADDRESS).split("?")[0].split("#")[0]
        content = (path / "index.html" if path.is_dir() else path).read_bytes()
        sizes[path.relative_to(site).as_posix()] = len(content) if path.suffix == ".woff2" else len(gzip.compress(content, 9))
    assert not [name for name in sizes if "search_index" in name], "the search index came unasked"
    moved = {name: size for name, size in sizes.items() if not name.endswith(".woff2")}
    assert sum(moved.values()) <= PAGE_BUDGET, json.dumps(moved, indent=1)
    ours = {name: size for name, size in moved.items() if "/course/" in name and name.endswith("js") and not name.endswith("formulas.mjs")}
    common = {name: size for name, size in ours.items() if "/elements/" not in name}
    assert sum(common.values()) - generated_size() <= SCRIPT_BUDGET, json.dumps(ours, indent=1)
    assert all(size <= ELEMENT_BUDGET for name, size in ours.items() if "/elements/" in name), json.dumps(ours, indent=1)
    page.context.close()


@pytest.mark.parametrize(("home", "asked", "mark"), [("", "how much memory", ""), ("pl/", "two exam rooms", "en")])
def test_search_finds_by_everyday_words_and_marks_what_is_not_translated(site_browser: Browser, home: str, asked: str, mark: str) -> None:
    page = open_page(site_browser)
    watch = Watch(page)
    open_whole(page, ADDRESS + home)
    page.keyboard.press("/")
    page.wait_for_timeout(300)
    page.keyboard.type(asked, delay=20)
    page.wait_for_selector(".md-search-result__item a", timeout=15_000)
    titles = page.locator(".md-search-result__item h1").all_inner_texts()
    assert titles, "nothing found"
    assert not watch.faults, watch.faults
    found = page.locator(".md-search-result__item a").evaluate_all("(links) => links.map((link) => [link.lang, link.querySelector('h1')?.textContent ?? ''])")
    assert mark in {lang for lang, _ in found}
    assert all((lang == "en") == title.strip().endswith("(po angielsku)") for lang, title in found if title)
    page.context.close()
