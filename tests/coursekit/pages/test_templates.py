"""The templates of generated pages: complete, well formed, and safe to stage as Markdown."""

import re
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import markdown
import pytest
from coursekit_samples import FACT, INLINE, LESSONS, PAGES, TRACK

from coursekit.pages import fragments
from coursekit.pages.fragments import fragment, inline, words

VOID = {"meta", "link", "input", "img", "br", "hr", "rect", "path", "circle"}
MARKDOWN_EXTENSIONS = ["attr_list", "md_in_html", "tables", "footnotes"]


class Nesting(HTMLParser):
    """Notes elements that are closed in the wrong order, ids, and attributes that the policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == "style" or name.startswith("on"):
                self.wrong.append(f"<{tag} {name}>")
            if name == "id":
                self.ids.append(value)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def parsed(html: str) -> Nesting:
    reader = Nesting()
    reader.feed(html)
    reader.close()
    return reader


def as_markdown(text: str) -> str:
    return markdown.markdown(text, extensions=MARKDOWN_EXTENSIONS)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_well_formed_and_its_blocks_survive_markdown(name, language):
    html = as_markdown(fragment(name, language, **PAGES[name]))
    reader = parsed(html)
    assert not reader.wrong and not reader.open, html
    assert len(reader.ids) == len(set(reader.ids))
    assert "&lt;" not in html, "Markdown took a tag for text"
    assert "¶" not in html and "{#" not in html
    assert "<p><div" not in html and "<pre><code>&lt;" not in html


@pytest.mark.parametrize("name", INLINE)
def test_an_inline_piece_stays_inside_its_paragraph(name):
    html = as_markdown(f"Before {inline(name, 'en', **INLINE[name])}, after.")
    assert html.startswith("<p>Before <button") and html.endswith(", after.</p>")
    reader = parsed(html)
    assert not reader.wrong and not reader.open


def test_the_card_of_a_term_opens_from_its_button_and_stays_out_of_search():
    html = inline("term", "en", **INLINE["term"])
    target = re.search(r'popovertarget="([^"]+)"', html)[1]
    assert re.search(rf'<small class="card" id="{target}" popover data-search-exclude>', html)


def test_an_unverified_fact_says_so_in_words():
    html = inline("fact", "en", **{**FACT, "n": 2, "verified": False})
    assert "not verified" in html and "fact--unverified" in html
    assert "not verified" not in inline("fact", "en", **FACT, n=1)


def test_headings_are_markdown_so_that_they_reach_the_table_of_contents():
    assert "\n\n## Serving {#serving}\n\n" in fragment("track", "en", **PAGES["track"])
    assert "## Sources {#sources" in fragment("sources", "en", **PAGES["sources"])
    assert "## Źródła {#sources" in fragment("sources", "pl", **PAGES["sources"])


def test_a_planned_lesson_is_a_hollow_station_without_a_link():
    text = fragment("track", "en", **PAGES["track"])
    assert text.count("station--planned") == 1 and "coming later" in text
    assert text.count('data-progress-lesson="') == len(LESSONS) - 1


def test_progress_hooks_carry_the_lesson_and_its_number_of_items():
    for name in ("home", "track", "progress"):
        assert 'data-progress-lesson="find-the-bottleneck/roofline" data-items="7"' in fragment(name, "en", **PAGES[name])


def test_text_is_escaped_in_blocks_and_in_headings():
    hostile = {**TRACK, "title": "a_b <script> *c*", "promise": "<img src=x onerror=alert(1)>"}
    html = as_markdown(fragment("track", "en", track=hostile))
    assert "<script" not in html and "<img" not in html and "<em>" not in html
    assert "a_b &lt;script&gt; *c*" in html


def test_a_missing_value_is_an_error_and_not_an_empty_place():
    with pytest.raises(jinja2.UndefinedError):
        fragment("track", "en", track={"id": "x"})


def test_both_languages_have_the_same_words():
    assert words("en").keys() == words("pl").keys()
    assert words("en")["resources"].keys() == words("pl")["resources"].keys()


def test_every_word_is_used():
    folder = Path(fragments.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in [*folder.glob("templates/*.j2"), *folder.glob("*.py")])
    unused = [key for key in words("en") if not re.search(rf"""\bt\.{key}\b|["']{key}["']""", text)]
    assert unused == []
