// One option is right.
import { say } from "../../language.mjs";
import { choose, chosen, labelOf } from "../choices.mjs";

export class Single {
  constructor(form, spec) {
    Object.assign(this, { form, spec });
  }

  read() {
    const [key] = chosen(this.form, "answer");
    return key === undefined ? { ask: say("choose") } : key;
  }

  write(key) {
    return choose(this.form, "answer", [key]);
  }

  judge(key) {
    const score = Number(key === this.spec.right);
    const verdict = score ? "right" : "wrong";
    return {
      score,
      parts: [{ verdict, words: say(verdict), markup: this.spec.feedback[key] }],
      marks: [[labelOf(this.form, "answer", key), verdict]],
    };
  }
}
