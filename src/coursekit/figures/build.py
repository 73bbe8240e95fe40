"""Builds figures: asks for their numbers, draws what is stale, writes the files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from coursekit.figures import bands, bars, line, roofline, stack
from coursekit.figures.cache import DrawingCache, write_whole
from coursekit.figures.faults import FigureError, FigureFault
from coursekit.figures.resolve import Evaluate, Resolver
from coursekit.figures.result import BuiltFigure, FigureFiles, Size
from coursekit.figures.schema import FigureBase
from coursekit.figures.svg import dark, finished

#: The module of each kind; a new kind is one more module and one more class in `schema`.
KINDS: dict[str, ModuleType] = {"roofline": roofline, "stack": stack, "bands": bands, "bars": bars, "line": line}

WIDE, NARROW = 720, 312  # at 312, the smallest text of 12 px stays above 11 px in the 288 px column of a 320 px phone
_VARIANTS = ("light", "dark", "narrow-light", "narrow-dark")


def build_figures(specs: Iterable[FigureBase], evaluate: Evaluate, out_dir: Path, cache_dir: Path, language: str) -> dict[str, BuiltFigure]:
    """Build figures into a folder.

    Parameters
    ----------
    specs : iterable of FigureBase
        Checked figure files.
    evaluate : callable
        Gives the value of an expression (``si``, ``unit``, ``path``), or raises `coursekit.values.ExpressionError`.
    out_dir : Path
        Gets four drawings for each figure. Files whose content is already right are left alone.
    cache_dir : Path
        Keeps the drawings between builds.
    language : {"en", "pl"}

    Returns
    -------
    dict of str to BuiltFigure
        By id, in the order of `specs`.

    Raises
    ------
    FigureError
        With every fault of every figure; then nothing is written.
    """
    resolved = []
    faults: list[FigureFault] = []
    for spec in specs:
        resolver = Resolver(spec, evaluate, language)
        words = {name: resolver.words(getattr(spec, name), (name,)) for name in ("title", "claim", "caption")}
        data = KINDS[spec.kind].resolve(spec, resolver)
        faults += resolver.faults
        resolved.append((spec, words, data, resolver))
    if faults:
        raise FigureError(faults)

    cache = DrawingCache(cache_dir)
    built: dict[str, BuiltFigure] = {}
    out_dir.mkdir(parents=True, exist_ok=True)
    for spec, words, data, resolver in resolved:
        key = cache.key([spec.id, spec.kind, words["title"], words["claim"], asdict(data)], language)
        drawings = cache.get(spec.id, language, key)
        drawn = drawings is None
        if drawings is None:
            drawings = _drawings(spec, words, data, language)
            cache.put(spec.id, language, key, drawings)
        names = [f"{spec.id}-{variant}.svg" for variant in _VARIANTS]
        for name, variant in zip(names, _VARIANTS, strict=True):
            _write_if_new(out_dir / name, drawings[variant])
        built[spec.id] = BuiltFigure(
            spec.id, spec.kind, words["title"], words["claim"], words["caption"], FigureFiles(*names),
            _size(drawings["light"]), _size(drawings["narrow-light"]), KINDS[spec.kind].table(data, language),
            tuple(resolver.paths), resolver.unverified(), drawn,
        )  # fmt: skip
    return built


def _drawings(spec: FigureBase, words: dict[str, str], data: object, language: str) -> dict[str, str]:
    from coursekit.figures.canvas import (
        Canvas,  # Matplotlib takes 0.4 s to import: only when something is stale
    )

    drawings: dict[str, str] = {}
    for shape, width in (("", WIDE), ("narrow-", NARROW)):
        canvas = Canvas(width, narrow=bool(shape), language=language)
        KINDS[spec.kind].draw(data, canvas)
        prefix = f"{spec.id}-{shape}".rstrip("-")
        drawings[f"{shape}light"] = finished(canvas.svg(spec.id), prefix=prefix, title=words["title"], claim=words["claim"])
        drawings[f"{shape}dark"] = dark(drawings[f"{shape}light"])
    return drawings


def _size(svg: str) -> Size:
    width, height = (int(svg.split(f' {side}="', 1)[1].split('"', 1)[0]) for side in ("width", "height"))
    return Size(width, height)


def _write_if_new(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_whole(path, text)
