// Steps to put in order with Up and Down buttons; the position is said after each move.
import { say } from "../../language.mjs";

export class Order {
  constructor(form, spec, changed) {
    Object.assign(this, { form, spec, changed });
    this.list = form.querySelector(".item-steps");
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-move]");
      if (button) this.move(button);
    });
    this.markEnds();
  }

  steps() {
    return [...this.list.children];
  }

  move(button) {
    const step = button.closest(".item-step");
    const steps = this.steps();
    const target = steps.indexOf(step) + Number(button.dataset.move);
    const name = step.querySelector(".item-text").textContent;
    if (!steps[target]) {
      this.changed(say(target < 0 ? "position_first" : "position_last", { step: name }));
      return;
    }
    if (button.dataset.move === "1") steps[target].after(step);
    else steps[target].before(step);
    // Moving a node drops the focus.
    button.focus();
    this.markEnds();
    this.changed(say("position", { position: target + 1, count: steps.length, step: name }));
  }

  // Not `disabled`: a disabled button would lose the focus at the end of the list.
  markEnds() {
    this.steps().forEach((step, index, steps) => {
      const [up, down] = step.querySelectorAll("button");
      up.setAttribute("aria-disabled", index === 0);
      down.setAttribute("aria-disabled", index === steps.length - 1);
    });
  }

  read() {
    return this.steps().map((step) => step.dataset.key);
  }

  write(keys) {
    const known = new Map(this.steps().map((step) => [step.dataset.key, step]));
    if (!Array.isArray(keys) || new Set(keys).size !== known.size || !keys.every((key) => known.has(key))) return false;
    this.list.append(...keys.map((key) => known.get(key)));
    this.markEnds();
    return true;
  }

  judge(keys) {
    const right = this.spec.order;
    const count = (right.length * (right.length - 1)) / 2;
    const places = keys.map((key) => right.indexOf(key));
    const score = places.flatMap((place, index) => places.slice(index + 1).filter((later) => later > place)).length;
    const verdict = score === count ? "right" : score ? "partly" : "wrong";
    const part =
      score === count ? { verdict, words: say("right"), markup: this.spec.feedback } : { verdict, words: say("pairs", { score, count }) };
    return { score: score / count, parts: [part] };
  }
}
