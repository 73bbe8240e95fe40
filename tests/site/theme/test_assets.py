"""Faces and colours: whole, light, licensed, and readable."""

import hashlib
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
FONTS = ROOT / "docs" / "assets" / "fonts"
SHEETS = ROOT / "docs" / "assets" / "stylesheets"
FACES = yaml.safe_load((FONTS / "fonts.yml").read_text(encoding="utf-8"))
RESOURCES = ("compute", "capacity", "bandwidth", "network", "queue", "software", "power")


def test_every_face_is_listed_with_its_sum_and_its_licence():
    assert {path.name for path in FONTS.glob("*.woff2")} == {face["file"] for face in FACES}
    for face in FACES:
        content = (FONTS / face["file"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (face["bytes"], face["sha256"]), face["file"]
        assert {"family", "version", "origin", "weight", "style"} <= face.keys()
        assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / face["licence"]).read_text(encoding="utf-8")


def test_the_text_faces_stay_light():
    assert sum(face["bytes"] for face in FACES if "Math" not in face["family"]) <= 52_000
    assert next(face["bytes"] for face in FACES if face["file"] == "course-math-400.woff2") <= 24_000


def test_the_style_sheet_asks_for_these_faces_and_no_others():
    asked = re.findall(r'font-family: "([^"]+)";[^}]*?url\("\.\./fonts/([^"]+)"\)', (SHEETS / "identity.css").read_text(encoding="utf-8"))
    slanted = ("Atkinson Hyperlegible Next Slanted", "atkinson-next-400.woff2")  # the text's face once more, until the italic one comes
    assert sorted(asked) == sorted([slanted, *((face["family"], face["file"]) for face in FACES)])


def test_a_face_for_rarer_signs_is_asked_for_these_alone():
    ranges = re.findall(r'url\("\.\./fonts/([^"]+)"\)[^}]*?unicode-range: ([^;]+);', (SHEETS / "identity.css").read_text(encoding="utf-8"))
    assert ranges == [(face["file"], face["unicode_range"]) for face in FACES if "unicode_range" in face]


def colours(scheme: str) -> dict[str, str]:
    """Return the colours of a scheme by name."""
    text = (SHEETS / "identity.css").read_text(encoding="utf-8")
    blocks = {
        "default": re.search(r'\n\[data-md-color-scheme\] \{(.*?)\n\}', text, re.DOTALL)[1],
        "slate": re.search(r'\[data-md-color-scheme="slate"\] \{(.*?)\n  \}', text, re.DOTALL)[1],
    }
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", blocks[scheme]))


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_colours_can_be_read(scheme: str):
    known = colours(scheme)
    for ground in ("paper", "raised"):
        for name in (*(f"resource-{resource}" for resource in RESOURCES), "alert"):
            assert contrast(known[name], known[ground]) >= 5, f"{name} on {ground}"
        assert contrast(known["rule-strong"], known[ground]) >= 3
    for ground in ("paper", "raised", "wash"):
        assert contrast(known["ink"], known[ground]) >= 10
        assert contrast(known["ink-soft"], known[ground]) >= 4.5
    assert contrast(known["on-alert"], known["alert"]) >= 4.5


def test_both_schemes_name_the_same_colours():
    assert colours("default").keys() == colours("slate").keys()


def test_only_the_identity_names_colours():
    allowed = {"theme.css": {"#14161b"}}  # the shade over the page while the drawer is open
    for path in SHEETS.glob("*.css"):
        if path.name not in ("identity.css", "print.css"):
            text = re.sub(r"url\([^)]*\)|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert set(re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", text)) <= allowed.get(path.name, set()), path.name
