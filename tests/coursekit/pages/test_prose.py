"""Values and terms inside sentences."""

from __future__ import annotations

from coursekit.pages.address import lesson_page
from coursekit.pages.prose import Prose, figure_text
from coursekit.read.course import load_course
from coursekit.values import Evaluator
from hwcalc.catalogue import load
from hwcalc.registry import FORMULAS


def test_a_year_is_never_rounded() -> None:
    figure = load().figure("hardware.nvidia-v100-sxm2-32gb.year_available")
    assert figure_text(figure, 3, "en") == str(int(figure.value))
    assert len(figure_text(figure, 3, "pl")) == 4


def test_a_term_that_is_broken_over_two_lines_keeps_its_space(project) -> None:
    course = load_course(project)
    prose = Prose(course, Evaluator(load(), FORMULAS, {}), lesson_page("why-gpus/moving-data"), "en")
    faults: list = []
    html = prose.fill("the [arithmetic\nintensity](term:arithmetic-intensity) of a job", lambda *fault: faults.append(fault))
    assert not faults and ">arithmetic intensity<" in html


def test_a_foreign_word_is_marked_and_a_needless_mark_is_refused(project) -> None:
    prose = Prose(load_course(project), Evaluator(load(), FORMULAS, {}), lesson_page("why-gpus/moving-data"), "pl")
    faults: list = []
    text = "drzewo (*[fat tree](lang:en)*), [drzewo](lang:pl), [Baum](lang:de)"
    html = prose.fill(text, lambda *fault: faults.append(fault))
    assert html.startswith('drzewo (*<span lang="en">fat tree</span>*)')
    assert [wrong for _, wrong, _ in faults] == ["the page speaks 'pl' already", "unknown language 'de'"]
