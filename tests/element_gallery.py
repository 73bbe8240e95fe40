"""A page with every example of every element, and a small server for it: what the browser tests look at.

`python tests/element_gallery.py` serves it until interrupted.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import material
import yaml
from pydantic import TypeAdapter

from coursekit.emit.javascript import emit_module, emit_units
from coursekit.pages.assets import ON_DEMAND
from coursekit.render.browser import interface_module
from coursekit.render.environment import ASSETS
from coursekit.render.items import render_item, render_reveal
from coursekit.render.views import (
    DiagnoseItem,
    MultipleItem,
    NumericItem,
    OrderItem,
    PredictItem,
    ProgressView,
    RooflineView,
    SingleItem,
    WidgetView,
)
from coursekit.render.widgets import render_progress, render_roofline, render_widget

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "assets"
COURSE = FOLDER / "course"
VIEWS = {
    "items/single": (SingleItem, render_item),
    "items/multiple": (MultipleItem, render_item),
    "items/numeric": (NumericItem, render_item),
    "items/order": (OrderItem, render_item),
    "items/diagnose": (DiagnoseItem, render_item),
    "items/predict": (PredictItem, render_item),
    "widget": (WidgetView, render_widget),
    "roofline-explorer": (RooflineView, render_roofline),
    "progress": (ProgressView, render_progress),
}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'"
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


@cache
def examples() -> dict[str, tuple[str, str]]:
    """Return the HTML and the language of each example, by `<folder>/<name>`."""
    found = {}
    for folder, (view_class, render) in VIEWS.items():
        adapter = TypeAdapter(view_class)
        for example in yaml.safe_load((COURSE / folder / "example.yml").read_text(encoding="utf-8")):
            view = adapter.validate_python(example["view"])
            language = example.get("language", "en")
            html = render(view, language)
            if isinstance(view, PredictItem):
                html += "\n" + render_reveal(view, language)
            found[f"{folder}/{example['name']}"] = (html, language)
    return found


def page(names: list[str], language: str, scheme: str, extra: str = "") -> str:
    """Return a page with these examples, dressed as a page of the course."""
    body = "\n".join(examples()[name][0] for name in names).replace(ASSETS, "")
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Examples</title><link rel="stylesheet" href="/material.css"><link rel="stylesheet" href="/course.css">
<script type="module" src="/course/main.mjs"></script></head>
<body dir="ltr" data-md-color-scheme="{scheme}" data-md-color-primary="custom" data-md-color-accent="custom">
<main class="md-main"><div class="md-content"><article class="md-content__inner md-typeset">
<h1>Examples</h1>
<h2 id="idea">The idea</h2>
{body}
{extra}
</article></div></main></body></html>"""


def stylesheet() -> str:
    """Return the style sheet of every page; a bespoke element asks for its own."""
    own = sorted(path for path in COURSE.rglob("*.css") if "elements" not in path.parts)
    base = [FOLDER / "stylesheets" / f"{name}.css" for name in ("identity", "theme", "lesson", "home", "track")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*base, *own))
    printed = (FOLDER / "stylesheets" / "print.css").read_text(encoding="utf-8")
    return text.replace("../fonts/", "/fonts/") + printed + "\n.md-content__inner { padding: 1rem; max-width: 44rem; margin: 0 auto; }\n"


@cache
def generated(path: str) -> bytes:
    """Return one of the files that are made and not kept."""
    makers = {"interface.mjs": interface_module, "formulas.mjs": emit_module, "units.mjs": emit_units, "course.css": stylesheet}
    return makers[Path(path).name]().encode()


class Handler(BaseHTTPRequestHandler):
    """Serves the gallery at `/<which>/<scheme>/<language>` and everything it loads.

    `<which>` is the start of the examples' names with `~` for the slash, for example ``items~single``, or ``all``.
    """

    def do_GET(self) -> None:
        """Answer one request."""
        parts = urlsplit(self.path)
        content = self.content(parts.path, parts.query)
        self.send_response(404 if content is None else 200)
        suffix = Path(parts.path).suffix
        self.send_header("Content-Type", f"{TYPES.get(suffix, 'text/html')}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(content or b"")

    def content(self, path: str, query: str) -> bytes | None:
        """Return what stands at a path."""
        if path in ("/course/interface.mjs", "/course/formulas.mjs", "/course/units.mjs", "/course.css"):
            return generated(path)
        if path == "/material.css":
            folder = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"
            return b"".join(next(folder.glob(f"{name}.*.min.css")).read_bytes() for name in ("main", "palette"))
        if path.startswith("/course/elements/") and Path(path).stem in ON_DEMAND:
            return f'import "/course/{ON_DEMAND[Path(path).stem]}";'.encode()
        file = FOLDER / path.lstrip("/")
        if Path(path).suffix in TYPES:
            return file.read_bytes() if file.is_file() else None
        _, only, scheme, language = [*path.split("/"), "", "", ""][:4]
        only = "" if only == "all" else only.replace("~", "/")
        names = [name for name, (_, spoken) in examples().items() if name.startswith(only) and spoken == (language or "en")]
        stations = '<p data-progress-lesson="examples/items" data-items="2"><span data-progress-text></span></p>'
        return page(names, language or "en", scheme or "default", stations if not only else "").encode()

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@contextmanager
def served() -> Iterator[str]:
    """Serve the gallery on a free port and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    with served() as address:
        print(address)
        threading.Event().wait()
