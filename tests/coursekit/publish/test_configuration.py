"""The configuration of one language: complete, the same each time, and readable by both engines."""

from pathlib import Path

import pytest
import yaml

from coursekit.faults import CourseError
from coursekit.publish.configuration import read_configuration, write_configuration

ROOT = Path(__file__).parents[3]


def written(folder: Path, **more: object) -> dict:
    settings = {
        "language": "en", "nav": [{"Start": "index.md"}], "site_url": "https://host.example/hce/", "site_dir": folder / "site",
        "assets_folder": "assets/0a1b2c3d", "stylesheets": ["assets/0a1b2c3d/stylesheets/course.css"], "modules": ["assets/0a1b2c3d/course/main.mjs"],
    }
    path = write_configuration(ROOT, folder / "build", **{**settings, **more})
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_file_is_complete_and_inherits_nothing(tmp_path):
    settings = written(tmp_path)
    assert "INHERIT" not in settings
    assert settings["docs_dir"] == "docs" and settings["site_dir"] == "../site"
    assert (tmp_path / "build" / settings["theme"]["custom_dir"] / "main.html").resolve() == ROOT / "docs" / "overrides" / "main.html"
    assert settings["extra_javascript"] == [{"path": "assets/0a1b2c3d/course/main.mjs", "type": "module"}]


def test_search_is_the_only_plugin():
    assert [list(plugin) for plugin in read_configuration(ROOT)["plugins"]] == [["search"]]


def test_nothing_is_asked_of_another_host():
    settings = read_configuration(ROOT)
    assert settings["theme"]["font"] is False
    assert "repo_url" not in settings and "analytics" not in settings["extra"]
    extensions = [name if isinstance(name, str) else next(iter(name)) for name in settings["markdown_extensions"]]
    assert "pymdownx.emoji" not in extensions and "pymdownx.arithmatex" not in extensions


def test_every_kind_of_broken_link_is_a_warning_and_warnings_stop_the_build():
    settings = read_configuration(ROOT)
    assert settings["strict"] is True
    assert set(settings["validation"]["links"].values()) == set(settings["validation"]["nav"].values()) == {"warn"}
    assert {"not_found", "anchors", "absolute_links", "unrecognized_links"} <= settings["validation"]["links"].keys()


def test_languages_share_the_scope_so_that_they_share_the_chosen_colours(tmp_path):
    english = written(tmp_path)
    polish = written(tmp_path, language="pl", site_url="https://host.example/hce/pl/")
    assert english["extra"]["scope"] == polish["extra"]["scope"] == "/hce/"
    assert english["extra"]["other_language"] == {"lang": "pl", "home": "pl/"}
    assert polish["extra"]["other_language"] == {"lang": "en", "home": "../"}
    assert polish["site_name"] == "Sprzęt, obliczenia i energia" and polish["theme"]["language"] == "pl"
    assert english["extra"]["words"].keys() == polish["extra"]["words"].keys()


def test_the_same_input_gives_the_same_bytes_and_leaves_the_file_alone(tmp_path):
    written(tmp_path)
    path = tmp_path / "build" / "mkdocs.yml"
    before, stamp = path.read_bytes(), path.stat().st_mtime_ns
    written(tmp_path)
    assert path.read_bytes() == before and path.stat().st_mtime_ns == stamp


@pytest.mark.parametrize(("text", "value"), [("false", False), ("true", True), (None, True)])
def test_values_of_the_environment_keep_their_kind(monkeypatch, text, value):
    monkeypatch.delenv("COURSE_SEARCH", raising=False)
    if text is not None:
        monkeypatch.setenv("COURSE_SEARCH", text)
    assert read_configuration(ROOT)["plugins"][0]["search"]["enabled"] is value


def test_an_unknown_language_is_a_fault(tmp_path):
    with pytest.raises(CourseError, match=r"^mkdocs.yml:1:1: extra.languages has no 'de'; known are: en, pl$"):
        written(tmp_path, language="de")


def test_broken_yaml_is_a_located_fault(tmp_path):
    (tmp_path / "mkdocs.yml").write_text("site_name: A\nnav: [\n  b: c: d\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"^mkdocs.yml:3:\d+: not YAML"):
        read_configuration(tmp_path)
