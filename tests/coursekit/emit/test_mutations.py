"""Change one operator or one number of the emitted module at a time: the known calls must notice."""

from __future__ import annotations

import json
import re
from typing import Any

from formula_inputs import arithmetic_calls
from javascript_engine import HARNESS, _outgoing, as_script
from py_mini_racer import mini_racer

from coursekit.emit.javascript import emit_module

LEAST_NOTICED = 0.95

SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "**": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==",
    "!==": "===", "&&": "||", "||": "&&", "$min": "$max", "$max": "$min", "$ceil": "$floor", "$floor": "$ceil",
    "true": "false", "false": "true", "!": "!!", "%": "*",
}  # fmt: skip
TOKEN = re.compile(
    r"""(?P<skip>"(?:[^"\\]|\\.)*"|`[^`]*`|=>|\+\+|\.\.\.)
    |(?P<number>(?<![\w$.])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w$]))
    |(?P<word>(?<![\w$])(?:\$(?:min|max|ceil|floor)(?=\()|(?:true|false)(?!\w)))
    |(?P<sign>===|!==|<=|>=|&&|\|\||\*\*|[-+*/<>%!])""",
    re.VERBOSE,
)

RUN = """
const $close = (a, b) => Object.is(a, b) || (a !== 0 && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
const $words = (text) => text.replace(/(-|\\d|Inf|inf|NaN|nan).*/, "");
const $calls = JSON.parse(KNOWN, $in);
const $helpers = "{$divide, $power, $min, $max, $sqrt, $log, $exp, $ceil, $floor}";
const $notices = (script, names, withHelpers) => {
  const [formulas, helpers] = new Function(script + "; return [formulas, " + $helpers + "];")();
  for (const name of withHelpers ? Object.keys(helpers).concat(names) : names) {
    const call = helpers[name] ? (given) => helpers[name](...given) : formulas.get(name);
    for (const [given, kind, expected] of $calls[name]) {
      let answer, words = expected;
      try { answer = ["value", call(given)]; } catch (error) { answer = ["error"]; words = error.message; }
      if (answer[0] !== kind) return true;
      if (kind === "value" ? !$close(answer[1], expected) : expected !== null && $words(words) !== $words(expected)) return true;
    }
  }
  return false;
};
"""


def _mutants(script: str):
    """Yield the start, the end and the new text of every change, outside the wrapper that checks a call."""
    wrapper = script.index("const $formula = "), script.index("};\n", script.index(" return Object.assign(formula"))
    for match in TOKEN.finditer(script, 0, script.index("const formulas = ")):
        if match["skip"] or wrapper[0] <= match.start() < wrapper[1]:
            continue
        if match["number"]:
            value = float(match[0])
            yield match.start(), match.end(), repr(value + 1 if value + 1 != value else value * 2)
        else:
            yield match.start(), match.end(), SWAPS[match[0]]


def _affected(script: str, start: int, names: list[str]) -> list[str]:
    """Return the formulas whose answers a change there may alter: one and its callers, or all."""
    places = sorted((script.index(f"const {name} = $formula"), name) for name in names)
    if start < places[0][0]:
        return names
    changed = {[name for place, name in places if place <= start][-1]}
    bodies = {name: script[place : script.index("\n});", place)] for place, name in places}
    while True:
        more = {name for name, body in bodies.items() if any(f" {word}({{" in body or f"({word}({{" in body for word in changed)}
        if more <= changed:
            return [name for name in names if name in changed]
        changed |= more


def _expected(kind: str, answer: Any) -> Any:
    """Return what travels: the number, or the words of a check; Python words its own errors differently."""
    if kind == "value":
        return _outgoing(answer)
    return answer if " must be " in answer else None


def test_the_known_calls_notice_a_changed_operator_or_number(browser_formulas, known_calls):
    script = as_script(emit_module())
    names = list(browser_formulas)
    known: dict[str, list] = {name: [] for name in names}
    for name, given, (kind, expected) in known_calls:
        sent = {argument: _outgoing(value) for argument, value in given.items()}
        known[name].append([sent, kind, _expected(kind, expected)])
    for name, given, (kind, expected) in arithmetic_calls():
        known.setdefault(f"${name}", []).append([list(map(_outgoing, given)), kind, _expected(kind, expected)])
    missed, tried = [], 0
    with mini_racer() as context:
        context.eval(HARNESS + RUN.replace("KNOWN", json.dumps(json.dumps(known))))
        assert not context.eval(f"$notices({json.dumps(script)}, {json.dumps(names)}, true)")
        for start, end, text in _mutants(script):
            tried += 1
            changed = script[:start] + text + script[end:]
            affected = _affected(script, start, names)
            in_prelude = json.dumps(len(affected) == len(names))
            if not context.eval(f"$notices({json.dumps(changed)}, {json.dumps(affected)}, {in_prelude})"):
                line = script.count("\n", 0, start)
                missed.append(f"{script.splitlines()[line].strip()[:110]}   [{script[start:end]} -> {text}]")
    print(f"{tried - len(missed)} of {tried} changes noticed; missed:", *missed, sep="\n  ")
    assert tried > 300
    assert len(missed) <= (1 - LEAST_NOTICED) * tried, missed
