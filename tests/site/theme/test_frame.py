"""The frame in a real browser: names, keyboard, narrow screens, instant navigation, no script, paper."""

import importlib.util
import re
from pathlib import Path

import pytest
from course_site import ADDRESS, open_whole
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
LESSON = f"{ADDRESS}find-the-bottleneck/roofline/"
PAGES = ["", "find-the-bottleneck/", "find-the-bottleneck/roofline/", "calculators/", "calculators/memory_time_s/", "glossary/", "progress/", "404.html"]
AXE = Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .map((rule) => `${rule.id}: ${rule.nodes.slice(0, 3).map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join(" | ")}`)"""


def ready(page: Page, address: str = LESSON) -> None:
    open_whole(page, address)
    page.wait_for_timeout(150)


@pytest.mark.parametrize(("scheme", "width"), [("default", 1280), ("slate", 320)])
def test_axe_finds_nothing(page: Page, scheme: str, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    faults = []
    for address in PAGES:
        ready(page, ADDRESS + address)
        page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        faults += [f"{address}: {fault}" for fault in page.evaluate(RUN_AXE)]
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing_with_search_fold_and_card_open(page: Page):
    ready(page)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    page.locator("button.fact").first.click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN_AXE) == []
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("ridge")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert page.evaluate(RUN_AXE) == []


@pytest.mark.parametrize(("width", "drawer", "search"), [(1280, 0, 0), (1100, 1, 0), (600, 1, 1)])
def test_the_header_has_each_opener_where_it_is_needed(page: Page, width: int, drawer: int, search: int):
    page.set_viewport_size({"width": width, "height": 800})
    ready(page)
    expect(page.locator("header :is(button, label):visible[class*='opener--drawer'], header label[for=__drawer]:visible")).to_have_count(drawer)
    expect(page.locator("header :is(button, label):visible[class*='opener--search'], header .md-header__button[for=__search]:visible")).to_have_count(search)


@pytest.mark.parametrize("width", [1280, 640, 320])
def test_nothing_scrolls_sideways(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    for address in PAGES:
        ready(page, ADDRESS + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_text_has_a_readable_size_and_measure(page: Page):
    ready(page)
    size, width, face = page.evaluate("""() => {
      const text = document.querySelector("#predict + p");
      const style = getComputedStyle(text);
      return [parseFloat(style.fontSize), text.getBoundingClientRect().width, style.fontFamily];
    }""")
    assert 17 <= size <= 18
    assert 60 <= width / (size * 0.5) <= 75  # an average letter is half an em wide
    assert face.startswith('"Atkinson Hyperlegible Next"')
    assert page.evaluate("document.fonts.check('18px \"Atkinson Hyperlegible Next\"') && document.fonts.check('18px \"Course Math\"')")


def faces(page: Page) -> list[str]:
    """Open the lesson whole; the names of the faces that it fetched, once for each time."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]) if request.resource_type == "font" else None)
    ready(page)
    return sorted(fetched)


def early(page: Page) -> list[str]:
    return sorted(page.locator("link[rel=preload][as=font]").evaluate_all("(links) => links.map(({ href }) => href.split('/').at(-1))"))


LATE = ["atkinson-next-400-italic.woff2", "course-math-400.woff2"]


def test_each_face_is_fetched_once_and_those_of_formulas_and_slanted_words_after_the_first_paint(page: Page):
    fetched = faces(page)
    assert fetched == sorted(early(page) + LATE)
    expect(page.locator("html")).to_have_class(re.compile("painted"))
    assert page.locator("article em").first.evaluate("(words) => getComputedStyle(words).fontFamily").startswith('"Atkinson Hyperlegible Next",')


def test_until_the_first_paint_only_the_preloaded_faces_are_fetched(page: Page):
    page.add_init_script("""const add = DOMTokenList.prototype.add;
      DOMTokenList.prototype.add = function (...names) { if (!names.includes("painted")) add.apply(this, names); };""")
    assert faces(page) == early(page)
    slanted = page.locator("article em").first.evaluate("(words) => [getComputedStyle(words).fontFamily, getComputedStyle(words).fontStyle]")
    assert slanted == ['"Atkinson Hyperlegible Next Slanted", sans-serif', "italic"]


def test_without_scripts_all_faces_come_at_once(sample_browser: Browser):
    context = sample_browser.new_context(java_script_enabled=False)
    page = context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]) if request.resource_type == "font" else None)
    page.goto(LESSON, wait_until="networkidle")
    assert set(LATE) <= set(fetched)
    context.close()


def test_style_sheets_have_their_full_address_before_the_theme_writes_it_out(page: Page):
    page.add_init_script("""document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return; // deferred scripts have not run yet
      window.sheets = [...document.head.querySelectorAll("link[rel=stylesheet]")].map((link) => [link, link.getAttribute("href")]);
      window.written = 0;
      const seen = new MutationObserver((changes) => { window.written += changes.length; });
      for (const [link] of window.sheets) seen.observe(link, { attributeFilter: ["href"] });
    });""")
    ready(page)
    addresses = page.evaluate("sheets.map(([, address]) => address)")
    assert len(addresses) >= 4 and all(address.startswith(ADDRESS) for address in addresses)
    assert page.evaluate("written") == 0


def test_without_the_theme_s_script_the_page_is_whole(sample_browser: Browser):
    page = sample_browser.new_context().new_page()
    page.route("**/bundle.*.js", lambda route: route.abort())
    ready(page)
    assert page.locator(".md-search").get_attribute("aria-label") == "Search the course"
    page.locator("button.fact").first.hover()
    expect(page.locator(".card--fact").first).to_be_visible()
    page.context.close()


def expect_scheme(page: Page, scheme: str, title: str) -> None:
    """Wait until the page is in a scheme, its root too, and one switch is seen, of this name: the system's colours reach a page a moment later."""
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    expect(page.locator("html")).to_have_css("color-scheme", {"default": "normal", "slate": "dark"}[scheme])
    expect(page.locator("[data-course-palette] label:visible")).to_have_count(1)
    expect(page.locator("[data-course-palette] label:visible")).to_have_attribute("title", title)


def test_the_switch_of_colours_follows_the_system_until_the_reader_chooses_and_then_keeps_that(page: Page):
    page.emulate_media(color_scheme="light")
    ready(page)
    expect_scheme(page, "default", "Use the light colours")
    page.emulate_media(color_scheme="dark")
    expect_scheme(page, "slate", "Use the light colours")
    page.locator("[data-course-palette] label:visible").click()
    expect_scheme(page, "default", "Use the dark colours")
    page.emulate_media(color_scheme="light")
    page.locator("[data-course-palette] input:checked").focus()
    page.keyboard.press("ArrowRight")
    expect_scheme(page, "slate", "Follow the system's colours")
    page.reload()
    expect_scheme(page, "slate", "Follow the system's colours")
    ground = page.evaluate("getComputedStyle(document.querySelector('.md-header')).backgroundColor")
    expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", ground)
    page.locator("[data-course-palette] label:visible").click()
    expect_scheme(page, "default", "Use the light colours")


def test_the_search_dialog_and_the_wide_table_have_names(page: Page):
    page.set_viewport_size({"width": 390, "height": 800})
    ready(page)
    assert page.locator(".md-search").get_attribute("aria-label") == "Search the course"
    regions = page.get_by_role("region").filter(has=page.locator("table"))
    names = [regions.nth(n).get_attribute("aria-label") for n in range(regions.count())]
    assert names == ["Table: The idea in plain words, scrolls sideways"]
    assert regions.first.get_attribute("tabindex") == "0"
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".md-typeset__scrollwrap[role=region]")).to_have_count(0)


def test_a_card_opens_by_click_by_focus_and_by_hover_and_closes_by_escape(page: Page):
    ready(page)
    term = page.locator("button.term")
    card = page.locator("#term-kv-cache-1")
    expect(card).to_be_hidden()
    term.click()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    expect(card).to_be_hidden()
    page.mouse.move(5, 5)
    page.locator("#predict .headerlink").focus()
    page.keyboard.press("Tab")
    expect(term).to_be_focused()
    expect(card).to_be_visible()
    page.keyboard.press("Tab")
    expect(card.locator("a")).to_be_focused()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    fact = page.locator("button.fact").first
    fact.hover()
    opened = page.locator(".card--fact").first
    expect(opened).to_be_visible()
    opened.hover()
    page.wait_for_timeout(400)
    expect(opened).to_be_visible()
    page.mouse.move(5, 5)
    expect(opened).to_be_hidden()


def test_enter_on_a_card_that_the_focus_opened_keeps_it_open(page: Page):
    ready(page)
    page.locator("#predict .headerlink").focus()
    page.keyboard.press("Tab")
    expect(page.locator("button.term")).to_be_focused()
    card = page.locator(".card:popover-open")
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)


def test_an_open_card_stands_beside_its_button_and_inside_the_window(page: Page):
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        ready(page)
        for number in range(page.locator("button.fact").count()):
            button = page.locator("button.fact").nth(number)
            button.scroll_into_view_if_needed()
            button.click()
            box, place = page.locator(".card:popover-open").bounding_box(), button.bounding_box()
            assert 0 <= box["x"] and box["x"] + box["width"] <= width
            assert min(abs(box["y"] - place["y"] - place["height"]), abs(place["y"] - box["y"] - box["height"])) < 16
            page.keyboard.press("Escape")


def test_the_keyboard_opens_and_closes_the_drawer(page: Page):
    page.set_viewport_size({"width": 600, "height": 800})
    ready(page)
    button = page.get_by_role("button", name="Contents")
    button.focus()
    link = page.locator(".md-sidebar--primary a[href]").first
    assert page.locator(".md-sidebar--primary").evaluate("(side) => side.inert") is True
    page.keyboard.press("Enter")
    expect(page.locator("#__drawer")).to_be_checked()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#__drawer")).not_to_be_checked()
    expect(button).to_be_focused()


def test_instant_navigation_keeps_the_document_under_the_policy(page: Page):
    page.add_init_script("addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective, event.blockedURI))")
    ready(page, ADDRESS)
    page.evaluate("window.same = true")
    for _ in range(10):
        step = page.locator(".course-footer__step--next")
        if not step.count():
            break
        address = step.get_attribute("href")
        step.click()
        page.wait_for_function("(address) => location.href === new URL(address, location).href", arg=address)
        page.wait_for_timeout(150)
    assert page.evaluate("window.same") is True
    assert page.url.endswith("/progress/")


def test_the_other_language_is_one_link_away_and_follows_the_page(page: Page):
    ready(page, ADDRESS)
    link = page.locator(".md-tabs .other-language")
    assert link.evaluate("(link) => link.href") == f"{ADDRESS}pl/"
    assert link.get_attribute("hreflang") == "pl"
    page.locator(".md-tabs__link", has_text="Find the bottleneck").click()
    page.wait_for_url("**/find-the-bottleneck/")
    assert page.locator(".md-tabs .other-language").evaluate("(link) => link.href") == f"{ADDRESS}pl/"


def test_the_chosen_colours_stay(page: Page):
    ready(page)
    for _ in range(2):
        page.locator(".md-header__option label:not([hidden])").click()
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
    page.reload()
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"


def test_without_script_the_page_reads_and_a_card_opens(sample_browser: Browser):
    context = sample_browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(LESSON)
    expect(page.locator("h1")).to_have_text("Arithmetic intensity and the roofline#")
    page.locator("button.fact").first.click()
    expect(page.locator(".card--fact").first).to_contain_text("one package, peak")
    page.goto(f"{ADDRESS}404.html")
    expect(page.locator("[lang=pl] h2")).to_be_visible()
    expect(page.locator("[lang=en] h1")).to_be_visible()
    context.close()


def test_paper_gets_open_folds_dark_ink_and_no_buttons(page: Page):
    page.emulate_media(color_scheme="dark")
    ready(page)
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    page.emulate_media(media="print")
    expect(page.locator(".figure__data table")).to_be_visible()
    expect(page.locator(".md-header")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('#predict + p')).color") == "rgb(0, 0, 0)"


def test_forced_colours_keep_the_marks(sample_browser: Browser):
    context = sample_browser.new_context(forced_colors="active")
    page = context.new_page()
    page.goto(LESSON)
    assert page.locator(".badge").first.evaluate("(badge) => parseFloat(getComputedStyle(badge).borderBottomWidth)") > 0
    context.close()
