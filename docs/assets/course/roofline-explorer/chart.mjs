// The drawing of the roofline explorer. The frame is built once for a width; a step only moves a few nodes.
import { draw, frame } from "../dom.mjs";
import { quantity, say, timesText } from "../language.mjs";
import { label, line } from "../pen.mjs";
import { axis, limits, ticks } from "../widget/scales.mjs";

// The width of a digit at a tick.
const TICK = 7.4;

const set = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));

export class RooflineChart {
  constructor(root, chips, spec) {
    Object.assign(this, { root, chips, spec });
  }

  intensityAt(x) {
    const { min, max } = this.spec.slider;
    return min * (max / min) ** ((x - this.left) / (this.right - this.left));
  }

  build() {
    const width = Math.max(260, this.root.clientWidth);
    const height = Math.round(Math.min(420, Math.max(280, width * 0.54)));
    const { min, max } = this.spec.slider;
    Object.assign(this, { left: 44, right: width - 14, top: 34, bottom: height - 54 });
    const peaks = this.chips.map((chip) => chip.peak);
    const [low, high] = limits("log", [...this.chips.map((chip) => chip.attain(min)), 2 * Math.max(...peaks)]);
    this.across = axis("log", min, max, this.left, this.right);
    this.up = axis("log", low, high, this.bottom, this.top);
    this.svg = frame(width, height);
    this.drawFrame(width, height, low, high);
    this.parts = {};
    const add = (name, node) => this.svg.append((this.parts[name] = node));
    for (const name of ["memory", "compute"]) add(`${name}Area`, draw("path", { class: `roofline-area roofline-${name}` }));
    this.ghosts = this.chips.map((chip) => {
      const { start, knee, end } = this.roof(chip);
      return draw("path", { class: "roofline-ghost", d: `M${start}L${knee}L${end}` });
    });
    this.ghostNames = this.chips.map((chip) => label(this.right, 0, chip.label, "plot-name roofline-other", "end"));
    this.svg.append(...this.ghosts, ...this.ghostNames);
    add("ridgeLine", line(0, 0, 0, 0, "roofline-ridge"));
    add("memory", draw("path", { class: "roofline-roof roofline-memory" }));
    add("compute", draw("path", { class: "roofline-roof roofline-compute" }));
    add("bandwidthLabel", label(0, 0, "", "plot-label roofline-memory", "end"));
    add("peakLabel", label(this.right, 0, "", "plot-label roofline-compute", "end"));
    add("ridgeLabel", label(0, 0, "", "plot-name roofline-other", "end"));
    for (const { intensity } of this.spec.operations) {
      const x = this.across.at(intensity);
      this.svg.append(draw("path", { class: "roofline-named", d: `M${x} ${this.bottom}l-4 7h8Z` }));
    }
    add("drop", line(0, 0, 0, 0, "roofline-drop"));
    add("gap", line(0, 0, 0, 0, "roofline-gap"));
    add("gapLabel", label(0, 0, "", "plot-label roofline-memory"));
    add("point", draw("circle", { r: 8, class: "roofline-point" }));
    this.root.replaceChildren(this.svg);
  }

  drawFrame(width, height, low, high) {
    const { left, right, top, bottom, svg } = this;
    const { min, max } = this.spec.slider;
    for (const value of ticks("log", low, high, 9)) {
      const y = this.up.at(value);
      svg.append(line(left, y, right, y, "plot-grid"));
      svg.append(label(left - 6, y + 4, quantity(value, "FLOP/s").replace("FLOP/s", ""), "plot-tick", "end"));
    }
    // Every decade has its line and its number: where they are close, one number in two stands a row lower.
    const marks = ticks("log", min, max, 9).map((value) => ({ x: this.across.at(value), text: quantity(value, "1") }));
    const close = marks.some(({ x, text }, index) => index && x - marks[index - 1].x < TICK * (text.length + 1));
    marks.forEach(({ x, text }, index) => {
      svg.append(line(x, top, x, bottom, "plot-grid"));
      const row = bottom + 20 + (close && index % 2 ? 13 : 0);
      svg.append(label(x, row, text, "plot-tick", x > right - 20 ? "end" : "middle"));
    });
    svg.append(line(left, bottom, right, bottom, "plot-axis"));
    svg.append(label(left - 38, 16, `${say("axis_rate")} (FLOP/s)`, "plot-name"));
    svg.append(label((left + right) / 2, height - 6, say("axis_intensity"), "plot-name", "middle"));
  }

  roof(chip) {
    const { min, max } = this.spec.slider;
    const knee = Math.min(max, Math.max(min, chip.ridge));
    const at = (intensity) => `${this.across.at(intensity).toFixed(1)} ${this.up.at(chip.attain(intensity)).toFixed(1)}`;
    return { start: at(min), knee: at(knee), end: at(max), kneeX: this.across.at(knee) };
  }

  show({ index, intensity, rate, kind, by, sentence }) {
    const { parts, bottom, left, right } = this;
    if (this.shown !== index || !parts.memory.hasAttribute("d")) this.showChip(index);
    const x = this.across.at(intensity);
    const y = this.up.at(rate);
    const roof = this.up.at(this.chips[index].peak);
    set(parts.drop, { x1: x, x2: x, y1: bottom, y2: y });
    const gap = kind === "bandwidth" ? roof : y;
    set(parts.gap, { x1: x, x2: x, y1: y, y2: gap });
    const room = kind === "bandwidth" && y - roof > 30;
    const beside = x > (left + right) / 2 ? -8 : 8;
    set(parts.gapLabel, { x: x + beside, y: (y + roof) / 2 + 4, "text-anchor": beside > 0 ? "start" : "end" });
    parts.gapLabel.textContent = room ? `${timesText(by)}×` : "";
    parts.point.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    this.svg.setAttribute("data-limit", kind);
    this.svg.setAttribute("aria-label", sentence);
  }

  showChip(index) {
    this.shown = index;
    const { parts, bottom, left, right } = this;
    const chip = this.chips[index];
    const { start, knee, end, kneeX } = this.roof(chip);
    this.ghosts.forEach((ghost, other) => ghost.toggleAttribute("data-chosen", other === index));
    set(parts.memory, { d: `M${start}L${knee}` });
    set(parts.compute, { d: `M${knee}L${end}` });
    set(parts.memoryArea, { d: `M${start}L${knee}V${bottom}H${left}Z` });
    set(parts.computeArea, { d: `M${knee}L${end}V${bottom}H${kneeX}Z` });
    const kneeY = this.up.at(chip.peak);
    set(parts.ridgeLine, { x1: kneeX, x2: kneeX, y1: kneeY, y2: bottom });
    set(parts.ridgeLabel, { x: kneeX - 6, y: bottom - 8 });
    parts.ridgeLabel.textContent = `${say("ridge")} ${quantity(chip.ridge, "1")}`;
    set(parts.peakLabel, { y: kneeY - 10 });
    parts.peakLabel.textContent = quantity(chip.peak, "FLOP/s");
    const middle = this.spec.slider.min ** 0.35 * chip.ridge ** 0.65;
    set(parts.bandwidthLabel, { x: this.across.at(middle) - 10, y: this.up.at(chip.attain(middle)) - 8 });
    parts.bandwidthLabel.textContent = quantity(chip.bandwidth, "B/s");
    this.placeGhostNames(index);
  }

  // The other chips: named above their roof where it is higher than the chosen one, else below; never on one another.
  placeGhostNames(index) {
    const chosen = this.up.at(this.chips[index].peak);
    const place = (sign, last, ghosts) => {
      for (const { y, name } of ghosts.sort((a, b) => sign * (a.y - b.y))) {
        last = sign > 0 ? Math.max(y + 16, last + 15) : Math.min(y - 6, last - 15);
        name.setAttribute("y", last);
      }
    };
    this.ghostNames.forEach((name, other) => (name.textContent = other === index ? "" : this.chips[other].label));
    const ghosts = this.ghostNames.map((name, other) => ({ name, y: this.up.at(this.chips[other].peak) }));
    place(1, -Infinity, ghosts.filter(({ y }) => y >= chosen));
    place(-1, chosen - 8, ghosts.filter(({ y }) => y < chosen));
  }
}
