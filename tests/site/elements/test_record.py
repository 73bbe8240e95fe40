"""The learner's record: it comes back, survives changed lessons and broken or blocked storage, and can be handed on."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

KEY = "hardware-compute-energy"
NOW = 1_796_000_000_000


def entry(answer: object, first: float | None = 1, tries: int = 1, **more: object) -> dict[str, object]:
    """Return one entry of the record."""
    return {"answer": answer, "first": first, "last": first, "tries": tries, "time": NOW, **more}


def stored(items: object, version: object = 1) -> str:
    """Return a script that puts a record into the browser before the page starts."""
    return keep(json.dumps({"version": version, "items": items}))


def keep(text: str, key: str = KEY) -> str:
    """Return a script that keeps a text, once: a later reload finds what the page wrote."""
    return f"if (!sessionStorage.kept) {{ localStorage.setItem({json.dumps(key)}, {json.dumps(text)}); sessionStorage.kept = 1; }}"


def record(page: Page) -> dict[str, object]:
    """Return what the browser keeps."""
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')"))


ANSWERS = {
    "examples/items/single": entry("capacity-is-bandwidth", 0, 3),
    "examples/items/multiple": entry(["s1", "s2"]),
    "examples/items/numeric": entry({"text": "10,7", "unit": "GB"}),
    "examples/items/order": entry(["s1", "s2", "s3", "s4"]),
    "examples/items/diagnose": entry({"limit": "bandwidth", "move": "more-memory"}, 0.5),
    "examples/items/predict-slider": entry(0.01, None),
}


def test_every_type_comes_back_silently(open_page):
    page = open_page("items", before=stored(ANSWERS))
    said = page.evaluate("Object.fromEntries([...document.querySelectorAll('form.item')].map((form) => [form.dataset.item, form.querySelector('[role=status]').innerText]))")
    assert "Size decides" in said["examples/items/single"] and "Try 3." in said["examples/items/single"]
    for name in ("multiple", "numeric", "order"):
        assert "Right." in said[f"examples/items/{name}"], name
    assert "The limit: right." in said["examples/items/diagnose"]
    assert "Your guess is kept" in said["examples/items/predict-slider"]
    assert page.locator("form[data-type=numeric] input").first.input_value() == "10,7"
    regions = page.locator(".item-feedback:not(:empty)")
    assert {regions.nth(index).get_attribute("aria-live") for index in range(regions.count())} == {"off"}
    page.locator("form[data-type=single] button").click()
    assert page.locator("form[data-type=single] .item-feedback").get_attribute("aria-live") is None


def test_an_answer_is_still_there_after_a_reload(open_page):
    page = open_page("items/single")
    page.locator("input[value=right]").check()
    page.locator("button").click()
    page.reload()
    assert page.locator("input[value=right]").is_checked()
    assert "Right." in page.locator(".item-feedback").inner_text()


def test_changed_lessons_do_not_break_a_page_and_lose_nothing(open_page):
    gone = {
        "examples/items/single": entry("an-option-of-long-ago"),
        "examples/items/multiple": entry(["s1", "s9"]),
        "examples/items/numeric": entry({"text": "7", "unit": "furlong"}),
        "examples/items/order": entry(["s1", "s2"]),
        "examples/items/diagnose": entry("compute"),
        "examples/items/predict-slider": entry(55),
        "another/lesson/item": entry("kept"),
        "a/broken/entry": 7,
        "__proto__": entry("x"),
    }
    text = json.dumps({"version": 1, "items": gone})
    page = open_page("items", before=keep(text))
    assert page.locator(".item-feedback:not(:empty)").count() == 0
    page.locator("form[data-type=single] input[value=right]").check()
    page.locator("form[data-type=single] button").click()
    items = record(page)["items"]
    assert items["another/lesson/item"]["answer"] == "kept" and items["a/broken/entry"] == 7
    assert items["examples/items/single"]["tries"] == 2


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "7", '{"version":1}', '{"version":1,"items":[]}', '{"version":-1,"items":{}}', '{"version":99,"items":{"a":1}}'])
def test_broken_data_is_set_aside(open_page, text):
    page = open_page("items/single", before=keep(text))
    page.locator("input[value=right]").check()
    page.locator("button").click()
    assert "Right." in page.locator(".item-feedback").inner_text()
    assert page.evaluate(f"localStorage.getItem('{KEY}:unreadable')") == text
    assert list(record(page)["items"]) == ["examples/items/single"]


def test_the_first_form_of_the_record_is_taken_over(open_page):
    page = open_page("items/single", before=keep(json.dumps({"examples/items/single": entry("right")})))
    assert "Right." in page.locator(".item-feedback").inner_text()
    page.locator("button").click()
    assert record(page)["version"] == 1


@pytest.mark.parametrize(
    "before",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    ],
)
def test_blocked_storage_is_said_and_the_page_works(open_page, before):
    page = open_page("all", before=before)
    form = page.locator("form[data-type=single]")
    form.locator("input[value=right]").check()
    form.locator("button").click()
    assert "Right." in form.locator(".item-feedback").inner_text()
    assert "does not keep your answer" in form.locator(".item-feedback").inner_text()
    form.locator("button").click()
    assert "Try 2." in form.locator(".item-feedback").inner_text()  # within the page the answers last
    assert "does not let the page keep anything" in page.locator(".progress-stored").inner_text()


def test_stations_and_panel_follow_the_record(open_page):
    page = open_page("all")
    station = page.locator("[data-progress-lesson]")
    assert station.get_attribute("data-state") is None
    form = page.locator("form[data-type=single]")
    form.locator("input[value=right]").check()
    form.locator("button").click()
    assert station.get_attribute("data-state") == "started"
    assert station.inner_text() == "1 of 2 answered"
    guess = page.locator("form[data-type=predict]")
    guess.locator(".control-field").fill("1")
    guess.locator(".control-field").press("Enter")
    assert station.get_attribute("data-state") == "started"  # a guess is kept and not counted
    page.locator("form[data-type=order] button[type=submit]").click()
    assert station.get_attribute("data-state") == "done" and station.inner_text() == "done"
    assert page.locator(".progress-summary").inner_text() == "2 of 16 items answered, 1 right at the first try."
    assert page.locator(".progress-stored").inner_text().startswith("This browser keeps 3 answers.")
    row = page.locator("tr[data-lesson='examples/items'] td")
    assert [row.nth(0).inner_text(), row.nth(1).inner_text()] == ["2 / 10", "1"]


def test_a_finished_lesson_falls_due(open_page):
    old = {f"examples/items/{name}": {**entry("x"), "time": 0} for name in ("a", "b")}
    page = open_page("all", before=stored(old))
    assert page.locator("[data-progress-lesson]").get_attribute("data-state") == "due"
    assert page.locator("[data-progress-lesson]").inner_text() == "due for review"


def test_hand_out_and_take_over(open_page, tmp_path):
    page = open_page("progress", before=stored(ANSWERS))
    with page.expect_download() as download:
        page.locator("[data-action=export]").click()
    path = tmp_path / "answers.json"
    download.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["items"] == ANSWERS
    other = open_page("progress", before=stored({"examples/items/order": {**entry(["s4", "s3", "s2", "s1"], 0), "time": NOW + 1}}))
    other.locator("input[type=file]").set_input_files(path)
    expect(other.locator(".progress-status")).to_have_text("Taken over: 5 answers.")
    kept = record(other)["items"]
    assert len(kept) == 6 and kept["examples/items/order"]["first"] == 0  # the later answer stays


@pytest.mark.parametrize("content", ["not json", "[]", '{"version": 99, "items": {}}'])
def test_a_wrong_file_is_refused_and_changes_nothing(open_page, tmp_path, content):
    path = tmp_path / "answers.json"
    path.write_text(content, encoding="utf-8")
    page = open_page("progress", before=stored(ANSWERS))
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".progress-status")).to_contain_text("does not hold answers of this course")
    assert record(page)["items"] == ANSWERS


def test_delete_asks_first(open_page):
    page = open_page("progress", before=stored(ANSWERS))
    page.locator("[data-action=clear]").focus()
    page.keyboard.press("Enter")
    assert "This deletes 6 answers from this browser." in page.locator(".progress-sure").inner_text()
    assert page.evaluate("document.activeElement.dataset.action") == "clear-no"
    page.keyboard.press("Enter")
    assert len(record(page)["items"]) == 6 and page.evaluate("document.activeElement.dataset.action") == "clear"
    page.keyboard.press("Enter")
    page.locator("[data-action=clear-yes]").click()
    assert record(page)["items"] == {}
    assert page.locator(".progress-summary").inner_text().startswith("Nothing answered yet.")


def test_two_pages_do_not_overwrite_each_other(open_page):
    page = open_page("items/single")
    page.evaluate(f"localStorage.setItem('{KEY}', {json.dumps(json.dumps({'version': 1, 'items': {'other/page/item': entry('x')}}))})")
    page.locator("input[value=right]").check()
    page.locator("button").click()
    assert set(record(page)["items"]) == {"other/page/item", "examples/items/single"}
