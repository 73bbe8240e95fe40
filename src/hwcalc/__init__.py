"""The calculators of the course: pure functions of plain SI numbers.

Every formula takes keyword arguments only, takes and returns base units, and refuses what makes no sense by
the argument's name. Units stand in the names: `_bytes`, `_bits`, `_flop`, `_flop_per_s`, `_byte_per_s`, `_s`, `_j`,
`_w`, `_kg`, `_usd`, `_tokens`; ratios run from 0 to 1 and are never per cent. What is said about a formula on pages
and in widgets stands in `FORMULAS`.

Examples
--------
>>> from hwcalc import kv_bytes, kv_bytes_per_token
>>> per_token = kv_bytes_per_token(n_kv_layers=80, n_kv_heads=8, head_dim=128, bytes_per_element=2)
>>> kv_bytes(tokens=32768, kv_bytes_per_token=per_token) / 2**30
10.0
"""

# The order of the imports is the order of the register, and so of the pages.
# isort: off
from .params import decoder_params, params_breakdown
from .formats import (
    float_exponent,
    float_gap,
    float_largest,
    float_value,
    float_nearest,
    format_max,
    format_min_normal,
    format_epsilon,
    bits_per_weight,
    integer_nearest,
)
from .memory import (
    weights_bytes,
    zero_bytes_per_device,
    training_state_bytes,
    activation_bytes_per_layer,
    devices_needed,
)
from .hierarchy import level_bytes, mean_fetch_cost
from .kvcache import kv_bytes_per_token, kv_bytes_per_token_mla, kv_bytes, kv_budget_bytes
from .compute import (
    matmul_flop,
    forward_flop_per_token,
    training_flop,
    attention_training_flop,
    training_flop_per_token_palm,
    mfu,
    training_time_s,
)
from .roofline import (
    ridge_flop_per_byte,
    attainable_flop_per_s,
    matmul_intensity,
    tiled_matmul_bytes,
    critical_batch_tokens,
    peak_from_clock_flop_per_s,
    time_lower_bound_s,
    wave_quantization,
    padded_utilization,
    lane_use,
)
from .serving import prefill_lower_bound_s, decode_step_lower_bound_s, expected_experts_touched
from .queueing import (
    amdahl_speedup,
    gustafson_speedup,
    team_time_s,
    overtaking_tasks,
    tree_rounds,
    tree_sum_steps,
    little_in_system,
    mm1_time_s,
    mm1_wait_s,
    mm1_time_quantile_s,
    mg1_wait_s,
    erlang_c,
    mmc_wait_s,
    mmc_within,
)
from .speculative import speculative_expected_tokens, speculative_speedup, best_draft_length
from .collectives import (
    ring_allreduce_s,
    ring_allgather_s,
    all_to_all_s,
    hierarchical_allreduce_s,
    pipeline_bubble_of_ideal,
)
from .scaling import chinchilla_loss, chinchilla_optimal_params, chinchilla_optimal_tokens, kaplan_loss
from .reliability import cluster_mtbf_s, young_interval_s, goodput_fraction
from .energy import it_energy_j, prompt_energy_j, facility_energy_j, emissions_kg, operation_energy_pj
from .cost import device_hours_cost_usd, cost_per_million_tokens_usd
from .comparison import ratio, difference, product, share, total, how_many_fit
from .registry import FORMULAS, Formula, Symbol, Variant

# isort: on

__all__ = [
    "FORMULAS",
    "Formula",
    "Symbol",
    "Variant",
    "decoder_params",
    "params_breakdown",
    "format_max",
    "format_min_normal",
    "format_epsilon",
    "bits_per_weight",
    "float_exponent",
    "float_gap",
    "float_largest",
    "float_value",
    "float_nearest",
    "integer_nearest",
    "weights_bytes",
    "zero_bytes_per_device",
    "training_state_bytes",
    "activation_bytes_per_layer",
    "devices_needed",
    "level_bytes",
    "mean_fetch_cost",
    "kv_bytes_per_token",
    "kv_bytes_per_token_mla",
    "kv_bytes",
    "kv_budget_bytes",
    "matmul_flop",
    "forward_flop_per_token",
    "training_flop",
    "attention_training_flop",
    "training_flop_per_token_palm",
    "mfu",
    "training_time_s",
    "ridge_flop_per_byte",
    "attainable_flop_per_s",
    "matmul_intensity",
    "tiled_matmul_bytes",
    "critical_batch_tokens",
    "peak_from_clock_flop_per_s",
    "time_lower_bound_s",
    "wave_quantization",
    "padded_utilization",
    "lane_use",
    "prefill_lower_bound_s",
    "decode_step_lower_bound_s",
    "expected_experts_touched",
    "amdahl_speedup",
    "gustafson_speedup",
    "team_time_s",
    "overtaking_tasks",
    "tree_rounds",
    "tree_sum_steps",
    "little_in_system",
    "mm1_time_s",
    "mm1_wait_s",
    "mm1_time_quantile_s",
    "mg1_wait_s",
    "erlang_c",
    "mmc_wait_s",
    "mmc_within",
    "speculative_expected_tokens",
    "speculative_speedup",
    "best_draft_length",
    "ring_allreduce_s",
    "ring_allgather_s",
    "all_to_all_s",
    "hierarchical_allreduce_s",
    "pipeline_bubble_of_ideal",
    "chinchilla_loss",
    "chinchilla_optimal_params",
    "chinchilla_optimal_tokens",
    "kaplan_loss",
    "cluster_mtbf_s",
    "young_interval_s",
    "goodput_fraction",
    "it_energy_j",
    "prompt_energy_j",
    "facility_energy_j",
    "emissions_kg",
    "operation_energy_pj",
    "device_hours_cost_usd",
    "cost_per_million_tokens_usd",
    "ratio",
    "difference",
    "product",
    "share",
    "total",
    "how_many_fit",
]
