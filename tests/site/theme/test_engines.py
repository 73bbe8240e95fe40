"""The same staged tree and the same settings build with MkDocs and with Zensical."""

import re

import pytest
from course_site import ADDRESS
from theme_sample import build

from coursekit.publish.security import secure


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory):
    """The sample site as Zensical builds it."""
    return build(tmp_path_factory.mktemp("other"), ADDRESS, engine="zensical")


def pages(site):
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")}


def article(site, name):
    text = (site / name).read_text(encoding="utf-8")
    body = text[text.index("<article") : text.index("</article>")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body)).strip()


def test_both_engines_write_the_same_pages_with_the_same_words(sample, other):
    assert pages(sample) == pages(other)
    for name in sorted(pages(sample) - {"404.html"}):
        assert article(sample, name) == article(other, name), name


def test_the_policy_holds_for_the_other_engine_too(other):
    assert secure(other) == []


def test_the_policy_and_the_character_set_come_early(sample):
    for path in sample.rglob("*.html"):
        start = path.read_bytes()[:1024]
        assert b"Content-Security-Policy" in start and b'<meta charset="utf-8">' in start, path


def test_a_page_in_another_language_says_so_and_keeps_its_attributes(sample, other):
    for site in (sample, other):
        text = (site / "find-the-bottleneck" / "kv-cache" / "index.html").read_text(encoding="utf-8")
        assert re.search(r'<div lang="fr">\s*<h1', text)
        assert 'data-spec="{&quot;a&quot;:&quot;&amp;quot;&quot;}"' in text
        assert '<div lang="fr">' not in (site / "index.html").read_text(encoding="utf-8")
