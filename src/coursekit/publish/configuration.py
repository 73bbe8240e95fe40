"""Writes the configuration of one language's site from the one mkdocs.yml.

The file is complete and inherits nothing: MkDocs replaces an inherited list where Zensical appends to it, and both look
for the theme's folder beside the inheriting file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from coursekit.faults import CourseError, Fault

SOURCE = "mkdocs.yml"


class _Loader(yaml.CSafeLoader):
    """Reads `!ENV [NAME, fallback]` as both engines do."""


def _environment_value(loader: _Loader, node: yaml.Node) -> Any:
    names = [node] if isinstance(node, yaml.ScalarNode) else list(node.value)
    fallback = loader.construct_object(names.pop()) if len(names) > 1 else None
    for name in names:
        if name.value in os.environ:
            text = os.environ[name.value]
            tag = loader.resolve(yaml.ScalarNode, text, (True, False))
            return loader.construct_object(yaml.ScalarNode(tag, text))
    return fallback


_Loader.add_constructor("!ENV", _environment_value)


def read_configuration(root: Path) -> dict[str, Any]:
    """Return mkdocs.yml as data, with the values of the environment filled in.

    Raises
    ------
    CourseError
        The file is not YAML, or not a mapping.
    """
    try:
        data = yaml.load((root / SOURCE).read_text(encoding="utf-8"), Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise CourseError([Fault(SOURCE, *where, f"not YAML: {error.problem}")]) from error
    if not isinstance(data, dict):
        raise CourseError([Fault(SOURCE, 1, 1, "holds no settings", "it must be a mapping")])
    return data


def write_configuration(
    root: Path,
    build_dir: Path,
    *,
    language: str,
    nav: Sequence[Any],
    site_url: str,
    site_dir: Path,
    assets_folder: str,
    stylesheets: Sequence[str],
    modules: Sequence[str],
) -> Path:
    """Write the complete configuration of one language's site.

    Parameters
    ----------
    root : Path
        The project, with mkdocs.yml and docs/overrides.
    build_dir : Path
        The staged tree of the language: the file goes there, the pages stand in its ``docs``.
    language : str
        ``en`` or ``pl``: a key of ``extra.languages``.
    nav : sequence
        The navigation, as MkDocs writes it.
    site_url : str
        Where this language's site will be served, with the language's folder and the port.
    site_dir : Path
        Where the site is written.
    assets_folder : str
        The staged folder of docs/assets, such as ``assets/1a2b3c4d``.
    stylesheets, modules : sequence of str
        Staged paths, such as ``assets/1a2b3c4d/stylesheets/course.css``, in the order in which a page loads them.

    Returns
    -------
    Path
        The file. It is rewritten only where its text changed, so that a watching preview stays calm.

    Raises
    ------
    CourseError
        mkdocs.yml cannot be read or does not know the language.
    """
    settings = read_configuration(root)
    extra = settings["extra"]
    languages: Mapping[str, Any] = extra.pop("languages")
    if language not in languages:
        raise CourseError([Fault(SOURCE, 1, 1, f"extra.languages has no {language!r}", f"known are: {', '.join(languages)}")])
    words = languages[language]
    other = next((key for key in languages if key != language), None)
    theme = settings["theme"]
    theme["language"] = language
    theme["custom_dir"] = _relative(root / theme["custom_dir"], build_dir)
    theme["favicon"] = f"{assets_folder}/images/favicon.svg"
    for entry in theme["palette"]:
        entry["toggle"]["name"] = words["schemes"][entry["toggle"]["name"]]
    for extension in settings["markdown_extensions"]:
        if isinstance(extension, dict) and "toc" in extension:
            extension["toc"]["permalink_title"] = words["permalink"]
    extra["scope"] = _scope(site_url, words["home"])
    extra["assets_folder"] = assets_folder
    extra["words"] = {key: value for key, value in words.items() if key not in ("schemes", "home", "site_name", "site_description")}
    if other is not None:
        extra["other_language"] = {"lang": other, "home": _relative(Path(languages[other]["home"]), Path(words["home"])) + "/"}
    settings |= {
        "site_name": words["site_name"],
        "site_description": words["site_description"],
        "site_url": site_url,
        "docs_dir": "docs",
        "site_dir": _relative(site_dir, build_dir),
        "nav": list(nav),
        "extra_css": list(stylesheets),
        "extra_javascript": [{"path": name, "type": "module"} for name in modules],
    }
    text = "# Written by `course build` from mkdocs.yml; edit that.\n"
    text += yaml.dump(settings, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=120)
    path = build_dir / SOURCE
    build_dir.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def _relative(path: Path, start: Path) -> str:
    """Return `path` as seen from the folder `start`, with forward slashes."""
    return Path(os.path.relpath(path, start)).as_posix()


def _scope(site_url: str, home: str) -> str:
    """Return the folder under which the theme keeps its settings: that of all languages, so that they share the colours.

    The theme prints it in an inline script; a constant keeps the script, and so its hash in the policy, the same on each page.
    """
    path = urlsplit(site_url).path or "/"
    return path.removesuffix(home) if home else path
