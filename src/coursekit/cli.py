"""The command line. It only calls."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from coursekit.faults import CourseError


def find_root(start: Path) -> Path:
    """Return the project's folder: the nearest one upwards that holds lessons/syllabus.yml."""
    for folder in (start, *start.parents):
        if (folder / "lessons" / "syllabus.yml").exists():
            return folder
    raise click.ClickException("there is no lessons/syllabus.yml here or above; run this inside the project")


class _Course(click.Group):
    """Prints faults as lines, never as a traceback."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except CourseError as error:
            for fault in error.faults:
                click.echo(str(fault), err=True)
            count = len(error.faults)
            click.echo(f"{count} fault{'s' if count != 1 else ''}; nothing was written", err=True)
            context.exit(1)


@click.group(cls=_Course, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build, check and extend the course."""


def _say(step: str) -> None:
    click.echo(f"  {step} ...", err=True)


@main.command("build")
def build_command() -> None:
    """Check everything and build the site into site/."""
    from coursekit.build import build

    root = find_root(Path.cwd())
    click.echo(f"The site stands in {build(root, _say).relative_to(root)}/")


@main.command()
@click.option("--port", default=8000, show_default=True, help="Where the preview answers.")
@click.option("--language", type=click.Choice(["en", "pl"]), default="en", show_default=True, help="Which language to look at.")
def serve(port: int, language: str) -> None:
    """Show the course in a browser and follow every edit."""
    from coursekit.serve import serve as run

    run(find_root(Path.cwd()), port, language)


@main.command()
@click.option("--facts", is_flag=True, help="Judge the age of facts by today's date and list what is due soon.")
@click.option("--days", default=90, show_default=True, help="How far ahead --facts looks.")
@click.option("--strict", is_flag=True, help="Fail also where a translation is older than its source or a draft.")
def check(facts: bool, days: int, strict: bool) -> None:
    """Report every fault of the sources, one line each.

    Translations that are older than their sources are listed as well. They stop nothing unless --strict is given.
    """
    from coursekit.pages.stage import check_course, translator_hints

    root = find_root(Path.cwd())
    if facts:
        _check_facts(root, days)
    checked = check_course(root)
    hints, course, pages = translator_hints(checked), checked.course, checked.pages
    if hints and strict:
        raise CourseError(hints)
    for hint in hints:
        click.echo(str(hint))
    items = sum(len(lesson.items) for lesson in course.lessons.values())
    click.echo(f"No faults: {len(pages)} lessons, {len(checked.cards)} topic cards, {items} items, {len(course.figures)} figures, {len(course.planned)} lessons planned")


def _check_facts(root: Path, days: int) -> None:
    from coursekit.check.ages import overdue
    from coursekit.pages.stage import load_catalogue
    from coursekit.read.course import load_course

    today = datetime.datetime.now(datetime.UTC).date()
    catalogue = load_catalogue(root)
    faults = overdue(catalogue, load_course(root), today)
    for due in catalogue.due_within(today, days):
        if due.review_by >= today:
            click.echo(f"{due.file}:{due.line}:{due.column}: the review of {due.path} is due on {due.review_by}")
    if faults:
        raise CourseError(faults)
    click.echo(f"No fact is past its review on {today}")


@main.group()
def new() -> None:
    """Start a lesson, a translation or a figure from a template that explains itself."""


@new.command("lesson")
@click.argument("name")
def new_lesson(name: str) -> None:
    """Write the draft of a planned lesson, for instance why-gpus/tiling."""
    from coursekit.new import write_lesson

    root = find_root(Path.cwd())
    for path in write_lesson(root, name):
        click.echo(path.relative_to(root).as_posix())


@new.command("translation")
@click.argument("name")
@click.argument("language")
def new_translation(name: str, language: str) -> None:
    """Start a translation with the source's texts in place, for instance why-gpus/moving-data pl."""
    from coursekit.translate import write_translation

    root = find_root(Path.cwd())
    for path in write_translation(root, name, language):
        click.echo(path.relative_to(root).as_posix())


@main.command()
@click.argument("name")
@click.argument("language")
def translated(name: str, language: str) -> None:
    """Note that a translation was compared with its source as it stands: course translated why-gpus/moving-data pl."""
    from coursekit.translate import mark_translated

    root = find_root(Path.cwd())
    for path in mark_translated(root, name, language):
        click.echo(path.relative_to(root).as_posix())


@new.command("figure")
@click.argument("name")
@click.option("--kind", default="bars", show_default=True, help="roofline, stack, bands, bars or line.")
def new_figure(name: str, kind: str) -> None:
    """Write a figure file that draws at once."""
    from coursekit.new import write_figure

    root = find_root(Path.cwd())
    click.echo(write_figure(root, name, kind).relative_to(root).as_posix())


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("formula", required=False)
@click.argument("arguments", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print value, unit, formula and source as JSON.")
def calc(formula: str | None, arguments: tuple[str, ...], as_json: bool) -> None:
    """Run a formula: course calc kv_bytes tokens=32768 kv_bytes_per_token=327680.

    Without a formula: list them all. An argument may be a number, a number with a unit (80GB) or a catalogue path.
    """
    from coursekit.calc import answer, listing

    click.echo(listing() if formula is None else answer(formula, arguments, as_json))


@main.command()
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path("schemas"), show_default=True, help="Folder to write to.")
def schema(folder: Path) -> None:
    """Write JSON Schemas of all source files, for editors."""
    from coursekit.exports.schemas import write_schemas

    for path in write_schemas(folder):
        click.echo(path.as_posix())


@main.command()
@click.argument("target", type=click.Path(path_type=Path), default=Path("course.json"))
def export(target: Path) -> None:
    """Write the summary of the course as JSON."""
    import json

    from coursekit.build import BUILD
    from coursekit.pages.stage import stage_course

    root = find_root(Path.cwd())
    summary = stage_course(root, root / BUILD, _say).summary
    target.write_text(json.dumps(summary, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
    click.echo(target.as_posix())


if __name__ == "__main__":
    sys.exit(main())
