"""V8 without a browser: runs the course's JavaScript modules inside a test."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer, mini_racer

ROOT = Path(__file__).resolve().parents[1]

# Numbers that JSON cannot hold travel as {"number": "NaN"}.
HARNESS = """
const $in = (key, value) => (value !== null && typeof value === "object" && "number" in value ? Number(value.number) : value);
const $out = (key, value) =>
  typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)) ? { number: Object.is(value, -0) ? "-0" : String(value) } : value;
const $each = (calls, run) => JSON.stringify(JSON.parse(calls, $in).map((call) => {
  try { return ["value", run(call)]; } catch (error) { return ["error", error.name + ": " + error.message]; }
}), $out);
"""


def as_script(module: str) -> str:
    """Return a module's text as a plain script: without `import` lines and the word `export`."""
    module = re.sub(r"^import [^;]*;\n", "", module, flags=re.MULTILINE)
    return re.sub(r"^export ", "", module, flags=re.MULTILINE)


@contextmanager
def engine(*modules: str) -> Iterator[MiniRacer]:
    """Start V8 with the given modules loaded, one after another."""
    with mini_racer() as context:
        context.eval(HARNESS + "".join(map(as_script, modules)))
        yield context


def _outgoing(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    value = float(value)
    if math.isfinite(value):
        return value
    return {"number": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}


def _incoming(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"number"}:
        return float(value["number"].replace("Infinity", "inf"))
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def call_each(context: MiniRacer, run: str, calls: Iterable[list[Any]]) -> list[tuple[str, Any]]:
    """Call `run`, a function of a list of arguments, with each list; return ("value", v) or ("error", text)."""
    sent = []
    for call in calls:
        sent.append([{k: _outgoing(v) for k, v in a.items()} if isinstance(a, dict) else _outgoing(a) for a in call])
    answer = context.eval(f"$each({json.dumps(json.dumps(sent))}, {run})")
    return [(kind, _incoming(value)) for kind, value in json.loads(str(answer))]


def call_formulas(context: MiniRacer, calls: Iterable[tuple[str, dict[str, Any]]]) -> list[tuple[str, Any]]:
    """Call each formula by its name with its arguments."""
    return call_each(context, "([name, given]) => formulas.get(name)(given)", map(list, calls))
