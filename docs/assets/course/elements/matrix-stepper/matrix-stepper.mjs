// A matrix product, one multiply-add at a time: which row meets which column, what the sum is so far, what it all takes.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { make, put, renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { matmul_flop, product, ratio, total } from "../../formulas.mjs";
import { number, quantity } from "../../language.mjs";

const fillPlaces = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name]);
const shapeText = (rows, columns, down, across) => `${rows}\u00a0×\u00a0${columns}:\n${down}\u00a0×\u00a0${across}`;
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
    this.buttons = this.querySelectorAll("[data-move]");
    for (const button of this.buttons) button.addEventListener("click", () => this.press(button.dataset.move));
    this.status = this.querySelector(".widget-status");
    this.sentence = this.querySelector(".widget-say");
    this.sums = this.spec.first.map((row) => this.spec.second[0].map((_, column) => this.runningSums(row, column)));
    this.first = this.spec.first.map((row) => row.map(whole));
    this.second = this.spec.second.map((row) => row.map(whole));
    this.matrices = {};
    for (const body of this.querySelectorAll("[data-matrix] tbody")) {
      const cellsOf = (line) => [...line.cells].map((node) => ({ node, text: node.textContent, at: "" }));
      this.matrices[body.parentNode.dataset.matrix] = { body, lines: [...body.rows].map((line) => ({ line, cells: cellsOf(line) })) };
    }
    this.stage = this.querySelector(".stepper-stage");
    this.grid = this.querySelector(".stepper-grid");
    this.room = this.watchWidth(this.stage, () => this.fitCells());
    this.fitCells();
    this.data = this.querySelector("details");
    this.data.addEventListener("toggle", () => this.listSums());
    this.restore();
    this.build();
    this.show();
  }

  // What stands in a cell of the result after each of its multiply-adds.
  runningSums(row, column) {
    let sum = 0;
    return row.map((value, place) => {
      sum = total({ first: sum, second: product({ value, factor: this.spec.second[place][column] }) });
      return whole(sum);
    });
  }

  // The cells are as wide as there is room for: CSS could ask for the room itself, but would do so at each step.
  fitCells() {
    this.grid.style.setProperty("--room", `${this.room.width}px`);
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
    put(step.range, { max: steps });
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
      if (final) this.stage.style.minHeight = "";
      else if (!this.dragged) this.reserve(name);
      this.dragged = !final;
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

  // While a size is dragged there is room for the tallest that it makes: the page below does not move with every stop. More
  // columns make narrower cells, so that need not be the largest; the cells are asked for each size, once.
  reserve(name) {
    const { line } = this.matrices.second.lines[0];
    const spacing = 2;
    const height = (rows) => rows * (line.getBoundingClientRect().height + spacing);
    const rows = this.matrices.first.lines.length + this.matrices.second.lines.length;
    const rest = this.grid.getBoundingClientRect().height - height(rows);
    const others = name === "n" ? rows : rows - this.matrices[name === "m" ? "first" : "second"].lines.length;
    const heights = Array.from({ length: this.sliders[name].spec.max }, (_, index) => {
      this.grid.style.setProperty(`--${name}`, index + 1);
      return height(name === "n" ? rows : others + index + 1);
    });
    this.stage.style.minHeight = `${Math.ceil(rest + Math.max(...heights))}px`;
  }

  build() {
    const [m, n, k] = ["m", "n", "k"].map((name) => this.size(name));
    this.fitSteps();
    this.sliders.step.set(Math.min(this.size("step"), this.steps()));
    const shapes = { first: ["M", "K", m, k], second: ["K", "N", k, n], result: ["M", "N", m, n] };
    for (const [name, shape] of Object.entries(shapes)) renew(this.querySelector(`.stepper-name.stepper-${name} .stepper-shape`), shapeText(...shape));
    this.grid.style.setProperty("--k", k);
    this.grid.style.setProperty("--n", n);
    this.count(m, n, k);
    if (!this.dragged) this.listSums();
  }

  // The table of all sums is folded away at first: while a size is dragged, it waits.
  listSums() {
    const [m, n, k] = ["m", "n", "k"].map((name) => this.size(name));
    renew(
      this.querySelector(".stepper-sums"),
      ...this.sums.slice(0, m).flatMap((row, at) =>
        row.slice(0, n).map((sums, column) =>
          make("tr", {}, make("th", { scope: "row" }, this.cellName(at, column)),
            make("td", { class: "quantity" }, `${this.pairs(at, column).join(" + ")} = ${sums[k - 1]}`)),
        ),
      ),
    );
  }

  // Lets a matrix have `rows` × `columns` cells. `cell` returns the text of a cell and how it is marked. What stays is not
  // touched; what is new comes in when it is complete.
  matrix(name, rows, columns, cell) {
    const { body, lines } = this.matrices[name];
    for (const { line } of lines.splice(rows)) line.remove();
    for (let row = 0; row < rows; row += 1) {
      const { line, cells } = (lines[row] ??= { line: make("tr"), cells: [] });
      for (const { node } of cells.splice(columns)) node.remove();
      const present = cells.length;
      for (let column = 0; column < columns; column += 1) {
        const [text, at] = cell(row, column);
        const kept = (cells[column] ??= { node: make("td", {}, text), text, at: "" });
        if (kept.text !== text) kept.node.firstChild.data = text;
        if (kept.at !== at) {
          if (at) kept.node.setAttribute("data-at", at);
          else kept.node.removeAttribute("data-at");
        }
        Object.assign(kept, { text, at });
      }
      line.append(...cells.slice(present).map(({ node }) => node));
      if (!line.isConnected) body.append(line);
    }
    return lines;
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
    return this.first[row].slice(0, this.size("k")).map((value, place) => `${value} × ${this.second[place][column]}`);
  }

  show() {
    const [m, n, k, step, steps] = [this.size("m"), this.size("n"), this.size("k"), this.size("step"), this.steps()];
    const at = step ? Math.floor((step - 1) / k) : -1;
    const [row, column, pair] = [Math.floor(at / n), at % n, (step - 1) % k];
    const lit = (on, one) => (step && on ? (one === pair ? "pair" : "line") : "");
    this.matrix("first", m, k, (one, place) => [this.first[one][place], lit(one === row, place)]);
    this.matrix("second", k, n, (place, one) => [this.second[place][one], lit(one === column, place)]);
    const result = this.matrix("result", m, n, (one, other) => {
      const index = one * n + other;
      const sums = this.sums[one][other];
      if (index > at) return ["·", "later"];
      return index < at ? [sums[k - 1], "done"] : [sums[pair], "now"];
    });
    if (step) result[row].cells[column].node.style.setProperty("--done", (pair + 1) / k);
    this.say(step, steps, row, column, pair);
    for (const button of this.buttons) {
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
    const sum = this.sums[row][column][pair];
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
