// A matrix product, one multiply-add at a time: which row meets which column, what the sum is so far, what it all takes.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { make, put, renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { matmul_flop, product, ratio, total } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";

const fillPlaces = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const whole = (value) => number(value, null);
const flopText = (value) => quantity(value, "FLOP", null);

export class MatrixStepper extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.words = this.spec.words;
    this.sliders = {};
    for (const [name, settings] of Object.entries(this.spec.sliders)) {
      const root = this.querySelector(`[data-control="${name}"]`);
      this.sliders[name] = new SliderControl(root, settings, (final) => this.moved(name, final));
    }
    for (const button of this.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => this.press(button.dataset.move));
    }
    this.status = this.querySelector(".widget-status");
    this.sentence = this.querySelector(".widget-say");
    this.bench = this.querySelector(".stepper-bench");
    new ResizeObserver(() => {
      this.tall = this.bench.offsetHeight;
      this.hold();
    }).observe(this.bench);
    this.restore();
    this.build();
    this.show();
  }

  size(name) {
    return this.sliders[name].value;
  }

  steps() {
    return this.size("m") * this.size("n") * this.size("k");
  }

  restore() {
    const state = readState(this.spec.id);
    for (const name of ["m", "n", "k", "step"]) {
      const { min, max } = this.sliders[name].spec;
      const value = state.get(name);
      if (Number.isInteger(value) && value >= min && value <= (name === "step" ? this.steps() : max)) {
        if (name === "step") this.fitSteps();
        this.sliders[name].set(value);
      }
    }
  }

  // The step slider ends where the product ends.
  fitSteps() {
    const { step } = this.sliders;
    const steps = this.steps();
    step.spec.max = steps;
    step.spec.stops = steps;
    step.range.max = steps;
  }

  press(move) {
    const { step } = this.sliders;
    const each = this.size("k");
    const steps = this.steps();
    if (move === "reset") {
      for (const name of ["m", "n", "k"]) this.sliders[name].set(this.spec.start[name]);
      step.set(0);
      this.moved("m", true);
      return;
    }
    const target = { next: step.value + 1, back: step.value - 1, cell: (Math.floor(step.value / each) + 1) * each }[move];
    step.set(Math.min(steps, Math.max(0, target)));
    this.moved("step", true);
  }

  // A new size starts the product anew.
  moved(name, final) {
    if (name !== "step") {
      if (final || this.sliders.step.value) this.sliders.step.set(0);
      this.resized = true;
      this.dragged = !final;
      this.hold();
    }
    this.schedule(() => {
      if (this.resized) this.build();
      this.resized = false;
      this.show();
    });
    if (!final) return;
    const state = new Map();
    for (const size of ["m", "n", "k"]) if (this.size(size) !== this.spec.start[size]) state.set(size, this.size(size));
    if (this.size("step")) state.set("step", this.size("step"));
    writeState(this.spec.id, state);
  }

  // While a size is dragged the bench only grows: the page below does not move with every stop.
  hold() {
    this.bench.style.minHeight = this.dragged ? `${this.tall}px` : "";
  }

  build() {
    const [m, n, k] = ["m", "n", "k"].map((name) => this.size(name));
    this.fitSteps();
    this.sliders.step.set(Math.min(this.size("step"), this.steps()));
    this.first = this.spec.first.slice(0, m).map((row) => row.slice(0, k));
    this.second = this.spec.second.slice(0, k).map((row) => row.slice(0, n));
    this.sums = this.first.map((row) =>
      this.second[0].map((_, column) => {
        let sum = 0;
        return row.map((value, place) => {
          sum = total({ first: sum, second: product({ value, factor: this.second[place][column] }) });
          return sum;
        });
      }),
    );
    const shapes = { first: `M × K: ${m} × ${k}`, second: `K × N: ${k} × ${n}`, result: `M × N: ${m} × ${n}` };
    for (const [name, shape] of Object.entries(shapes)) renew(this.querySelector(`.stepper-name.stepper-${name} .stepper-shape`), shape);
    const grid = this.querySelector(".stepper-grid");
    grid.style.setProperty("--k", k);
    grid.style.setProperty("--n", n);
    this.count(m, n, k);
    renew(
      this.querySelector(".stepper-sums"),
      ...this.sums.flatMap((row, at) =>
        row.map((sums, column) =>
          make("tr", {}, make("th", { scope: "row" }, this.cellName(at, column)),
            make("td", { class: "quantity" }, `${this.pairs(at, column).join(" + ")} = ${whole(sums[k - 1])}`)),
        ),
      ),
    );
  }

  // `cell` returns the text of a cell and how it is marked. Returned are the rows as they stand on the page.
  matrix(name, rows, cell) {
    const [body] = this.querySelector(`[data-matrix="${name}"]`).tBodies;
    const made = rows.map((values, row) => values.map((value, column) => {
      const [text, at] = cell(value, row, column);
      return make("td", at ? { "data-at": at } : {}, text);
    }));
    renew(body, ...made.map((cells) => make("tr", {}, ...cells)));
    return body.rows;
  }

  count(m, n, k) {
    this.flop = matmul_flop({ m, n, k });
    const numbers = total({ first: product({ value: m, factor: k }), second: product({ value: k, factor: n }) });
    const values = {
      flop: `2 · ${m} · ${n} · ${k} = ${flopText(this.flop)}`,
      numbers: whole(numbers),
      reuse: number(ratio({ value: this.flop, reference: numbers }), 2),
      "uses-first": fillPlaces(this.words.uses_value, { count: whole(n) }),
      "uses-second": fillPlaces(this.words.uses_value, { count: whole(m) }),
    };
    for (const [name, value] of Object.entries(values)) renew(this.querySelector(`[data-count="${name}"]`), value);
  }

  cellName(row, column) {
    const { cell, rows, columns } = this.spec.names;
    return fillPlaces(cell, { row: rows[row], column: columns[column] });
  }

  pairs(row, column) {
    return this.first[row].map((value, place) => `${whole(value)} × ${whole(this.second[place][column])}`);
  }

  show() {
    const [n, k, step, steps] = [this.size("n"), this.size("k"), this.size("step"), this.steps()];
    const at = step ? Math.floor((step - 1) / k) : -1;
    const [row, column, pair] = [Math.floor(at / n), at % n, (step - 1) % k];
    const lit = (on, one) => (step && on ? (one === pair ? "pair" : "line") : "");
    this.matrix("first", this.first, (value, one, place) => [whole(value), lit(one === row, place)]);
    this.matrix("second", this.second, (value, place, one) => [whole(value), lit(one === column, place)]);
    const result = this.matrix("result", this.sums, (sums, one, other) => {
      const index = one * n + other;
      if (index > at) return ["·", "later"];
      return index < at ? [whole(sums[k - 1]), "done"] : [whole(sums[pair]), "now"];
    });
    if (step) result[row].cells[column].style.setProperty("--done", (pair + 1) / k);
    this.say(step, steps, row, column, pair);
    for (const button of this.querySelectorAll("[data-move]")) {
      const idle = { next: step === steps, cell: step === steps, back: !step }[button.dataset.move] ?? false;
      put(button, { "aria-disabled": idle });
    }
  }

  say(step, steps, row, column, pair) {
    const done = step ? flopText(matmul_flop({ m: 1, n: 1, k: step })) : flopText(0);
    const where = `${fillPlaces(this.words.progress, { step: whole(step), steps: whole(steps) })}. `;
    const counted = fillPlaces(this.words.done_flop, { done, flop: flopText(this.flop) });
    if (!step) {
      renew(this.sentence, this.words.nothing);
      if (this.hasAttribute("data-live")) this.announce(this.status, this.words.nothing);
      return;
    }
    const pairs = this.pairs(row, column);
    const sum = whole(this.sums[row][column][pair]);
    const last = pair === pairs.length - 1;
    const name = this.cellName(row, column);
    const parts = pairs.flatMap((text, place) => {
      const state = place === pair ? "now" : place < pair ? "done" : "later";
      return [place ? " + " : "", make("span", { class: "stepper-term", "data-at": state }, text)];
    });
    const written = make("span", { class: "quantity stepper-sum" }, ...parts, make("span", {}, ` = ${sum}`), last ? "" : ` ${this.words.so_far}`);
    renew(this.sentence, make("strong", {}, name), ": ", written, make("span", { class: "stepper-progress" }, `${where}${counted}`));
    const spoken = `${pairs.slice(0, pair + 1).join(" + ")} = ${sum}${last ? "" : ` ${this.words.so_far}`}`;
    const meeting = fillPlaces(this.words.at, { row: whole(row + 1), column: whole(column + 1) });
    if (this.hasAttribute("data-live")) this.announce(this.status, `${where}${meeting} ${name}: ${spoken}. ${counted}.`);
  }
}
if (!customElements.get("matrix-stepper")) customElements.define("matrix-stepper", MatrixStepper);
