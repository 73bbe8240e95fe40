// A quiz item: reads the form, judges, answers in words, and keeps the record.
import { asksAfresh } from "../address.mjs";
import { builtMarkup, make } from "../dom.mjs";
import { CourseElement } from "../element.mjs";
import { say } from "../language.mjs";
import { store } from "../store.mjs";
import { Diagnose } from "./diagnose/diagnose.mjs";
import { Multiple } from "./multiple/multiple.mjs";
import { Numeric } from "./numeric/numeric.mjs";
import { Order } from "./order/order.mjs";
import { Predict } from "./predict/predict.mjs";
import { Single } from "./single/single.mjs";

// Each type is a class made with (form, spec) that has
//   read()         the answer as plain data, or {ask: "what to do first"}
//   write(answer)  puts a stored answer back; false where it no longer fits
//   judge(answer)  {score, parts, marks}, score null where nothing is graded; parts are [verdict, words, markup],
//                  each of them optional; marks are [node, verdict]
// and may take `changed` to say that the learner touched the answer.
const types = { single: Single, multiple: Multiple, numeric: Numeric, order: Order, diagnose: Diagnose, predict: Predict };
const ICONS = { right: "✓", wrong: "✗", partly: "◐" };

const verdictOf = (score) => (score >= 1 ? "right" : score > 0 ? "partly" : "wrong");

export class CourseItem extends CourseElement {
  start() {
    this.form = this.querySelector("form.item");
    this.feedback = this.form.querySelector(".item-feedback");
    const { item, type, spec } = this.form.dataset;
    this.item = item;
    this.spec = JSON.parse(spec);
    this.type = new types[type](this.form, this.spec, (words) => this.touched(words));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.form.addEventListener("input", () => this.touched());
    this.restore();
  }

  // A stored answer comes back silently: a page must not read out all its old verdicts.
  restore() {
    if (asksAfresh()) return;
    const entry = store.entry(this.item);
    if (!entry || !this.type.write(entry.answer)) return;
    const answer = this.type.read();
    if (answer.ask) return;
    this.feedback.setAttribute("aria-live", "off");
    this.show(this.type.judge(answer), entry);
  }

  check() {
    const answer = this.type.read();
    this.touched(answer.ask);
    if (answer.ask) return;
    const judged = this.type.judge(answer);
    this.show(judged, store.record(this.item, answer, judged.score));
  }

  // An old verdict must not stand beside a new answer; `words` may take its place.
  touched(words = "") {
    this.feedback.removeAttribute("aria-live");
    this.feedback.replaceChildren(...(words ? [make("p", {}, words)] : []));
    this.form.removeAttribute("data-verdict");
    for (const marked of this.form.querySelectorAll("[data-mark]")) marked.removeAttribute("data-mark");
  }

  show({ score, parts, marks = [] }, entry) {
    for (const [node, verdict] of marks) node.setAttribute("data-mark", verdict);
    for (const part of parts) this.feedback.append(renderPart(part));
    this.form.setAttribute("data-tried", "");
    if (score !== null) {
      const verdict = verdictOf(score);
      this.form.setAttribute("data-verdict", verdict);
      if (score < 1 && this.spec.pointer) {
        this.feedback.append(make("p", {}, builtMarkup(this.spec.pointer)));
      }
      if (entry.tries > 1) {
        const first = say(`first_${verdictOf(entry.first)}`);
        this.feedback.append(make("p", { class: "item-tries" }, say("tries", { tries: entry.tries, first })));
      }
    }
    if (!store.persistent) this.feedback.append(make("p", { class: "item-tries" }, say("not_saved")));
  }
}

// {verdict: right | partly | wrong, words: text, markup: built HTML, nodes: more nodes}
function renderPart({ verdict, words, markup, nodes = [] }) {
  const block = make("div", { class: "item-part" });
  if (words) {
    const line = make("p", { class: "item-verdict" });
    if (verdict) {
      line.dataset.verdict = verdict;
      line.append(make("span", { class: "item-icon", "aria-hidden": "true" }, ICONS[verdict]));
    }
    line.append(make("strong", {}, words));
    block.append(line);
  }
  if (markup) block.append(make("div", { class: "item-words" }, builtMarkup(markup)));
  block.append(...nodes);
  return block;
}
