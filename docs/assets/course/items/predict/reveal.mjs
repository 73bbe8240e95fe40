// The place where a prediction is answered: the learner's guess beside the answer.
import { make } from "../../dom.mjs";
import { CourseElement } from "../../element.mjs";
import { say, timesText } from "../../language.mjs";
import { store } from "../../store.mjs";
import { guessText } from "./predict.mjs";

export class CourseReveal extends CourseElement {
  start() {
    this.spec = JSON.parse(this.dataset.spec);
    this.line = this.querySelector(".reveal-guess");
    this.watch = () => this.show();
    this.show();
  }

  show() {
    const entry = store.entry(this.dataset.item);
    const guess = entry && guessText(this.spec, entry.answer);
    this.querySelector("details").open = Boolean(guess);
    if (guess) this.line.replaceChildren(this.compare(guess, entry.answer));
    else this.line.replaceChildren(say("guess_missing"), make("a", { href: this.dataset.link }, say("guess_link")));
  }

  compare(guess, value) {
    const { slider, answer, text } = this.spec;
    const ratio = slider ? value / answer : 0;
    const far = Math.max(ratio, 1 / ratio);
    const kind = !(ratio > 0 && far < Infinity) ? "yours" : far < 1.1 ? "close" : ratio > 1 ? "high" : "low";
    return say(`guess_${kind}`, { guess, answer: text, times: timesText(far) });
  }
}
