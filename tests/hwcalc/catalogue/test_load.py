"""The catalogue loads, and every figure of it says what a figure has to say."""

from __future__ import annotations

import dataclasses
import math
import subprocess
import sys

import pytest

from hwcalc.catalogue import Catalogue, CatalogueError, load
from hwcalc.catalogue.ages import is_partial_date
from hwcalc.catalogue.fields import SECTIONS, TIERS, VERIFICATIONS
from hwcalc.units import UNITS, to_si


def test_holds_what_the_course_needs(catalogue: Catalogue) -> None:
    sizes = {name: len(getattr(catalogue, name)) for name in SECTIONS}
    assert sizes["hardware"] >= 53 and sizes["networks"] >= 35 and sizes["instances"] >= 10
    assert sizes["memory"] >= 13 and sizes["latencies"] >= 15 and sizes["measurements"] >= 7
    assert sizes["models"] >= 60 and sizes["facts"] >= 138


def test_is_loaded_once() -> None:
    assert load() is load()


def test_formulas_do_not_need_the_catalogue() -> None:
    code = "import sys, hwcalc; assert not {'yaml', 'hwcalc.catalogue'} & set(sys.modules), 'the catalogue came along'"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_figure_has_unit_source_date_and_mark(catalogue: Catalogue) -> None:
    for path in catalogue.paths():
        figure = catalogue.figure(path)
        assert figure.path == path
        assert figure.label and figure.source_title, path
        assert is_partial_date(figure.date), path
        assert figure.verification in VERIFICATIONS, path
        assert figure.verified == (figure.verification in ("primary", "secondary", "derived")) or not figure.verified
        assert figure.review_by > figure.reviewed, path
        if isinstance(figure.value, int | float) and not isinstance(figure.value, bool):
            assert figure.unit in UNITS, path
            assert math.isfinite(figure.si), path
            assert figure.si == to_si(figure.value, figure.unit)
            assert isinstance(figure.low, int | float) == isinstance(figure.high, int | float), path


def test_numbers_of_facts_and_links_have_a_boundary(catalogue: Catalogue) -> None:
    for path in catalogue.paths():
        if path.startswith(("facts.", "networks.")):
            figure = catalogue.figure(path)
            assert figure.boundary or isinstance(figure.value, str), path


def test_every_record_names_a_source_with_an_address_or_says_that_it_has_none(catalogue: Catalogue) -> None:
    for name in SECTIONS:
        for record in getattr(catalogue, name).values():
            assert record.sources, record.id
            for source in record.sources:
                assert source.tier in TIERS
                assert source.url or source.tier == "memory", f"{record.id}: {source.title}"


def test_records_cannot_be_changed(catalogue: Catalogue) -> None:
    device = catalogue.hardware["nvidia-h100-sxm"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        device.tdp_w = 1
    with pytest.raises(TypeError):
        device.peak_dense_flops["bf16"] = 1
    with pytest.raises(TypeError):
        catalogue.hardware["mine"] = device


@pytest.mark.parametrize(
    ("path", "value", "unit"),
    [
        ("hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s", 3.35e12, "B/s"),
        ("hardware.nvidia-h100-sxm.peak_dense_flops.bf16", 989e12, "FLOP/s"),
        ("hardware.nvidia-h100-sxm.peak_dense_flops.int8", 1979e12, "OP/s"),
        ("hardware.nvidia-h100-sxm.memory_label", "80 GB", ""),
        ("models.llama-3.1-70b.head_dim", 128, "1"),
        ("models.llama-3.1-70b.params_total", 70553706496, "params"),
        ("models.mixtral-8x7b.params_active", 12879925248, "params"),
        ("models.deepseek-r1.num_hidden_layers", 61, "1"),
        ("facts.gemini-median-prompt", 0.24, "Wh"),
        ("facts.iea-dc-region-2024.US", 183, "TWh/year"),
        ("facts.iea-dc-2030-base.low", 669, "TWh/year"),
        ("facts.llama31-card.405b.gpu_hours", 30840000, "GPU-h"),
        ("facts.llama31-card.405b.carbon", 8930, "tCO2e"),
        ("facts.lbnl-us-2028", (325, 580), "TWh/year"),
        ("facts.iea-equipment-split.cooling", (7, 30), "%"),
        ("facts.iea-equipment-split.cooling.high", 30, "%"),
        ("facts.iea-electricity-2024-460.y2026.low", 620, "TWh/year"),
        ("networks.nvlink4.per_direction_bytes_per_s", 450e9, "B/s"),
        ("instances.aws-p5.48xlarge.network_gbit_per_s", 3200, "Gbit/s"),
        ("latencies.kernel-launch.seconds_high", 1e-5, "s"),
        ("memory.hbm3.bandwidth_bytes_per_s", 819.2e9, "B/s"),
        ("measurements.h200-pcie5.efficiency", 0.88, "1"),
    ],
)
def test_a_path_leads_to_its_figure(catalogue: Catalogue, path: str, value: object, unit: str) -> None:
    figure = catalogue.figure(path)
    assert figure.value == value
    assert figure.unit == unit


def test_the_longest_id_wins(catalogue: Catalogue) -> None:
    """Ids hold dots, so one may begin like another."""
    models = {"llama-3": catalogue.models["llama-2-7b"], "llama-3.1-70b": catalogue.models["llama-3.1-70b"]}
    both = dataclasses.replace(catalogue, models=models)
    assert both.figure("models.llama-3.1-70b.num_hidden_layers").value == 80
    assert both.figure("models.llama-3.num_hidden_layers").value == 32


def test_a_fact_brings_its_range_and_what_it_counts_for(catalogue: Catalogue) -> None:
    figure = catalogue.figure("facts.epoch-chatgpt")
    assert (figure.per, figure.low, figure.high) == ("query", 0.06, 3.9)
    assert figure.si == pytest.approx(0.301 * 3600)


@pytest.mark.parametrize(
    ("device", "boundary"),
    [
        ("nvidia-h100-sxm", "dense, at the vendor's peak clock"),
        ("amd-epyc-9654", "dense, at the base clock of 2.4 GHz"),
        ("amd-ryzen-7-7840u", "dense, at the highest clock, 5.1 GHz"),
    ],
)
def test_a_peak_names_its_clock(catalogue: Catalogue, device: str, boundary: str) -> None:
    assert catalogue.figure(f"hardware.{device}.peak_dense_flops.fp32").boundary == boundary


def test_a_device_is_marked_field_by_field(catalogue: Catalogue) -> None:
    marks = {
        path: (catalogue.figure(path).verified, catalogue.figure(path).verification)
        for path in (
            "hardware.nvidia-h100-sxm.peak_dense_flops.bf16",
            "hardware.nvidia-h100-sxm.peak_dense_flops.fp64",
            "hardware.amd-epyc-9654.peak_dense_flops.bf16",
            "latencies.gpu-l2.seconds_low",
            "latencies.cpu-dram.seconds_low",
        )
    }
    assert list(marks.values()) == [(True, "primary"), (False, "secondary"), (False, "derived"), (True, "secondary"), (False, "memory")]


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("hardwear.nvidia-h100-sxm.memory_bytes", "the catalogue has no", "did you mean 'hardware'?"),
        ("hardware.nvidia-h100-smx.memory_bytes", "the catalogue has no", "did you mean 'nvidia-h100-sxm'?"),
        ("models.llama-3.1-71b.head_dim", "the catalogue has no", "did you mean 'llama-3.1-70b'?"),
        ("hardware.nvidia-h100-sxm.memory_byte", "has no field 'memory_byte'", "did you mean 'memory_bytes'?"),
        ("hardware.nvidia-h100-sxm.peak_dense_flops.bf61", "has no 'bf61'", "did you mean 'bf16'?"),
        ("hardware.nvidia-h100-sxm.peak_dense_flops", "holds several figures", "bf16"),
        ("hardware.nvidia-h100-sxm", "is a whole record", "take one of"),
        ("facts.iea-dc-region-2024", "holds several figures", "take one of: US, China"),
        ("facts.iea-dc-region-2024.Chine", "has no 'Chine'", "did you mean 'China'?"),
        ("facts.mlperf-tiny", "is a statement without a number", "cite it in words"),
        ("facts", "the catalogue has no 'facts'", "known are"),
    ],
)
def test_an_unknown_path_is_answered_with_a_hint(catalogue: Catalogue, path: str, wrong: str, right: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        catalogue.figure(path)
    (problem,) = caught.value.problems
    assert wrong in problem.wrong
    assert right in problem.right


def test_numbers_without_a_point_are_numbers() -> None:
    """PyYAML by itself reads 989e12 as text."""
    for device in load().hardware.values():
        for value in device.peak_dense_flops.values():
            assert isinstance(value, int | float)
