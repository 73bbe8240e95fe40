"""Do the units fit? Each base unit is made smaller, and every result must follow by the right power.

Somebody who measures bytes in kilobytes gets the same physics. So each argument is scaled by a factor for each time
the base unit stands in its unit, and the result must change as its own unit says. Numbers in a formula may have a unit
of their own (two operations for each parameter and token); those are declared here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import hwcalc
from hwcalc.units import unit_named

FACTOR = 4.0  # a power of two, so that nothing is lost, and a whole number, so that pages stay whole

#: What a unit is made of; a unit that is not here is a base unit itself.
MADE_OF: dict[str, dict[str, int]] = {
    "1": {},
    "W": {"J": 1, "s": -1},
    "Hz": {"s": -1},
    "kWh": {"J": 1},
    "h": {"s": 1},
    "day": {"s": 1},
    "device-h": {"device": 1, "s": 1},
    "Mtoken": {"token": 1},
    "bit": {"B": 1},
    "weight": {"params": 1},
    "param": {"params": 1},
}

#: Units that the numbers within a formula carry.
NUMBERS_CARRY: dict[str, dict[str, int]] = {
    "bits_per_weight": {"params": -1},  # bits of one weight
    "activation_bytes_per_layer": {"B": 1},  # 34 bytes for each position and unit of width
    "devices_needed": {"device": 1},
    "kv_bytes_per_token": {"token": -1},  # a key and a value for each token
    "kv_bytes_per_token_mla": {"token": -1},
    "matmul_flop": {"FLOP": 1},  # two operations for each product
    "forward_flop_per_token": {"FLOP": 1, "params": -1, "token": -1},
    "training_flop": {"FLOP": 1, "params": -1, "token": -1},
    "attention_training_flop": {"FLOP": 1, "token": -2},  # for each pair of tokens
    "training_flop_per_token_palm": {"FLOP": 1},
    "matmul_intensity": {"FLOP": 1},
    "critical_batch_tokens": {"FLOP": -1, "token": 1},
    "peak_from_clock_flop_per_s": {"FLOP": 1},
    "prefill_lower_bound_s": {"FLOP": 1, "params": -1, "token": -1},
    "prompt_energy_j": {"FLOP": 1, "params": -1, "token": -1},
    "mm1_time_s": {"request": 1},
    "mm1_wait_s": {"request": 1},
    "mm1_time_quantile_s": {"request": 1},
    "mg1_wait_s": {"request": 1},
    "best_draft_length": {"token": 1},
    "speculative_expected_tokens": {"token": 1},
    "operation_energy_pj": {"J": 1},
    "device_hours_cost_usd": {"device": -1},  # the price of one device
    "params_breakdown": {"params": 1},
    "decoder_params": {"params": 1},
    "chinchilla_optimal_tokens": {"token": 1},
}

#: Two operations for each parameter, in one of two branches: a test of its own scales both together.
TOGETHER = {("decode_step_lower_bound_s", "FLOP"), ("decode_step_lower_bound_s", "params")}

FITTED = "the fitted constants hold for plain numbers of parameters, tokens and operations only"
COUNTED = "the number is an exponent, which is counted and not measured"
#: Where a base unit cannot be scaled, and why.
EXEMPT: dict[tuple[str, str], str] = {
    ("activation_bytes_per_layer", "token"): "bytes for each position and bytes for each pair are added",
    ("training_flop_per_token_palm", "params"): "operations for each parameter and for each pair of tokens are added",
    ("training_flop_per_token_palm", "token"): "operations for each parameter and for each pair of tokens are added",
    ("chinchilla_loss", "params"): FITTED,
    ("chinchilla_loss", "token"): FITTED,
    ("chinchilla_loss", "nat"): FITTED,
    ("chinchilla_optimal_params", "params"): FITTED,
    ("chinchilla_optimal_params", "FLOP"): FITTED,
    ("chinchilla_optimal_tokens", "FLOP"): FITTED,
    ("kaplan_loss", "nat"): FITTED,
    ("kaplan_loss", "token"): FITTED,
    ("speculative_expected_tokens", "token"): COUNTED,
    ("speculative_speedup", "token"): COUNTED,
}


def base_units(unit: str) -> Counter[str]:
    """Return how often each base unit stands in a unit, divisors negative."""
    powers: Counter[str] = Counter()
    for position, part in enumerate(unit.split("/")):
        name = part if part in MADE_OF else unit_named(part).dimension if part not in ("kWh", "param", "weight") else part
        for base, power in MADE_OF.get(name, {name: 1}).items():
            powers[base] += power if position == 0 else -power
    return Counter({base: power for base, power in powers.items() if power})


def in_base_units(formula: hwcalc.Formula) -> dict[str, Counter[str]]:
    return {symbol.name: base_units(symbol.unit) for symbol in formula.symbols}


def cases() -> list[Any]:
    found = []
    for formula in hwcalc.FORMULAS.values():
        bases = {base for powers in in_base_units(formula).values() for base in powers}
        bases |= set(base_units(formula.unit)) | set(NUMBERS_CARRY.get(formula.name, {}))
        found += [
            pytest.param(formula, base, id=f"{formula.name}-{base}")
            for base in sorted(bases)
            if (formula.name, base) not in TOGETHER.union(EXEMPT)
        ]
    return found


def scaled_result(formula: hwcalc.Formula, base: str, arguments: dict[str, Any]) -> Any:
    powers = in_base_units(formula)
    scaled = {
        name: value * FACTOR ** powers[name][base] if powers[name][base] else value for name, value in arguments.items()
    }
    return formula.function(**scaled)


@pytest.mark.parametrize(("formula", "base"), cases())
def test_result_follows_its_unit(formula: hwcalc.Formula, base: str) -> None:
    power = base_units(formula.unit)[base] - NUMBERS_CARRY.get(formula.name, {}).get(base, 0)
    before = formula.function(**formula.example)
    after = scaled_result(formula, base, formula.example)
    if isinstance(before, dict):
        assert after == before and power == 0
    else:
        assert after == pytest.approx(before * FACTOR**power, rel=1e-12)


@pytest.mark.parametrize(("name", "base"), sorted(EXEMPT))
def test_an_exemption_is_needed(name: str, base: str) -> None:
    """An entry that would pass must go, so that the list does not hide a fault."""
    formula = hwcalc.FORMULAS[name]
    power = base_units(formula.unit)[base] - NUMBERS_CARRY.get(name, {}).get(base, 0)
    before, after = formula.function(**formula.example), scaled_result(formula, base, formula.example)
    assert after != pytest.approx(before * FACTOR**power, rel=1e-12)


@pytest.mark.parametrize("batch", [4, 256, 4096])
def test_decode_step_in_both_branches(batch: float) -> None:
    """The example is limited by bandwidth, larger batches by compute; both follow the units."""
    formula = hwcalc.FORMULAS["decode_step_lower_bound_s"]
    step = {**formula.example, "batch": batch}
    expected = formula.function(**step)
    assert scaled_result(formula, "s", step) == pytest.approx(expected * FACTOR, rel=1e-12)
    assert scaled_result(formula, "B", step) == pytest.approx(expected, rel=1e-12)
    more_operations = {**step, "params_active": step["params_active"] * FACTOR}
    assert scaled_result(formula, "FLOP", more_operations) == pytest.approx(expected, rel=1e-12)


def test_pages_of_the_cache_scale_with_the_token() -> None:
    formula = hwcalc.FORMULAS["kv_bytes"]
    paged = {**formula.example, "tokens": 1000, "page_tokens": 16}
    assert scaled_result(formula, "token", paged) == formula.function(**paged)


@pytest.mark.parametrize(
    ("name", "arguments", "power"),
    [
        ("ratio", {"value": 7.0, "reference": 2.0}, 0),
        ("difference", {"value": 7.0, "reference": 2.0}, 1),
        ("share", {"part": 2.0, "whole": 7.0}, 0),
        ("total", {"first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0}, 1),
        ("how_many_fit", {"available": 7.0, "each": 2.0}, 0),
    ],
)
def test_comparisons_work_in_any_unit(name: str, arguments: dict[str, float], power: int) -> None:
    function = getattr(hwcalc, name)
    scaled = function(**{key: value * FACTOR for key, value in arguments.items()})
    assert scaled == function(**arguments) * FACTOR**power


def test_the_mean_cost_of_a_fetch_is_in_the_unit_of_the_costs() -> None:
    shares = {"near_share": 0.5, "middle_share": 0.25}
    costs = {"near_cost": 1.0, "middle_cost": 8.0, "far_cost": 32.0}
    scaled = hwcalc.mean_fetch_cost(**shares, **{key: value * FACTOR for key, value in costs.items()})
    assert scaled == pytest.approx(hwcalc.mean_fetch_cost(**shares, **costs) * FACTOR, rel=1e-12)


def test_the_declared_numbers_are_of_real_formulas() -> None:
    assert set(NUMBERS_CARRY) <= set(hwcalc.FORMULAS)
    assert all(power for powers in NUMBERS_CARRY.values() for power in powers.values())
