"""The shape of a model, in the field names of its own configuration file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hwcalc.catalogue.records import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Record):
    """A model: its shape and its parameter counts.

    `head_dim` is read, never derived from the width: fourteen models here have another one. It is
    None where the attention has no single head width.
    """

    name: str
    family: str
    arch: str
    release: str
    params_label: str
    num_hidden_layers: int | None = None
    hidden_size: int | None = None
    num_attention_heads: int | None = None
    num_key_value_heads: int | None = None
    head_dim: int | None = None
    intermediate_size: int | None = None
    mlp_gated: bool | None = None
    vocab_size: int | None = None
    max_position_embeddings: int | None = None
    tie_word_embeddings: bool | None = None
    learned_position_embeddings: bool = False
    qkv_bias: bool = False
    qk_norm: bool = False
    norms_per_layer: int | None = None
    sliding_window: int | None = None
    attention_pattern: str | None = None
    moe_intermediate_size: int | None = None
    num_experts: int | None = None
    num_experts_per_tok: int | None = None
    num_shared_experts: int | None = None
    first_k_dense_replace: int | None = None
    moe_layer_step: int | None = None
    q_lora_rank: int | None = None
    kv_lora_rank: int | None = None
    qk_nope_head_dim: int | None = None
    qk_rope_head_dim: int | None = None
    v_head_dim: int | None = None
    weight_format: str | None = None
    params_published_total: int
    params_published_active: int | None = None
    params_basis: str
    params_computed_total: int | None = None
    params_computed_active: int | None = None
    check_tolerance_pct: float | None = None
    params_unet: int | None = None
    input: str | None = None
    macs_per_inference: int | None = None
    flops_per_inference: int | None = None
    alias_of: str | None = None

    @property
    def params_total(self) -> int:
        """Parameters in memory: recounted from the shape, else the published number."""
        return self.params_computed_total or self.params_published_total

    @property
    def params_active(self) -> int:
        """Parameters that work on one token; the total where there are no experts.

        Counted with both embedding matrices, which some publishers leave out.
        """
        return self.params_computed_active or self.params_published_active or self.params_total

    @property
    def is_decoder(self) -> bool:
        """Whether `hwcalc.decoder_params` can count this model."""
        return self.arch.startswith("decoder_")

    def decoder_arguments(self) -> dict[str, Any]:
        """Return the shape as keyword arguments of `hwcalc.decoder_params`.

        Raises
        ------
        ValueError
            The model is no decoder, or its shape is not known.
        """
        if not self.is_decoder or self.num_hidden_layers is None:
            raise ValueError(f"'{self.id}' has no decoder shape: its architecture is {self.arch}")
        gpt2 = self.arch == "decoder_dense_gpt2"
        arguments: dict[str, Any] = {
            "n_layers": self.num_hidden_layers,
            "d_model": self.hidden_size,
            "n_heads": self.num_attention_heads,
            "n_kv_heads": self.num_key_value_heads,
            "d_ff": self.intermediate_size or self.moe_intermediate_size,
            "vocab_size": self.vocab_size,
            "gated_mlp": self.mlp_gated,
            "tied_embeddings": self.tie_word_embeddings,
            "norm": "ln" if gpt2 else "rms",
            "bias": gpt2,
            "qkv_bias": self.qkv_bias,
            "qk_norm": self.qk_norm,
        }
        if self.head_dim is not None:
            arguments["head_dim"] = self.head_dim
        if self.learned_position_embeddings:
            arguments["learned_positions"] = self.max_position_embeddings
        if self.num_experts is not None:
            arguments |= self._expert_arguments()
        if self.kv_lora_rank is not None:
            arguments["mla"] = {
                "q_lora_rank": self.q_lora_rank or 0,
                "kv_lora_rank": self.kv_lora_rank,
                "qk_nope_head_dim": self.qk_nope_head_dim,
                "qk_rope_head_dim": self.qk_rope_head_dim,
                "v_head_dim": self.v_head_dim,
            }
        return arguments

    def _expert_arguments(self) -> dict[str, Any]:
        """Return the arguments that only a mixture of experts has."""
        every = self.moe_layer_step or 1
        dense_first = self.first_k_dense_replace or 0
        with_experts = (self.num_hidden_layers - dense_first) // every
        return {
            "n_experts": self.num_experts,
            "top_k": self.num_experts_per_tok,
            "shared_experts": self.num_shared_experts or 0,
            "d_ff_expert": self.moe_intermediate_size,
            "dense_layers": self.num_hidden_layers - with_experts,
        }
