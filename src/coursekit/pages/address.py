"""Where pages stand, and how one page names another."""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import relpath


@dataclass(frozen=True)
class Page:
    """A page of the site by its staged Markdown file, for example ``why-gpus/moving-data.md``.

    Examples
    --------
    >>> lesson = Page("why-gpus/moving-data.md")
    >>> lesson.url
    'why-gpus/moving-data/'
    >>> lesson.link(Page("calculators/kv_bytes.md"), "symbols")
    '../../calculators/kv_bytes/#symbols'
    >>> Page("why-gpus/index.md").link(lesson)
    'moving-data/'
    >>> lesson.file("figures/roof.svg")
    '../../figures/roof.svg'
    """

    path: str

    @property
    def url(self) -> str:
        """The address below the site's root."""
        name = self.path.removesuffix(".md")
        if name == "index":
            return ""
        return name.removesuffix("index") if name.endswith("/index") else name + "/"

    def link(self, other: Page, anchor: str = "") -> str:
        """Return the address of another page as seen from this one, for raw HTML."""
        address = self.file(other.url)
        return (address + "/" if not address.endswith("/") else address) + (f"#{anchor}" if anchor else "")

    def file(self, path: str) -> str:
        """Return the address of a file as seen from this page, for raw HTML."""
        return relpath("/" + path, "/" + self.url)


HOME = Page("index.md")
GLOSSARY = Page("glossary.md")
CALCULATORS = Page("calculators/index.md")
PROGRESS = Page("progress.md")


TOPICS = Page("topics/index.md")


def topic_page(topic: str) -> Page:
    """Return the page of a topic's card by its id."""
    return Page(f"topics/{topic}.md")


def lesson_page(lesson: str) -> Page:
    """Return the page of a lesson by its id."""
    return Page(f"{lesson}.md")


def track_page(track: str) -> Page:
    """Return the page of a track by its id."""
    return Page(f"{track}/index.md")


def review_page(track: str) -> Page:
    """Return the page of a track's mixed review by the track's id."""
    return Page(f"{track}/review.md")


def formula_page(name: str) -> Page:
    """Return the page of a formula by its name."""
    return Page(f"calculators/{name}.md")


def notes_page(lesson: str) -> Page:
    """Return the page of a lesson's notes for instructors."""
    return Page(f"instructors/{lesson}.md")
