"""What must hold for all inputs: directions, limits, and formulas that say the same in two ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import hwcalc as hw

reproducible = settings(derandomize=True, deadline=None, max_examples=150)


def amounts(low: float = 1e-3, high: float = 1e15) -> st.SearchStrategy[float]:
    return st.floats(low, high)


def counts(high: int = 512, low: int = 1) -> st.SearchStrategy[int]:
    return st.integers(low, high)


shares = st.floats(0.0, 1.0)
near = pytest.approx


# ---- memory ------------------------------------------------------------------------------------------


@reproducible
@given(params=amounts(1, 1e13), fewer=amounts(0.5, 64), more=amounts(0.5, 64))
def test_fewer_bits_never_take_more_memory(params: float, fewer: float, more: float) -> None:
    assume(fewer <= more)
    assert hw.weights_bytes(params=params, bits_per_weight=fewer) <= hw.weights_bytes(params=params, bits_per_weight=more)


@reproducible
@given(element=counts(16), block=counts(1024), scale=counts(32, 0), zero=counts(16, 0))
def test_larger_blocks_cost_fewer_bits(element: int, block: int, scale: int, zero: int) -> None:
    small, large = (
        hw.bits_per_weight(element_bits=element, block_size=size, scale_bits=scale, zero_bits=zero)
        for size in (block, 2 * block)
    )
    assert element <= large <= small
    nested = hw.bits_per_weight(element_bits=element, block_size=block, scale_bits=scale, zero_bits=zero,
                                second_block_size=4, second_scale_bits=8)  # fmt: skip
    assert nested == near(small + 2 / block)


@reproducible
@given(params=amounts(1, 1e13), devices=counts(4096), weight=counts(4), grad=counts(4), optimizer=counts(16))
def test_each_zero_stage_divides_more(params: float, devices: int, weight: int, grad: int, optimizer: int) -> None:
    recipe = {"params": params, "weight_bytes": weight, "grad_bytes": grad, "optimizer_bytes": optimizer}
    stages = [hw.zero_bytes_per_device(data_parallel=devices, zero_stage=stage, **recipe) for stage in (0, 1, 2, 3)]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in pairwise(stages))
    assert stages[0] == hw.training_state_bytes(**recipe)
    assert stages[3] * devices == near(stages[0])


@reproducible
@given(seq_len=counts(100_000), width=counts(32_768), heads=counts(256), parallel=counts(16))
def test_activations(seq_len: int, width: int, heads: int, parallel: int) -> None:
    shape = {"seq_len": seq_len, "micro_batch": 1, "d_model": width, "n_heads": heads}
    stored = hw.activation_bytes_per_layer(store_scores=True, tensor_parallel=1, **shape)
    again = hw.activation_bytes_per_layer(store_scores=False, tensor_parallel=1, **shape)
    assert stored - again == near(5 * heads * seq_len**2)
    divided = hw.activation_bytes_per_layer(store_scores=True, tensor_parallel=parallel, **shape)
    assert divided * parallel == near(stored)


@reproducible
@given(need=counts(10**15, 0), each=counts(10**12))
def test_devices_hold_the_need_and_one_fewer_would_not(need: int, each: int) -> None:
    devices = hw.devices_needed(needed_bytes=need, device_bytes=each)
    assert (devices - 1) * each < need <= devices * each
    assert hw.how_many_fit(available=need, each=each) in (devices, devices - 1)


# ---- key-value cache ---------------------------------------------------------------------------------


@reproducible
@given(layers=counts(200), groups=counts(16), kv_heads=counts(16), width=counts(512))
def test_sharing_heads_never_makes_the_cache_larger(layers: int, groups: int, kv_heads: int, width: int) -> None:
    multi_query, grouped, multi_head = (
        hw.kv_bytes_per_token(n_kv_layers=layers, n_kv_heads=heads, head_dim=width, bytes_per_element=2)
        for heads in (1, kv_heads, kv_heads * groups)
    )
    assert multi_query <= grouped <= multi_head


@reproducible
@given(tokens=counts(1_000_000, 0), page=counts(512), each=amounts(1, 1e7))
def test_pages_round_up_by_less_than_a_page(tokens: int, page: int, each: float) -> None:
    exact = hw.kv_bytes(tokens=tokens, kv_bytes_per_token=each)
    paged = hw.kv_bytes(tokens=tokens, kv_bytes_per_token=each, page_tokens=page)
    assert exact * (1 - 1e-12) <= paged < exact + page * each * (1 + 1e-9)


@reproducible
@given(capacity=amounts(1, 1e12), other=amounts(0, 1e12), fraction=shares)
def test_a_share_of_what_is_free_is_the_larger_budget(capacity: float, other: float, fraction: float) -> None:
    of_total, of_free = (
        hw.kv_budget_bytes(capacity_bytes=capacity, non_kv_bytes=other, fraction=fraction, of_total=meaning)
        for meaning in (True, False)
    )
    assert 0 <= of_total <= of_free + 1e-9 * capacity
    assert of_free <= capacity


# ---- compute and the roofline -------------------------------------------------------------------------


@reproducible
@given(flop=amounts(1, 1e27), devices=counts(100_000), peak=amounts(1e9, 1e16), mfu=st.floats(1e-3, 1.0))
def test_utilization_and_time_are_inverse(flop: float, devices: int, peak: float, mfu: float) -> None:
    seconds = hw.training_time_s(flop=flop, devices=devices, peak_flop_per_s=peak, mfu=mfu)
    assert hw.mfu(flop=flop, devices=devices, seconds=seconds, peak_flop_per_s=peak) == near(mfu)


@reproducible
@given(layers=counts(), width=counts(20_000), seq_len=counts(1_000_000), tokens=amounts(1, 1e13))
def test_the_causal_mask_halves_attention(layers: int, width: int, seq_len: int, tokens: float) -> None:
    causal, full = (
        hw.attention_training_flop(n_layers=layers, d_model=width, seq_len=seq_len, tokens=tokens, causal=masked)
        for masked in (True, False)
    )
    assert causal * 2 == near(full)


@reproducible
@given(params=amounts(1e3, 1e13), tokens=amounts(1, 1e14))
def test_training_is_three_forward_passes(params: float, tokens: float) -> None:
    forward = hw.forward_flop_per_token(params_active=params) * tokens
    assert hw.training_flop(params_active=params, tokens=tokens) == near(3 * forward)


@reproducible
@given(peak=amounts(1e9, 1e17), bandwidth=amounts(1e6, 1e14), intensity=amounts(1e-3, 1e6), more=st.floats(1.0, 10.0))
def test_roofline(peak: float, bandwidth: float, intensity: float, more: float) -> None:
    chip = {"peak_flop_per_s": peak, "bandwidth_byte_per_s": bandwidth}
    rate = hw.attainable_flop_per_s(intensity_flop_per_byte=intensity, **chip)
    assert rate <= peak and rate <= bandwidth * intensity
    assert rate <= hw.attainable_flop_per_s(intensity_flop_per_byte=intensity * more, **chip)
    ridge = hw.ridge_flop_per_byte(**chip)
    assert hw.attainable_flop_per_s(intensity_flop_per_byte=ridge, **chip) == near(peak)
    time = hw.time_lower_bound_s(flop=intensity * 1e6, moved_bytes=1e6, **chip)
    assert intensity * 1e6 / time == near(rate)
    faster = {"peak_flop_per_s": peak * more, "bandwidth_byte_per_s": bandwidth * more}
    assert hw.time_lower_bound_s(flop=1e12, moved_bytes=1e9, **faster) <= hw.time_lower_bound_s(
        flop=1e12, moved_bytes=1e9, **chip
    )
    assert hw.critical_batch_tokens(bytes_per_weight=2, **chip) == near(ridge)


@reproducible
@given(m=counts(10_000), n=counts(10_000), k=counts(10_000), bytes_per_element=st.sampled_from([0.5, 1, 2, 4]))
def test_matrix_product(m: int, n: int, k: int, bytes_per_element: float) -> None:
    intensity = hw.matmul_intensity(m=m, n=n, k=k, bytes_per_element=bytes_per_element)
    assert intensity == near(hw.matmul_intensity(m=n, n=m, k=k, bytes_per_element=bytes_per_element))
    assert intensity < 2 * min(m, n, k) / bytes_per_element
    whole = hw.tiled_matmul_bytes(m=m, n=m, k=k, tile=m, bytes_per_element=bytes_per_element)
    assert hw.matmul_flop(m=m, n=m, k=k) / whole == near(
        hw.matmul_intensity(m=m, n=m, k=k, bytes_per_element=bytes_per_element)
    )


@reproducible
@given(m=counts(5000), n=counts(5000), k=counts(5000), tile=counts(512))
def test_wider_tiles_move_less(m: int, n: int, k: int, tile: int) -> None:
    narrow, wide = (hw.tiled_matmul_bytes(m=m, n=n, k=k, tile=edge, bytes_per_element=2) for edge in (tile, 2 * tile))
    assert wide < narrow


@reproducible
@given(blocks=counts(100_000), sms=counts(256), per_sm=counts(32))
def test_quantization(blocks: int, sms: int, per_sm: int) -> None:
    share = hw.wave_quantization(blocks=blocks, sms=sms, blocks_per_sm=per_sm)
    assert 0 < share <= 1
    assert hw.wave_quantization(blocks=blocks * sms * per_sm, sms=sms, blocks_per_sm=per_sm) == 1
    assert share == near(hw.padded_utilization(size=blocks, multiple=sms * per_sm))
    assert share > 0.5 or blocks < sms * per_sm


# ---- serving -----------------------------------------------------------------------------------------


@reproducible
@given(batch=counts(4096), cache=amounts(0, 1e11), weights=amounts(1e6, 1e12), params=amounts(1e6, 1e12))
def test_decode_step_is_a_lower_bound(batch: int, cache: float, weights: float, params: float) -> None:
    step = {"kv_bytes_per_sequence": cache, "weight_bytes": weights, "params_active": params,
            "bandwidth_byte_per_s": 3e12, "peak_flop_per_s": 1e15}  # fmt: skip
    bound = hw.decode_step_lower_bound_s(batch=batch, **step)
    reading, computing = (batch * cache + weights) / 3e12, 2 * batch * params / 1e15
    assert max(reading, computing) <= bound * (1 + 1e-12)
    assert bound <= (reading + computing) * (1 + 1e-12)
    assert bound <= hw.decode_step_lower_bound_s(batch=batch + 1, **step)


@reproducible
@given(params=amounts(1e6, 1e12), tokens=counts(1_000_000), mfu=st.floats(0.01, 1.0), devices=counts(64))
def test_prefill_is_forward_work_over_the_rate(params: float, tokens: int, mfu: float, devices: int) -> None:
    time = hw.prefill_lower_bound_s(params_active=params, tokens=tokens, devices=devices, peak_flop_per_s=1e15, mfu=mfu)
    work = hw.forward_flop_per_token(params_active=params) * tokens
    assert time == near(hw.training_time_s(flop=work, devices=devices, peak_flop_per_s=1e15, mfu=mfu))


@reproducible
@given(experts=counts(1024), top=counts(64), batch=counts(2000))
def test_experts_touched(experts: int, top: int, batch: int) -> None:
    assume(top <= experts)
    touched = hw.expected_experts_touched(n_experts=experts, top_k=top, batch=batch)
    assert top * (1 - 1e-9) <= touched <= experts
    assert touched <= min(experts, top * batch) * (1 + 1e-9)
    assert touched <= hw.expected_experts_touched(n_experts=experts, top_k=top, batch=batch + 1)
    assert hw.expected_experts_touched(n_experts=experts, top_k=top, batch=1) == near(top)
    assert hw.expected_experts_touched(n_experts=top, top_k=top, batch=batch) == top


# ---- speculative decoding ----------------------------------------------------------------------------


@reproducible
@given(acceptance=shares, length=counts(64, 0), cost=st.floats(0.0, 2.0))
def test_speculation(acceptance: float, length: int, cost: float) -> None:
    exact = float(sum((Fraction(acceptance) ** power for power in range(length + 1)), Fraction(0)))
    tokens = hw.speculative_expected_tokens(acceptance=acceptance, draft_tokens=length)
    assert tokens == near(exact, rel=1e-13)
    assert 1 - 1e-12 <= tokens <= length + 1
    speedup = hw.speculative_speedup(acceptance=acceptance, draft_tokens=length, cost_ratio=cost)
    assert speedup == near(exact / (length * cost + 1), rel=1e-12)
    assert hw.speculative_expected_tokens(acceptance=0, draft_tokens=length) == 1
    assert hw.speculative_expected_tokens(acceptance=1, draft_tokens=length) == length + 1
    assert hw.speculative_speedup(acceptance=acceptance, draft_tokens=0, cost_ratio=cost) == 1


@pytest.mark.parametrize("missing", [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.0999, 0.1001])
@pytest.mark.parametrize("length", [1, 4, 64, 4096])
def test_speculation_loses_no_digits_near_certainty(missing: float, length: int) -> None:
    acceptance = 1 - missing
    exact = Fraction(acceptance)
    series = float((1 - exact ** (length + 1)) / (1 - exact))
    assert hw.speculative_expected_tokens(acceptance=acceptance, draft_tokens=length) == near(series, rel=1e-12)


@reproducible
@given(acceptance=shares, cost=st.floats(1e-3, 2.0))
def test_the_best_draft_is_the_shortest_of_the_best(acceptance: float, cost: float) -> None:
    speeds = [
        hw.speculative_speedup(acceptance=acceptance, draft_tokens=length, cost_ratio=cost) for length in range(65)
    ]
    best = hw.best_draft_length(acceptance=acceptance, cost_ratio=cost)
    assert speeds[best] == near(max(speeds), rel=1e-14)
    assert all(shorter < speeds[best] * (1 + 1e-14) for shorter in speeds[:best])


def test_a_draft_that_costs_nothing_is_as_long_as_allowed() -> None:
    assert hw.best_draft_length(acceptance=1, cost_ratio=0) == 64
    assert hw.best_draft_length(acceptance=0, cost_ratio=0) == 0


# ---- breakdowns --------------------------------------------------------------------------------------

shapes = st.fixed_dictionaries(
    {
        "n_layers": counts(100), "d_model": counts(2048), "n_heads": counts(32), "head_dim": counts(256),
        "d_ff": counts(8192), "vocab_size": counts(200_000), "tied_embeddings": st.booleans(),
        "gated_mlp": st.booleans(), "norm": st.sampled_from(["rms", "ln", "ln_nobias"]), "bias": st.booleans(),
        "qk_norm": st.booleans(), "learned_positions": counts(4096, 0),
    }
)  # fmt: skip
experts = st.fixed_dictionaries(
    {"n_experts": counts(64), "top_k": counts(64), "shared_experts": counts(4, 0), "d_ff_expert": counts(2048, 0)}
)


@reproducible
@given(shape=shapes)
def test_parts_add_up_to_the_total(shape: dict[str, object]) -> None:
    parts = hw.params_breakdown(**shape)
    assert list(parts) == ["embedding", "attention", "mlp", "norm", "head"]
    assert sum(parts.values()) == hw.decoder_params(**shape)
    assert hw.decoder_params(count="active", **shape) == hw.decoder_params(count="total", **shape)
    shared = hw.decoder_params(n_kv_heads=1, **shape)
    assert shared <= hw.decoder_params(n_kv_heads=shape["n_heads"], **shape) == hw.decoder_params(**shape)


@reproducible
@given(shape=shapes, mixture=experts)
def test_active_parameters_of_a_mixture(shape: dict[str, object], mixture: dict[str, int]) -> None:
    assume(mixture["top_k"] <= mixture["n_experts"])
    total, active = (hw.decoder_params(count=count, **shape, **mixture) for count in ("total", "active"))
    assert active <= total
    assert (active == total) == (mixture["top_k"] == mixture["n_experts"])
    only_dense = hw.decoder_params(dense_layers=shape["n_layers"], **shape, **mixture)
    assert only_dense == hw.decoder_params(**shape)


# ---- energy, cost, comparison ------------------------------------------------------------------------


@reproducible
@given(devices=counts(100_000), seconds=amounts(0, 1e8), power=amounts(0, 2000), pue=st.floats(1.0, 3.0))
def test_energy(devices: int, seconds: float, power: float, pue: float) -> None:
    machines = hw.it_energy_j(devices=devices, seconds=seconds, power_w=power)
    facility = hw.facility_energy_j(it_energy_j=machines, pue=pue)
    assert machines <= facility < inf
    assert hw.facility_energy_j(it_energy_j=machines, pue=1.0) == machines
    assert hw.emissions_kg(energy_j=facility, carbon_kg_per_kwh=0.0) == 0
    assert hw.emissions_kg(energy_j=3.6e6 * devices, carbon_kg_per_kwh=0.4) == near(0.4 * devices)


@reproducible
@given(
    params=amounts(1e6, 1e13), tokens=counts(100_000), mfu=st.floats(0.001, 1.0), power=amounts(0, 2000),
    idle=st.floats(0.0, 2.0),
)  # fmt: skip
def test_a_prompt_pays_for_its_time_and_for_those_who_wait(
    params: float, tokens: int, mfu: float, power: float, idle: float
) -> None:
    peak = 989e12
    work = {"params_active": params, "tokens": tokens, "peak_flop_per_s": peak, "mfu": mfu, "power_w": power}
    busy = hw.forward_flop_per_token(params_active=params) * tokens / (peak * mfu)
    at_work = hw.prompt_energy_j(idle_fraction=0, **work)
    assert at_work == near(hw.it_energy_j(devices=1, seconds=busy, power_w=power))
    assert hw.prompt_energy_j(idle_fraction=idle, **work) == near(at_work * (1 + idle))


@reproducible
@given(price=amounts(0, 1e6), rate=amounts(1e-3, 1e9))
def test_price_of_tokens(price: float, rate: float) -> None:
    million = hw.cost_per_million_tokens_usd(usd_per_hour=price, tokens_per_s=rate)
    hours = 1e6 / rate / 3600
    assert million == near(hw.device_hours_cost_usd(device_hours=hours, usd_per_device_hour=price))


@reproducible
@given(value=amounts(), reference=amounts())
def test_comparisons_agree(value: float, reference: float) -> None:
    times = hw.ratio(value=value, reference=reference)
    assert hw.product(value=reference, factor=times) == near(value)
    both = hw.total(first=value, second=reference)
    assert hw.share(part=value, whole=both) == near(times / (1 + times), rel=1e-9)
    assert hw.difference(value=both, reference=reference) == near(value, abs=1e-15 * both)
