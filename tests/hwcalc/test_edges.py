"""Single points where one branch of a formula meets the next."""

from __future__ import annotations

import pytest

import hwcalc as hw


@pytest.mark.parametrize(("tokens", "page", "held"), [(2.5, 1, 2.5), (3, 2, 4), (4, 2, 4), (4.5, 2, 6), (0, 16, 0)])
def test_a_page_of_one_token_rounds_nothing(tokens: float, page: int, held: float) -> None:
    assert hw.kv_bytes(tokens=tokens, kv_bytes_per_token=10, page_tokens=page) == 10 * held


def test_activations_grow_with_the_sequences_at_a_time() -> None:
    shape = {"seq_len": 128, "d_model": 64, "n_heads": 4, "store_scores": True, "tensor_parallel": 2}
    one, three = (hw.activation_bytes_per_layer(micro_batch=number, **shape) for number in (1, 3))
    assert three == 3 * one


def test_the_cache_gets_nothing_where_the_weights_fill_the_memory() -> None:
    full = {"capacity_bytes": 100.0, "non_kv_bytes": 95.0, "fraction": 0.9}
    assert hw.kv_budget_bytes(of_total=True, **full) == 0
    assert hw.kv_budget_bytes(of_total=False, **full) == 4.5
    assert hw.kv_budget_bytes(of_total=True, capacity_bytes=100.0, non_kv_bytes=40.0, fraction=1.0) == 60


def test_the_full_peak_is_a_share_of_one() -> None:
    assert hw.mfu(flop=100, devices=10, seconds=1, peak_flop_per_s=10) == 1
    assert hw.mfu(flop=100 + 1e-9, devices=10, seconds=1, peak_flop_per_s=10) == 1
    assert hw.mfu(flop=0, devices=10, seconds=1, peak_flop_per_s=10) == 0
    assert hw.training_time_s(flop=100, devices=10, peak_flop_per_s=10, mfu=1) == 1


def test_all_of_the_whole_is_a_share_of_one() -> None:
    assert hw.share(part=7, whole=7) == 1


def test_a_failure_may_cost_all_the_time_there_is() -> None:
    assert hw.goodput_fraction(checkpoint_s=0, interval_s=200, restart_s=100, mtbf_s=200) == 0


def test_one_expert_of_one() -> None:
    assert hw.expected_experts_touched(n_experts=1, top_k=1, batch=5) == 1
    assert hw.expected_experts_touched(n_experts=8, top_k=2, batch=0) == 0


def test_the_largest_pool() -> None:
    assert hw.erlang_c(offered_load=10, servers=100_000) == 0


def test_the_smallest_second_level_of_scales() -> None:
    block = {"element_bits": 4, "block_size": 32, "scale_bits": 8}
    assert hw.bits_per_weight(second_block_size=1, second_scale_bits=1, **block) == 4.25 + 1 / 32
    with pytest.raises(ValueError, match="second_block_size must be at least 1"):
        hw.bits_per_weight(second_scale_bits=1, **block)
    with pytest.raises(ValueError, match="second_scale_bits must be above 0"):
        hw.bits_per_weight(second_block_size=1, **block)


def test_waiting_grows_with_the_square_of_the_spread() -> None:
    """M/M/1 at this load waits 4 s, equal service times half of it; a spread of 2 brings (1 + 4) / 2 times as much."""
    queue = {"arrival_per_s": 0.8, "service_per_s": 1.0}
    assert [hw.mg1_wait_s(service_cv=spread, **queue) for spread in (0, 1, 2)] == pytest.approx([2, 4, 10])


def test_a_draft_without_end_yields_the_limit_of_the_series() -> None:
    assert hw.speculative_expected_tokens(acceptance=0.95, draft_tokens=1_000_000) == pytest.approx(20)


@pytest.mark.parametrize("no_rank", [0, None])
def test_latent_attention_without_a_compressed_query(no_rank: int | None) -> None:
    """Query 6 x 2 (3 + 1) = 48, latent 6 (5 + 1) = 36, unfolded 5 x 2 (3 + 4) = 70, output 2 x 4 x 6 = 48."""
    widths = {"kv_lora_rank": 5, "qk_nope_head_dim": 3, "qk_rope_head_dim": 1, "v_head_dim": 4}
    shape = {"n_layers": 1, "d_model": 6, "n_heads": 2, "d_ff": 1, "vocab_size": 1, "tied_embeddings": True,
             "gated_mlp": True}  # fmt: skip
    direct = hw.params_breakdown(mla={"q_lora_rank": no_rank, **widths}, **shape)
    assert direct["attention"] == 48 + 36 + 70 + 48 and direct["norm"] == 3 * 6 + 5
    compressed = hw.params_breakdown(mla={"q_lora_rank": 2, **widths}, **shape)
    assert compressed["attention"] == 2 * 6 + 2 * 8 + 36 + 70 + 48 and compressed["norm"] == 3 * 6 + 2 + 5
