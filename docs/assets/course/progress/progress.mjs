// The panel of the learner's own record: what is answered, export, import, delete.
import { make } from "../dom.mjs";
import { CourseElement } from "../element.mjs";
import { say } from "../language.mjs";
import { store } from "../store.mjs";
import { lessonProgress } from "./stations.mjs";

export class CourseProgress extends CourseElement {
  start() {
    this.status = this.querySelector(".progress-status");
    this.sure = this.querySelector(".progress-sure");
    this.file = this.querySelector('input[type="file"]');
    const actions = {
      export: () => this.handOut(),
      import: () => this.file.click(),
      clear: () => this.askToClear(),
      "clear-yes": () => this.clear(),
      "clear-no": () => this.closeQuestion(),
    };
    this.addEventListener("click", (event) => actions[event.target.closest("[data-action]")?.dataset.action]?.());
    this.file.addEventListener("change", () => this.takeOver());
    this.watch = () => this.show();
    this.show();
  }

  button(action) {
    return this.querySelector(`[data-action="${action}"]`);
  }

  count() {
    return [...store.items()].filter(([, entry]) => entry?.tries > 0).length;
  }

  show() {
    const items = store.items();
    const total = { tried: 0, count: 0, right: 0 };
    for (const row of this.querySelectorAll("tr[data-lesson]")) {
      const count = Number(row.dataset.items);
      const { tried, right } = lessonProgress(items, row.dataset.lesson, count);
      const [answered, first] = row.querySelectorAll("td");
      answered.textContent = `${tried} / ${count}`;
      first.textContent = right;
      total.tried += tried;
      total.count += count;
      total.right += right;
    }
    const count = this.count();
    const kept = count ? say("progress_stored", { answers: say("answers", { count }) }) : "";
    this.querySelector(".progress-stored").textContent = store.persistent ? kept : say("progress_blocked");
    this.querySelector(".progress-summary").textContent = total.tried ? say("progress_summary", total) : say("progress_empty");
  }

  handOut() {
    const url = URL.createObjectURL(new Blob([store.exportText()], { type: "application/json" }));
    make("a", { href: url, download: "course-answers.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  async takeOver() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      const count = store.importText(await file.text());
      this.status.textContent = say("progress_imported", { answers: say("answers", { count }) });
    } catch {
      this.status.textContent = say("progress_unreadable");
    }
    this.file.value = "";
  }

  askToClear() {
    this.sure.querySelector("p").textContent = say("progress_clear_sure", { answers: say("answers", { count: this.count() }) });
    this.sure.hidden = false;
    this.button("clear-no").focus();
  }

  closeQuestion() {
    this.sure.hidden = true;
    this.button("clear").focus();
  }

  clear() {
    store.clear();
    this.status.textContent = say("progress_cleared");
    this.closeQuestion();
  }
}

if (!customElements.get("course-progress")) customElements.define("course-progress", CourseProgress);
