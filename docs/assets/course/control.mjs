// A native range and a number field that always say the same.
import { put, renew } from "./dom.mjs";
import { askWhich, decimalMark, number, quantity, say } from "./language.mjs";
import { readNumber } from "./numbers.mjs";
import { tidy } from "./widget/scales.mjs";

export function positionOf(value, { min, max, scale, stops }) {
  const share = scale === "linear" ? (value - min) / (max - min) : Math.log(value / min) / Math.log(max / min);
  return Math.round(share * stops);
}

export function valueAt(position, { min, max, scale, stops, step }) {
  if (position <= 0) return min;
  if (position >= stops) return max;
  if (scale === "log2") return min * 2 ** position;
  if (scale === "linear") return tidy(min + position * step);
  const value = min * (max / min) ** (position / stops);
  const whole = step ? Math.round(value / step) * step : value;
  return Math.min(max, Math.max(min, tidy(step && whole < 1000 * step ? whole : Number(value.toPrecision(3)))));
}

export const settingText = (value, { unit, digits }) => quantity(value, unit, digits);

export class SliderControl {
  // `changed(final)` runs after each change; `final` is true when the learner let go.
  constructor(root, spec, changed) {
    this.spec = spec;
    this.range = root.querySelector(".control-range");
    this.field = root.querySelector(".control-field");
    this.error = root.querySelector(".control-error");
    this.set(spec.start);
    this.range.addEventListener("input", () => {
      this.set(valueAt(Number(this.range.value), spec), true);
      this.held = true;
      changed(false);
    });
    // A thumb that comes back to where it was taken has not changed, says the browser: it is let go all the same.
    for (const end of ["change", "pointerup"]) {
      this.range.addEventListener(end, () => {
        if (this.held) changed(true);
        this.held = false;
      });
    }
    this.field.addEventListener("change", () => {
      if (this.readField()) changed(true);
    });
  }

  set(value, fromRange = false) {
    this.value = value;
    if (!fromRange) this.range.value = positionOf(value, this.spec);
    put(this.range, { "aria-valuetext": settingText(value, this.spec) });
    this.field.value = this.inField(value);
    this.complain("");
  }

  inField(value) {
    return number(tidy(value / this.spec.factor), this.spec.digits);
  }

  readField() {
    const { min, max, factor, step } = this.spec;
    const read = readNumber(this.field.value, decimalMark());
    const inRange = (reading) => reading * factor >= min && reading * factor <= max;
    const readings = read.ambiguous?.filter(inRange) ?? [read.value];
    if (readings.length > 1) {
      this.complain(askWhich(readings));
      return false;
    }
    let value = readings[0] * factor;
    if (step) value = tidy(Math.round(value / step) * step);
    if (!(value >= min * (1 - 1e-12) && value <= max * (1 + 1e-12))) {
      this.complain(say("range", { low: this.inField(min), high: this.inField(max) }));
      return false;
    }
    this.set(Math.min(max, Math.max(min, value)));
    return true;
  }

  complain(text) {
    renew(this.error, text);
    put(this.field, { "aria-invalid": Boolean(text) });
  }
}
