"""Translations: only texts, checked against the source; a stale one is told and stops nobody."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from course_site import ROOT, copy_lessons, edit, run_course

from coursekit.faults import CourseError
from coursekit.figures.schema import FigureFile
from coursekit.memory import Memory
from coursekit.pages.drawings import draw, figure_html
from coursekit.pages.languages import untranslated
from coursekit.pages.lesson import lesson_markdown, shown_page
from coursekit.pages.stage import check_course, load_catalogue, translator_hints
from coursekit.read.course import load_course
from coursekit.read.located import read_yaml
from coursekit.read.schema import Quiz, Widget
from coursekit.read.text import SourceText
from coursekit.read.texts import text_paths
from coursekit.read.validate import validate
from coursekit.strings.typography import NO_BREAK, typeset
from coursekit.translate import mark_translated, write_translation

NAME = "find-the-bottleneck/kv-cache"  # it has a widget with presets, a plot, items of every type
TEXT, ITEMS = f"lessons/{NAME}/lesson.pl.md", f"lessons/{NAME}/quiz.pl.yml"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with a published translation whose texts are still the English ones."""
    project = copy_lessons(tmp_path_factory.mktemp("translation") / "project", NAME, "why-gpus/moving-data")
    write_translation(project, NAME, "pl")
    return project


@pytest.fixture
def project(pristine: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "project"
    shutil.copytree(pristine, copy)
    as_if_translated(copy, NAME)
    return copy


def polish_quotes(text: str, mark: str = '"') -> str:
    """Put right the quotation marks of a text, not those inside its values."""
    return re.sub(rf"\{{=.*?=\}}|{re.escape(mark)}", lambda match: "”" if match[0] == mark else match[0], text)


@cache
def terms():
    return load_course(ROOT).terms


def as_if_translated(project: Path, name: str) -> None:
    """Publish a draft: what the check of words would say of the English text in it is put right, and nothing else is changed."""
    for file in ("lesson.pl.md", "quiz.pl.yml"):
        path = project / "lessons" / name / file
        lines = []
        for line in path.read_text(encoding="utf-8").replace("status: draft", "status: published").split("\n"):
            quoted = re.match(r'^(\s*(?:- )?(?:[\w-]+: )?)"(.*)"$', line)
            if quoted:
                line = f'{quoted[1]}"{polish_quotes(quoted[2], chr(92) + chr(34))}"'
            elif '{id: ' not in line:
                line = polish_quotes(line)
            lines.append(line)
        text = re.sub(r"\[[^\[\]]+\]\(term:([\w-]+)\)", lambda match: f"[{terms()[match[1]].pl}](term:{match[1]})", "\n".join(lines))
        path.write_text(text, encoding="utf-8")


def hints_of(project: Path) -> list[str]:
    return [str(hint) for hint in translator_hints(check_course(project))]


def polish(project: Path):
    return check_course(project)[1][NAME].translations["pl"]


def test_a_draft_checks_at_once_and_the_site_goes_on_in_english(pristine: Path) -> None:
    checked = check_course(pristine)
    pages = checked.pages
    assert pages[NAME].translations["pl"].state == "draft" and shown_page(pages[NAME], "pl") is pages[NAME]
    assert [hint.wrong for hint in translator_hints(checked)] == ["this translation is a draft: the site shows the English page"]
    assert shown_page(check_course(pristine, drafts=True)[1][NAME], "pl").prose.language == "pl"
    for file in (TEXT, ITEMS):
        assert "# " in (pristine / file).read_text(encoding="utf-8")
    with pytest.raises(CourseError, match="is there already"):
        write_translation(pristine, NAME, "pl")
    with pytest.raises(CourseError, match="did you mean"):
        write_translation(pristine, NAME + "s", "pl")
    with pytest.raises(CourseError, match="no language 'xx'"):
        write_translation(pristine, NAME, "xx")


def test_every_lesson_can_be_translated(tmp_path: Path) -> None:
    names = sorted(path.parent.relative_to(ROOT / "lessons").as_posix() for path in (ROOT / "lessons").glob("*/*/lesson.md"))
    project = copy_lessons(tmp_path / "project", *names, "why-gpus/review.yml")
    for name in names:
        write_translation(project, name, "pl")
        as_if_translated(project, name)
    translated = {name: page.translations["pl"] for name, page in check_course(project)[1].items()}
    assert [(name, one.state, one.page is not None) for name, one in translated.items()] == [(name, "current", True) for name in translated]
    assert sorted(translated) == names


def test_the_translated_page_has_the_source_s_ids_keys_and_numbers(project: Path) -> None:
    edit(project, ITEMS, "The weights", "Wagi")
    english = check_course(project)[1][NAME]
    page = english.translations["pl"].page
    assert page.items.keys() == english.items.keys() and page.widgets.keys() == english.widgets.keys() and page.figures == english.figures
    for name, item in english.items.items():
        other = page.items[name]
        assert type(item) is type(other)
        for key in ("answer", "tolerance", "limit", "best", "by", "dimension", "factor"):
            assert getattr(item, key, None) == getattr(other, key, None), (name, key)
        for parts in ("options", "statements", "steps", "moves", "slips"):
            keys = [[(getattr(part, "key", ""), getattr(part, "correct", ""), getattr(part, "holds", ""), getattr(part, "value", "")) for part in getattr(view, parts, ()) or ()] for view in (item, other)]
            assert keys[0] == keys[1], (name, parts)
    assert page.prose.evaluator.used_formulas == english.prose.evaluator.used_formulas
    body = "\n".join(piece for piece in page.segments if isinstance(piece, str))
    assert re.search(r'<span class="value">\d+,\d', body) and not re.search(r'<span class="value">\d+\.\d', body)


def test_widgets_keep_their_settings_and_change_their_words(project: Path) -> None:
    edit(project, TEXT, 'title: "How many users fit?"', 'title: "Ilu użytkowników się zmieści?"')
    english = check_course(project)[1][NAME]
    page = english.translations["pl"].page
    name = next(iter(page.widgets))
    ours, theirs = page.widgets[name], english.widgets[name]
    assert ours.title == "Ilu użytkowników się zmieści?" and theirs.title == "How many users fit?"
    assert [(entry.name, entry.minimum, entry.maximum, entry.start) for entry in ours.inputs] == [(entry.name, entry.minimum, entry.maximum, entry.start) for entry in theirs.inputs]


#: Where, what is there, what it becomes, and what the one line must say.
BROKEN = [
    (TEXT, 'source: "', 'source: "x', "source"),
    (TEXT, "title: ", "titel: ", "the field 'titel' is not known; did you mean 'title'?"),
    (TEXT, "outcomes:\n", "values: {a: 1}\noutcomes:\n", "the field 'values' is not known"),
    (TEXT, "outcomes:\n- {id: ", "outcomes:\n- {id: other-", "does not stand here in the source"),
    (TEXT, "{#idea}", "{#mysl}", "the section 'mysl' does not stand here in the source; the source has ## ... {#idea} here"),
    (TEXT, "```figure\nkv-cache-users\n```\n", "", "the block"),
    (TEXT, "```items\nguess\n```", "```items\nguess\nguess\n```", "does not stand here in the source"),
    (TEXT, "users_wanted:", "users_wanting:", "the field 'users_wanting' is no text of the source; did you mean 'users_wanted'?"),
    (TEXT, "id: fill\n", "id: fill\ninputs: {tokens: {label: Tokeny, start: 5}}\n", "stands here twice"),
    (TEXT, "  tokens:\n    label:", "  tokens:\n    start: 5\n    label:", "the field 'start' is no text of the source; take it out"),
    (TEXT, 'title: "How many users fit?"\n', "", "the text 'title' is not translated; the source says: How many users fit?"),
    (TEXT, "## ", "Tu mieści się 80 gigabajtów.\n\n## ", "the quantity '80 gigabajtów' is typed by hand"),
    (ITEMS, "- id: guess\n", "- id: gues\n", "there is no item 'gues' in quiz.yml; did you mean 'guess'?"),
    (ITEMS, "- id: guess\n", "- id: guess\n  answer: x\n", "the field 'answer' is no text of the source; take it out: only texts are translated"),
    (ITEMS, "  prompt: ", "  promt: ", "did you mean 'prompt'?"),
    (ITEMS, "  options:\n  - ", "  options:\n  - Jeszcze jedna\n  - ", "entries, in the source"),
    (ITEMS, "source: ", "sources: ", "does not say from which source it was translated"),
]


#: What is told twice: of what there is too much, and what is missing then.
TWO = ("there is no item", "does not say from which source")


@pytest.mark.parametrize("index", range(len(BROKEN)), ids=lambda index: f"{index}-{BROKEN[index][2][:20]}")
def test_a_fault_is_one_located_line(project: Path, index: int) -> None:
    file, old, new, message = BROKEN[index]
    edit(project, file, old, new)
    with pytest.raises(CourseError) as caught:
        check_course(project)
    lines = [str(fault) for fault in caught.value.faults]
    assert any(message in line and re.match(rf"{re.escape(file)}:\d+:\d+: ", line) for line in lines), "\n".join(lines)
    assert len(lines) == (2 if message.startswith(TWO) else 1), "\n".join(lines)


def test_a_value_that_got_lost_or_was_added_is_told(project: Path) -> None:
    text = (project / TEXT).read_text(encoding="utf-8")
    value = re.search(r"\{= [a-z_0-9]+ (\| [^=]*)?=\}", text[text.index("{#worked-example}"):])[0]
    section = text.index("{#worked-example}")
    (project / TEXT).write_text(text[:section] + text[section:].replace(value, "kilka"), encoding="utf-8")
    with pytest.raises(CourseError, match="of the source is missing in the section 'worked-example'"):
        check_course(project)
    (project / TEXT).write_text(text.replace("## ", "{= product(value=2, factor=2) =}\n\n## ", 2), encoding="utf-8")
    with pytest.raises(CourseError, match="does not stand in this section of the source"):
        check_course(project)


def test_half_a_translation_is_a_fault(project: Path) -> None:
    (project / ITEMS).unlink()
    with pytest.raises(CourseError, match="there is no quiz.pl.yml beside it"):
        check_course(project)


def test_an_english_edit_makes_it_stale_and_breaks_nothing(project: Path) -> None:
    edit(project, f"lessons/{NAME}/lesson.md", "\n## ", "\nOne more sentence.\n\n## ")
    told = polish(project)
    assert told.state == "stale" and told.page is not None and told.page.stale
    assert any("the translation is older than its source" in hint and hint.startswith(TEXT) for hint in hints_of(project))
    mark_translated(project, NAME, "pl")
    assert polish(project).state == "current" and not hints_of(project)


def test_an_item_that_changed_is_shown_in_english_alone(project: Path) -> None:
    quiz = project / f"lessons/{NAME}/quiz.yml"
    located = read_yaml(SourceText("quiz.yml", quiz.read_text(encoding="utf-8")))
    item = next(item for item in validate(located, Quiz).items if item.type == "single")
    first, second = (option.text for option in item.options[:2])
    text = quiz.read_text(encoding="utf-8")
    assert first in text and second in text
    quiz.write_text(text.replace(first, "@@").replace(second, first).replace("@@", second), encoding="utf-8")  # the texts change places, the key does not
    told = polish(project)
    assert told.state == "stale" and told.page.foreign == {item.id}
    english = check_course(project)[1][NAME]
    assert told.page.items[item.id] == english.items[item.id]
    body = "\n".join(piece for piece in told.page.segments if isinstance(piece, str))
    assert re.search(rf'<div lang="en">\s*<div[^>]*>\s*<course-item[^>]*>\s*<form[^>]*data-item="{NAME}/{item.id}"', body)
    assert any(f"the item '{item.id}' changed in quiz.yml and is shown in English" in hint and hint.startswith(ITEMS) for hint in hints_of(project))


def test_a_stale_translation_that_does_not_fit_gives_way_to_the_english_page(project: Path) -> None:
    edit(project, f"lessons/{NAME}/lesson.md", "\n## ", "\n### New {#new-part}\n\nText.\n\n## ")
    told = polish(project)
    assert (told.state, told.page) == ("stale", None)
    assert any("the source has ### ... {#new-part} here" in hint or "{#new-part}" in hint for hint in hints_of(project))


def test_check_lists_and_only_strict_fails(project: Path) -> None:
    edit(project, f"lessons/{NAME}/lesson.md", "\n## ", "\nOne more sentence.\n\n## ")
    for name in ("src", "docs", "mkdocs.yml"):
        (project / name).symlink_to(ROOT / name)
    told = run_course(project, "check")
    assert told.returncode == 0 and "older than its source" in told.stdout and "No faults" in told.stdout
    strict = run_course(project, "check", "--strict")
    assert strict.returncode == 1 and "older than its source" in strict.stderr and "Traceback" not in strict.stderr


def test_course_json_tells_the_state(project: Path) -> None:
    from coursekit.exports.course_json import _state

    course, pages, *_ = check_course(project)
    assert _state(pages[NAME], "pl") == "current" and _state(pages["why-gpus/moving-data"], "pl") == "missing"
    assert course.title(NAME, "pl").language == "pl" and course.title(NAME, "en").text == course.rows[NAME][1].title
    json.dumps(_state(pages[NAME], "pl"))


def test_a_figure_without_words_in_the_language_stands_in_english_and_is_listed(project: Path, tmp_path: Path) -> None:
    figure = f"figures/{check_course(project)[1][NAME].figures[0]}.yml"
    located = read_yaml(SourceText(figure, (project / figure).read_text(encoding="utf-8")))
    words = {name: located.data[name]["en"] if isinstance(located.data[name], dict) else located.data[name] for name in ("title", "claim", "caption")}
    rest = {key: value for key, value in located.data.items() if key not in words}
    (project / figure).write_text(json.dumps({**rest, **words}, ensure_ascii=False), encoding="utf-8")
    assert any(hint.startswith(figure) and "has only one language" in hint for hint in hints_of(project))
    course, pages, specs, _ = check_course(project)
    name = pages[NAME].figures[0]
    page = pages[NAME].translations["pl"].page
    drawings = draw(course, {name: specs[name]}, load_catalogue(project), tmp_path, {"en": [name], "pl": [name]}, lambda step: None, Memory())
    assert 'lang="en"' in figure_html(drawings, name, "pl", page.prose.page)
    assert FigureFile.model_validate(json.loads((project / figure).read_text(encoding="utf-8"))).root.title == words["title"]


def test_the_staged_page_speaks_polish(project: Path) -> None:
    course, pages, *_ = check_course(project)
    page = pages[NAME].translations["pl"].page
    page.figures.clear()
    page.segments[:] = [piece for piece in page.segments if isinstance(piece, str)]
    text = lesson_markdown(page, course, {}, {}, "assets/0", "")
    assert "Po tej lekcji" in text and "## " in text and 'lang="en"' in text  # labels of the catalogue are English


def test_every_text_of_a_quiz_and_a_widget_is_found() -> None:
    located = read_yaml(SourceText("w", "id: a\ntitle: T\ngoal: G\ninputs: {x: {label: X, min: 1, max: 2, start: 1, unit: GB}}\noutputs: {total: {label: Sum, formula: kv_bytes, unit: B}}\nsay: S\nplot: {kind: line, x: x, \"y\": [total], claim: C, marks: [{label: M, value: 1}]}\n"))
    paths = {".".join(map(str, path)) for path in text_paths(validate(located, Widget))}
    assert paths == {"title", "goal", "inputs.x.label", "outputs.total.label", "say", "plot.claim", "plot.marks.0.label"}


def test_an_untranslated_page_says_so_in_its_title_and_under_its_heading() -> None:
    page = untranslated('---\ntitle: "Tiling"\ndescription: "d"\n---\n# Tiling\n\nText.\n', "pl", "Kafelkowanie")
    assert 'title: "Kafelkowanie (po angielsku)"' in page and "title: \"Tiling\"" not in page
    assert '# Tiling <small class="in-other-language" lang="pl">(po angielsku)</small>' in page  # search and contents say it
    assert page.index("# Tiling") < page.index('<div class="notice" lang="pl">') < page.index("Text.")


@pytest.mark.parametrize(("text", "shown"), [
    ("w pamięci", "w_pamięci"), ("I w\ntym", "I_w_tym"), ("a `z b` {= o | s =} $w = 3$", "a_`z b` {= o | s =} $w = 3$"), ("## Część a {#a}", "## Część a {#a}"), ("do 5 GB", "do 5 GB"), ("(z dwóch)", "(z_dwóch)"),
])
def test_short_words_are_bound(text: str, shown: str) -> None:
    assert typeset(text, "pl").replace(NO_BREAK, "_") == shown


def test_every_page_leads_to_itself_in_the_other_language_and_foreign_words_say_so(site: Path) -> None:
    for path in sorted(site.rglob("index.html")):
        name = path.relative_to(site).as_posix()
        other = name.removeprefix("pl/") if name.startswith("pl/") else f"pl/{name}"
        link = re.search(r'<a class="other-language" href="([^"]*)"', path.read_text(encoding="utf-8"))[1]
        assert (path.parent / link / "index.html").resolve() == (site / other).resolve(), name
    formula = (site / "pl/calculators/kv_bytes/index.html").read_text(encoding="utf-8")
    assert re.search(r"<h1[^>]*>Pamięć podręczna KV jednej sekwencji", formula) and '<p class="formula-page__summary">Liczba bajtów pamięci' in formula
    assert "<li>Każda sekwencja zaczyna się na osobnej stronie;" in formula and re.search(r'Pochodzenie: <span lang="en">', formula)


def test_the_lost_page_leads_home_in_each_language(site: Path) -> None:
    for name in ("404.html", "pl/404.html"):
        links = re.findall(r'<section class="lost__words" lang="(..)">.*?href="([^"]*)"', (site / name).read_text(encoding="utf-8"), re.DOTALL)
        homes = {language: re.sub(r"/pl/\.\./$", "/", address.rstrip(".")) for language, address in links}
        assert homes == {"en": "/hce/", "pl": "/hce/pl/"}


def test_the_search_index_says_which_pages_are_english(site: Path) -> None:
    documents = {entry["location"]: entry["title"] for entry in json.loads((site / "pl/search/search_index.json").read_text(encoding="utf-8"))["docs"]}
    told = json.loads((site / "course.json").read_text(encoding="utf-8"))
    for lesson in told["lessons"]:
        assert (lesson["languages"]["pl"] == "missing") <= documents[lesson["url"]].endswith("(po angielsku)"), lesson["id"]


def test_polish_names_of_formulas_and_lessons_are_names_of_the_course() -> None:
    from coursekit.pages.names import formula_title
    from hwcalc.registry import FORMULAS

    assert formula_title(FORMULAS["kv_bytes"], "en").language == "en" and formula_title(FORMULAS["kv_bytes"], "pl").language == "pl"


@pytest.mark.parametrize(("old", "new"), [("  prompt: ", "  promt: "), ("  reveal: ", "  reveals: ")])
def test_one_slip_in_a_field_is_one_line(project: Path, old: str, new: str) -> None:
    edit(project, ITEMS, old, new)
    with pytest.raises(CourseError) as caught:
        check_course(project)
    assert len(caught.value.faults) == 1 and f"did you mean '{old.strip(' :')}'?" in str(caught.value.faults[0])
