"""The live roofline of the home page."""

from __future__ import annotations

from typing import Any

from coursekit.pages.fragments import words
from coursekit.render.views import Chip, Operation, RooflineView
from hwcalc import matmul_intensity

CHIPS = ("nvidia-h100-sxm", "google-tpu-v5e", "nvidia-rtx-4090")
BF16_BYTES = 2.0
#: Rows of the first matrix: one token at a time, a small batch, a long prompt.
ROWS = {"one-token": 1, "small-batch": 32, "long-prompt": 2048}
MODEL_WIDTH = 8192


def home_roofline(catalogue: Any, language: str) -> RooflineView:
    """Return the explorer that opens the course: three chips and one layer at three batch sizes."""
    strings = words(language)["home_roofline"]
    chips = []
    for key in CHIPS:
        peak = catalogue.figure(f"hardware.{key}.peak_dense_flops.bf16")
        bandwidth = catalogue.figure(f"hardware.{key}.memory_bandwidth_bytes_per_s")
        name, _, _ = catalogue.hardware[key].name.partition(" (per chip)")  # the explorer's chips are single ones
        chips.append(Chip(key, name, peak.si, bandwidth.si, strings["note"]))
    operations = tuple(
        Operation(key, strings[key], matmul_intensity(m=rows, n=MODEL_WIDTH, k=MODEL_WIDTH, bytes_per_element=BF16_BYTES)) for key, rows in ROWS.items()
    )
    return RooflineView(id="home/roofline", title=strings["title"], goal=strings["goal"], chips=tuple(chips), operations=operations, chip=CHIPS[0], operation="one-token")
