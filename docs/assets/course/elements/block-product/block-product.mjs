// A small product made with four tools, a table that blocks must cover, and what the formats of chips bring.
import { readState, writeState } from "../../address.mjs";
import { SliderControl } from "../../control.mjs";
import { renew } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { PaddingPart } from "./padding.mjs";
import { PeaksPart } from "./peaks.mjs";
import { StepsPart } from "./steps.mjs";

export class BlockProduct extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.words = this.spec.words;
    this.status = this.querySelector(".widget-status");
    this.sliders = {};
    for (const [name, settings] of Object.entries(this.spec.sliders)) {
      this.sliders[name] = new SliderControl(this.querySelector(`[data-control="${name}"]`), settings, (final) => this.moved(name, final));
    }
    this.parts = [];
    if (this.spec.steps) this.parts.push(new StepsPart(this, this.querySelector('[data-part="steps"]')));
    if (this.spec.padding) this.parts.push(new PaddingPart(this, this.querySelector('[data-part="padding"]')));
    if (this.spec.peaks) this.parts.push(new PeaksPart(this, this.querySelector('[data-part="peaks"]')));
    for (const radio of this.querySelectorAll("[data-choice]")) {
      radio.addEventListener("change", () => this.moved(radio.dataset.choice, true));
    }
    const state = readState(this.spec.id);
    for (const part of this.parts) part.restore(state);
    for (const part of this.parts) part.show();
  }

  fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
  }

  chosen(name) {
    return Number(this.querySelector(`[data-choice="${name}"]:checked`).value);
  }

  // Chooses an option that exists and says whether it did.
  choose(name, value) {
    const radio = Number.isInteger(value) && this.querySelector(`[data-choice="${name}"][value="${value}"]`);
    if (radio) radio.checked = true;
    return Boolean(radio);
  }

  // Sets a slider to a whole number within its range and says whether it did.
  slide(name, value) {
    const { min, max } = this.sliders[name].spec;
    const fits = Number.isInteger(value) && value >= min && value <= max;
    if (fits) this.sliders[name].set(value);
    return fits;
  }

  moved(name, final) {
    const part = this.parts.find((one) => one.names.includes(name));
    part.moved?.(name);
    this.schedule(() => {
      for (const one of this.parts) one.show();
    });
    if (final) writeState(this.spec.id, new Map(this.parts.flatMap((one) => one.state())));
  }

  tell(root, text) {
    renew(root, text);
    if (this.hasAttribute("data-live")) this.announce(this.status, text);
  }
}
if (!customElements.get("block-product")) customElements.define("block-product", BlockProduct);
