"""What the pages of the two languages say about each other: the notice of an untranslated page, the way to the same page."""

from __future__ import annotations

from pathlib import Path
from posixpath import relpath

from coursekit.pages.address import Page
from coursekit.pages.fragments import words

HOMES = {"en": "", "pl": "pl/"}


def untranslated(text: str, language: str, title: str = "", notice: str = "untranslated") -> str:
    """Mark a page that is still in English and put a notice under its title; the frame gives its content the right language.

    Parameters
    ----------
    text : str
        The staged page in English.
    language : str
        Of the tree in which it will stand.
    title : str
        What navigation and search call it there; they say that the page is in English.
    notice : str
        Which of the words for such pages stands under the title.
    """
    strings = words(language)
    front, rest = text.removeprefix("---\n").split("\n---\n", 1)
    if title:
        lines = [line for line in front.split("\n") if not line.startswith("title:")]
        called = f"{title} ({strings['in_english_mark']})".replace('"', "'")
        front = "\n".join([f'title: "{called}"', *lines])
    before, mark, body = rest.partition("\n# ") if not rest.startswith("# ") else ("", "# ", rest[2:])
    heading, _, body = body.partition("\n")
    said = f'<small class="in-other-language" lang="{language}">({strings["in_english_mark"]})</small>'  # the search takes its titles from here
    told = f'<div class="notice" lang="{language}"><p>{strings[notice]}</p></div>'
    return f"---\n{front}\ncontent_language: en\n---\n{before}{mark}{heading} {said}\n\n{told}\n{body}"


def with_language_switch(path: str, content: bytes, language: str) -> bytes:
    """Put the way to the same page in the other language into a staged page; other files stay as they are.

    Examples
    --------
    >>> with_language_switch("why-gpus/tiling.md", b"# Tiling", "en").decode().splitlines()[1]
    'other_language: ../../pl/why-gpus/tiling/'
    >>> with_language_switch("why-gpus/tiling.md", b"# Tiling", "pl").decode().splitlines()[1]
    'other_language: ../../../why-gpus/tiling/'
    """
    if not path.endswith(".md"):
        return content
    other = next(name for name in HOMES if name != language)
    url = Page(path).url
    address = relpath(f"/{HOMES[other]}{url}", f"/{HOMES[language]}{url}") + "/"
    text = content.decode()
    front, rest = text.removeprefix("---\n").split("---\n", 1) if text.startswith("---\n") else ("", text)
    return f"---\n{front}other_language: {address}\n---\n{rest}".encode()


def documents(root: Path, language: str) -> dict[str, bytes]:
    """Take over the pages of docs/ that are neither templates nor assets: `name.pl.md` is the Polish `name.md`."""
    pages: dict[str, bytes] = {}
    for path in sorted((root / "docs").glob("*.md")):
        if path.stem.rpartition(".")[2] in HOMES:
            continue
        own = path.with_name(f"{path.stem}.{language}.md")
        text = (own if own.exists() else path).read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        if language != "en" and not own.exists():
            text = untranslated(text, language, _title(text))
        pages[path.name] = text.encode()
    return pages


def _title(text: str) -> str:
    line = next((line for line in text.split("\n") if line.startswith("title:")), "")
    return line.removeprefix("title:").strip().strip('"')
