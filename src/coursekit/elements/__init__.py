"""The bespoke interactive parts: one folder each, found by its name.

A folder `worker_race` belongs to the element `worker-race` and holds

* `settings.py`: `Settings`, what an instructor writes in the block;
* `view.py`: `resolve(settings, lesson, resolver)`, which computes everything and notes faults, and `render(view, language)`;
* `template.html`: what stands on the page, readable without any script;
* `words.yml`: its words in English and Polish.

Its script and style stand in `docs/assets/course/elements/worker-race/`, with an example; only pages that show the element load them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent


@cache
def element_names() -> tuple[str, ...]:
    """Return the names that a block may give as its `element`."""
    return tuple(sorted(folder.name.replace("_", "-") for folder in HERE.iterdir() if (folder / "settings.py").exists()))


@cache
def element_module(name: str, part: str) -> ModuleType:
    """Return one module of an element's folder: `settings` or `view`."""
    return import_module(f"coursekit.elements.{name.replace('-', '_')}.{part}")
