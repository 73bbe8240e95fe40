"""The catalogue agrees with numbers that were worked out elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from hwcalc import decoder_params, peak_from_clock_flop_per_s, ridge_flop_per_byte
from hwcalc.catalogue import Catalogue, Model, load

DATA = Path(__file__).parents[2] / "data"
RIDGES = yaml.safe_load((DATA / "ridge_points.yml").read_text(encoding="utf-8"))
RUNS = yaml.safe_load((DATA / "training_runs.yml").read_text(encoding="utf-8"))
DECODERS = [model for model in load().models.values() if model.is_decoder]
LEFT_OUT = {"gemma-2": 1e-4, "gemma-3": 1e-4, "gpt-oss": 4e-4}
"""Two more norms in each layer, and biases of experts and output: `decoder_params` does not count them."""


@pytest.mark.parametrize("device", RIDGES)
def test_ridge_points(catalogue: Catalogue, device: str) -> None:
    wanted = RIDGES[device]
    ridge = ridge_flop_per_byte(
        peak_flop_per_s=catalogue.figure(f"hardware.{device}.peak_dense_flops.{wanted['format']}").formula_value,
        bandwidth_byte_per_s=catalogue.figure(f"hardware.{device}.memory_bandwidth_bytes_per_s").formula_value,
    )
    assert ridge == pytest.approx(wanted["ridge"], rel=0.01)


@pytest.mark.parametrize(
    ("device", "clock_hz", "lanes", "units"),
    [
        ("nvidia-h100-sxm", 1.98e9, "facts.h100-lanes-in-multiprocessor", "facts.h100-multiprocessors"),
        ("amd-epyc-9654", 2.4e9, 16, "facts.epyc-9654-cores"),
        ("amd-ryzen-7-7840u", 5.1e9, 16, 8),
        ("apple-a17-pro", 1.398e9, 128, 6),
    ],
)
def test_peaks_follow_from_lanes_and_clock(
    catalogue: Catalogue, device: str, clock_hz: float, lanes: int | str, units: int | str
) -> None:
    lanes, units = (catalogue.figure(part).value if isinstance(part, str) else part for part in (lanes, units))
    peak = peak_from_clock_flop_per_s(clock_hz=clock_hz, fma_per_clock=lanes, units=units)
    assert catalogue.figure(f"hardware.{device}.peak_dense_flops.fp32").formula_value == pytest.approx(peak, rel=0.003)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run["model"])
def test_published_training_used_less_than_the_peak(catalogue: Catalogue, run: dict) -> None:
    active = catalogue.models[run["model"]].params_active
    hours = catalogue.figure(run["hours"]).value
    peak = catalogue.figure(f"hardware.{run['device']}.peak_dense_flops.bf16").formula_value
    used = 6 * active * run["tokens"] / (hours * 3600 * peak)
    assert 0.1 < used < 0.6
    if "says" in run:
        assert used == pytest.approx(catalogue.figure(run["says"]).si, rel=0.02)


def test_enough_models_can_be_counted() -> None:
    assert len(DECODERS) >= 48


@pytest.mark.parametrize("model", DECODERS, ids=lambda model: model.id)
def test_parameter_counts(model: Model) -> None:
    counted = decoder_params(**model.decoder_arguments(), count="total")
    tolerance = next((value for start, value in LEFT_OUT.items() if model.id.startswith(start)), 0)
    assert counted == pytest.approx(model.params_computed_total, rel=tolerance, abs=0)
    assert counted == pytest.approx(model.params_published_total, rel=model.check_tolerance_pct / 100)


@pytest.mark.parametrize("model", [m for m in DECODERS if m.params_computed_active], ids=lambda model: model.id)
def test_active_parameter_counts(model: Model) -> None:
    counted = decoder_params(**model.decoder_arguments(), count="active")
    tolerance = next((value for start, value in LEFT_OUT.items() if model.id.startswith(start)), 0)
    assert counted == pytest.approx(model.params_computed_active, rel=tolerance, abs=0)


def test_the_head_width_is_read_and_not_derived(catalogue: Catalogue) -> None:
    widths = {
        model.id
        for model in catalogue.models.values()
        if model.head_dim and model.head_dim * model.num_attention_heads != model.hidden_size
    }
    assert {"qwen3-0.6b", "gemma-2-9b", "gpt-oss-120b"} <= widths and len(widths) >= 14
    assert catalogue.models["deepseek-v3"].head_dim is None
    assert "head_dim" not in catalogue.models["deepseek-v3"].decoder_arguments()


def test_a_model_without_decoder_shape_says_so(catalogue: Catalogue) -> None:
    with pytest.raises(ValueError, match="'resnet-50' has no decoder shape"):
        catalogue.models["resnet-50"].decoder_arguments()


def test_an_alias_has_the_shape_of_its_model(catalogue: Catalogue) -> None:
    one, other = catalogue.models["deepseek-r1"], catalogue.models["deepseek-v3"]
    assert one.params_total == other.params_total and one.kv_lora_rank == other.kv_lora_rank
    assert not one.verified and other.verified


def test_labels_of_memory_are_not_taken_for_bytes(catalogue: Catalogue) -> None:
    """The 288 GB of AMD are 7 % more than the 288 GB of NVIDIA."""
    amd, nvidia = (catalogue.hardware[id].memory_bytes for id in ("amd-mi355x", "nvidia-b300-sxm"))
    assert amd / nvidia == pytest.approx(1.07, abs=0.005)
