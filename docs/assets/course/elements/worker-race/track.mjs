// The track: for each team a bar of its time and its workers, drawn once for a width and then only moved.
import { draw, frame, put, renew } from "../../dom.mjs";
import { number } from "../../language.mjs";
import { label, labelPart, line, linePart, Pen } from "../../pen.mjs";
import { axis, limits, ticks } from "../../widget/scales.mjs";

const PARTS = ["handover", "ordered", "shared"];
const BAR = 26;

export class RaceTrack {
  constructor(root, spec, fill, clock) {
    Object.assign(this, { root, spec, fill, clock });
  }

  // Draws what depends on the width alone: names, workers, legend.
  build(width, teams) {
    this.width = width;
    const svg = frame(width, 10);
    svg.append(this.patterns());
    let y = 0;
    this.rows = teams.map((team) => {
      const row = this.row(team, y, width, svg);
      y = row.bottom + 22;
      return row;
    });
    this.foot = y - 12;
    this.now = line(0, 0, 0, this.foot, "race-now");
    const times = draw("g");
    this.times = new Pen(times);
    this.end = undefined;
    svg.append(this.now, times, ...this.legend(y + 40));
    const height = y + 48;
    put(svg, { height, viewBox: `0 0 ${width} ${height}` });
    this.root.replaceChildren(svg);
  }

  // Shows a race before its start, with as little change as it needs.
  prepare(race, claim, room) {
    const width = Math.max(260, room);
    if (width !== this.width) this.build(width, race.teams);
    this.timeAxis(Math.max(...race.teams.map(({ total }) => total)), width);
    put(this.root.firstChild, { "aria-label": claim });
    this.rows.forEach((row, index) => {
      row.team = race.teams[index];
      this.stretch(row);
    });
    this.rest(race);
  }

  // The waiting for the hand-over is dotted and the work in order is slanted, so that colour is not needed.
  patterns() {
    const id = (part) => `${this.spec.id}-race-${part}`;
    const tile = (part, ...shapes) => draw("pattern", { id: id(part), width: 8, height: 8, patternUnits: "userSpaceOnUse" }, ...shapes);
    this.paint = (part) => (part === "shared" ? {} : { fill: `url(#${id(part)})` });
    return draw(
      "defs",
      {},
      tile("handover", draw("circle", { cx: 2, cy: 2, r: 1.3, class: "race-dots" }), draw("circle", { cx: 6, cy: 6, r: 1.3, class: "race-dots" })),
      tile("ordered", draw("path", { d: "M-2 10L10 -2M-2 2L2 -2M6 10L10 6", class: "race-slants" })),
    );
  }

  row(team, top, width, svg) {
    const bar = top + 22;
    const workers = this.workers(team, bar + BAR + 28, width);
    const state = label(0, bar + BAR + 18, "", "plot-name race-state");
    const time = label(width, top + 14, "", "plot-label race-time", "end");
    const clip = draw("rect", { x: 0, y: bar - 2, width: 0, height: BAR + 4 });
    const clipId = `${this.spec.id}-race-clip-${top}`;
    const [whole, done] = ["race-ahead", "race-done"].map((name) => draw("g", { class: name }, ...this.parts(bar)));
    svg.append(draw("clipPath", { id: clipId }, clip), label(0, top + 14, team.name, "plot-label"), time, whole, done, state, workers.idle, workers.busy);
    return { clip, clipped: `url(#${clipId})`, done, time, state, busy: workers.busy, squares: workers.squares, bars: [whole, done], bottom: workers.bottom };
  }

  parts(y) {
    return PARTS.map((part) => draw("rect", { y, height: BAR, class: `race-part race-${part}`, ...this.paint(part) }));
  }

  // A part that takes no time has no width, and is not drawn.
  stretch({ team, bars }) {
    let from = 0;
    PARTS.forEach((part, index) => {
      const x = this.across.at(from);
      from += team[part];
      const width = team[part] > 0 ? Math.max(1, this.across.at(from) - x) : 0;
      for (const bar of bars) put(bar.children[index], { x, width });
    });
  }

  // All workers as squares; a second path holds those at work.
  workers(team, top, width) {
    const size = team.workers > 32 ? 7 : 13;
    const columns = Math.min(team.workers, Math.floor(width / (size + 2)));
    const square = (index) => `M${(index % columns) * (size + 2) + 0.5} ${top + Math.floor(index / columns) * (size + 2) + 0.5}h${size - 1}v${size - 1}h${1 - size}z`;
    const squares = Array.from({ length: team.workers }, (_, index) => square(index));
    const idle = draw("path", { d: squares.join(""), class: "race-idle" });
    return { idle, busy: draw("path", { class: "race-busy" }), squares, bottom: top + Math.ceil(team.workers / columns) * (size + 2) };
  }

  // The axis ends on a round time and stays while it fits: one sees the bars grow, not the numbers below them change.
  timeAxis(longest, width) {
    const unit = this.spec.sliders.handover.factor;
    const [, end] = limits("linear", [longest / unit]);
    if (end === this.end) return;
    this.end = end;
    this.across = axis("linear", 0, end * unit, 0, width - 1);
    const values = ticks("linear", 0, end, Math.max(2, Math.floor(width / 90)));
    this.times.redraw([
      linePart("axis", 0, this.foot, width, this.foot, "plot-axis"),
      ...values.flatMap((value, index) => {
        const x = this.across.at(value * unit);
        const anchor = x < 20 ? "start" : x > width - 30 ? "end" : "middle";
        return [linePart(`tick ${index}`, x, this.foot, x, this.foot + 4, "plot-axis"), labelPart(`time ${index}`, x, this.foot + 18, this.clock(value * unit), "plot-tick", anchor)];
      }),
    ]);
  }

  legend(y) {
    const { words } = this.spec;
    let x = 0;
    return PARTS.flatMap((part) => {
      const name = words[`${part}_part`];
      const at = x;
      x += 34 + name.length * 7.4;
      return [draw("rect", { x: at, y: y - 12, width: 16, height: 14, class: `race-part race-${part}`, ...this.paint(part) }), label(at + 22, y, name, "plot-name")];
    });
  }

  // Before a race: the whole bars, and who had something to do.
  rest(race) {
    put(this.now, { visibility: "hidden" });
    for (const row of this.rows) {
      const { workers, total } = row.team;
      const used = Math.min(workers, race.tasks);
      row.done.removeAttribute("clip-path");
      this.write(row, used, this.fill(this.spec.words.used, { busy: number(used, null), all: number(workers, null) }), total);
    }
  }

  // One moment of the race.
  show(time, race) {
    const x = this.across.at(time).toFixed(1);
    put(this.now, { visibility: "visible", x1: x, x2: x });
    for (const row of this.rows) {
      const { team } = row;
      const { busy, done } = at(time, team, race.tasks);
      const words = busy === 1 && team.workers > 1 && time < team.total ? this.spec.words.waiting : this.spec.words.state;
      const values = { done: number(done, null), tasks: number(race.tasks, null), items: this.spec.items, busy: number(busy, null) };
      const until = Math.min(time, team.total);
      put(row.done, { "clip-path": row.clipped });
      put(row.clip, { width: this.across.at(until).toFixed(1) });
      this.write(row, busy, this.fill(words, values), until);
    }
  }

  write(row, busy, state, clock) {
    put(row.busy, { d: row.squares.slice(0, busy).join("") });
    renew(row.state, state);
    renew(row.time, this.clock(clock));
  }
}

// How many work at a moment, and how many tasks are finished: first what must be done in order, then whole rounds.
function at(time, team, tasks) {
  if (time >= team.total) return { busy: 0, done: tasks };
  const inOrder = time - team.handover;
  if (inOrder < 0) return { busy: 0, done: 0 };
  const shared = inOrder - team.ordered;
  if (shared < 0) return { busy: 1, done: 0 };
  const done = Math.min(tasks, Math.floor(shared / team.round + 1e-9) * team.workers);
  return { busy: Math.min(team.workers, tasks - done), done };
}
