// A declarative widget: controls, results, a sentence, a limit badge and a plot, calculated by the course's formulas.
import { readState, writeState } from "../address.mjs";
import { SliderControl, settingText, valueAt } from "../control.mjs";
import { limitBadge, renew } from "../dom.mjs";
import { CourseElement } from "../element.mjs";
import { formulas } from "../formulas.mjs";
import { say } from "../language.mjs";
import { dataTable, drawPlot, valueText } from "./plot.mjs";

const SWEEP = 64;

export class CourseWidget extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    // What the formulas ask for, by name.
    this.values = new Map();
    this.controls = new Map();
    for (const input of this.spec.inputs) this.controls.set(input.name, this.bindInput(input));
    for (const preset of this.spec.presets) this.controls.set(preset.name, this.bindPreset(preset));
    this.cells = this.querySelectorAll("[data-value], [data-say]");
    this.status = this.querySelector(".widget-status");
    this.querySelector(".widget-reset").addEventListener("click", () => this.reset());
    this.data = this.querySelector(".widget-data");
    this.data?.addEventListener("toggle", () => this.update());
    this.plot = this.querySelector(".widget-plot");
    if (this.plot) this.room = this.watchWidth(this.plot, () => this.drawPlot());
    this.setAll(readState(this.spec.id));
    this.update();
  }

  control(name) {
    return this.querySelector(`[data-control="${name}"]`);
  }

  // Every control is {start, get(), set(number), text()}; what it holds is a number, or yes or no, and set ignores what it does not offer.
  bindInput(input) {
    const root = this.control(input.name);
    if (input.choices) {
      const select = root.querySelector("select");
      // Yes and no stand as 1 and 0 in an address.
      const index = (value) => input.choices.findIndex(([choice]) => Number(choice) === Number(value));
      select.addEventListener("change", () => this.changed(true));
      return {
        start: input.start,
        get: () => input.choices[select.value][0],
        set: (value) => {
          if (index(value) >= 0) select.value = index(value);
        },
        text: () => input.choices[select.value][1],
      };
    }
    const slider = new SliderControl(root, input, (final) => this.changed(final));
    return {
      start: input.start,
      get: () => slider.value,
      set: (value) => {
        if (value >= input.min && value <= input.max) slider.set(value);
      },
      text: () => settingText(slider.value, input),
    };
  }

  bindPreset(preset) {
    const select = this.control(preset.name).querySelector("select");
    const apply = () => {
      for (const [name, value] of Object.entries(preset.options[select.value].values)) {
        if (this.controls.has(name)) this.controls.get(name).set(value);
        else this.values.set(name, value);
      }
    };
    select.addEventListener("change", () => {
      preset.options.forEach(({ label }, index) => (select.options[index].textContent = label));
      apply();
      this.changed(true);
    });
    return {
      start: preset.start,
      get: () => Number(select.value),
      set: (index) => {
        if (!Object.hasOwn(preset.options, index)) return;
        select.value = index;
        apply();
      },
      // A preset says so when a control that it set has been moved since.
      text: () => {
        const { label, values } = preset.options[select.value];
        const moved = Object.entries(values).some(([name, value]) => this.controls.has(name) && this.controls.get(name).get() !== value);
        return (select.selectedOptions[0].textContent = moved ? say("preset_moved", { preset: label }) : label);
      },
    };
  }

  // Presets first: they set other controls.
  setAll(state) {
    const names = [...this.spec.presets, ...this.spec.inputs].map(({ name }) => name);
    for (const name of names) this.controls.get(name).set(this.controls.get(name).start);
    for (const name of names) if (state.has(name)) this.controls.get(name).set(state.get(name));
  }

  reset() {
    this.setAll(new Map());
    this.changed(true);
  }

  changed(final) {
    this.schedule(() => this.update());
    if (!final) return;
    const differs = [...this.controls].filter(([, control]) => control.get() !== control.start);
    writeState(this.spec.id, new Map(differs.map(([name, control]) => [name, Number(control.get())])));
  }

  // The results for these values, in the order of the outputs; NaN where a formula refuses them.
  calculate(values) {
    for (const { name, formula, arguments: bound } of this.spec.outputs) {
      const given = {};
      for (const [argument, value] of Object.entries(bound)) given[argument] = typeof value === "string" ? values.get(value) : value;
      try {
        values.set(name, formulas.get(formula)(given));
      } catch (error) {
        if (!formulas.has(formula)) throw error;
        values.set(name, NaN);
      }
    }
    return values;
  }

  update() {
    for (const { name } of this.spec.inputs) this.values.set(name, this.controls.get(name).get());
    this.calculate(this.values);
    const texts = new Map([...this.controls].map(([name, control]) => [name, control.text()]));
    for (const { name, unit, digits } of this.spec.outputs) texts.set(name, valueText(this.values.get(name), unit, digits));
    for (const cell of this.cells) renew(cell, texts.get(cell.dataset.value ?? cell.dataset.say));
    const broken = this.spec.outputs.some(({ name }) => Number.isNaN(this.values.get(name)));
    renew(this.querySelector(".widget-problem"), broken ? say("no_result") : "");
    const limit = this.showLimit();
    const sentence = broken ? say("no_result") : this.querySelector(".widget-say").textContent;
    if (this.hasAttribute("data-live")) this.announce(this.status, [sentence, limit].filter(Boolean).join(" "));
    this.drawPlot();
  }

  showLimit() {
    const ranked = Object.entries(this.spec.limit)
      .map(([resource, name]) => [this.values.get(name), resource])
      .filter(([value]) => !Number.isNaN(value))
      .sort(([a], [b]) => b - a);
    if (!ranked.length) return "";
    const [[most, resource], [next] = [0]] = ranked;
    const badge = limitBadge(resource, next > 0 && Number.isFinite(most) ? most / next : 0);
    renew(this.querySelector(".widget-limit"), badge);
    return badge.textContent;
  }

  // A mark stands at a number, or moves with the output that it names.
  marks(plot) {
    const moved = plot.marks.map((mark) => (typeof mark.value === "string" ? { ...mark, value: this.values.get(mark.value) } : mark));
    return moved.filter(({ value }) => Number.isFinite(value));
  }

  drawPlot() {
    const { plot, outputs, inputs } = this.spec;
    if (!plot) return;
    const series = plot.y.map((name) => ({ ...outputs.find((one) => one.name === name), value: this.values.get(name), points: [] }));
    const input = inputs.find((one) => one.name === plot.x);
    const x = input && { ...input, value: this.values.get(input.name) };
    if (plot.kind === "line") {
      const stops = Math.min(SWEEP, input.stops);
      for (let index = 0; index <= stops; index += 1) {
        const at = valueAt((index / stops) * input.stops, input);
        const swept = this.calculate(new Map(this.values).set(input.name, at));
        for (const one of series) one.points.push([at, swept.get(one.name)]);
      }
    }
    drawPlot(this.plot, this.room.width, { ...plot, marks: this.marks(plot) }, series, x);
    if (this.data?.open) renew(this.data.querySelector(".widget-data-body"), dataTable(series, x));
  }
}
