"""Whether the bespoke elements hold 60 frames a second on a slow computer.

Run it with ``python -m benchmarks.frame_rate``, with ``--site site`` for a site that was built with the address of the
tests. Each element is worked in its own lesson, at the widths of a desk and of a phone, in two ways: all its sliders
move by one stop a frame, and its button is pressed 30 times a second, as a held key does. Where there is no slider, one bit
flips a frame.

Two things are printed. The frames are counted with the CPU slowed four times; without a graphics processor the drawing of
the pixels, which is not slowed, takes from the same cores, so other work on the computer costs frames. The time of the
page's own thread (scripts, style, layout, paint) is taken at full speed and counts neither: it is the firm number, and a quarter
of a frame is its limit.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from coursekit.elements import element_names
from tests.course_site import ADDRESS, chromium_for, copy_project, run_course

FRAME_MS = 1000 / 60
SLOWED = 4
WIDTHS = {"desk": 1280, "phone": 390}
WAYS = ("slide", "press")
#: Works an element for some frames and returns the time between them; null where it has nothing of the kind.
WORK = """async ([tag, way, frames]) => {
  const element = document.querySelector(tag);
  element.scrollIntoView();
  const seen = (one) => one.offsetWidth > 0;
  const sliders = [...element.querySelectorAll("input[type=range]")].filter(seen);
  const buttons = ["next", "up"].flatMap((move) => [...element.querySelectorAll(`[data-move=${move}]`)]).filter(seen);
  const backs = ["back", "down"].flatMap((move) => [...element.querySelectorAll(`[data-move=${move}]`)]).filter(seen);
  const bits = () => [...element.querySelectorAll("button.flip-bit")];
  const ahead = new Map(sliders.map((slider) => [slider, 1]));
  const slide = (at) => {
    const slider = sliders[at % sliders.length];
    const place = Number(slider.value) + ahead.get(slider);
    if (place < Number(slider.min) || place > Number(slider.max)) ahead.set(slider, -ahead.get(slider));
    slider.value = Number(slider.value) + ahead.get(slider);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const flip = (at) => bits()[(7 * at) % bits().length].click();
  const press = (at) => (Math.floor(at / 20) % 2 ? backs : buttons)[0].click();
  const step = way === "press" ? buttons.length && press : sliders.length ? slide : bits().length && flip;
  if (!step) return null;
  let [at, timer] = [0, 0];
  if (way === "press") timer = setInterval(() => step(at++), 1000 / 30);
  const times = [];
  let before = await new Promise(requestAnimationFrame);
  while (times.length < frames) {
    if (way !== "press") setTimeout(() => step(at++)); // input comes before the frame that shows it
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  clearInterval(timer);
  return { times, steps: at };
}"""


def lesson_with(element: str, site: Path) -> str:
    """Return the address of a lesson that shows an element, from the root of the site."""
    for path in sorted(site.glob("*/*/index.html")):
        if f"<{element} " in path.read_text(encoding="utf-8"):
            return path.parent.relative_to(site).as_posix() + "/"
    raise ValueError(f"no lesson shows {element}")


def milliseconds_a_step(page: Page, element: str, way: str, frames: int) -> float | None:
    """Return how long one step keeps the page's own thread busy, at full speed; None where there is nothing to work.

    The element is worked once before, so that its code has been compiled.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        return next(1000 * one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")

    if page.evaluate(WORK, [element, way, 20]) is None:
        return None
    before = busy()
    steps = page.evaluate(WORK, [element, way, frames])["steps"]
    return (busy() - before) / steps


def slowed_frames(page: Page, element: str, way: str, frames: int) -> list[float]:
    """Return the milliseconds between frames with the CPU slowed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    times = page.evaluate(WORK, [element, way, frames])["times"]
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return times


def measured(site: Path, frames: int, rounds: int, elements: list[str]) -> Iterator[tuple[str, str, str, float, list[float]]]:
    """Yield element, width, way, the median milliseconds of a step, and all the frames of the slowed rounds."""
    with sync_playwright() as playwright, chromium_for(playwright, site) as chromium:
        for element in elements:
            for width, pixels in WIDTHS.items():
                context = chromium.new_context(viewport={"width": pixels, "height": 900})
                page = context.new_page()
                page.goto(ADDRESS + lesson_with(element, site))
                page.locator(f"{element}[data-live]").first.wait_for()
                for way in WAYS:
                    busy = [milliseconds_a_step(page, element, way, frames) for _ in range(rounds)]
                    if busy[0] is None:
                        continue
                    times = [one for _ in range(rounds) for one in slowed_frames(page, element, way, frames)]
                    yield element, width, way, statistics.median(busy), times
                context.close()


def report(site: Path | None = None, frames: int = 120, rounds: int = 3, elements: list[str] | None = None) -> None:
    """Print one line for each element, width and way; without a site, one is built from a copy of the project."""
    with tempfile.TemporaryDirectory() as folder:
        if site is None:
            project = copy_project(Path(folder) / "project")
            built = run_course(project, "build", COURSE_SITE_URL=ADDRESS)
            if built.returncode:
                raise RuntimeError(built.stdout + built.stderr)
            site = project / "site"
        print(f"frames with the CPU slowed {SLOWED} times (promise: one in {FRAME_MS:.1f} ms), and the thread's time for a step at full speed (limit {FRAME_MS / SLOWED:.1f} ms); load {os.getloadavg()[0]:.1f}")
        for element, width, way, busy, times in measured(site, frames, rounds, elements or list(element_names())):
            held = sum(one < 1.5 * FRAME_MS for one in times) / len(times)
            print(f"{element:16} {width:6} {way:6} {held:4.0%} of frames in time, median {statistics.median(times):5.1f} ms; {busy:4.1f} ms a step", flush=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("elements", nargs="*", help="which elements; all by default")
    options.add_argument("--site", type=Path, help="a built site; by default one is built")
    options.add_argument("--frames", type=int, default=120, help="frames of each round")
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    report(given.site, given.frames, given.rounds, given.elements)
