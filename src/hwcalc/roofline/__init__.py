"""The roofline: bounds from compute and bandwidth, and work that does not divide evenly."""

from .bounds import (
    attainable_flop_per_s,
    critical_batch_tokens,
    matmul_intensity,
    peak_from_clock_flop_per_s,
    ridge_flop_per_byte,
    tiled_matmul_bytes,
    time_lower_bound_s,
)
from .occupancy import lane_use, padded_utilization, wave_quantization

__all__ = [
    "attainable_flop_per_s",
    "critical_batch_tokens",
    "lane_use",
    "matmul_intensity",
    "padded_utilization",
    "peak_from_clock_flop_per_s",
    "ridge_flop_per_byte",
    "tiled_matmul_bytes",
    "time_lower_bound_s",
    "wave_quantization",
]
