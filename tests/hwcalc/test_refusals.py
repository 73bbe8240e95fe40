"""What is refused: values that make no sense, and the mistakes that people report of other calculators.

The second half goes through seventeen complaints that users of public calculators have filed. Each is met by an
argument that has to be given, by a refusal, or by a function that does not exist.
"""

from __future__ import annotations

import inspect
from math import inf, nan
from typing import Any

import pytest

import hwcalc as hw
from hwcalc import limits

FORMULAS = list(hw.FORMULAS.values())
LLAMA_70B = hw.FORMULAS["decoder_params"].example


def annotation(formula: hw.Formula, argument: str) -> str:
    return str(inspect.get_annotations(formula.function)[argument])


def arguments(*kinds: str) -> list[Any]:
    return [
        pytest.param(formula, symbol.name, id=f"{formula.name}-{symbol.name}")
        for formula in FORMULAS
        for symbol in formula.symbols
        if annotation(formula, symbol.name).partition(" ")[0] in kinds
    ]


@pytest.mark.parametrize("value", [nan, inf, -inf, -1.0, "12"])
@pytest.mark.parametrize(("formula", "argument"), arguments("float", "int"))
def test_no_number_of_this_kind(formula: hw.Formula, argument: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"\b{argument}\b must be"):
        formula.function(**{**formula.example, argument: value})


@pytest.mark.parametrize(("formula", "argument"), arguments("float", "int"))
def test_zero_gives_a_finite_result_or_is_refused_by_name(formula: hw.Formula, argument: str) -> None:
    try:
        result = formula.function(**{**formula.example, argument: 0})
    except ValueError as refusal:
        assert "must be" in str(refusal)
    else:
        numbers = result.values() if isinstance(result, dict) else [result]
        assert all(-inf < number < inf for number in numbers)


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("kv_budget_bytes", "fraction"), ("training_time_s", "mfu"), ("prefill_lower_bound_s", "mfu"),
        ("prompt_energy_j", "mfu"),
        ("amdahl_speedup", "serial_fraction"), ("gustafson_speedup", "serial_fraction"),
        ("mm1_time_quantile_s", "quantile"), ("speculative_expected_tokens", "acceptance"),
        ("speculative_speedup", "acceptance"), ("best_draft_length", "acceptance"),
    ],
)  # fmt: skip
def test_a_share_is_never_per_cent(name: str, argument: str) -> None:
    formula = hw.FORMULAS[name]
    formula.function(**{**formula.example, argument: 0.5})
    for value in (1.01, 50.0):
        with pytest.raises(ValueError, match=f"{argument} must be"):
            formula.function(**{**formula.example, argument: value})


@pytest.mark.parametrize("value", ["false", 0, 1.0, nan])
@pytest.mark.parametrize(("formula", "argument"), arguments("bool"))
def test_neither_true_nor_false(formula: hw.Formula, argument: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{argument} must be true or false, not "):
        formula.function(**{**formula.example, argument: value})


@pytest.mark.parametrize(("formula", "argument"), arguments("str"))
def test_unknown_choice(formula: hw.Formula, argument: str) -> None:
    with pytest.raises(ValueError, match=rf"{argument} must be .*, not 'fp9'"):
        formula.function(**{**formula.example, argument: "fp9"})


@pytest.mark.parametrize(
    ("formula", "argument"),
    [
        pytest.param(formula, name, id=f"{formula.name}-{name}")
        for formula in FORMULAS
        for name, parameter in inspect.signature(formula.function).parameters.items()
        if parameter.default is inspect.Parameter.empty
    ],
)
def test_what_is_required_must_be_given(formula: hw.Formula, argument: str) -> None:
    rest = {name: value for name, value in formula.example.items() if name != argument}
    with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{argument}'"):
        formula.function(**rest)


def test_the_order_of_arguments_never_matters() -> None:
    with pytest.raises(TypeError, match="positional"):
        hw.ridge_flop_per_byte(989e12, 3.35e12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hw.mm1_time_s(arrival_per_s=1.0, service_per_s=1.0), "arrival_per_s must be below service_per_s"),
        (lambda: hw.mm1_wait_s(arrival_per_s=1.0, service_per_s=1.0), "arrival_per_s must be below service_per_s"),
        (lambda: hw.mg1_wait_s(arrival_per_s=1.0, service_per_s=1.0, service_cv=0), "arrival_per_s must be below"),
        (lambda: hw.mm1_time_quantile_s(arrival_per_s=1, service_per_s=2, quantile=1), "quantile must be below 1"),
        (lambda: hw.mm1_time_quantile_s(arrival_per_s=2, service_per_s=2, quantile=0.5), "arrival_per_s must be below"),
        (lambda: hw.erlang_c(offered_load=5, servers=5), "offered_load must be below servers"),
        (lambda: hw.mmc_wait_s(offered_load=6, servers=5, service_s=1), "offered_load must be below servers"),
        (lambda: hw.erlang_c(offered_load=5, servers=1e6), "servers must be at most 100000"),
        (lambda: hw.erlang_c(offered_load=1, servers=2.5), "servers must be a whole number of at least 1"),
        (lambda: hw.expected_experts_touched(n_experts=8, top_k=9, batch=1), "top_k must be at most n_experts"),
        (lambda: hw.share(part=3, whole=2), "part must be at most the whole"),
        (lambda: hw.goodput_fraction(checkpoint_s=60, interval_s=1000, restart_s=300, mtbf_s=500), "mtbf_s must be"),
        (lambda: hw.ring_allreduce_s(payload_bytes=1, ranks=0, one_way_byte_per_s=1, latency_s=0), "ranks must be"),
        (lambda: hw.zero_bytes_per_device(params=1, data_parallel=8, zero_stage=4, weight_bytes=2, grad_bytes=2,
                                          optimizer_bytes=12), "zero_stage must be 0, 1, 2 or 3"),
        (lambda: hw.bits_per_weight(element_bits=4, block_size=32, scale_bits=8, second_block_size=8),
         "second_scale_bits must be above 0"),
        (lambda: hw.bits_per_weight(element_bits=4, block_size=32, scale_bits=8, second_scale_bits=8),
         "second_block_size must be at least 1"),
        (lambda: hw.operation_energy_pj(operation="fp32_add", node_nm=7), "node_nm must be 45"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_each_other(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_kv_heads": 7}, r"n_kv_heads must divide n_heads \(64\), not 7"),
        ({"head_dim": None, "n_heads": 56, "n_kv_heads": 7}, "head_dim must be given where n_heads does not divide"),
        ({"top_k": 2}, "n_experts must be at least 1 where top_k"),
        ({"n_experts": 8, "top_k": 9}, r"top_k must be from 1 to n_experts \(8\), not 9"),
        ({"n_experts": 8}, r"top_k must be from 1 to n_experts \(8\), not 0"),
        ({"n_experts": 8, "top_k": 2, "dense_layers": 81}, r"dense_layers must be at most n_layers \(80\), not 81"),
        ({"mla": {"kv_lora_rank": 512}}, "mla must hold exactly q_lora_rank, kv_lora_rank"),
        ({"mla": 512}, "mla must hold exactly"),
        ({"mla": {"q_lora_rank": -8, "kv_lora_rank": 8, "qk_nope_head_dim": 1, "qk_rope_head_dim": 1, "v_head_dim": 1}},
         r"mla\[q_lora_rank\] must be a whole number of at least 0"),
        ({"norm": None, "gated_mlp": "false"}, "gated_mlp must be true or false, not 'false'"),
        ({"mla": {"q_lora_rank": 0, "kv_lora_rank": 0, "qk_nope_head_dim": 1, "qk_rope_head_dim": 1, "v_head_dim": 1}},
         r"mla\[kv_lora_rank\] must be a whole number of at least 1"),
        ({"mla": {"q_lora_rank": 0, "kv_lora_rank": 8, "qk_nope_head_dim": 1, "qk_rope_head_dim": 1, "v_head_dim": 1},
          "qk_norm": True}, "mla must be left out where"),
        ({"norm": None, "gated_mlp": False}, "norm must be given where gated_mlp is false"),
    ],
)  # fmt: skip
def test_shapes_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hw.decoder_params(**{**LLAMA_70B, **changes})


def test_limits_let_sound_values_pass() -> None:
    limits.positive("x", 5e-324)
    limits.not_negative("x", 0)
    limits.fraction("x", 1)
    limits.at_least("x", 1.0, 1.0)
    limits.whole("x", 2.0**53, 0)
    with pytest.raises(ValueError, match="x must be a whole number"):
        limits.whole("x", 2.0**54, 0)


# ---- seventeen complaints ----------------------------------------------------------------------------


def required(name: str) -> set[str]:
    parameters = inspect.signature(getattr(hw, name)).parameters
    return {key for key, parameter in parameters.items() if parameter.default is inspect.Parameter.empty}


def test_complaint_01_key_value_heads_are_never_guessed() -> None:
    assert "n_kv_heads" in required("kv_bytes_per_token")
    assert "n_heads" not in inspect.signature(hw.kv_bytes_per_token).parameters


def test_complaint_02_the_head_width_is_never_derived_for_the_cache() -> None:
    """Qwen3-0.6B: 16 heads of 128 at a width of 1024; the quotient 64 would halve the cache."""
    assert "head_dim" in required("kv_bytes_per_token")
    assert hw.kv_bytes_per_token(n_kv_layers=28, n_kv_heads=8, head_dim=128, bytes_per_element=2) == 114_688
    assert not {"d_model", "hidden_size"} & set(inspect.signature(hw.kv_bytes_per_token).parameters)


def test_complaint_03_latent_attention_has_a_formula_of_its_own() -> None:
    """DeepSeek-V3: 70,272 bytes a token, not the 4,997,120 of full heads; no device count divides the latent."""
    assert hw.kv_bytes_per_token_mla(n_layers=61, kv_lora_rank=512, qk_rope_head_dim=64, bytes_per_element=2) == 70_272
    full = hw.kv_bytes_per_token(n_kv_layers=61, n_kv_heads=128, head_dim=160, bytes_per_element=2)
    assert full == 4_997_120
    assert required("kv_bytes_per_token_mla") == {"n_layers", "kv_lora_rank", "qk_rope_head_dim", "bytes_per_element"}
    assert any("not divided" in line for line in hw.FORMULAS["kv_bytes_per_token_mla"].leaves_out)


def test_complaint_04_only_layers_with_a_cache_are_counted() -> None:
    assert "n_kv_layers" in required("kv_bytes_per_token")
    assert "n_layers" not in inspect.signature(hw.kv_bytes_per_token).parameters


def test_complaint_05_no_cache_from_a_parameter_count() -> None:
    caches = [formula for formula in FORMULAS if formula.module == "kvcache"]
    assert caches and not any("params" in symbol.name for formula in caches for symbol in formula.symbols)


def test_complaint_06_total_and_active_parameters_have_different_names() -> None:
    for name in ("forward_flop_per_token", "training_flop", "prefill_lower_bound_s", "decode_step_lower_bound_s"):
        assert "params_active" in required(name) and "params" not in inspect.signature(getattr(hw, name)).parameters
    for name in ("weights_bytes", "training_state_bytes", "zero_bytes_per_device"):
        assert "params" in required(name) and "params_active" not in inspect.signature(getattr(hw, name)).parameters


def test_complaint_07_gated_layers_and_shared_embeddings_are_told() -> None:
    assert "tied_embeddings" in required("decoder_params")
    plain = {name: value for name, value in LLAMA_70B.items() if name not in ("gated_mlp", "norm")}
    for told in ({}, {"norm": "rms"}):
        with pytest.raises(ValueError, match="gated_mlp must be"):
            hw.decoder_params(**plain, **told)
    assert hw.decoder_params(**plain, gated_mlp=True) > hw.decoder_params(**plain, gated_mlp=False, norm="rms")


def test_complaint_08_a_share_above_the_peak_is_refused() -> None:
    """A run at 52 % of the dense peak looks like 26 % of the sparse one, and 104 % where half the peak was taken."""
    run = {"flop": 0.52 * 312e12, "devices": 1, "seconds": 1.0}
    assert hw.mfu(peak_flop_per_s=312e12, **run) == pytest.approx(0.52)
    with pytest.raises(ValueError, match="flop must be at most what the peak allows: .* the peak's format"):
        hw.mfu(peak_flop_per_s=156e12, **run)
    for formula in FORMULAS:
        for symbol in formula.symbols:
            if symbol.name == "peak_flop_per_s":
                assert "dense" in symbol.meaning.lower(), formula.name


def test_complaint_09_links_are_one_way() -> None:
    for name in ("ring_allreduce_s", "ring_allgather_s", "all_to_all_s"):
        assert "one_way_byte_per_s" in required(name)
    for formula in FORMULAS:
        if formula.module == "collectives":
            for symbol in formula.symbols:
                if symbol.unit == "B/s":
                    assert "one direction" in symbol.meaning, formula.name


def test_complaint_10_bytes_are_bytes() -> None:
    """No argument and no result is in gigabytes or gibibytes; prefixes come only when a number is written."""
    units = {formula.unit for formula in FORMULAS} | {symbol.unit for formula in FORMULAS for symbol in formula.symbols}
    assert {unit for unit in units if unit.partition("/")[0].endswith("B")} == {"B", "B/s", "B/token", "B/param"}


def test_complaint_11_the_meaning_of_the_memory_setting_is_told() -> None:
    assert "of_total" in required("kv_budget_bytes") and "fraction" in required("kv_budget_bytes")
    with pytest.raises(ValueError, match="fraction must be at most 1: 90 % is 0.9"):
        hw.kv_budget_bytes(capacity_bytes=80e9, non_kv_bytes=0, fraction=90, of_total=True)


def test_complaint_12_attention_is_counted_apart_and_its_mask_told() -> None:
    assert "causal" in required("attention_training_flop")
    assert any("attention_training_flop" in line for line in hw.FORMULAS["training_flop"].leaves_out)


def test_complaint_13_scales_belong_to_the_bits_of_a_weight() -> None:
    assert {"block_size", "scale_bits"} <= required("bits_per_weight")
    assert hw.bits_per_weight(element_bits=4, block_size=32, scale_bits=16) == 4.5
    file_average = hw.weights_bytes(params=8_030_261_248, bits_per_weight=4.8944)
    assert file_average / 2**30 == pytest.approx(4.58, rel=3e-3)


def test_complaint_14_the_buildings_overhead_enters_once() -> None:
    with_pue = [formula.name for formula in FORMULAS if any(symbol.name == "pue" for symbol in formula.symbols)]
    assert with_pue == ["facility_energy_j"] and "pue" in required("facility_energy_j")
    with pytest.raises(ValueError, match="pue must be at least 1.0 and finite, not 0.9"):
        hw.facility_energy_j(it_energy_j=1.0, pue=0.9)


def test_complaint_15_no_power_is_guessed() -> None:
    assert required("it_energy_j") == {"devices", "seconds", "power_w"}
    assert hw.FORMULAS["it_energy_j"].leaves_out


def test_complaint_16_a_bound_is_called_a_bound() -> None:
    bounds = [formula for formula in FORMULAS if "lower_bound" in formula.name]
    assert len(bounds) == 3
    for formula in bounds:
        assert any("bound" in line for line in formula.leaves_out), formula.name
    assert "mfu" in required("prefill_lower_bound_s")


def test_complaint_17_bytes_for_each_parameter_in_training_are_told() -> None:
    recipe = {"weight_bytes", "grad_bytes", "optimizer_bytes"}
    assert recipe <= required("training_state_bytes") and recipe <= required("zero_bytes_per_device")
    assert len(hw.FORMULAS["training_state_bytes"].variants) >= 4
