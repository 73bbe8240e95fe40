"""Writes a built figure as the HTML that goes into a page."""

from __future__ import annotations

from html import escape

from coursekit.figures.result import BuiltFigure, Table
from coursekit.figures.words import word
from coursekit.strings.marking import foreign

#: Below this width of the window the narrow drawing is shown.
NARROW_BELOW = "37.5em"


def figure_markdown(built: BuiltFigure, language: str, folder: str = "../../figures") -> str:
    """Return a figure as raw HTML for a Markdown page.

    Parameters
    ----------
    built : BuiltFigure
    language : {"en", "pl"}
    folder : str
        Where the drawings lie, seen from the page's address; empty where they lie beside the page.

    Returns
    -------
    str
        One block without empty lines. The pair of pictures follows Material's ``#only-light`` and ``#only-dark``;
        the hidden one of the two is not loaded. The same data stands below as a table.
    """
    folder = f"{folder.rstrip('/')}/" if folder else ""
    files = built.files
    caption = _text(built.caption)
    if built.unverified:
        caption += f' <span class="unverified">{_text(word("unverified", language))} {foreign("; ".join(built.unverified), "en", language)}.</span>'
    return (
        f'<figure class="course-figure" id="figure-{built.id}" data-figure="{built.id}">\n'
        + _picture(built, folder, files.narrow_light, files.light, "only-light")
        + _picture(built, folder, files.narrow_dark, files.dark, "only-dark")
        + f"<figcaption><strong>{_text(built.title)}</strong> {caption}</figcaption>\n"
        + f'<details class="course-figure__table" data-search-exclude>\n<summary>{word("as-table", language)}</summary>\n'
        + _table(built.table, built.title)
        + "</details>\n</figure>\n"
    )


def _picture(built: BuiltFigure, folder: str, narrow: str, wide: str, scheme: str) -> str:
    return (
        f'<picture><source media="(max-width: {NARROW_BELOW})" srcset="{folder}{narrow}" width="{built.narrow.width}" height="{built.narrow.height}">'
        f'<img src="{folder}{wide}#{scheme}" alt="{_text(built.alt)}" width="{built.width}" height="{built.height}" loading="lazy" decoding="async"></picture>\n'
    )


def _table(table: Table, title: str) -> str:
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in table.header)
    body = "".join(f'<tr><th scope="row">{_text(row[0])}</th>' + "".join(f"<td>{_text(cell)}</td>" for cell in row[1:]) + "</tr>\n" for row in table.rows)
    return f"<table>\n<caption>{_text(title)}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _text(text: str) -> str:
    return escape(text, quote=True)
