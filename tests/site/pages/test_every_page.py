"""Every page in a real browser: no error, no other host, no violation, readable on a phone, in both colours."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from course_site import ADDRESS, Watch, all_pages, open_whole
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

AXE = Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
SCHEMES = {"default": "light", "slate": "dark"}
RUN_AXE = """async () => {
  const options = {resultTypes: ["violations"], runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}};
  const found = await axe.run(document, options);
  return found.violations.filter((rule) => ["serious", "critical"].includes(rule.impact))
    .map((rule) => `${rule.id}: ${rule.nodes.slice(0, 3).map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join(" | ")}`);
}"""
#: Widths and colours. Every page is judged wide and narrow, light and dark; a page and its twin in the other language,
#: which have the same parts, meet all four pairs.
STATES = {"en": [(1280, "default"), (320, "slate")], "pl": [(1280, "slate"), (320, "default")]}
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"
#: The faces that a page asks for early but does not show, and those that it shows but has not asked for early; those of
#: formulas and slanted words come after the first paint.
FACES = """async () => {
  await document.fonts.ready;
  const name = (text) => text.match(/(next|mono|math).*?(\\d00)(.*italic)?/i).slice(1, 4).join("").toLowerCase();
  const early = [...document.querySelectorAll("link[rel=preload][as=font]")].map(({ href }) => name(href.split("/").at(-1)));
  const shown = [...document.fonts].filter(({ status, unicodeRange }) => status !== "unloaded" && unicodeRange === "U+0-10FFFF")
    .map(({ family, weight, style }) => name(`${family} ${weight === "normal" ? 400 : weight} ${style === "italic" ? "-italic" : ""}`).replace(" ", ""));
  return [early.filter((face) => !shown.includes(face)), shown.filter((face) => !early.includes(face) && !/math|italic/.test(face))];
}"""
PARTS = 6


@pytest.fixture
def page(site_browser: Browser):
    context = site_browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=False, reduced_motion="reduce")
    opened = context.new_page()
    yield opened
    context.close()


def set_scheme(page: Page, scheme: str) -> None:
    page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)


def sideways(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("part", range(PARTS))
def test_pages_in_both_colours_and_widths(site: Path, page: Page, part: int) -> None:
    watch = Watch(page)
    page.add_init_script("addEventListener('securitypolicyviolation', (event) => console.error('violation', event.violatedDirective, event.blockedURI))")
    axe = AXE.read_text(encoding="utf-8")
    faults: list[str] = []
    for address in all_pages(site)[part::PARTS]:
        page.set_viewport_size({"width": 1280, "height": 900})
        open_whole(page, ADDRESS + address)
        if (faces := page.evaluate(FACES)) != [[], []]:
            faults.append(f"{address} asks early for faces that it does not show, or not for those it shows: {faces}")
        page.evaluate(axe)
        for width, scheme in STATES["pl" if address.startswith("pl/") else "en"]:
            page.set_viewport_size({"width": width, "height": 900})
            set_scheme(page, scheme)
            page.evaluate(SETTLED)  # the frame finds out which parts scroll now
            if (extra := sideways(page)) > 0:
                faults.append(f"{address} scrolls sideways by {extra} px at {width} px")
            faults += [f"{address} {SCHEMES[scheme]} {width} px {fault}" for fault in page.evaluate(RUN_AXE)]
    assert not watch.faults, "\n".join(watch.faults)
    assert not faults, "\n".join(faults)
