"""Builds the site: stage, render every language at once, secure, and only then replace the last good one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from coursekit.check.ages import source_date_epoch
from coursekit.faults import CourseError, Fault
from coursekit.pages.stage import Progress, StagedCourse, stage_course
from coursekit.publish.configuration import write_configuration
from coursekit.publish.links import check_links
from coursekit.publish.search import mend_search
from coursekit.publish.security import secure
from coursekit.publish.theme_styles import trim_theme_styles

BUILD = ".build"
DEFAULT_ADDRESS = "http://127.0.0.1:8000/"
FOLDERS = {"en": "", "pl": "pl"}


def site_address() -> str:
    """Return where the site will stand, with a slash at its end."""
    return os.environ.get("COURSE_SITE_URL", DEFAULT_ADDRESS).rstrip("/") + "/"


def write_stage(root: Path, staged: StagedCourse) -> dict[str, Path]:
    """Write the staged trees and return the configuration of each language. Files that are already right stay as they are."""
    configurations = {}
    for language, stage in staged.stages.items():
        docs = root / BUILD / language / "docs"
        wanted = set(stage.files)
        for old in [path for path in docs.rglob("*") if path.is_file() and path.relative_to(docs).as_posix() not in wanted]:
            old.unlink()
        for name, content in stage.files.items():
            path = docs / name
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        configurations[language] = write_configuration(
            root, root / BUILD / language, language=language, nav=stage.nav, site_url=site_address() + (f"{FOLDERS[language]}/" if FOLDERS[language] else ""),
            site_dir=root / BUILD / language / "site", assets_folder=staged.assets[language].folder, stylesheets=staged.assets[language].stylesheets, modules=staged.assets[language].modules,
        )
    return configurations


def build(root: Path, progress: Progress = print) -> Path:
    """Build the whole site into `site/`.

    Returns
    -------
    Path
        The folder of the site.

    Raises
    ------
    CourseError
        With every fault; the last good site is left as it was.
    """
    staged = stage_course(root, root / BUILD, progress, os.environ.get("COURSE_REPORT_URL", ""))
    fresh = root / BUILD / "site"
    shutil.rmtree(fresh, ignore_errors=True)
    configurations = write_stage(root, staged)
    progress(f"Rendering {len(staged.stages['en'].files)} files in {len(configurations)} languages")
    render(root, configurations, fresh)
    trim_theme_styles(fresh)
    progress("Checking what was rendered")
    faults = [*mend_search(fresh), *secure(fresh), *check_links(fresh)]
    if faults:
        raise CourseError([fault if isinstance(fault, Fault) else Fault("site", 1, 1, str(fault)) for fault in faults])
    return replace(fresh, root / "site", root / BUILD / "previous")


def render(root: Path, configurations: dict[str, Path], fresh: Path) -> None:
    """Run MkDocs for every language at the same time; the second language is put below the first afterwards."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": str(source_date_epoch(root) or 0)}
    running = {
        language: subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "-f", str(path), "-d", str(_rendered(fresh, language))],
            cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for language, path in configurations.items()
    }
    faults = []
    for language, process in running.items():
        output, _ = process.communicate()
        if process.returncode != 0:
            lines = [line for line in output.splitlines() if line.startswith(("WARNING", "ERROR")) or "Error" in line] or output.splitlines()[-5:]
            faults += [Fault(f"{BUILD}/{language}", 1, 1, f"MkDocs: {line}") for line in lines]
    if faults:
        raise CourseError(faults)
    for language in configurations:
        if _rendered(fresh, language) != fresh / FOLDERS[language]:
            os.replace(_rendered(fresh, language), fresh / FOLDERS[language])


def _rendered(fresh: Path, language: str) -> Path:
    return fresh if not FOLDERS[language] else fresh.with_name(f"site-{language}")


def replace(fresh: Path, final: Path, previous: Path) -> Path:
    """Put a finished site in the place of the last one; a reader of the folder never sees half of it."""
    shutil.rmtree(previous, ignore_errors=True)
    if final.exists():
        os.replace(final, previous)
    os.replace(fresh, final)
    shutil.rmtree(previous, ignore_errors=True)
    return final
