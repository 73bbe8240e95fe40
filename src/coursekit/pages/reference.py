"""The reference of the Python functions, made from their docstrings."""

from __future__ import annotations

import inspect
import re
from html import escape
from textwrap import dedent

from coursekit.pages.address import Page, formula_page
from coursekit.pages.fragments import markdown_text, words
from hwcalc.registry import FORMULAS, Formula

REFERENCE = Page("reference.md")
_HEADING = re.compile(r"^(Parameters|Returns|Raises|Notes|Examples)\n-+\n", re.MULTILINE)
_PARAMETER = re.compile(r"^(\w[\w, ]*) : (.*)$")


def reference_markdown(language: str) -> str:
    """Return the staged page: for each function its signature, its arguments, what it returns and raises, and examples."""
    strings = words(language)
    front = f'---\ntitle: "{strings["reference"]}"\ndescription: "{strings["reference_lead"]}"\nsearch:\n  exclude: true\n---\n# {strings["reference"]}\n\n{strings["reference_lead"]}\n'
    modules: dict[str, list[Formula]] = {}
    for formula in FORMULAS.values():
        modules.setdefault(formula.module, []).append(formula)
    parts = [front]
    for module, formulas in modules.items():
        parts.append(f"\n## hwcalc.{module} {{#{module}}}\n")
        parts += [_function(formula, strings) for formula in formulas]
    return "\n".join(parts)


def _function(formula: Formula, strings: dict) -> str:
    summary, sections = docstring_sections(formula.function.__doc__ or "")
    signature = f"{formula.name}{inspect.signature(formula.function)}".replace("'", "")
    lines = [
        f"### {markdown_text(formula.name)} {{#{formula.name}}}", "", summary, "",
        f"`{signature}`", "",
        *_parameters(sections.get("Parameters", "")),
        f"- **{strings['returns']}**: {_inline(sections.get('Returns', ''))}", f"- **{strings['raises']}**: {_inline(sections.get('Raises', ''))}", "",
    ]
    if "Examples" in sections:
        # No code block: the theme's script looks after each of those, and a phone is busy with a hundred.
        lines += [f'<pre class="example">{escape(sections["Examples"].strip(), quote=False)}</pre>', ""]
    lines += [f'<p><a href="{REFERENCE.link(formula_page(formula.name))}">{strings["formula_page"]}</a></p>', ""]
    return "\n".join(lines)


def docstring_sections(docstring: str) -> tuple[str, dict[str, str]]:
    """Split a numpydoc docstring into its text before the first section, and its sections by title.

    Examples
    --------
    >>> docstring_sections('''Do it.
    ...
    ...     Returns
    ...     -------
    ...     float
    ...     ''')
    ('Do it.', {'Returns': 'float'})
    """
    first, _, rest = docstring.partition("\n")
    text = f"{first.strip()}\n{dedent(rest)}"
    pieces = _HEADING.split(text)
    return pieces[0].strip(), {title: body.strip() for title, body in zip(pieces[1::2], pieces[2::2], strict=True)}


def _parameters(body: str) -> list[str]:
    lines: list[str] = []
    for line in body.split("\n"):
        match = _PARAMETER.match(line)
        if match:
            lines.append(f"- `{match[1]}`: {match[2].strip()}.")
        elif line.strip() and lines:
            lines[-1] += f" {_inline(line)}"
    return lines


def _inline(body: str) -> str:
    """Return a section as one line of Markdown; square brackets around a unit are no link."""
    return re.sub(r"[\[\]]", lambda mark: "\\" + mark[0], " ".join(body.split())).replace("*", "\\*")
