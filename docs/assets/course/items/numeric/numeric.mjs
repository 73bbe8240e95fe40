// A value with a unit. Well-known slips are answered in words; what can be read in two ways is asked back.
import { askWhich, decimalMark, number, say, timesText } from "../../language.mjs";
import { readNumber } from "../../numbers.mjs";

// A value on the edge of the tolerance is inside.
const SLACK = 1e-9;

const near = (value, target, tolerance) =>
  Math.abs(value - target) <= Math.abs(target) * (tolerance + SLACK) || (target === 0 && Math.abs(value) <= SLACK);

export class Numeric {
  constructor(form, spec) {
    Object.assign(this, { form, spec });
    this.value = form.elements.value;
    this.unit = form.elements.unit;
  }

  read() {
    const { units } = this.spec;
    const text = this.value.value.trim();
    const read = text ? readNumber(text, decimalMark()) : {};
    this.value.setAttribute("aria-invalid", read.value === undefined);
    if (!text) return { ask: say("number_missing") };
    if (read.ambiguous) return { ask: askWhich(read.ambiguous) };
    if (read.value === undefined) return { ask: say("number_unreadable") };
    if (this.unit && !this.unit.value) return { ask: say("unit_missing") };
    return { text, unit: this.unit ? this.unit.value : units.length ? units[0][0] : "" };
  }

  write(answer) {
    if (typeof answer?.text !== "string") return false;
    if (this.unit && !this.spec.units.some(([symbol]) => symbol === answer.unit)) return false;
    this.value.value = answer.text;
    if (this.unit) this.unit.value = answer.unit;
    return true;
  }

  judge({ text, unit }) {
    const typed = readNumber(text, decimalMark()).value;
    const [, factor, dimension] = this.spec.units.find(([symbol]) => symbol === unit) ?? ["", 1, this.spec.dimension];
    if (this.fits(typed * factor) && dimension === this.spec.dimension) {
      return this.answer("right", say("right"), this.spec.feedback);
    }
    return this.answer("wrong", say("wrong"), ...this.explain(typed, factor, dimension, unit));
  }

  fits(value) {
    const { answer, factor, tolerance } = this.spec;
    if (!factor) return near(value, answer, tolerance);
    const ratio = value / answer;
    return ratio >= 1 / factor - SLACK && ratio <= factor + SLACK;
  }

  // Why the value is wrong: markup of the item, or words of ours.
  explain(typed, factor, dimension, unit) {
    const { answer, units, kinds, slips, tolerance, hint } = this.spec;
    if (dimension !== this.spec.dimension) {
      return ["", say("unit_dimension", { unit, given: kinds[dimension], asked: kinds[this.spec.dimension] })];
    }
    const value = typed * factor;
    const slip = slips.find(([target]) => near(value, target, Math.min(tolerance, 0.02)));
    if (slip) return [slip[1]];
    const fitting = units.find(([, other, measures]) => measures === dimension && this.fits(typed * other));
    if (fitting) return ["", say("unit_swapped", { right: fitting[0], chosen: unit })];
    const ratio = value / answer;
    const far = Math.max(ratio, 1 / ratio);
    if (ratio > 0 && far >= 1.5 && far < Infinity) {
      return [hint, say(ratio > 1 ? "magnitude_high" : "magnitude_low", { times: timesText(far) })];
    }
    return [hint];
  }

  answer(verdict, words, markup = "", explanation = "") {
    const part = { verdict, words: explanation ? `${words} ${explanation}` : words, markup };
    return { score: Number(verdict === "right"), parts: [part], marks: [[this.value, verdict]] };
  }
}
