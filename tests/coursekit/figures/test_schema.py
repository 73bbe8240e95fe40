"""What a figure file may say, and where a fault is said to be."""

from __future__ import annotations

from typing import Any

import pytest
from figure_samples import EVERY_KIND, bands, line, roofline, stack
from pydantic import ValidationError

from coursekit.figures import FIGURE_KINDS, FigureFile


def faults(data: dict[str, Any], name: str | None = None) -> list[tuple[tuple, str, str]]:
    with pytest.raises(ValidationError) as caught:
        FigureFile.read(data, name or data["id"])
    return [(error["loc"], error["type"], error["msg"]) for error in caught.value.errors()]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_is_read(kind: str) -> None:
    assert FigureFile.read(EVERY_KIND[kind]("one"), "one").kind == kind


def test_the_kinds_of_the_tests_are_all_kinds() -> None:
    assert set(EVERY_KIND) == set(FIGURE_KINDS)


@pytest.mark.parametrize("field", ["title", "claim", "caption", "axis"])
def test_a_missing_field_is_located(field: str) -> None:
    data = bands()
    del data[field]
    assert [(where, kind) for where, kind, _ in faults(data)] == [(("bands", field), "missing")]


def test_an_empty_claim_is_refused() -> None:
    assert faults({**bands(), "claim": "  "})[0][0][:2] == ("bands", "claim")


@pytest.mark.parametrize("claim", ["A graph of energy", "Chart: energy", "The figure shows energy", "Wykres energii"])
def test_a_claim_that_names_the_picture_is_refused(claim: str) -> None:
    where, _, message = faults({**bands(), "claim": claim})[0]
    assert where == ("bands", "claim") and "as a sentence" in message


def test_a_claim_may_speak_of_graphics_cards() -> None:
    assert FigureFile.read({**bands(), "claim": "Graphics cards need less."}, "banded")


def test_an_unknown_kind_is_located() -> None:
    where, kind, message = faults({**bands(), "kind": "pie"})[0]
    assert kind == "union_tag_invalid" and "'roofline'" in message and where == ()


def test_an_unknown_field_is_located() -> None:
    data = roofline()
    data["roofs"][1]["chp"] = "x"
    assert faults(data)[0][:2] == (("roofline", "roofs", 1, "chp"), "extra_forbidden")


def test_the_id_is_the_file_name() -> None:
    where, _, message = faults(bands("one"), "another")[0]
    assert where == ("bands", "id") and "id: another" in message


def test_an_unknown_unit_is_located_and_the_right_one_named() -> None:
    data = bands()
    data["axis"]["unit"] = "TFLOPS"
    where, _, message = faults(data)[0]
    assert where == ("bands", "axis", "unit") and "did you mean 'TFLOP/s'" in message


def test_both_languages_are_needed_where_there_are_two() -> None:
    assert any(where[-1] == "pl" and kind == "missing" for where, kind, _ in faults({**bands(), "title": {"en": "One"}}))


def test_half_a_range_half_a_chip_and_unknown_parts_are_refused() -> None:
    half = bands()
    del half["rows"][1]["high"]
    assert "both ends" in faults(half)[0][2]
    chip = roofline()
    del chip["roofs"][0]["format"]
    assert "belong together" in faults(chip)[0][2]
    part = stack()
    part["bars"][0]["parts"]["wieghts"] = 1
    assert "'wieghts'" in faults(part)[0][2]
    empty = line()
    empty["series"][0].pop("value")
    assert "shows nothing" in faults(empty)[0][2]
