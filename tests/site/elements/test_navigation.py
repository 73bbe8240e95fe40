"""On the built site: the elements come alive after instant navigation and Back, without a reload."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from course_site import ADDRESS, Watch, open_whole
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser


def test_elements_live_after_walking_and_going_back(site: Path, site_browser: Browser):
    lesson = next(one for one in json.loads((site / "course.json").read_text(encoding="utf-8"))["lessons"] if one["items"].get("single"))
    track = lesson["id"].split("/")[0]
    context = site_browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    watch = Watch(page)
    open_whole(page, ADDRESS)
    expect(page.locator("roofline-explorer[data-live]")).to_have_count(1)
    page.evaluate("window.sameDocument = true")
    page.locator(f".home-tracks a[href*='{track}/']").first.click()
    page.wait_for_url(f"**/{track}/**")
    if not page.url.endswith(f"/{lesson['id']}/"):
        page.locator(f"main a[href*='{lesson['id'].split('/')[1]}/']").first.click()
        page.wait_for_url(f"**/{lesson['id']}/")
    form = page.locator("form[data-type=single]").first
    form.locator("input").first.check()
    form.locator("button[type=submit]").click()
    expect(form.locator(".item-verdict")).to_have_count(1)
    page.go_back()
    expect(page.locator(":is(roofline-explorer, .station)").first).to_be_attached()
    page.go_forward()
    expect(page.locator("form[data-type=single] .item-verdict").first).to_be_visible()
    assert page.evaluate("window.sameDocument") is True
    expect(page.locator(":is(course-item, course-reveal, course-widget, roofline-explorer):not([data-live])")).to_have_count(0)
    page.goto(f"{ADDRESS}{track}/")
    expect(page.locator(f"[data-progress-lesson='{lesson['id']}']").first).to_have_attribute("data-state", "started")
    assert watch.faults == [], watch.faults
    context.close()
