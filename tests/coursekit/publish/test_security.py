"""The policy: filled in for the whole site, and everything it forbids is found, with its place."""

import base64
import hashlib
from pathlib import Path

import pytest

from coursekit.publish.security import secure

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'\">"
)


def page(body: str = "", head: str = POLICY) -> str:
    return f"<!doctype html>\n<html>\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n"


def site(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        path = folder / "site" / name / "index.html"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return folder / "site"


def faults(folder: Path, body: str = "", head: str = POLICY) -> list[str]:
    return [str(fault) for fault in secure(site(folder, a=page(body, head)))]


def hash_of(script: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def test_every_page_allows_the_inline_scripts_of_all_pages_and_no_others(tmp_path):
    folder = site(tmp_path, a=page("<script>one()</script>"), b=page("<script>two()</script><script src='x.js'></script>"))
    assert secure(folder) == []
    texts = [path.read_text() for path in sorted(folder.rglob("*.html"))]
    allowed = " ".join(sorted([hash_of("one()"), hash_of("two()")], key=lambda item: item.strip("'")))
    for text in texts:
        assert f"script-src 'self' {allowed};" in text
        assert "unsafe-inline" not in text


def test_a_second_call_changes_nothing(tmp_path):
    folder = site(tmp_path, a=page("<script>one()</script>"))
    secure(folder)
    path = folder / "a" / "index.html"
    before, stamp = path.read_bytes(), path.stat().st_mtime_ns
    assert secure(folder) == []
    assert path.read_bytes() == before and path.stat().st_mtime_ns == stamp


def test_data_in_a_script_element_needs_no_hash(tmp_path):
    folder = site(tmp_path, a=page('<script id="__config" type="application/json">{"a": 1}</script>'))
    secure(folder)
    assert "sha256" not in (folder / "a" / "index.html").read_text()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<p>text</p>\n<td style="text-align: right">', "site/a/index.html:8:5: <td> has a style attribute; use a class"),
        ("<p STYLE='x'>", "site/a/index.html:7:4: <p> has a style attribute; use a class"),
        ('<course-item data-spec="a > b" style="color: red">', "site/a/index.html:7:32: <course-item> has a style attribute; use a class"),
        ('<button onclick="go()">', "<button> has the event handler onclick"),
        ('<button class="a"ONCLICK = go()>', "<button> has the event handler onclick"),
        ("<p\n\tstyle = 'x'>", "site/a/index.html:8:2: <p> has a style attribute"),
        ('<a href="javascript:void(0)">', "<a> has a script as its address"),
        ("<style>p { color: red }</style>", "an inline <style>"),
        ('<script src="https://cdn.example/a.js"></script>', "<script> loads https://cdn.example/a.js; the site loads nothing from another host"),
        ('<img src="//host.example/a.png" alt="">', "<img> loads //host.example/a.png"),
        ('<img srcset="a.png 1x, https://host.example/b.png 2x" alt="">', "<img> loads"),
        ('<link rel="stylesheet" href="http://host.example/a.css">', "<link> loads http://host.example/a.css"),
        ('<link rel="preload" as="font" href="https://host.example/a.woff2">', "<link> loads"),
        ('<iframe src="https://host.example/"></iframe>', "<iframe> loads"),
    ],
)
def test_what_the_policy_forbids_is_a_located_fault(tmp_path, body, said):
    found = faults(tmp_path, body)
    assert len(found) == 1 and said in found[0], found
    assert "unsafe-inline" in (tmp_path / "site" / "a" / "index.html").read_text(), "a faulty site stays as it was"


@pytest.mark.parametrize(
    "body",
    [
        '<a href="https://host.example/">a link</a>',
        '<link rel="canonical" href="https://host.example/">',
        '<link rel="alternate license" href="https://host.example/">',
        "<p>A page says style=&quot;x&quot; and onclick = 1 in words: style = calm.</p>",
        '<code>&lt;p style="x"&gt;</code>',
        "<div data-spec='{\"text\": \"<b style=x onload=y>\"}'></div>",
        '<script>var a = "<p style=x onclick=y>"</script>',
        "<!-- <p style=x> -->",
        '<img src="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27%3E" alt="">',
        '<img src="/assets/a.svg#only-light" alt="on https://host.example/">',
    ],
)
def test_what_only_looks_like_it_is_left_alone(tmp_path, body):
    assert faults(tmp_path, body) == []


def test_a_page_without_a_policy_is_a_fault(tmp_path):
    assert "site/a/index.html:1:1: the page has no Content-Security-Policy" in faults(tmp_path, head="<title>A</title>")[0]


def test_a_script_before_the_policy_is_a_fault(tmp_path):
    assert "site/a/index.html:4:1: a script stands before the policy" in faults(tmp_path, head=f'<script src="a.js"></script>\n{POLICY}')[0]


def test_a_style_sheet_that_asks_another_host_is_a_fault(tmp_path):
    folder = site(tmp_path, a=page())
    (folder / "a.css").write_text("p {}\nq { background: url( 'https://host.example/a.png' ) }\n@import \"//host.example/b.css\";\n")
    assert [str(fault).split("; ")[0] for fault in secure(folder)] == [
        "site/a.css:2:17: the style sheet loads https://host.example/a.png",
        "site/a.css:3:1: the style sheet loads //host.example/b.css",
    ]
