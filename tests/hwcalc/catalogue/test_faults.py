"""A planted fault gives a message that tells where it is, what is wrong and what would be right."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hwcalc.catalogue import CatalogueError, load
from hwcalc.catalogue.load import HERE

H100 = "id: nvidia-h100-sxm"
GEMINI = "id: gemini-median-prompt"


@pytest.mark.parametrize(
    ("file", "after", "old", "new", "at", "wrong", "right"),
    [
        pytest.param("facts.yml", GEMINI, "    unit: Wh\n", "", "value: 0.24", "has no unit for its number", "unit:",
                     id="missing-unit"),
        pytest.param("facts.yml", GEMINI, "unit: Wh", "unit: Wattstunden", "unit: Wattstunden",
                     "the unit 'Wattstunden' is not known", "hwcalc.units", id="unknown-unit"),
        pytest.param("facts.yml", "id: iea-dc-growth-hist", "boundary:", "note:", "id: iea-dc-growth-hist",
                     "no boundary", "what is left out", id="missing-boundary"),
        pytest.param("hardware.yml", H100, "    sources:\n", "    sauces:\n", "sauces:", "the field 'sauces'",
                     "did you mean 'sources'?", id="misspelt-field"),
        pytest.param("networks.yml", "id: nvlink4", "sources: [nvidia-aiconfigurator-system-spec-h100]", "sources: []",
                     "sources: []", "has no source", "name at least one", id="missing-source"),
        pytest.param("networks.yml", "id: nvlink4", "sources: [nvidia-aiconfigurator-system-spec-h100]",
                     "sources: [nvidia-aiconfigurator-system-spec-h101]", "spec-h101", "is not listed",
                     "did you mean", id="unknown-source"),
        pytest.param("hardware.yml", H100, "bf16: 989e12", "bf16_sparse: 1979e12", "bf16_sparse", "is a sparse one",
                     "dense rates here", id="sparse-key"),
        pytest.param("hardware.yml", H100, "bf16: 989e12", "bf16: 1979e12", "peak_sparse_flops",
                     "not above the dense one", "dense peaks are the smaller", id="sparse-value"),
        pytest.param("networks.yml", "id: nvlink4", "per_direction_bytes_per_s: 450e9",
                     "per_direction_bytes_per_s: 900e9", "per_direction_bytes_per_s: 900e9",
                     "is not half of the two-way rate", "one way is 4.5e+11", id="two-way-as-one-way"),
        pytest.param("hardware.yml", H100, "    scale_up_per_direction_bytes_per_s: 450e9\n", "", H100,
                     "only the two-way rate is given", "half of it", id="two-way-alone"),
        pytest.param("facts.yml", "id: gemini-prompt-carbon", "id: gemini-prompt-carbon", GEMINI, GEMINI,
                     "stands twice", "used once", id="duplicate-id"),
        pytest.param("models.yml", "id: llama-3.1-70b", "head_dim: 128", "head_dim: 128\n    head_dim: 64",
                     "head_dim: 64", "the key 'head_dim' stands twice", "keep one", id="duplicate-key"),
        pytest.param("facts.yml", "", "reviewed: 2026-11-30", "reviewed: 2026-11-31", "reviewed: 2026-11-31",
                     "'2026-11-31' is no date", "2026-11-30", id="bad-review-date"),
        pytest.param("facts.yml", "iea-energy-and-ai:", "date: 2025-04-10", "date: spring of 2025",
                     "date: spring", "'spring of 2025' is no date", "2026-11", id="bad-source-date"),
        pytest.param("facts.yml", "iea-energy-and-ai:", "    date: 2025-04-10\n", "", "iea-energy-and-ai:",
                     "has no date", "year, month or day", id="missing-source-date"),
        pytest.param("facts.yml", "id: energy-45nm", "review_by: 2029-11-30", "review_by: 2020-11-30",
                     "review_by: 2020-11-30", "before or on the day it was done", "later day", id="review-in-the-past"),
        pytest.param("facts.yml", GEMINI, "verified: true", "verified: false", "verified: false",
                     "does not go with verification: primary", "from memory is not verified", id="mark-contradicts"),
        pytest.param("facts.yml", GEMINI, "    verified: true\n", "", GEMINI, "is not marked", "write verified:",
                     id="no-mark"),
        pytest.param("networks.yml", "id: gpu-l2", "verified: false", "verified: true", "verified: true",
                     "its only source is memory", "write verified: false", id="verified-from-memory"),
        pytest.param("facts.yml", "id: iea-dc-2030-base", "value: 945", "value: 95", "range:",
                     "the value 95 lies outside its range", "holds the value", id="value-outside-range"),
        pytest.param("facts.yml", "id: lbnl-us-2028", "range: [325, 580]", "range: [580, 325]", "range: [580, 325]",
                     "not two numbers in order", "[lowest, highest]", id="range-upside-down"),
        pytest.param("hardware.yml", H100, "memory_bytes: 85899345920", "memory_bytes: 80 GB", "memory_bytes: 80 GB",
                     "'80 GB' is no number", "in the unit of the field", id="text-for-number"),
        pytest.param("hardware.yml", H100, "tdp_w: 700", "tdp_w: -700", "tdp_w: -700", "is no possible amount",
                     "not negative", id="negative"),
        pytest.param("hardware.yml", H100, "link: nvlink4", "link: nvlink5", "link: nvlink5",
                     "is not that of 'nvlink5'", "9e+11", id="other-link"),
        pytest.param("models.yml", "id: llama-3.1-70b", "params_computed_total: 70553706496",
                     "params_computed_total: 75553706496", "params_computed_total: 755", "+7.1% off", "at most 1.0 %",
                     id="count-is-off"),
        pytest.param("networks.yml", "id: nvidia-dgx-h100", "per_direction_bytes_per_s: 400e9",
                     "per_direction_bytes_per_s: 3200e9", "per_direction_bytes_per_s: 3200e9",
                     "not the rate in bits", "4e+11", id="bits-for-bytes"),
        pytest.param("facts.yml", "", "facts:\n", "facts: [\n", "", "not valid YAML", "", id="broken-yaml"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_located(plant, file, after, old, new, at, wrong, right) -> None:
    error, path = plant(file, old, new, after)
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [problem for problem in error.problems if wrong in problem.wrong]
    assert found, f"only: {error}"
    problem = found[0]
    assert problem.path.endswith(f"/{file}") and problem.column >= 1
    assert at in lines[problem.line - 1], lines[problem.line - 1]
    assert right in problem.right
    assert problem.sentence().startswith(f"{problem.path}:{problem.line}:{problem.column}: ")


def test_all_faults_come_in_one_run(tmp_path: Path) -> None:
    for source in HERE.glob("*.yml"):
        shutil.copy(source, tmp_path)
    spoilt = {"hardware.yml": "vendor: NVIDIA", "facts.yml": "topic: energy", "models.yml": "family: GPT-2"}
    for file, old in spoilt.items():
        path = tmp_path / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, "x: y", 1), encoding="utf-8")
    with pytest.raises(CatalogueError) as caught:
        load(tmp_path)
    files = [problem.path.rpartition("/")[2] for problem in caught.value.problems]
    assert files == sorted(files)
    assert set(files) == {"hardware.yml", "facts.yml", "models.yml"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for source in HERE.glob("*.yml"):
        if source.name != "models.yml":
            shutil.copy(source, tmp_path)
    with pytest.raises(CatalogueError, match=r"models\.yml:1:1: the file cannot be read"):
        load(tmp_path)
