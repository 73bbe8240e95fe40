"""Links of the built pages: dead ones, dead anchors and repeated ids are faults with their line; what leads somewhere is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursekit.publish.links import check_links


def told(folder: Path, body: str) -> list[str]:
    """Write a page with a body beside another page, and return what is said about the links."""
    for name, text in {"index.html": f"<html>\n{body}</html>", "other/index.html": '<h2 id="part">Part</h2>', "a.css": ""}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return [str(fault) for fault in check_links(folder)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<a href="nowhere/">', "site/index.html:2:1: the link 'nowhere/' leads nowhere"),
        ("<p>\n<img alt='' src='nowhere.png'>", "site/index.html:3:1: the link 'nowhere.png' leads nowhere"),
        ('<a href="/nowhere/">', "site/index.html:2:1: the link '/nowhere/' leads nowhere"),
        ('<a href="#nowhere">', "site/index.html:2:1: the link '#nowhere' names an anchor that is not there"),
        ('<a href="other/#nowhere">', "site/index.html:2:1: the link 'other/#nowhere' names an anchor that is not there"),
        ('<p data-id="x"><p class="grid=y"><a href="#x">', "site/index.html:2:1: the link '#x' names an anchor that is not there"),
        ("<p id=x>\n<p id='x'>", "site/index.html:3:1: the id 'x' stands twice on the page"),
        ('<p id="x"\n>\n<p\nid="x">', "site/index.html:5:1: the id 'x' stands twice on the page"),
    ],
)
def test_a_dead_link_is_a_located_fault(tmp_path: Path, body: str, said: str) -> None:
    assert told(tmp_path, body) == [said]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="other/">', '<a href="other/#part">', '<a href="other/index.html?x=1#part">', '<p id="x"><a href="#x">', "<p\tid='x'><a href=#x>", '<a href="">', '<a href="/">',
        '<link rel="stylesheet" href="a.css">', '<a href="https://host.example/#x">', '<a href="mailto:someone@host.example">', '<p id="a%26b"><a href="#a%2526b">', '<p id="x" data-id="x">',
    ],
)
def test_what_leads_somewhere_is_no_fault(tmp_path: Path, body: str) -> None:
    assert told(tmp_path, body) == []
