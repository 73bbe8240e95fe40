"""Mends one slip of the search that the theme brings along.

Its index shares the ends of words, and tells two branches apart by a text made of letters and numbers: the letter 1 before
branch 23 reads like the letters 12 before branch 3. With many pages full of figures two branches then count as one, a word is
found that no page has, and the whole question fails. A comma between the parts keeps them apart.
"""

from __future__ import annotations

from pathlib import Path

from coursekit.faults import Fault

JOINED, APART = "e=e+s+o.id}return e}", 'e=e+s+o.id+","}return e}'


def mend_search(site: Path) -> list[Fault]:
    """Mend the search of every language of a rendered site.

    Returns
    -------
    list of Fault
        One for each script in which the slip is not where it was: the theme has changed, and this step is to be looked at again.
    """
    faults = []
    for path in sorted(site.rglob("assets/javascripts/workers/search.*.min.js")):
        text = path.read_text(encoding="utf-8")
        if text.count(JOINED) == 1:
            path.write_text(text.replace(JOINED, APART), encoding="utf-8", newline="\n")
        else:
            faults.append(Fault(path.relative_to(site).as_posix(), 1, 1, "the search of the theme is not the one that is mended here", "see coursekit/publish/search.py"))
    return faults
