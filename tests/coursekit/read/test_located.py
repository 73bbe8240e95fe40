"""YAML without its surprises: every trap is one located line."""

from __future__ import annotations

import pytest

from coursekit.faults import CourseError
from coursekit.read.located import read_yaml
from coursekit.read.text import SourceText, read_text

TRAPS = {
    "a: 1\na: 2": "x.yml:2:1: the field 'a' stands here twice",
    "a: NO": "x.yml:1:4: the bare word NO",
    "a: [yes]": "x.yml:1:5: the bare word yes",
    "a: On": "x.yml:1:4: the bare word On",
    "a: True": "x.yml:1:4: the bare word True",
    "a: 1:20": "x.yml:1:4: 1:20 is read as another number",
    "a: 12:30:15": "x.yml:1:4: 12:30:15 is read as another number",
    "a: 017": "x.yml:1:4: 017 is read as another number",
    "a: 3,5": "x.yml:1:4: 3,5 is not a number here",
    "title: FLOP: what": "x.yml:1:12: a second colon",
    "a:\n\tb: 1": "x.yml:2:1: a tab indents",
    'a: "x': "is not closed",
    "a: 'x\nb: 1": "is not closed",
    "a: [1, 2": "x.yml:",
    "a: {b: 1": "x.yml:",
    "a: !!python/name:os.system x": "x.yml:1:4: the tag",
    "a: !thing x": "x.yml:1:4: the tag",
    "a: Why #1 wins": "x.yml:1:7: the text is cut at #",
    "a: @x": "x.yml:1:4: text cannot start with '@'",
    "a: %x": "x.yml:1:4: text cannot start with '%'",
    "a: `x`": "x.yml:1:4: text cannot start with '`'",
    "a: &x [1]\nb: *x": "x.yml:1:4: an alias",
    "a: &x [*x]": "x.yml:1:4: an alias",
    "a: 1\n  b: 2": "x.yml:2:",
    "a:\n- 1\n b: 2": "x.yml:",
    "? [a]\n: b": "x.yml:1:3: a field's name must be a word",
    "a: " + "[" * 3000 + "]" * 3000: "x.yml:",
}


@pytest.mark.parametrize(("text", "message"), TRAPS.items(), ids=range(len(TRAPS)))
def test_trap(text: str, message: str) -> None:
    with pytest.raises(CourseError) as caught:
        read_yaml(SourceText("x.yml", text))
    assert message in str(caught.value)
    assert all(str(fault).startswith("x.yml:") and "\n" not in str(fault) for fault in caught.value.faults)


def test_numbers_are_read_as_people_write_them() -> None:
    read = read_yaml(SourceText("x.yml", "a: [70e9, 1e6, 9.89e14, -3.5, +2, 1e-3, .5, 16, 2026-11-30, 1.10]"))
    assert read.data == {"a": [70e9, 1e6, 9.89e14, -3.5, 2, 1e-3, 0.5, 16, "2026-11-30", 1.1]}


def test_quoted_words_stay_words() -> None:
    read = read_yaml(SourceText("x.yml", "a: ['NO', \"1:20\", '017', 'true', '3']\nb: true\nc: null\nd:"))
    assert read.data == {"a": ["NO", "1:20", "017", "true", "3"], "b": True, "c": None, "d": None}


def test_places_of_keys_and_values() -> None:
    read = read_yaml(SourceText("x.yml", "a:\n- b: 1\n  c: text\n"), first_line=1)
    assert (read.place(("a", 0, "c")), read.place(("a", 0, "c"), key=True)) == ((3, 6), (3, 3))
    assert read.place(("a", 0, "missing")) == (2, 3)


def test_places_inside_a_larger_file() -> None:
    read = read_yaml(SourceText("x.md", "---\nhead: 1\n---"), "head: 1\n", first_line=2)
    assert read.place(("head",)) == (2, 7)


def test_crlf_and_byte_order_mark(tmp_path) -> None:
    (tmp_path / "x.yml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert read_yaml(read_text(tmp_path, tmp_path / "x.yml")).data == {"a": 1, "b": 2}


@pytest.mark.parametrize(("data", "message"), [
    ("a: źródło\n".encode("cp1250"), "x.yml:1:4: the byte 0x9f is not UTF-8"),
    ("ok: 1\nb: ż".encode("cp1250"), "x.yml:2:4: the byte 0xbf is not UTF-8"),
    (b"a: 1\n\x00", "x.yml:2:1: the file holds a zero byte"),
])
def test_bytes_of_another_encoding(tmp_path, data: bytes, message: str) -> None:
    (tmp_path / "x.yml").write_bytes(data)
    with pytest.raises(CourseError) as caught:
        read_text(tmp_path, tmp_path / "x.yml")
    assert message in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path) -> None:
    with pytest.raises(CourseError, match="x.yml:1:1: the file cannot be read"):
        read_text(tmp_path, tmp_path / "x.yml")
