// A guess before the lesson: kept, never graded.
import { builtMarkup, make } from "../../dom.mjs";
import { SliderControl, settingText } from "../../control.mjs";
import { say } from "../../language.mjs";
import { choose, chosen } from "../choices.mjs";

// The guess in words, or null where it no longer fits the item.
export function guessText(spec, answer) {
  if (spec.slider) return Number.isFinite(answer) ? settingText(answer, spec.slider) : null;
  if (!Object.hasOwn(spec.options, answer)) return null;
  return make("span", {}, builtMarkup(spec.options[answer])).textContent;
}

export class Predict {
  constructor(form, spec, changed) {
    Object.assign(this, { form, spec });
    if (!spec.slider) return;
    this.slider = new SliderControl(form.querySelector(".control"), spec.slider, () => {
      this.guessed = true;
      changed();
    });
  }

  // Where a slider starts is nobody's guess.
  read() {
    if (this.slider) return this.guessed ? this.slider.value : { ask: say("move_first") };
    const [key] = chosen(this.form, "answer");
    return key === undefined ? { ask: say("choose") } : key;
  }

  write(answer) {
    if (!this.slider) return choose(this.form, "answer", [answer]);
    const { min, max } = this.spec.slider;
    const fits = Number.isFinite(answer) && answer >= min && answer <= max;
    if (fits) this.slider.set(answer);
    this.guessed = fits;
    return fits;
  }

  judge(answer) {
    return { score: null, parts: [{ words: say("guess_kept", { guess: guessText(this.spec, answer) }) }] };
  }
}
