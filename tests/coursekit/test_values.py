"""Expressions: what is evaluated, what is refused, and where."""

from __future__ import annotations

import pytest

import hwcalc
from coursekit.values import Evaluator, ExpressionError, split_format
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS

BANDWIDTH = "hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s"


@pytest.fixture
def evaluator() -> Evaluator:
    return Evaluator(load(), FORMULAS, {"cache": "kv_bytes(tokens=32768, kv_bytes_per_token=327680)", "loop": "product(value=loop, factor=2)", "plain": 70e9})


def test_a_call_asks_the_formula(evaluator: Evaluator) -> None:
    assert evaluator.evaluate("kv_bytes(tokens=2, kv_bytes_per_token=3)").si == hwcalc.kv_bytes(tokens=2, kv_bytes_per_token=3)
    assert evaluator.used_formulas == {"kv_bytes"}


def test_paths_with_hyphens_and_dots(evaluator: Evaluator) -> None:
    assert evaluator.evaluate(BANDWIDTH).si == 3.35e12
    assert evaluator.evaluate("models.llama-3.1-70b.num_key_value_heads").si == 8
    assert list(evaluator.used_figures) == [BANDWIDTH, "models.llama-3.1-70b.num_key_value_heads"]


def test_nested_calls_names_and_numbers(evaluator: Evaluator) -> None:
    assert evaluator.evaluate(f"ratio(value=cache, reference={BANDWIDTH})").si == pytest.approx(32768 * 327680 / 3.35e12)
    assert (evaluator.evaluate("-2e3").si, evaluator.evaluate(5).si, evaluator.evaluate("plain").si) == (-2000.0, 5.0, 70e9)


def test_booleans(evaluator: Evaluator) -> None:
    call = "kv_budget_bytes(capacity_bytes=80e9, non_kv_bytes=10e9, fraction=0.9, of_total={})"
    assert evaluator.evaluate(call.format("true")).si < evaluator.evaluate(call.format("false")).si


REFUSED = {
    "1 + 2": (0, "only formula calls"),
    "__import__('os').system('x')": (0, "only formula calls"),
    "().__class__": (0, "only formula calls"),
    "[1, 2]": (0, "only formula calls"),
    "lambda: 1": (0, "only formula calls"),
    "'text'": (0, "only formula calls"),
    "kv_byte(tokens=1)": (0, "unknown formula 'kv_byte'"),
    "kv_bytes(token=1, kv_bytes_per_token=2)": (9, "kv_bytes has no argument 'token'"),
    "kv_bytes(1, 2)": (9, "kv_bytes takes its arguments by name"),
    "kv_bytes(tokens=1)": (0, "kv_bytes"),
    "kv_bytes(tokens=-1, kv_bytes_per_token=2)": (0, "kv_bytes: tokens must be"),
    "kv_bytes(tokens=1, kv_bytes_per_token=1 + 1)": (38, "only formula calls"),
    "kv_bytes(**x)": (9, "kv_bytes has no argument"),
    "nonsense": (0, "unknown name 'nonsense'"),
    "kv_bytes": (0, "unknown name 'kv_bytes'"),
    "loop": (0, "in the value 'loop'"),
    "kv_bytes(tokens=1": (0, "cannot be read"),
    "": (0, "cannot be read"),
    "hardware.nvidia-h100-smx.tdp_w": (0, ""),
    "ratio(value=1, reference=hardware.nvidia-h100-sxm.scale_up_bandwidth_bytes_per_s)": (25, "is for display only"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_everything_else_is_refused_at_its_place(evaluator: Evaluator, text: str) -> None:
    offset, message = REFUSED[text]
    with pytest.raises(ExpressionError) as caught:
        evaluator.evaluate(text)
    assert message in caught.value.wrong
    if offset:
        assert caught.value.offset == offset


def test_a_wrong_path_names_the_nearest(evaluator: Evaluator) -> None:
    with pytest.raises(ExpressionError, match="nvidia-h100-sxm"):
        evaluator.evaluate("hardware.nvidia-h100-smx.tdp_w")


@pytest.mark.parametrize(("text", "parts"), [
    ("x", ("x", None, 3)), ("x | GiB", ("x", "GiB", 3)), ("x | GiB 2", ("x", "GiB", 2)), ("x | exact", ("x", None, None)),
    ("x | token exact", ("x", "token", None)), ("x | 4", ("x", None, 4)), ("x | 1", ("x", "1", 3)), ("x | 1 2", ("x", "1", 2)),
])
def test_formats(text: str, parts: tuple) -> None:
    assert split_format(text) == parts


def test_a_bad_format_is_refused() -> None:
    with pytest.raises(ExpressionError, match="is not a unit and a number of digits"):
        split_format("x | GiB three")
