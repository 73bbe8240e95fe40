"""A small site in the course's clothes: every part of a page once, so that the theme can be looked at and tested.

`python tests/theme_sample.py FOLDER` writes it into a folder.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from coursekit_samples import FACT, INLINE, PAGES

from coursekit.pages import fragments
from coursekit.pages.fragments import fragment, inline
from coursekit.publish.configuration import write_configuration
from coursekit.publish.security import secure

ROOT = Path(__file__).parent.parent
ASSETS = "assets/0123abcd"
STYLESHEETS = ("identity", "theme", "lesson", "home", "track")
LESSON = """\
---
title: Arithmetic intensity and the roofline
description: A processor works as fast as its slowest supply lets it.
---
# Arithmetic intensity and the roofline

{header}

## Predict: where does it turn? {{#predict}}

A chip can do many operations for each byte that it reads. How many does it *need* before it stops waiting for memory? Think of a
cook who waits for the shop. One {term} holds what was said before, so that it need not be calculated again. The memory of one
H100 delivers {fact}, and a rumour says {rumour}.

!!! note "A bound is not a prediction"
    The roofline gives the fastest time that the chip permits. Real programs are slower. See the `attainable_flop_per_s` formula.

### A smaller heading {{#smaller}}

1. Find the peak.
2. Divide it by the bandwidth: that is the **ridge point**.
3. Compare. Is the intensity of your operation *below* it?

<figure class="figure">
<img src="../../{assets}/images/mark.svg" alt="The roof rises with intensity and turns flat at the ridge." width="640" height="240" loading="lazy">
<figcaption>The roof of one chip. To the left of the ridge, bandwidth limits; to the right, compute.</figcaption>
<details class="figure__data"><summary>Figure as a table</summary>
<table><thead><tr><th scope="col">Intensity</th><th scope="col">Attainable</th></tr></thead>
<tbody><tr><td>1 FLOP/B</td><td>3.35 TFLOP/s</td></tr><tr><td>295 FLOP/B</td><td>989 TFLOP/s</td></tr></tbody></table></details>
</figure>

## The idea in plain words {{#idea}}

Time is the larger of two times, because the two happen side by side:

<div class="formula-block"><math display="block"><mrow><mi>t</mi><mo>≥</mo><mi>max</mi><mrow><mo>(</mo><mfrac><mi>F</mi><mi>P</mi></mfrac><mo>,</mo><mfrac><mi>B</mi><mi>b</mi></mfrac><mo>)</mo></mrow></mrow></math></div>

Here <math><mi>F</mi></math> counts operations and <math><mi>b</mi></math> is the bandwidth. A longer sentence with a [link to the glossary](../glossary.md) and a
[link to another site](https://example.org/). The numbers 1.98 × 10¹⁵, 4 × 10⁻⁹ and 10⁷⁸ stand in one face; zażółć gęślą jaźń as well.

> More memory makes a chip faster.

| chip | peak, dense | memory bandwidth | capacity | ridge | power | note |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
| H100 SXM | 989 TFLOP/s | 3.35 TB/s | 80 GB | 295 FLOP/B | 700 W | one package |
| MI300X | 1 307 TFLOP/s | 5.3 TB/s | 192 GB | 247 FLOP/B | 750 W | one package |
| TPU v5e | 197 TFLOP/s | 819 GB/s | 16 GB | 241 FLOP/B | – | one chip |

```python
from hwcalc import attainable_flop_per_s

# 989e12 operations a second at most; the memory brings 3.35e12 bytes
attainable_flop_per_s(peak_flop_per_s=989e12, bandwidth_byte_per_s=3.35e12, flop_per_byte=1.0)  # 3.35e12
```

<div class="bound-bars">
{bound}
</div>

??? note "Why the smaller one counts"
    Because work and supply overlap.

## Summary {{#summary}}

Three sentences, one formula.[^1]

[^1]: Williams, Waterman and Patterson named it in 2009.

{sources}
"""


def _bound_bar() -> str:
    macros = fragments.templates().get_template("parts.html.j2").module
    bars = (macros.bound_bar("arithmetic", 72, "at most 989 TFLOP/s", "compute"), macros.bound_bar("memory", 31, "at most 420 TFLOP/s", "bandwidth"))
    return "\n".join(line for bar in bars for line in bar.splitlines() if line)


def sample_pages() -> dict[str, str]:
    """Return the Markdown of every page, by its name."""
    return {
        "index.md": "---\ntitle: What is the limit?\nhide: [navigation, toc]\n---\n" + fragment("home", "en", **PAGES["home"]),
        "find-the-bottleneck/index.md": fragment("track", "en", **PAGES["track"]),
        "find-the-bottleneck/roofline.md": LESSON.format(
            assets=ASSETS,
            header=fragment("lesson_header", "en", **PAGES["lesson_header"]),
            term=inline("term", "en", **INLINE["term"]),
            fact=inline("fact", "en", **INLINE["fact"]),
            rumour=inline("fact", "en", **{**FACT, "id": "facts.rumour", "label": "A rumour", "value": "5 TB/s", "verified": False, "n": 1}),
            bound=_bound_bar(),
            sources=fragment("sources", "en", **PAGES["sources"]),
        ),
        "find-the-bottleneck/kv-cache.md": '---\ncontent_language: fr\n---\n# KV cache and long-context memory\n\n<div data-spec="{&quot;a&quot;:&quot;&amp;quot;&quot;}">Soon.</div>\n',
        "find-the-bottleneck/what-a-processor-does.md": "# What a processor actually does\n\nSoon.\n",
        "calculators/index.md": fragment("calculators", "en", **PAGES["calculators"]),
        "calculators/memory_time_s.md": fragment("formula", "en", **PAGES["formula"]),
        "glossary.md": fragment("glossary", "en", **PAGES["glossary"]),
        "progress.md": fragment("progress", "en", **PAGES["progress"]),
    }


NAV = [
    {"Start": "index.md"},
    {"Why does AI run on GPUs?": "glossary.md"},
    {"Find the bottleneck": [
        "find-the-bottleneck/index.md", "find-the-bottleneck/what-a-processor-does.md", "find-the-bottleneck/roofline.md", "find-the-bottleneck/kv-cache.md",
    ]},
    {"Calculators": ["calculators/index.md", "calculators/memory_time_s.md"]},
    {"Your progress": "progress.md"},
]


def build_pages(folder: Path, site_url: str, pages: dict[str, str], nav: list, language: str = "en", engine: str = "mkdocs") -> Path:
    """Stage pages and assets, configure and build; return the folder of the site."""
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs" / "assets", docs / ASSETS, dirs_exist_ok=True)
    for name, text in pages.items():
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    site = folder / "site"
    write_configuration(
        ROOT, folder, language=language, nav=nav, site_url=site_url, site_dir=site, assets_folder=ASSETS,
        stylesheets=[f"{ASSETS}/stylesheets/{name}.css" for name in (*STYLESHEETS, "print")],
        modules=[],
    )
    program = Path(sys.executable).parent / engine
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([program, "build", "--strict"], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return site


def build(folder: Path, site_url: str, engine: str = "mkdocs") -> Path:
    """Build the sample site; return its folder."""
    return build_pages(folder, site_url, sample_pages(), NAV, engine=engine)


if __name__ == "__main__":
    for fault in secure(build(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8765/")):
        print(fault)
