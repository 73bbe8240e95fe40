"""The HTML of a figure, alone and inside a Markdown page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import markdown
from figure_samples import roofline, stack

from coursekit.figures import figure_markdown


class Tags(HTMLParser):
    """Collects opening tags with their attributes, and the text."""

    def __init__(self, html: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_both_pictures_have_a_size_and_the_claim(build: Callable) -> None:
    built = build({**stack(), "claim": 'The "cache" < the weights & more.'})["stacked"]
    html = Tags(figure_markdown(built, "en", "../../figures"))
    assert figure_markdown(built, "en", "../../figures/") == figure_markdown(built, "en") and 'src="stacked-light.svg#' in figure_markdown(built, "en", "")
    light, dark = html.all("img")
    assert light["src"] == "../../figures/stacked-light.svg#only-light" and dark["src"] == "../../figures/stacked-dark.svg#only-dark"
    for image in (light, dark):
        assert image["alt"] == 'The "cache" < the weights & more.'
        assert (image["width"], image["height"]) == ("720", str(built.height))
        assert (image["loading"], image["decoding"]) == ("lazy", "async")
    assert [source["srcset"] for source in html.all("source")] == ["../../figures/stacked-narrow-light.svg", "../../figures/stacked-narrow-dark.svg"]
    assert {source["width"] for source in html.all("source")} == {"312"}


def test_the_table_equals_the_data(build: Callable) -> None:
    built = build(roofline())["roofs"]
    html = figure_markdown(built, "en")
    cells = [[re.sub("<[^>]+>", "", cell).replace("&amp;", "&") for cell in re.findall(r"<t[hd][^>]*>.*?</t[hd]>", row)] for row in re.findall(r"<tr>.*?</tr>", html)]
    assert cells == [list(built.table.header), *map(list, built.table.rows)]
    tags = Tags(html)
    assert [heading["scope"] for heading in tags.all("th")] == ["col"] * 3 + ["row"] * 5
    assert "<caption>A title</caption>" in html and "<summary>Figure as a table</summary>" in html
    assert "Not yet verified at the source: label of hardware.chip-b" in html
    assert "<summary>Rysunek jako tabela</summary>" in figure_markdown(built, "pl")


def test_it_passes_through_markdown_unchanged_and_needs_no_style(build: Callable) -> None:
    block = figure_markdown(build({**stack(), "caption": "Two *stars* and_underscores_ `x`."})["stacked"], "en")
    page = markdown.markdown(f"Before.\n\n{block}\n\nAfter.\n", extensions=["md_in_html", "attr_list", "tables"])
    assert block.strip() in page and page.startswith("<p>Before.</p>") and page.endswith("<p>After.</p>")
    assert "style=" not in block and "\n\n" not in block
