// One product of two small matrices, made with a tool: which numbers a step reads, which sums it adds to.
import { put, renew } from "../../dom.mjs";
import { product, total } from "../../formulas.mjs";
import { number } from "../../language.mjs";

const EDGE = 4;
const TOOLS = ["scalar", "vector", "small", "block"];
const plain = (value) => number(value, null);
const parts = (size) => Array.from({ length: EDGE / size }, (_, index) => index * size);
const within = (at, start, size) => at >= start && at < start + size;

const copy = (rows) => rows.map((row) => [...row]);

// All steps of a tool: where the block begins in rows, columns and shared places.
function plan([down, across, deep]) {
  return parts(down).flatMap((row) => parts(across).flatMap((column) => parts(deep).map((place) => [row, column, place])));
}

export class StepsPart {
  names = ["tool", "step"];

  constructor(owner, root) {
    this.owner = owner;
    this.root = root;
    this.slider = owner.sliders.step;
    this.sentence = root.querySelector('[data-say="steps"]');
    this.cells = {};
    for (const table of root.querySelectorAll("[data-matrix]")) {
      this.cells[table.dataset.matrix] = [...table.rows].map((row) => [...row.cells]);
    }
    root.querySelector(".blockp-counters").hidden = false;
    this.buttons = [...root.querySelectorAll("[data-move]")];
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.press(button.dataset.move));
    }
    this.tool = "";
    this.fit();
  }

  // Takes up the chosen tool: its steps, and how far the slider goes.
  fit() {
    const tool = TOOLS[this.owner.chosen("tool")];
    if (tool === this.tool) return;
    this.tool = tool;
    this.shape = this.owner.spec.shapes[tool];
    this.counts = this.owner.spec.counts[tool];
    this.plan = plan(this.shape);
    this.states = this.run();
    this.slider.spec.max = this.slider.spec.stops = this.slider.range.max = this.plan.length;
  }

  // What has been read and added after each step, beginning with nothing.
  run() {
    const numbers = this.owner.spec.steps;
    const [down, across, deep] = this.shape;
    const empty = () => numbers.first.map(() => Array(EDGE).fill(0));
    const states = [{ first: empty(), second: empty(), result: empty() }];
    for (const [row, column, place] of this.plan) {
      const before = states.at(-1);
      const [first, second, result] = [copy(before.first), copy(before.second), copy(before.result)];
      for (let k = place; k < place + deep; k += 1) {
        for (let i = row; i < row + down; i += 1) first[i][k] += 1;
        for (let j = column; j < column + across; j += 1) second[k][j] += 1;
        for (let i = row; i < row + down; i += 1) {
          for (let j = column; j < column + across; j += 1) {
            result[i][j] = total({ first: result[i][j], second: product({ value: numbers.first[i][k], factor: numbers.second[k][j] }) });
          }
        }
      }
      states.push({ first, second, result });
    }
    return states;
  }

  restore(state) {
    this.owner.choose("tool", state.get("tool"));
    this.fit();
    this.owner.slide("step", state.get("step"));
  }

  state() {
    const tool = TOOLS.indexOf(this.tool);
    const own = tool === TOOLS.indexOf(this.owner.spec.steps.start) ? [] : [["tool", tool]];
    return this.slider.value ? [...own, ["step", this.slider.value]] : own;
  }

  moved(name) {
    if (name !== "tool") return;
    this.fit();
    this.slider.set(0);
  }

  press(move) {
    const target = { next: this.slider.value + 1, back: this.slider.value - 1, finish: this.plan.length, reset: 0 }[move];
    this.slider.set(Math.min(this.plan.length, Math.max(0, target)));
    this.owner.moved("step", true);
  }

  show() {
    const step = this.slider.value;
    const [down, across, deep] = this.shape;
    const state = this.states[step];
    const now = step ? this.plan[step - 1] : null;
    const lit = {
      first: (i, k) => now && within(i, now[0], down) && within(k, now[2], deep),
      second: (k, j) => now && within(k, now[2], deep) && within(j, now[1], across),
      result: (i, j) => now && within(i, now[0], down) && within(j, now[1], across),
    };
    for (const [name, rows] of Object.entries(this.cells)) {
      rows.forEach((cells, i) => cells.forEach((cell, j) => this.mark(cell, Boolean(lit[name](i, j)), name, state[name][i][j])));
    }
    this.say(step);
    for (const button of this.buttons) {
      const idle = button.dataset.move === "next" || button.dataset.move === "finish" ? step === this.plan.length : !step;
      put(button, { "aria-disabled": idle });
    }
  }

  // Touches a cell only where something changes: a running sum, or how often a number has been read.
  mark(cell, now, name, value) {
    if (cell.hasAttribute("data-now") !== now) cell.toggleAttribute("data-now", now);
    if (cell.shown === value) return;
    cell.shown = value;
    if (name === "result") cell.firstChild.data = plain(value);
    else cell.style.backgroundSize = `${(100 * value) / EDGE}% 4px`;
  }

  say(step) {
    const { words, spec } = this.owner;
    const { adds, each, steps, reads } = this.counts;
    const [down, across, deep] = this.shape;
    const often = (count) => (count === 1 ? words.once : count === 2 ? words.twice : this.owner.fill(words.often, { count: plain(count) }));
    const places = {
      tool: spec.steps.tools[this.tool],
      step: plain(step),
      steps: plain(steps),
      each: plain(each),
      adds: plain(adds),
      first: plain(down * deep),
      second: plain(deep * across),
      often_first: often(this.counts.first),
      often_second: often(this.counts.second),
    };
    const counted = { adds: [product({ value: step, factor: adds }), EDGE ** 3], reads: [product({ value: step, factor: each }), reads] };
    for (const [name, [done, all]] of Object.entries(counted)) {
      renew(this.root.querySelector(`[data-count="${name}"]`), this.owner.fill(words.count_of, { done: plain(done), all: plain(all) }));
    }
    const kinds = [step ? (adds === 1 ? "say_step_one" : "say_step") : steps === 1 ? "say_start_one" : "say_start"];
    if (step === this.plan.length) kinds.push("say_done");
    this.owner.tell(this.sentence, kinds.map((kind) => this.owner.fill(words[kind], places)).join(" "));
  }
}
