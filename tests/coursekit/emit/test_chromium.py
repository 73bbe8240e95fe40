"""The emitted modules in a real Chromium: the same answers as in V8 alone, loaded as modules over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from course_site import CHROMIUM_FLAGS, PREFIX, chromium_executable, served
from formula_inputs import agree, published_rows
from javascript_engine import HARNESS, ROOT, _incoming, _outgoing
from playwright.sync_api import Page, Playwright

from coursekit.emit.javascript import generated_modules
from hwcalc.units import number_text, quantity_text

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><title>Modules</title><script type="module" src="start.mjs"></script>"""
START = """
import { formulas } from "./formulas.mjs";
import { numberText, quantityText, readNumber } from "./numbers.mjs";
HARNESS
globalThis.callFormulas = (calls) => $each(calls, ([name, given]) => formulas.get(name)(given));
globalThis.writeNumbers = (calls) => $each(calls, (given) => numberText(...given));
globalThis.writeQuantities = (calls) => $each(calls, (given) => quantityText(...given));
globalThis.readNumbers = (calls) => $each(calls, (given) => readNumber(...given));
document.title = "Ready";
"""


@pytest.fixture(scope="module")
def page(driver: Playwright, tmp_path_factory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("modules")
    files = {
        **generated_modules(),
        "numbers.mjs": (ROOT / "docs/assets/course/numbers.mjs").read_text(encoding="utf-8"),
        "start.mjs": START.replace("HARNESS", HARNESS),
        "index.html": PAGE,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with served(folder) as port:
        chromium = driver.chromium.launch(executable_path=chromium_executable(), args=CHROMIUM_FLAGS)
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{port}{PREFIX}index.html")
        page.wait_for_function("document.title === 'Ready'")
        yield page
        chromium.close()


def ask(page: Page, function: str, calls: list) -> list[tuple[str, object]]:
    sent = [[{k: _outgoing(v) for k, v in a.items()} if isinstance(a, dict) else _outgoing(a) for a in call] for call in calls]
    return [(kind, _incoming(value)) for kind, value in json.loads(page.evaluate(f"(calls) => {function}(calls)", json.dumps(sent)))]


def test_chromium_agrees_with_python(page, known_calls):
    answers = ask(page, "callFormulas", [[name, given] for name, given, _ in known_calls])
    wrong = [
        (name, given, expected, answer)
        for (name, given, expected), answer in zip(known_calls, answers, strict=True)
        if expected[0] != answer[0] or (expected[0] == "value" and not agree(expected[1], answer[1]))
    ]
    assert not wrong


def test_chromium_gives_the_published_values(page):
    rows = published_rows()
    answers = ask(page, "callFormulas", [[row["function"], row["arguments"]] for row in rows])
    for row, (_, answer) in zip(rows, answers, strict=True):
        assert agree(answer, row["expected"], row.get("rel_tol", 1e-12)), row["id"]


def test_chromium_writes_and_reads_numbers_alike(page):
    numbers = [[value, digits, language] for value in (42.94967296e9, 1.125, 3.14e23, 5e-324, -0.5) for digits in (None, 3) for language in ("en", "pl")]
    assert ask(page, "writeNumbers", numbers) == [("value", number_text(*call)) for call in numbers]
    quantities = [[42.94967296e9, "B", 3, "pl"], [0.0021, "s", 3, "en"], [54 * 86400, "day", 3, "pl"], [50e9, "Gbit/s", 3, "en"]]
    assert ask(page, "writeQuantities", quantities) == [("value", quantity_text(*call)) for call in quantities]
    assert ask(page, "readNumbers", [["1,5·10⁵"]]) == [("value", {"value": 150_000})]
