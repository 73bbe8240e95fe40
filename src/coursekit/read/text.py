"""Reads a source file as text, or says at which byte it is not text."""

from __future__ import annotations

from pathlib import Path

from coursekit.faults import CourseError, Fault


class SourceText:
    """The text of one source file, with line ends made alike.

    Parameters
    ----------
    path : str
        The file as it is named in messages.
    text : str
        The whole text with line feeds only and no byte order mark.
    """

    def __init__(self, path: str, text: str):
        self.path = path
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both counted from 1, of a place in the text."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def fault(self, offset: int, wrong: str, right: str = "") -> Fault:
        """Return a fault at a place in the text."""
        line, column = self.position(offset)
        return Fault(self.path, line, column, wrong, right)


def read_text(root: Path, path: Path) -> SourceText:
    """Read a file as UTF-8, with or without a byte order mark.

    Raises
    ------
    CourseError
        Where the file is missing or holds bytes of another encoding.
    """
    name = path.relative_to(root).as_posix()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError([Fault(name, 1, 1, f"the file cannot be read: {error.strerror}")]) from None
    if b"\x00" in data:
        line = data[: data.index(b"\x00")].count(b"\n") + 1
        raise CourseError([Fault(name, line, 1, "the file holds a zero byte", "save it as plain UTF-8 text")])
    try:
        return SourceText(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2]) + 1
        byte = data[error.start]
        raise CourseError([
            Fault(name, line, column, f"the byte 0x{byte:02x} is not UTF-8", "save the file as UTF-8 (it looks like a Windows code page)")
        ]) from None
