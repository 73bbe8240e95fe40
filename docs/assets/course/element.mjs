import { store } from "./store.mjs";

// What is read keeps the height of the longest that it has held at this width: what stands below does not jump at each step.
function keepHeight(node) {
  const kept = { width: 0 };
  new ResizeObserver(([{ borderBoxSize: [{ inlineSize: width, blockSize }] }]) => {
    const another = width !== kept.width;
    if (another) node.style.minHeight = "";
    kept.width = width;
    node.style.minHeight = `${another ? node.offsetHeight : blockSize}px`;
  }).observe(node);
}

// The base of our elements: starts once, and leaves the page as it was when it cannot start.
// One that sets `this.watch` hears of every change of the learner's record while it is on the page.
export class CourseElement extends HTMLElement {
  connectedCallback() {
    if (!this.started) {
      this.started = true;
      try {
        this.start();
        this.setAttribute("data-live", "");
        if (this.parentElement.matches(".course-widget")) this.standAlone();
        for (const node of this.querySelectorAll(".widget-reading, .widget-say:not(.widget-reading *)")) keepHeight(node);
      } catch (error) {
        console.error(`<${this.localName}> could not start`, error);
      }
    }
    if (this.watch) store.addEventListener("change", this.watch);
  }

  disconnectedCallback() {
    if (this.watch) store.removeEventListener("change", this.watch);
  }

  // Runs `draw` at once, so that a browser which lays out the page after an event does so only once; what comes again in the
  // same frame is drawn with it.
  schedule(draw) {
    if (this.frame) {
      this.waiting = draw;
      return;
    }
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.waiting?.();
      this.waiting = undefined;
    });
    draw();
  }

  // The width of a node, as {width}: asked once and after each change of it, because asking in the middle of an update lays out
  // the page. `changed` runs in the next frame after the node has become wider or narrower.
  watchWidth(node, changed) {
    const seen = { width: node.clientWidth };
    let last;
    new ResizeObserver(([{ contentRect: { width } }]) => {
      // Only the height has changed.
      if (width === last) return;
      last = width;
      if (seen.width === node.clientWidth) return;
      seen.width = node.clientWidth;
      requestAnimationFrame(changed);
    }).observe(node);
    return seen;
  }

  // From now on a change in the element lays out nothing around it: its box is told the height instead of asking what it holds.
  standAlone() {
    const box = this.parentElement;
    new ResizeObserver(([{ contentRect }]) => {
      box.style.contain = "size layout style";
      box.style.containIntrinsicBlockSize = `${contentRect.height}px`;
    }).observe(this);
  }

  // Tells screen readers once the input has rested.
  announce(region, text) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (region.textContent !== text) region.textContent = text;
    }, 600);
  }
}
