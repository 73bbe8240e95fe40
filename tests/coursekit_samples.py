"""Sample data for every template of generated pages: small, but with each branch taken once."""

from markupsafe import Markup

MATH = Markup(
    '<math display="block"><mrow><mi>t</mi><mo>=</mo><mfrac><mi>B</mi><mi>b</mi></mfrac></mrow></math>'
)
SIGN = Markup('<svg viewBox="0 0 16 16" focusable="false"><rect x="2" y="2" width="12" height="12"/></svg>')
INLINE_MATH = Markup("<math><mi>B</mi></math>")


def lesson(name: str, title: str, **more: object) -> dict[str, object]:
    """Return one lesson of a track, as the templates expect it."""
    return {
        "id": f"find-the-bottleneck/{name}",
        "title": title,
        "url": f"{name}/",
        "minutes": 25,
        "n_items": 7,
        "idea": "A processor works as fast as its slowest supply lets it.",
        "outcomes": ["Given a chip, find its ridge point.", "Name the limit of a layer & say why."],
        "resources": [{"id": "compute", "sign": SIGN}, {"id": "bandwidth", "sign": SIGN}],
        "lang": "",
        **more,
    }


LESSONS = [
    lesson("what-a-processor-does", "What a processor actually does"),
    lesson("roofline", "Arithmetic intensity and the roofline"),
    lesson("kv-cache", "KV cache and long-context memory"),
    lesson("speculative-decoding", "Speculative decoding and why verification matters", url=""),
]
TOPIC_LIST = [
    {"id": "accelerators", "title": "AI hardware & more", "url": "accelerators/", "sentence": Markup("It <em>computes</em>."), "resources": [{"id": "compute", "sign": SIGN}]},
    {"id": "interconnects", "title": "Interconnects", "url": "", "sentence": "", "resources": []},
]
FORMULA_LIST = [{"title": "Bytes of the KV cache", "url": "../calculators/kv_bytes/"}]
TRACK = {
    "id": "find-the-bottleneck",
    "title": "Find the bottleneck",
    "name": "Find the bottleneck",
    "audience": "Knows what parameters, vectors and inference are.",
    "promise": "Name the limiting resource before anyone buys equipment.",
    "minutes": 430,
    "url": "find-the-bottleneck/",
    "start_url": "find-the-bottleneck/what-a-processor-does/",
    "lessons": LESSONS,
    "units": [
        {"id": "lessons", "title": "", "lessons": LESSONS[:2], "vectors": [{"id": "a", "value": "3", "statement": "What it is.", "source": "Where."}]},
        {"id": "serving", "title": "Serving", "lessons": LESSONS[2:]},
    ],
}
SOURCE = {
    "id": "hardware.nvidia-h100-sxm", "title": "H100 SXM", "values": [{"label": "memory bandwidth", "value": "3.35 TB/s", "verified": True}, {"label": "", "value": "3", "verified": False}],
    "date": "2026-08-21", "boundaries": ["peak of the main memory"], "notes": ["The rate of the maker."], "original": "A data sheet",
    "original_url": "https://example.org/", "reporters": [], "second_hand": False, "verified": True,
}
REPORTED = {"second_hand": True, "reporters": [{"title": "A magazine", "url": "https://example.org/magazine"}, {"title": "A talk", "url": ""}]}
FACT = {
    "id": "hardware.nvidia-h100-sxm.memory_bandwidth_bytes_per_s",
    "label": "Memory bandwidth of one H100 SXM",
    "value": "3.35 TB/s",
    "date": "2026-11-30",
    "boundary": "one package, peak",
    "note": "80 GB version",
    "original": "H100 data sheet",
    "original_url": "https://example.org/h100",
    "reporters": [],
    "second_hand": False,
    "verified": True,
}
FORMULA = {
    "name": "memory_time_s",
    "title": "Time to move bytes",
    "summary": "The least time in which a memory can deliver some bytes.",
    "math": MATH,
    "unit": "s",
    "result": {"math": INLINE_MATH, "unit": "s"},
    "symbols": [{"math": INLINE_MATH, "argument": "moved_bytes", "unit": "B", "meaning": "bytes moved"}],
    "assumptions": ["Each byte moves once."],
    "leaves_out": ["Latency."],
    "variants": [
        {"name": "achieved", "math": MATH, "words": "The same with the bandwidth that a test reached.", "when": "you have measured the bandwidth."},
        {"name": "in words", "math": "", "words": "Bytes over bandwidth.", "when": "you only want the magnitude."},
    ],
    "source": "Williams et al. 2009",
    "words": ["memory bound", "bandwidth"],
    "example": {
        "arguments": [{"name": "moved_bytes", "value": "140 GB"}],
        "result": "41.8 ms",
        "command": "course calc memory_time_s moved_bytes=140e9",
        "python": "memory_time_s(moved_bytes=140e9)",
    },
}

PAGES: dict[str, dict[str, object]] = {
    "home": {
        "title": "Hardware, Compute and Energy",
        "roofline": Markup('<div class="course-element"><roofline-explorer></roofline-explorer></div>'),
        "roofline_note": "Peaks are dense and links are one way.",
        "tracks": [TRACK, {**TRACK, "id": "hardware-compute-energy", "start_url": ""}],
        "n_formulas": 64,
        "n_facts": 300,
        "calculators_url": "calculators/",
        "topics": TOPIC_LIST,
        "topics_url": "topics/",
    },
    "topic_header": {
        "topic": {"id": "roofline-model", "parent": TOPIC_LIST[0], "map_url": "../", "reviewed": "2026-11-30", "resources": [{"id": "compute", "sign": SIGN}]},
    },
    "topic_end": {
        "heading": "Other subtopics", "subtopics": TOPIC_LIST,
        "courses": [{"title": "Find the bottleneck", "url": "../../find-the-bottleneck/", "lessons": LESSONS}],
    },
    "topics": {
        "topics": [
            {**topic, "lines": [{"title": "Find the bottleneck", "marks": ["here", "later", "other"]}], "formulas": FORMULA_LIST, "lessons": [{**one, "formulas": FORMULA_LIST, "also": TOPIC_LIST} for one in LESSONS]}
            for topic in TOPIC_LIST
        ],
        "index": [{**FORMULA_LIST[0], "topics": TOPIC_LIST}],
    },
    "track": {"track": TRACK},
    "lesson_header": {
        "lesson": {
            **LESSONS[1],
            "reviewed": "2026-11-30",
            "needs": [
                {"title": "What a processor actually does", "url": "../what-a-processor-does/"},
                {"title": "FLOPS and the meaning of a peak", "url": ""},
            ],
        }
    },
    "sources": {
        "facts": [SOURCE, {**SOURCE, "id": "facts.rumour", "title": "A rumour", "verified": False, **REPORTED}],
        "references": [{"title": "Roofline, 2009", "url": "https://example.org/roofline"}, {"title": "A book", "url": ""}],
        "report_url": "https://example.org/report",
    },
    "formula": {"formula": FORMULA, "calculator": Markup("<div>calculator</div>"), "lessons": LESSONS[:2], "vectors": [{"id": "a", "value": "3", "statement": "What it is.", "source": "Where."}]},
    "calculators": {
        "groups": [
            {
                "id": "roofline",
                "title": "Roofline",
                "formulas": [{**FORMULA, "url": "memory_time_s/", "math": MATH}],
            }
        ]
    },
    "glossary": {
        "terms": [
            {
                "id": "kv-cache",
                "name": "KV cache",
                "definition": "Keys and values of earlier tokens, kept in memory.",
                "other_name": "pamięć podręczna KV",
                "other_language": "pl",
                "also": ["key-value cache"],
                "lessons": [{"title": "KV cache", "url": "../find-the-bottleneck/kv-cache/"}],
            },
            {
                "id": "ridge-point",
                "name": "ridge point",
                "definition": "The intensity at which the limit changes.",
                "other_name": "",
                "other_language": "pl",
                "also": [],
                "lessons": [],
            },
        ]
    },
    "progress": {"record": Markup('<div class="course-element"></div>'), "tracks": [TRACK]},
}
INLINE: dict[str, dict[str, object]] = {
    "term": {
        "id": "kv-cache",
        "n": 1,
        "name": "KV cache",
        "definition": "Keys and values of earlier tokens, kept in memory.",
        "url": "../../glossary/#kv-cache",
    },
    "fact": {**FACT, "n": 1},
}
