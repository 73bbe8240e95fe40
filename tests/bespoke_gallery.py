"""A page with every example of every bespoke element, served like the gallery of the common ones.

An example stands in `docs/assets/course/elements/<element>/example.yml`; its fields are those of the element's `View`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import axe_playwright_python
import yaml
from element_gallery import COURSE, Handler, page
from playwright.sync_api import Page
from pydantic import TypeAdapter

from coursekit.elements import element_module, element_names
from coursekit.render.environment import ASSETS


@cache
def examples_of(element: str) -> dict[str, tuple[str, str]]:
    """Return the HTML and the language of each example of an element, by `<element>/<name>`."""
    module = element_module(element, "view")
    view_class = next(found for name, found in vars(module).items() if name.endswith("View") and found.__module__ == module.__name__)
    own = f"{ASSETS}/course/elements/{element}."
    found = {}
    for example in yaml.safe_load((COURSE / "elements" / element / "example.yml").read_text(encoding="utf-8")):
        language = example.get("language", "en")
        html = module.render(TypeAdapter(view_class).validate_python(example["view"]), language)
        assert html.count(own) == 2, f"{element} does not load its style and its script"
        found[f"{element}/{example['name']}"] = (html.replace(own, f"/course/elements/{element}/{element}."), language)
    return found


class BespokeHandler(Handler):
    """Serves one example at `/<element>~<name>/<scheme>`."""

    def content(self, path: str, query: str) -> bytes | None:
        """Return what stands at a path."""
        parts = [*path.split("/"), ""]
        element, _, name = parts[1].partition("~")
        if element not in element_names():
            return super().content(path, query)
        html, language = examples_of(element)[f"{element}/{name}"]
        return page([], language, parts[2] or "default", html).encode()


@contextmanager
def served() -> Iterator[str]:
    """Serve the examples on a free port and return the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BespokeHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
#: The gallery is not a page of the site: its frame is not what is tested here.
FRAME_RULES = ("region", "landmark-one-main", "page-has-heading-one", "bypass", "heading-order", "skip-link")


def axe_violations(page: Page) -> list[Any]:
    """Return what axe finds on a page, with the nodes."""
    page.evaluate(AXE)
    options = json.dumps({"rules": {rule: {"enabled": False} for rule in FRAME_RULES}})
    found = page.evaluate(f"axe.run(document, {options})")
    assert len(found["passes"]) > 10
    return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found["violations"]]


def milliseconds_a_step(page: Page, steps: int, step: str) -> float:
    """Return the time of the page's own thread that one step takes; `step` is JavaScript and knows the number `at`."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # the thread's own time: other work does not count

    def busy() -> float:
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * (metrics["ScriptDuration"] + metrics["LayoutDuration"] + metrics["RecalcStyleDuration"])

    before = busy()
    page.evaluate(f"async (steps) => {{ for (let at = 0; at < steps; at += 1) {{ {step}; await new Promise(requestAnimationFrame); }} }}", steps)
    return (busy() - before) / steps


if __name__ == "__main__":
    with served() as address:
        print(address, flush=True)
        threading.Event().wait()
