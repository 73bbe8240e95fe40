"""Sources name both who said it and who passed it on."""

import re

import pytest
from coursekit_samples import FACT, PAGES, REPORTED

from coursekit.pages.attribution import attribution
from coursekit.pages.fragments import fragment, inline
from hwcalc.catalogue import load


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html)).strip()


def test_a_second_hand_fact_names_its_reporters_and_its_original():
    catalogue = load()
    found = attribution(catalogue.figure("facts.gemini-breakdown.idle"), catalogue)
    assert found["original"].startswith("Elsworth et al.") and found["original_url"].startswith("https://")
    assert [one["title"] for one in found["reporters"]] == ["Particle on the Gemini paper"] and found["second_hand"]


def test_a_fact_read_at_its_origin_names_nobody_else():
    catalogue = load()
    found = attribution(catalogue.figure("facts.epoch-inputs.pue"), catalogue)
    assert found["original"].startswith("Epoch AI") and found["reporters"] == [] and not found["second_hand"]


def test_reporters_without_an_original_stand_alone():
    catalogue = load()
    found = attribution(catalogue.figure("facts.lbnl-us-pue"), catalogue)
    assert found["original"] == "" and found["reporters"][0]["title"].startswith("Hydraulogistics") and found["date"]


@pytest.mark.parametrize(("language", "words"), [("en", "As reported by A magazine, A talk; original: A data sheet"), ("pl", "Według A magazine, A talk; oryginał: A data sheet")])
def test_the_list_of_sources_says_both(language, words):
    text = fragment("sources", language, **PAGES["sources"])
    assert plain(text).count(words) == 1 and text.count("https://example.org/magazine") == 1


def test_the_card_of_a_fact_names_the_first_reporter_and_the_original():
    text = plain(inline("fact", "en", n=1, **{**FACT, **REPORTED}))
    assert "As reported by A magazine" in text and "Original: H100 data sheet" in text and "A talk" not in text
    assert "reported" not in plain(inline("fact", "en", n=1, **FACT))
