"""A block of a bespoke element that is wrong gives a line with its place; a right one gives a view."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_site import copy_lessons

from coursekit.faults import CourseError
from coursekit.pages.stage import check_course

MATRIX = "lessons/why-gpus/matrix-multiplication/lesson.md"
PRECISIONS = "lessons/why-gpus/number-precisions/lesson.md"
PARALLEL = "lessons/why-gpus/parallel-computing/lesson.md"
TILING = "lessons/why-gpus/tiling/lesson.md"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons that have these blocks, and those that they lean on, to be broken."""
    names = [str(Path(file).parent.relative_to("lessons")) for file in (MATRIX, PRECISIONS, PARALLEL, TILING)]
    project = copy_lessons(tmp_path_factory.mktemp("copy") / "project", *names, "why-gpus/moving-data", "why-gpus/gpu-memory")
    assert check_course(project)[1]
    return project


#: Where, what is there, what it becomes, and what the line must say.
BROKEN = [
    (MATRIX, "- [3, 0, 1, 2, 2, 1]", "- [3, 0, 1, 2, 2]", "the rows of 'first' are not equally long"),
    (MATRIX, "- [3, 2, 4, 4]\n", "", "the shapes do not fit: a row of 'first' has 6 numbers, a column of 'second' 5"),
    (MATRIX, "- [3, 0, 1, 2, 2, 1]", "- [3, 0, 1, 2.5, 2, 1]", "2.5 does not fit into a cell; take a whole number from 0 to 9"),
    (MATRIX, "- [3, 0, 1, 2, 2, 1]", "- [3, 0, 1, 12, 2, 1]", "12 does not fit into a cell"),
    (MATRIX, "- [3, 0, 1, 2, 2, 1]", "- [3, 0, 1, mon_cake, 2, 1]", "unknown name 'mon_cake'; did you mean 'mon_cakes'?"),
    (MATRIX, "start: {m: 2, n: 2, k: 3}", "start: {m: 8, n: 2, k: 3}", "the start 'm' is larger than the matrices, which allow 7"),
    (MATRIX, "start: {m: 2, n: 2, k: 3}", "start: {m: 0, n: 2, k: 3}", "'m'"),
    (MATRIX, "columns: [Flour, Eggs, Butter, Sugar]", "columns: [Flour, Eggs, Butter]", "'columns' has 3 names for 4 columns"),
    (MATRIX, 'cell: "{column} for {row}"', 'cell: "{column}"', "'cell' does not say which one; write {row}"),
    (PRECISIONS, "format: bf16\nnumber: tenth", "format: bf17\nnumber: tenth", "'format'"),
    (PRECISIONS, "format: bf16\nnumber: tenth", "format: bf16\nnumber: tenths", "unknown name 'tenths'; did you mean 'tenth'?"),
    (PARALLEL, "numbers: ballots\n", "numbers: helpers\n", "'numbers' is 64; take a whole number from 1024"),
    (PARALLEL, "workers: helpers\nserial", "workers: 5000\nserial", "'workers' is 5000; take a whole number from 1 to 1024"),
    (PARALLEL, "serial: serial\n", "serial: 0.5\n", "'serial' is 0.5; take a share from 0 to 0.25"),
    (PARALLEL, "workers: helpers\nserial", "workers: helper\nserial", "unknown name 'helper'; did you mean 'helpers'?"),
    (TILING, "edge: edge\ntile: tile\n", "edge: 4000\ntile: tile\n", "'edge' is 4000; take a power of two up to 65536"),
    (TILING, "edge: edge\ntile: tile\n", "edge: edge\ntile: 8192\n", "'tile' is 8192; take a power of two up to 4096"),
    (TILING, "chip: nvidia-h100-sxm\n", "chip: nvidia-h100-smx\n", "the catalogue has no 'nvidia-h100-smx' under hardware; did you mean 'nvidia-h100-sxm'?"),
    (TILING, "format: bf16\n", "format: bf17\n", "bf17"),
    (TILING, "bytes_per_sum: sum\n", "bytes_per_sum: 0\n", "'bytes_per_sum' is 0; take a number above 0"),
    (TILING, "bytes: cache}", "bytes: 1000}", "the memory of all blocks is not larger than that of one; swap 'near' and 'shared'"),
]


@pytest.mark.parametrize(("name", "old", "new", "said"), BROKEN)
def test_a_wrong_block_is_located(copy: Path, name: str, old: str, new: str, said: str) -> None:
    path = copy / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        with pytest.raises(CourseError) as caught:
            check_course(copy)
    finally:
        path.write_text(text, encoding="utf-8")
    block = text[: text.index(old)].count("\n") + 1
    lines = [str(fault) for fault in caught.value.faults]
    assert any(said in line for line in lines), lines
    assert all(line.startswith(f"{name}:") for line in lines), lines
    assert all(abs(int(line.split(":")[1]) - block) <= 30 for line in lines), lines
