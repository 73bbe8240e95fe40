"""Whether the bespoke elements hold 60 frames a second on a slow computer.

Run it with ``python -m benchmarks.frame_rate``, with ``--site site`` for a site that was built with the address of the
tests. Each element is worked in its own lesson as a learner does: on a desk each slider is dragged with the mouse, on a
phone with a finger, by one stop in a sixtieth of a second; and a button is pressed 30 times a second, as a held key does.

Two things are printed. The frames are counted with the CPU slowed four times; without a graphics processor the drawing of
the pixels, which is not slowed, takes from the same cores, so other work on the computer costs frames. The time of the
page's own thread (scripts, style, layout, paint) is taken at full speed and counts neither: it is the firm number, and a quarter
of a frame is its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, CDPSession, Locator, Page, async_playwright

from coursekit.elements import element_names
from tests.course_site import ADDRESS, CHROMIUM_FLAGS, chromium_executable, copy_project, run_course, served

FRAME_MS = 1000 / 60
SLOWED = 4
WIDTHS = {"desk": 1280, "phone": 390}
THUMB = 24  # pixels, as the style sheet has it
PRESS_BUTTONS = (("next", "back"), ("up", "down"))
#: Notes the time between frames and the changes of sliders, from now on.
WATCH = """() => {
  window.frames_ms = []; window.changes = 0;
  if (!window.watched) addEventListener("input", () => changes++, true);
  window.watched = true;
  let before = 0;
  const note = (now) => { if (before) frames_ms.push(now - before); before = now; window.watching = requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
STOP = "() => { cancelAnimationFrame(watching); return [frames_ms, changes]; }"
SLIDER = """(range) => {
  range.scrollIntoView({ block: "center" });
  const { left, top, width, height } = range.getBoundingClientRect();
  const step = Number(range.step) || 1;
  return { left, width, y: top + height / 2, stops: Math.round((range.max - range.min) / step), at: (range.value - range.min) / step };
}"""


class Work(NamedTuple):
    """What one way of working an element gave: the thread's milliseconds for a step, and the frames of the slowed rounds."""

    busy_ms: float
    frames_ms: list[float]


def lesson_with(element: str, site: Path) -> str:
    """Return the address of a lesson that shows an element, from the root of the site."""
    for path in sorted(site.glob("*/*/index.html")):
        if f"<{element} " in path.read_text(encoding="utf-8"):
            return path.parent.relative_to(site).as_posix() + "/"
    raise ValueError(f"no lesson shows {element}")


async def drag(session: CDPSession, slider: Locator, steps: int, touch: bool) -> int:
    """Drag a slider to and fro, one stop each sixtieth of a second, whether or not the page keeps up; return the steps."""
    found = await slider.evaluate(SLIDER)
    stops, at, ahead, sent = found["stops"], found["at"], 1, []

    def send(kind: str) -> None:
        place = {"x": found["left"] + THUMB / 2 + (found["width"] - THUMB) * at / stops, "y": found["y"]}
        if touch:
            event = {"type": f"touch{kind}", "touchPoints": [] if kind == "End" else [place]}
        else:
            name = {"Start": "mousePressed", "Move": "mouseMoved", "End": "mouseReleased"}[kind]
            event = {"type": name, **place, "button": "left", "buttons": int(kind != "End"), "clickCount": int(kind != "Move")}
        sent.append(asyncio.create_task(session.send("Input.dispatchTouchEvent" if touch else "Input.dispatchMouseEvent", event)))

    clock = asyncio.get_running_loop().time
    began = clock()
    send("Start")
    for step in range(steps):
        ahead = ahead if 0 <= at + ahead <= stops else -ahead
        at += ahead
        send("Move")
        await asyncio.sleep(max(0, began + (step + 1) / 60 - clock()))
    send("End")
    await asyncio.gather(*sent)
    return steps


async def press(buttons: list[Locator], steps: int) -> int:
    """Press one button 30 times a second, then the other as often; return the steps."""
    ahead, back = [await button.element_handle() for button in buttons]
    loop = "([ahead, back, steps]) => new Promise((done) => { let at = 0; const timer = setInterval(() => { (Math.floor(at / 20) % 2 ? back : ahead).click(); if (++at === steps) { clearInterval(timer); done(); } }, 1000 / 30); })"
    await ahead.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    await (await ahead.owner_frame()).evaluate(loop, [ahead, back, steps])
    return steps


async def worked(page: Page, session: CDPSession, work: Callable[[int], Awaitable[int]], steps: int) -> Work:
    """Work an element at full speed for the time of a step, then slowed for the frames; once before, so that its code is compiled."""

    async def busy() -> float:
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        return next(1000 * one["value"] for one in metrics if one["name"] == "TaskDuration")

    await work(steps // 4)
    await page.evaluate(WATCH)
    before = await busy()
    done = await work(steps)
    spent = await busy() - before
    _, changes = await page.evaluate(STOP)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    await page.evaluate(WATCH)
    await work(steps)
    frames, _ = await page.evaluate(STOP)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return Work(spent / (changes or done), frames)


async def ways_of(page: Page, session: CDPSession, element: str, touch: bool) -> list[tuple[str, Callable[[int], Awaitable[int]]]]:
    """Return what a learner can do with an element as (name, work): drag each slider, press its button."""
    ways: list[tuple[str, Callable[[int], Awaitable[int]]]] = []
    for slider in await page.locator(f"{element} input[type=range]").all():
        if await slider.is_visible():
            ways.append(("drag", lambda steps, slider=slider: drag(session, slider, steps, touch)))
    for moves in PRESS_BUTTONS:
        buttons = [page.locator(f"{element} [data-move={move}]").first for move in moves]
        if await buttons[0].count() and await buttons[0].is_visible():
            ways.append(("press", lambda steps, buttons=buttons: press(buttons, steps)))
    return ways


async def measured(chromium: Browser, site: Path, steps: int, rounds: int, elements: list[str]) -> AsyncIterator[tuple[str, str, str, Work]]:
    """Yield element, width, way, and the work: the median time of a step over all sliders and rounds, and all frames."""
    for element in elements:
        for width, pixels in WIDTHS.items():
            touch = width == "phone"
            context = await chromium.new_context(viewport={"width": pixels, "height": 900}, has_touch=touch, is_mobile=touch)
            page = await context.new_page()
            await page.goto(ADDRESS + lesson_with(element, site))
            await page.locator(f"{element}[data-live]").first.wait_for()
            session = await context.new_cdp_session(page)
            await session.send("Performance.enable", {"timeDomain": "threadTicks"})
            results: dict[str, list[Work]] = {}
            for name, work in await ways_of(page, session, element, touch):
                results.setdefault(name, []).extend([await worked(page, session, work, steps) for _ in range(rounds)])
            for name, works in results.items():
                yield element, width, name, Work(statistics.median(one.busy_ms for one in works), [frame for one in works for frame in one.frames_ms])
            await context.close()


async def report(site: Path, steps: int, rounds: int, elements: list[str]) -> None:
    """Print one line for each element, width and way."""
    print(f"frames with the CPU slowed {SLOWED} times (promise: one in {FRAME_MS:.1f} ms), and the thread's time for a step at full speed (limit {FRAME_MS / SLOWED:.1f} ms); load {os.getloadavg()[0]:.1f}")
    with served(site) as port:
        async with async_playwright() as playwright:
            flags = [*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP course.test:80 127.0.0.1:{port}"]
            chromium = await playwright.chromium.launch(executable_path=chromium_executable(), args=flags)
            async for element, width, way, (busy, frames) in measured(chromium, site, steps, rounds, elements):
                held = sum(one < 1.5 * FRAME_MS for one in frames) / len(frames)
                print(f"{element:16} {width:6} {way:6} {held:4.0%} of frames in time, median {statistics.median(frames):5.1f} ms; {busy:4.1f} ms a step", flush=True)
            await chromium.close()


def main() -> None:
    """Read the options, build a site from a copy of the project where none is given, and report."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("elements", nargs="*", help="which elements; all by default")
    options.add_argument("--site", type=Path, help="a built site; by default one is built")
    options.add_argument("--steps", type=int, default=120, help="steps of each round")
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.site is None:
            project = copy_project(Path(folder) / "project")
            built = run_course(project, "build", COURSE_SITE_URL=ADDRESS)
            if built.returncode:
                raise RuntimeError(built.stdout + built.stderr)
            given.site = project / "site"
        asyncio.run(report(given.site, given.steps, given.rounds, given.elements or list(element_names())))


if __name__ == "__main__":
    main()
