// The race: a few fast workers against many slow ones, over the same tasks.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { overtaking_tasks, team_time_s } from "../../formulas.mjs";
import { number, quantity, timesText } from "../../language.mjs";
import { drawPlot } from "../../widget/plot.mjs";
import { RaceTrack } from "./track.mjs";

const RACE_MS = 6000; // the slower team crosses the track in this time
const CHART_POINTS = 72;
const TIME_DIGITS = 4;
const CLEARLY_LONGER = 1.2;

export class WorkerRace extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.sliders = Object.entries(this.spec.sliders).map(([name, spec]) => {
      const root = this.querySelector(`[data-control="${name}"]`);
      return { name, control: new SliderControl(root, spec, (final) => this.moved(final)) };
    });
    this.status = this.querySelector(".widget-status");
    this.chart = this.querySelector(".race-chart");
    const most = this.spec.most_tasks;
    this.counts = [...new Set(Array.from({ length: CHART_POINTS }, (_, index) => Math.round(most ** (index / (CHART_POINTS - 1)))))];
    this.curves = [];
    this.say = this.querySelector(".widget-say");
    this.cells = [...this.querySelectorAll(".race-parts tbody tr")].map((row) => row.querySelectorAll("td"));
    this.room = this.watchWidth(this.chart, () => this.update());
    this.track = new RaceTrack(this.querySelector(".race-track"), this.spec, (words, values) => this.fill(words, values), (seconds) => this.clock(seconds));
    this.querySelector(".race-run").addEventListener("click", () => this.run());
    this.querySelector(".race-reset").addEventListener("click", () => {
      for (const { name, control } of this.sliders) control.set(this.spec.sliders[name].start);
      this.moved(true);
    });
    const state = readState(this.spec.id);
    for (const { name, control } of this.sliders) {
      const { min, max, step } = this.spec.sliders[name];
      const value = name === "tasks" ? Math.round(state.get(name) / step) * step : state.get(name);
      if (value >= min && value <= max) control.set(value);
    }
    this.update();
  }

  moved(final) {
    this.schedule(() => this.update());
    if (!final) return;
    const changed = this.sliders.filter(({ name, control }) => control.value !== this.spec.sliders[name].start);
    writeState(this.spec.id, new Map(changed.map(({ name, control }) => [name, control.value])));
  }

  // What the controls say now, and what follows for both teams.
  race() {
    const { few, many } = this.spec;
    const { tasks, serial, handover } = Object.fromEntries(this.sliders.map(({ name, control }) => [name, control.value]));
    const teams = [few, many].map((team, index) => {
      const before = index ? handover : 0;
      const ordered = serial * tasks * team.task_s;
      const total = this.time(index, tasks, serial, handover);
      return { ...team, handover: before, ordered, shared: Math.max(0, total - before - ordered), total, round: (1 - serial) * team.task_s };
    });
    return { tasks, serial, handover, teams };
  }

  time(index, tasks, serial, handover) {
    const { workers, task_s } = index ? this.spec.many : this.spec.few;
    return team_time_s({ tasks, task_s, workers, serial_fraction: serial, handover_s: index ? handover : 0 });
  }

  update() {
    this.stop();
    const race = this.race();
    const sentence = this.sentence(race);
    renew(this.say, sentence);
    this.track.prepare(race, sentence, this.room.width);
    this.drawChart(race);
    this.fillParts(race);
    if (this.hasAttribute("data-live")) this.announce(this.status, sentence);
  }

  sentence({ tasks, serial, handover, teams: [few, many] }) {
    const { words, items, most_tasks } = this.spec;
    const [slow, fast] = [Math.max(few.total, many.total), Math.min(few.total, many.total)];
    this.first = overtaking_tasks({
      task_s: few.task_s, workers: few.workers, other_task_s: many.task_s, other_workers: many.workers,
      serial_fraction: serial, handover_s: handover, most_tasks,
    });
    const pieces = [slow === fast ? "tie" : slow === many.total ? "few_first" : "many_first"];
    if (slow / fast >= CLEARLY_LONGER) pieces.push("ratio");
    pieces.push(Number.isFinite(this.first) ? "crossover" : "never");
    const values = {
      few: few.name, many: many.name, items, few_time: this.clock(few.total), many_time: this.clock(many.total),
      gap: quantity(slow - fast, this.spec.time_unit, 3), times: timesText(slow / fast), tasks: number(this.first, null), most: number(most_tasks, null),
    };
    return pieces.map((piece) => this.fill(words[piece], values)).join(" ");
  }

  clock(seconds) {
    return quantity(seconds, this.spec.time_unit, TIME_DIGITS);
  }

  fill(words, values) {
    return words.replace(/\{(\w+)\}/g, (place, name) => values[name]);
  }

  fillParts({ teams }) {
    this.cells.forEach((row, index) => {
      const { handover, ordered, shared, total } = teams[index];
      [handover, ordered, shared, total].forEach((time, column) => renew(row[column], this.clock(time)));
    });
  }

  // A team's time for each number of tasks, worked out anew when the share or its hand-over has changed.
  curve(index, serial, handover) {
    const inputs = index ? `${serial} ${handover}` : `${serial}`;
    if (this.curves[index]?.inputs !== inputs) this.curves[index] = { inputs, points: this.counts.map((count) => [count, this.time(index, count, serial, handover)]) };
    return this.curves[index].points;
  }

  // Time over the number of tasks, both scales in powers of ten.
  drawChart({ tasks, serial, handover, teams }) {
    const { words, items, most_tasks: most, time_unit: unit, sliders } = this.spec;
    const factor = sliders.handover.factor;
    const series = teams.map((team, index) => ({
      name: team.name, label: team.name, unit, factor, look: index ? "race-many" : "", value: team.total,
      points: this.curve(index, serial, handover),
    }));
    const marks = Number.isFinite(this.first) ? [{ axis: "x", value: this.first, label: number(this.first, null) }] : [];
    const label = this.fill(words.tasks, { items });
    const plot = { kind: "line", scale: ["log", "log"], marks, claim: this.say.textContent };
    drawPlot(this.chart, this.room.width, plot, series, { label, unit: "1", unitText: "", factor: 1, automatic: false, scale: "log", value: tasks, min: 1, max: most });
  }

  run() {
    this.stop();
    const race = this.race();
    const end = Math.max(...race.teams.map(({ total }) => total));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.announce(this.status, this.say.textContent);
      this.track.show(end, race);
      return;
    }
    const started = performance.now();
    const step = (now) => {
      const share = Math.min(1, Math.max(0, now - started) / RACE_MS);
      this.track.show(share * end, race);
      this.running = share < 1 ? requestAnimationFrame(step) : 0;
      if (!this.running) this.announce(this.status, this.say.textContent);
    };
    this.running = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.running);
    this.running = 0;
  }

  disconnectedCallback() {
    this.stop();
    super.disconnectedCallback();
  }
}

if (!customElements.get("worker-race")) customElements.define("worker-race", WorkerRace);
