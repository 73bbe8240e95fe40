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
    const verdict = key === this.spec.right ? "right" : "wrong";
    return {
      score: verdict === "right" ? 1 : 0,
      parts: [{ verdict, words: say(verdict), markup: this.spec.feedback[key] }],
      marks: [[labelOf(this.form, "answer", key), verdict]],
    };
  }
}
