// The live roofline: choose a chip, move an operation along FLOP per byte, read what limits it.
import { readState, writeState } from "../address.mjs";
import { SliderControl } from "../control.mjs";
import { limitBadge, make } from "../dom.mjs";
import { CourseElement } from "../element.mjs";
import { attainable_flop_per_s, ridge_flop_per_byte } from "../formulas.mjs";
import { quantity, say, timesText } from "../language.mjs";
import { RooflineChart } from "./chart.mjs";

// Closer than this to the ridge, both limits meet.
const MEET = 1.05;

export class RooflineExplorer extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.chips = this.spec.chips.map((chip) => {
      const facts = { peak_flop_per_s: chip.peak, bandwidth_byte_per_s: chip.bandwidth };
      const attain = (intensity) => attainable_flop_per_s({ ...facts, intensity_flop_per_byte: intensity });
      return { ...chip, attain, ridge: ridge_flop_per_byte(facts) };
    });
    this.select = this.querySelector(".control-select");
    this.own = make("option", { value: "" }, say("own_operation"));
    this.slider = new SliderControl(this.querySelector('[data-control="intensity"]'), this.spec.slider, (final) => this.moved(final));
    this.status = this.querySelector(".widget-status");
    this.plot = this.querySelector(".roofline-plot");
    this.restore();
    this.bind();
    this.chart = new RooflineChart(this.plot, this.chips, this.spec);
    new ResizeObserver(() => requestAnimationFrame(() => this.update(true))).observe(this.plot);
    this.update(true);
  }

  bind() {
    this.select.addEventListener("change", () => {
      const operation = this.spec.operations.find(({ key }) => key === this.select.value);
      if (operation) this.slider.set(operation.intensity);
      this.moved(true);
    });
    for (const radio of this.radios()) radio.addEventListener("change", () => this.moved(true));
    this.plot.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.plot.setPointerCapture(event.pointerId);
      this.dragging = event.pointerId;
      this.toggleAttribute("data-dragging", true);
      this.drag(event);
    });
    this.plot.addEventListener("pointermove", (event) => {
      if (this.dragging === event.pointerId) this.drag(event);
    });
    this.plot.addEventListener("lostpointercapture", () => {
      this.dragging = undefined;
      this.toggleAttribute("data-dragging", false);
      this.moved(true);
    });
  }

  radios() {
    return [...this.querySelectorAll('input[type="radio"]')];
  }

  drag(event) {
    const { min, max } = this.spec.slider;
    const intensity = this.chart.intensityAt(event.clientX - this.plot.getBoundingClientRect().left);
    this.slider.set(Number(Math.min(max, Math.max(min, intensity)).toPrecision(2)));
    this.moved(false);
  }

  chipIndex() {
    const checked = this.radios().find((radio) => radio.checked)?.value ?? this.spec.chip;
    return this.chips.findIndex(({ key }) => key === checked);
  }

  restore() {
    const state = readState(this.spec.id);
    const chip = this.chips[state.get("chip")];
    for (const radio of this.radios()) radio.checked = radio.value === (chip?.key ?? this.spec.chip);
    const { min, max } = this.spec.slider;
    const intensity = state.get("intensity");
    if (intensity >= min && intensity <= max) this.slider.set(intensity);
  }

  moved(final) {
    this.schedule(() => this.update(false));
    if (!final) return;
    const state = new Map();
    const chip = this.chipIndex();
    if (this.chips[chip].key !== this.spec.chip) state.set("chip", chip);
    if (this.slider.value !== this.spec.slider.start) state.set("intensity", this.slider.value);
    writeState(this.spec.id, state);
  }

  update(resized) {
    const index = this.chipIndex();
    const chip = this.chips[index];
    const intensity = this.slider.value;
    const operation = this.nameOperation(intensity);
    const rate = chip.attain(intensity);
    const by = Math.max(chip.ridge / intensity, intensity / chip.ridge);
    const kind = by < MEET ? "ridge" : intensity < chip.ridge ? "bandwidth" : "compute";
    const sentence = say(`roofline_${kind}`, {
      operation,
      intensity: quantity(intensity, "FLOP/B", 4),
      chip: chip.label,
      rate: quantity(rate, "TFLOP/s", 3),
      share: quantity(rate / chip.peak, "%", 2),
      times: timesText(by),
    });
    const badge = kind === "ridge" ? say("bound_both") : limitBadge(kind, by);
    this.querySelector(".widget-limit").replaceChildren(badge);
    this.querySelector(".widget-say").textContent = sentence;
    if (this.hasAttribute("data-live")) {
      this.announce(this.status, `${badge.textContent ?? badge}. ${sentence}`);
    }
    if (resized) this.chart.build();
    this.chart.show({ index, intensity, rate, kind, by, sentence });
  }

  // The named operation that stands here, or "your operation" as an extra line of the select.
  nameOperation(intensity) {
    const named = this.spec.operations.find((operation) => operation.intensity === intensity);
    if (named) this.own.remove();
    else if (!this.own.isConnected) this.select.prepend(this.own);
    this.select.value = named ? named.key : "";
    return named ? named.label : say("own_operation");
  }
}

if (!customElements.get("roofline-explorer")) customElements.define("roofline-explorer", RooflineExplorer);
