"""Every value of the data files: published ones, and worked ones with their derivation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import hwcalc

DATA = Path(__file__).parents[1] / "data"
VECTORS: list[dict[str, Any]] = yaml.safe_load((DATA / "vectors.yml").read_text(encoding="utf-8"))["vectors"]
WORKED: list[dict[str, Any]] = yaml.safe_load((DATA / "worked.yml").read_text(encoding="utf-8"))["worked"]
CAREFUL_ABOUT = {"published", "arithmetic", "executed", "constant", "definition"}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    result = getattr(hwcalc, vector["function"])(**vector["arguments"])
    assert result == pytest.approx(vector["expected"], rel=vector["rel_tol"], abs=0.0)


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked["id"])
def test_worked_value(worked: dict[str, Any]) -> None:
    result = getattr(hwcalc, worked["function"])(**worked["arguments"])
    assert result == pytest.approx(worked["expected"], rel=1e-12, abs=0.0)
    assert len(worked["derivation"].split()) >= 5


def test_every_row_is_told_apart_and_told_where_from() -> None:
    names = [row["id"] for row in VECTORS + WORKED]
    assert len(names) == len(set(names))
    for vector in VECTORS:
        assert vector["source"] and vector["statement"] and vector["basis"] in CAREFUL_ABOUT, vector["id"]
        assert isinstance(vector["source_read"], bool) and 0 < vector["rel_tol"] <= 0.25, vector["id"]


def test_every_formula_has_a_value_from_outside_or_a_derivation() -> None:
    held = {vector["function"] for vector in VECTORS if vector["basis"] != "definition"}
    held |= {worked["function"] for worked in WORKED}
    assert sorted(set(hwcalc.FORMULAS) - held) == []


def test_counting_query_heads_in_the_cache_is_the_known_mistake() -> None:
    """Llama 70B with 64 query heads in place of its 8 key-value heads: eight times too much."""
    right = hwcalc.kv_bytes_per_token(n_kv_layers=80, n_kv_heads=8, head_dim=128, bytes_per_element=2)
    mistaken = hwcalc.kv_bytes_per_token(n_kv_layers=80, n_kv_heads=64, head_dim=128, bytes_per_element=2)
    assert hwcalc.kv_bytes(tokens=32768, kv_bytes_per_token=right) == 10 * 2**30
    assert hwcalc.kv_bytes(tokens=32768, kv_bytes_per_token=mistaken) == 80 * 2**30


def test_deepseek_v3_is_counted_with_latent_attention_and_experts() -> None:
    """The published 671,026,419,200 hold 58 layers' 256 router biases, which the count leaves out."""
    shape = {
        "n_layers": 61, "d_model": 7168, "n_heads": 128, "d_ff": 18432, "vocab_size": 129280, "tied_embeddings": False,
        "gated_mlp": True, "n_experts": 256, "top_k": 8, "shared_experts": 1, "d_ff_expert": 2048, "dense_layers": 3,
        "mla": {"q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
                "v_head_dim": 128},
    }  # fmt: skip
    assert hwcalc.decoder_params(**shape) == 671_026_419_200 - 58 * 256
    assert hwcalc.decoder_params(count="active", **shape) == pytest.approx(37.55e9, rel=1e-3)
