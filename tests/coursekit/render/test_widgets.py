"""The HTML of widgets: start values in words and tables, and refusals."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from coursekit.render.scales import nice_step, slider_settings
from coursekit.render.views import (
    Chip,
    Choice,
    InputView,
    LessonProgress,
    Operation,
    OutputView,
    PlotView,
    PresetOption,
    PresetView,
    ProgressView,
    RooflineView,
    WidgetView,
)
from coursekit.render.widgets import render_progress, render_roofline, render_widget

TOKENS = InputView(name="tokens", label="Tokens", minimum=1024, maximum=1048576, start=32768, scale="log2", unit="token")
WIDTH = InputView(name="width", label="Bytes", start=2, choices=(Choice(1, "1"), Choice(2, "2")), more=True)
MODEL = PresetView(name="model", label="Model", start="b", options=(PresetOption("a", "A <small>", {"heads": 8}), PresetOption("b", "B", {"heads": 16})))
ROW = OutputView(name="row", label="One token", unit="B/token", formula="product", arguments={"value": "width", "factor": "heads"}, start=32)
ALL = OutputView(name="all", label="All", unit="MiB", formula="product", arguments={"value": "row", "factor": "tokens"}, start=1048576, resource="capacity")
WIDGET = WidgetView(id="t/l/cache", title="Cache & more", goal="<p>Fill it.</p>", inputs=(TOKENS, WIDTH), presets=(MODEL,), outputs=(ROW, ALL), say="{tokens} of {model} keep {all}.")
ROOFLINE = RooflineView(
    id="t/l/roof", title="Roof", chip="a", operation="x", chips=(Chip("a", "A", 1e15, 4e12), Chip("b", "B", 2e14, 1e12)),
    operations=(Operation("x", "X", 1.0), Operation("y", "Y", 1000.0), Operation("z", "Z", 250.0)),
)  # fmt: skip


def plain(html: str) -> str:
    """Return the text with ordinary spaces."""
    return re.sub(r"<[^>]*>", "", html).replace("\u202f", " ")


def spec(html: str) -> dict:
    """Return the data of the element."""
    return json.loads(re.search(r"data-spec='([^']*)'", html)[1].replace("&lt;", "<").replace("&amp;", "&"))


def test_start_values_and_results_can_be_read_without_a_script():
    html = render_widget(WIDGET, "en")
    assert "32 768 tokens of B keep 1 MiB." in plain(html)
    assert '<tr><th scope="row">Tokens</th><td class="quantity" data-value="tokens">32\u202f768\u202ftokens</td></tr>' in html
    assert '<td class="quantity" data-value="row">32\u202fB/token</td>' in html
    assert '<div class="course-widget" data-widget="t/l/cache" id="widget-t-l-cache">' in html
    assert "Cache &amp; more" in html and "A &lt;small&gt;" in html and "style=" not in html and "\n\n" not in html


def test_polish_numbers_and_words():
    html = plain(render_widget(replace(WIDGET, outputs=(ROW, replace(ALL, start=1572864))), "pl"))
    assert "32 768 tokenów of B keep 1,5 MiB." in html and "Więcej ustawień" in html


def test_more_settings_only_where_there_are_some():
    assert "More settings" in render_widget(WIDGET, "en")
    assert "More settings" not in render_widget(replace(WIDGET, inputs=(TOKENS, replace(WIDTH, more=False))), "en")


def test_hidden_outputs_are_calculated_and_not_listed():
    html = render_widget(replace(WIDGET, outputs=(replace(ROW, hidden=True), ALL)), "en")
    assert 'data-value="row"' not in html and [output["name"] for output in spec(html)["outputs"]] == ["row", "all"]


def test_limit_badge_at_the_start():
    html = render_widget(replace(WIDGET, limit={"compute": "row", "capacity": "all"}), "en")
    assert "capacity-bound, by 32 800×" in plain(html)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (replace(WIDGET, say="{tokns}"), "tokns"),
        (replace(WIDGET, say="{heads}"), "heads"),
        (replace(WIDGET, outputs=(ALL, ROW)), "no earlier output"),
        (replace(WIDGET, outputs=(ROW, replace(ALL, name="tokens"))), "used twice"),
        (replace(WIDGET, limit={"compute": "tokens"}), "not an output"),
        (replace(WIDGET, plot=PlotView(kind="line", x="width_", y=("all",))), "not an input"),
        (replace(WIDGET, plot=PlotView(kind="line", x="width", y=("all",))), "not a slider"),
        (replace(WIDGET, plot=PlotView(kind="bars", y=("alle",))), "not an output"),
        (replace(WIDGET, presets=(replace(MODEL, start="c"),)), "does not offer"),
        (replace(WIDGET, presets=(replace(MODEL, options=(MODEL.options[0], PresetOption("b", "B", {"heads": 1, "width": 3}))),)), "does not offer"),
        (replace(WIDGET, presets=(replace(MODEL, options=(MODEL.options[0], PresetOption("b", "B", {"heads": 1, "tokens": 1024}))),)), "but the preset sets"),
        (replace(WIDGET, inputs=(TOKENS, replace(WIDTH, start=3))), "not one of the choices"),
        (replace(WIDGET, inputs=(replace(TOKENS, minimum=0), WIDTH)), "does not fit the range"),
    ],
)
def test_contradictions_are_refused(view, said):
    with pytest.raises(ValueError, match=said):
        render_widget(view, "en")


def test_slider_stops():
    assert slider_settings(TOKENS, 32768).stops == 10
    percent = InputView(name="share", label="Share", minimum=0, maximum=1, start=0.25, unit="%")
    settings = slider_settings(percent, 0.25)
    assert (settings.stops, settings.position, settings.spec["step"]) == (100, 25, 0.01)
    rate = InputView(name="rate", label="Rate", minimum=1e11, maximum=8e12, start=3.35e12, unit="B/s", scale="log")
    assert slider_settings(rate, 3.35e12).unit_text == "TB/s"
    assert nice_step(0.7) == 0.5 and nice_step(1) == 1.0


def test_roofline_reading_and_table():
    html = render_roofline(ROOFLINE, "en")
    assert "X: 1 FLOP/B. A reaches at most 4 TFLOP/s, 0.4 % of its peak. Moving data is the limit, by 250×." in plain(html)
    assert html.count("<tr><th scope=\"row\">") == 6 and "two limits meet" in html and "compute-bound, by 4×" in plain(html)
    assert "segments" not in render_roofline(replace(ROOFLINE, chips=ROOFLINE.chips[:1]), "en")


@pytest.mark.parametrize("change", [{"chips": ()}, {"chips": ROOFLINE.chips * 2 + (Chip("c", "C", 1, 1), Chip("d", "D", 1, 1))}, {"chip": "q"}, {"operation": "q"}])
def test_roofline_refusals(change):
    with pytest.raises(ValueError, match="one to three chips"):
        render_roofline(replace(ROOFLINE, **change), "en")


def test_progress_panel_lists_the_lessons():
    html = render_progress(ProgressView((LessonProgress("t/l", "A <b>", "../l/", 5),)), "pl")
    assert '<tr data-lesson="t/l" data-items="5">' in html and '<a href="../l/">A &lt;b&gt;</a>' in html and "Moje" not in html
