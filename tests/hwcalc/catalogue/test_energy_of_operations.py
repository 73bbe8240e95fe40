"""The fact about energies at 45 nm and the table of the formula tell the same, each under its own source."""

from __future__ import annotations

import pytest

from hwcalc import FORMULAS, operation_energy_pj
from hwcalc.catalogue import Catalogue

HOROWITZ_DRAM_PJ = (1300.0, 2600.0)
"""His range for 64 bits, ISSCC 2014, figure 1.1.9."""


@pytest.mark.parametrize(
    ("key", "operation", "words"), [("add_fp32", "fp32_add", 1), ("multiply_fp32", "fp32_mult", 1), ("dram_read", "dram", 1), ("sram_read", "sram_8kb", 2)]
)
def test_the_fact_holds_the_energies_of_the_table(catalogue: Catalogue, key: str, operation: str, words: int) -> None:
    figure = catalogue.figure(f"facts.energy-45nm.{key}")
    assert figure.unit == "pJ"
    assert figure.value * words == pytest.approx(operation_energy_pj(operation=operation, node_nm=45))


def test_the_dram_value_is_not_said_to_be_horowitz_s(catalogue: Catalogue) -> None:
    assert "1506.02626" in catalogue.figure("facts.energy-45nm.dram_read").source_title
    assert "DRAM from Han et al. 2015" in FORMULAS["operation_energy_pj"].source


def test_the_dram_value_lies_near_the_low_end_of_horowitz_s_range() -> None:
    low, high = (bound / 2 for bound in HOROWITZ_DRAM_PJ)
    dram = operation_energy_pj(operation="dram", node_nm=45)
    assert dram == pytest.approx(low, rel=0.02) and dram < high
