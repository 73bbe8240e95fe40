import { store } from "./store.mjs";

// The base of our elements: starts once, and leaves the page as it was when it cannot start.
// One that sets `this.watch` hears of every change of the learner's record while it is on the page.
export class CourseElement extends HTMLElement {
  connectedCallback() {
    if (!this.started) {
      this.started = true;
      try {
        this.start();
        this.setAttribute("data-live", "");
      } catch (error) {
        console.error(`<${this.localName}> could not start`, error);
      }
    }
    if (this.watch) store.addEventListener("change", this.watch);
  }

  disconnectedCallback() {
    if (this.watch) store.removeEventListener("change", this.watch);
  }

  // Runs `draw` at most once a frame.
  schedule(draw) {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      draw();
    });
  }

  // Tells screen readers once the input has rested.
  announce(region, text) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (region.textContent !== text) region.textContent = text;
    }, 600);
  }
}
