"""Cut the self-hosted faces out of their packages; the build does not run this.

The reading and the number faces come from two npm packages, the maths face from Debian's ``fonts-stix``:

    npm pack @expo-google-fonts/atkinson-hyperlegible-next@0.4.1 @expo-google-fonts/atkinson-hyperlegible-mono@0.4.1
    apt-get install fonts-stix
    python tools/subset_fonts.py --next NEXT_PACKAGE --mono MONO_PACKAGE --math STIXMath-Regular.otf

where the first two are the unpacked packages. It writes the faces and `fonts.yml` into docs/assets/fonts/. Needs fonttools and
brotli (`pip install fonttools brotli`). The same input gives the same bytes.

Both text faces lack superscripts beyond three, the narrow no-break space and two look-alikes that the course prints in every
quantity. They are made from what the faces have: a superscript is a scaled digit, taken from a heavier weight so that its
strokes stay as thick as those of the faces' own ² and ³. Their licence reserves no name, so that they keep theirs; the maths
face is renamed, as its licence asks.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import yaml
from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent.parent / "docs" / "assets" / "fonts"
DIGITS = "zero one two three four five six seven eight nine".split()
# Between a number and its unit, in thousandths of an em: proportional, and fixed-width where a whole cell would tear them apart.
NARROW_SPACE = {False: 200, True: 380}
POLISH = [ord(letter) for letter in "ĄąĆćĘęŁłŃńŚśŹźŻż"]
# Latin, Latin-1 and Polish; the punctuation, currency and signs that prose and quantities use.
TEXT = [
    *range(0x20, 0x7F), *range(0xA0, 0x100), *POLISH, 0x192, 0x2C6, 0x2C7, 0x2D8, 0x2D9, 0x2DA, 0x2DB, 0x2DC,
    0x394, 0x3A9, 0x3BC, 0x3C0, 0x2009, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2020, 0x2022,
    0x2026, 0x202F, 0x2030, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2122, 0x2202, 0x2206, 0x2211, 0x2212, 0x2219, 0x221A, 0x221E,
    0x2248, 0x2260, 0x2264, 0x2265, 0x2070, *range(0x2074, 0x207A), 0x207B,
]
# The maths that lessons and formula pages are written in: digits, upright and italic letters, common operators and fences. All of it
# comes with the first formula of a page.
MATHS = [
    *range(0x20, 0x7F), 0xA0, 0xAC, 0xAF, 0xB1, 0xB7, 0xD7, 0x394, 0x3A3, *range(0x2010, 0x2016), 0x2026, 0x202F, 0x2032,
    *range(0x2061, 0x2065), 0x210E, 0x2112, 0x2113, 0x2190, 0x2192, 0x2202, 0x2208, 0x220F, 0x2211, 0x2212, 0x2215, 0x221A, 0x221D,
    0x221E, 0x2223, 0x2248, 0x2260, 0x2264, 0x2265, 0x22C5, 0x22EF, *range(0x2308, 0x230C), *range(0x239B, 0x23AE),
    *range(0x1D434, 0x1D468), 0x1D6E5, 0x1D6F4, *range(0x1D6FC, 0x1D71C),
]
# Rarer signs, in a file of their own that a browser fetches only for a page that shows one.
MORE_MATHS = [
    0xB0, 0xB2, 0xB3, 0xB5, 0xB9, 0xF7, *range(0x391, 0x394), *range(0x395, 0x3A2), *range(0x3A4, 0x3CA), 0x3D1, 0x3D5, 0x3F1, 0x3F5, 0x2016, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2033,
    0x2034, 0x203E, 0x2044, 0x2070, *range(0x2074, 0x207F), *range(0x2080, 0x208F), 0x2115, 0x211D, 0x2124, 0x2191,
    *range(0x2193, 0x2196), 0x21A6, 0x21D0, 0x21D2, 0x21D4, 0x2200, 0x2203, *range(0x2205, 0x2208), 0x2209, 0x220B, 0x2213,
    *range(0x2217, 0x221A), 0x2225, *range(0x2227, 0x222C), 0x223C, 0x2243, 0x2245, 0x2261, 0x226A, 0x226B, 0x2282, 0x2283, 0x2286,
    0x2287, 0x2295, 0x2297, 0x22A4, 0x22A5, 0x22EE, 0x22F1, 0x23B4, 0x23B5, *range(0x23DC, 0x23E0), 0x27E8, 0x27E9,
    *range(0x1D400, 0x1D434), *range(0x1D6A4, 0x1D6A6), *range(0x1D6E2, 0x1D6E5), *range(0x1D6E6, 0x1D6F4), *range(0x1D6F5, 0x1D6FC),
]


def add_missing_text_glyphs(font: TTFont, heavier: TTFont) -> None:
    """Give a text face the superscripts, the narrow space, the hard hyphen and the micro sign."""
    characters = font.getBestCmap()
    own, heavy, glyphs, metrics = font.getGlyphSet(), heavier.getGlyphSet(), font["glyf"], font["hmtx"]

    def bounds(glyph_set: object, name: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(glyph_set)
        glyph_set[name].draw(pen)
        return pen.bounds

    model = bounds(own, characters[0xB2])
    full = bounds(heavy, "two")
    scale = (model[3] - model[1]) / (full[3] - full[1])
    lift = model[1] - full[1] * scale
    fixed_width = len({metrics[digit][0] for digit in DIGITS}) == 1

    def add(name: str, code: int, source: object, original: str, move: Transform, width: int) -> None:
        pen = TTGlyphPen(None)
        source[original].draw(TransformPen(pen, move))
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (width, getattr(glyphs[name], "xMin", 0))
        characters_of(font, code, name)

    for code, name in [(0x2070, "zero"), *((0x2070 + n, DIGITS[n]) for n in range(4, 10)), (0x207B, "minus")]:
        if code in characters:
            continue
        advance = heavier["hmtx"][name][0]
        width = metrics[characters[0xB2]][0] if fixed_width else round(advance * scale)
        shift = (width - advance * scale) / 2
        add(f"{name}.superior", code, heavy, name, Transform(scale, 0, 0, scale, shift, lift), width)
    add("narrownbspace", 0x202F, own, characters[0x20], Transform(), NARROW_SPACE[fixed_width])
    characters_of(font, 0x2011, characters[0x2D])
    characters_of(font, 0xB5, characters[0x3BC])


def characters_of(font: TTFont, code: int, name: str) -> None:
    """Let every Unicode table of the font map `code` to the glyph `name`."""
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def subset(font: TTFont, codes: list[int], features: list[str]) -> TTFont:
    """Keep the glyphs of `codes` and what they need."""
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def save(font: TTFont, name: str) -> Path:
    """Write a face as woff2."""
    font.flavor = "woff2"
    path = FONTS / f"{name}.woff2"
    font.save(path)
    return path


def opened(path: Path) -> TTFont:
    """Open a font without touching its time stamp."""
    return TTFont(path, recalcTimestamp=False)


def text_face(package: Path, family: str, weight: str, heavier: str, name: str) -> Path:
    """Cut one weight of a text family."""
    font = opened(package / weight / f"{family}_{weight}.ttf")
    add_missing_text_glyphs(font, opened(package / heavier / f"{family}_{heavier}.ttf"))
    return save(subset(font, TEXT, ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "case"]), name)


def maths_face(path: Path, codes: list[int], name: str) -> Path:
    """Cut one part of the maths face and give it a name of our own."""
    font = opened(path)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = "CourseMath" if record.nameID == 6 else "Course Math"
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames = ["CourseMath"]
        top.topDictIndex[0].FullName = top.topDictIndex[0].FamilyName = "Course Math"
    return save(subset(font, codes, ["ssty", "kern"]), name)


def unicode_range(codes: list[int]) -> str:
    """Write characters as the style sheet asks for them."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs)


def main() -> None:
    """Write the faces and the list of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--next", type=Path, required=True, help="unpacked package of Atkinson Hyperlegible Next")
    parser.add_argument("--mono", type=Path, required=True, help="unpacked package of Atkinson Hyperlegible Mono")
    parser.add_argument("--math", type=Path, required=True, help="STIXMath-Regular.otf")
    given = parser.parse_args()
    next_family, mono_family = "AtkinsonHyperlegibleNext", "AtkinsonHyperlegibleMono"
    next_origin = {"family": "Atkinson Hyperlegible Next", "version": "2.001", "licence": "OFL-atkinson-hyperlegible-next.txt",
                   "origin": "npm @expo-google-fonts/atkinson-hyperlegible-next 0.4.1"}
    mono_origin = {"family": "Atkinson Hyperlegible Mono", "version": "2.001", "licence": "OFL-atkinson-hyperlegible-mono.txt",
                   "origin": "npm @expo-google-fonts/atkinson-hyperlegible-mono 0.4.1"}
    math_origin = {"family": "Course Math", "version": "1.1.1", "licence": "OFL-stix.txt",
                   "origin": "Debian fonts-stix 1.1.1-4.1, STIX Math"}
    made = [
        (text_face(given.next, next_family, "400Regular", "600SemiBold", "atkinson-next-400"), 400, "normal", next_origin),
        (text_face(given.next, next_family, "400Regular_Italic", "600SemiBold_Italic", "atkinson-next-400-italic"), 400, "italic", next_origin),
        (text_face(given.next, next_family, "700Bold", "800ExtraBold", "atkinson-next-700"), 700, "normal", next_origin),
        (text_face(given.mono, mono_family, "400Regular", "600SemiBold", "atkinson-mono-400"), 400, "normal", mono_origin),
        (maths_face(given.math, MATHS, "course-math-400"), 400, "normal", math_origin),
        (maths_face(given.math, MORE_MATHS, "course-math-more-400"), 400, "normal", {**math_origin, "unicode_range": unicode_range(MORE_MATHS)}),
    ]
    faces = [
        {"file": path.name, **origin, "weight": weight, "style": style, "bytes": path.stat().st_size,
         "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path, weight, style, origin in made
    ]
    note = "# The self-hosted faces, written by tools/subset_fonts.py. `licence` is a file of this folder.\n"
    (FONTS / "fonts.yml").write_text(note + yaml.safe_dump(faces, sort_keys=False, width=1000), encoding="utf-8")


if __name__ == "__main__":
    main()
