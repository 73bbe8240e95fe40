"""Two-way rates, peaks with sparsity and labels may be shown; no formula can get them."""

from __future__ import annotations

import pytest

from hwcalc.catalogue import Catalogue, CatalogueError

DISPLAY_ONLY = ("scale_up_bandwidth", "bidirectional", "peak_sparse_flops", "memory_label", ".name", "status")


def shown_only(catalogue: Catalogue) -> list[str]:
    """Return the paths that are marked as unusable in formulas."""
    return [path for path in catalogue.paths() if any(word in path for word in DISPLAY_ONLY)]


def test_there_is_something_to_guard(catalogue: Catalogue) -> None:
    paths = shown_only(catalogue)
    for word in DISPLAY_ONLY:
        assert any(word in path for path in paths), word


def test_no_display_figure_reaches_a_formula(catalogue: Catalogue) -> None:
    for path in shown_only(catalogue):
        figure = catalogue.figure(path)
        assert not figure.usable_in_formulas, path
        with pytest.raises(CatalogueError, match="for display only"):
            _ = figure.formula_value


def test_display_figures_can_still_be_shown(catalogue: Catalogue) -> None:
    assert catalogue.figure("networks.nvlink4.bidirectional_bytes_per_s").si == 900e9
    assert catalogue.figure("hardware.nvidia-h100-sxm.peak_sparse_flops.bf16").si == 1979e12
    assert catalogue.figure("hardware.nvidia-h100-sxm.memory_label").value == "80 GB"


def test_a_text_has_no_si_value(catalogue: Catalogue) -> None:
    with pytest.raises(CatalogueError, match="is no number"):
        _ = catalogue.figure("hardware.nvidia-h100-sxm.memory_label").si


def test_a_copy_measured_both_ways_is_shown_only(catalogue: Catalogue) -> None:
    assert not catalogue.figure("measurements.h200-nvlink4-bi.measured_bytes_per_s").usable_in_formulas
    assert catalogue.figure("measurements.h200-nvlink4-uni.measured_bytes_per_s").usable_in_formulas


def test_ranges_texts_and_flags_are_shown_only(catalogue: Catalogue) -> None:
    for path in ("facts.lbnl-us-2028", "models.llama-3.1-70b.family", "models.llama-3.1-70b.mlp_gated"):
        assert not catalogue.figure(path).usable_in_formulas, path


def test_every_rate_a_formula_may_take_goes_one_way(catalogue: Catalogue) -> None:
    for path in catalogue.paths():
        if path.startswith(("networks.", "hardware.")) and "per_s" in path:
            figure = catalogue.figure(path)
            one_way = "per_direction" in path or "memory_bandwidth" in path
            assert figure.usable_in_formulas == one_way, path


def test_every_peak_a_formula_may_take_is_below_its_sparse_one(catalogue: Catalogue) -> None:
    for device in catalogue.hardware.values():
        for name, sparse in device.peak_sparse_flops.items():
            assert device.peak_dense_flops.get(name, 0) < sparse, f"{device.id} {name}"
