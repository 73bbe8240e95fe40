"""The live preview: stage what changed; the preview engine renders it and reloads the browser."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import click
import watchfiles

from coursekit.build import BUILD, write_stage
from coursekit.faults import CourseError
from coursekit.memory import Memory
from coursekit.pages.stage import StagedCourse, stage_course

WATCHED = ("lessons", "figures", "docs", "mkdocs.yml", "src/hwcalc/catalogue", "src/coursekit/strings")


def serve(root: Path, port: int, language: str) -> None:
    """Stage the course, show it at a local address and follow every edit until interrupted.

    A source with faults leaves the preview as it was; the faults are printed and the next good edit shows.
    """
    # An index of every page for every edit is slow, and so is a look at every link; the engine's warnings are shown to nobody.
    os.environ |= {"COURSE_SITE_URL": f"http://127.0.0.1:{port}/", "COURSE_SEARCH": "false", "COURSE_LINKS": "ignore"}
    memory = Memory()
    restage(root, memory, language)
    configuration = root / BUILD / language / "mkdocs.yml"
    engine = subprocess.Popen(
        [sys.executable, "-m", "zensical", "serve", "-f", str(configuration), "-a", f"127.0.0.1:{port}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
    )
    click.echo(f"The course is at http://127.0.0.1:{port}/ - edit lessons/ and figures/, stop with Ctrl+C (search works in the built site only)")
    try:
        for changes in watchfiles.watch(*(root / name for name in WATCHED if (root / name).exists()), debounce=60, step=20, raise_interrupt=False):
            if engine.poll() is not None:
                raise click.ClickException(f"the preview engine stopped with {engine.returncode}; is port {port} taken?")
            started = time.perf_counter()
            try:
                restage(root, memory, language)
            except CourseError as error:
                for fault in error.faults:
                    click.echo(str(fault), err=True)
                click.echo("The preview still shows the last good state", err=True)
            else:
                names = sorted({Path(path).name for _, path in changes})
                click.echo(f"{', '.join(names[:3])}: staged in {time.perf_counter() - started:.2f} s")
    finally:
        engine.terminate()
        engine.wait()


def restage(root: Path, memory: Memory, language: str) -> StagedCourse:
    """Stage again, reusing what did not change, and write only the files that differ. A preview shows translations that are drafts."""
    staged = stage_course(root, root / BUILD, lambda step: None, memory=memory, languages=(language,), drafts=True)
    write_stage(root, staged)
    return staged
