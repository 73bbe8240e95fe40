// The drawing of the roofline explorer. The frame is built once for a width; a step only moves a few nodes.
import { draw } from "../dom.mjs";
import { quantity, say, timesText } from "../language.mjs";
import { axis, limits, ticks } from "../widget/scales.mjs";

const set = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
const text = (name, x, y, anchor, words = "") => draw("text", { class: name, x, y, "text-anchor": anchor }, words);

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
    Object.assign(this, { left: 44, right: width - 14, top: 34, bottom: height - 48 });
    const peaks = this.chips.map((chip) => chip.peak);
    const [low, high] = limits("log", [...this.chips.map((chip) => chip.attain(min)), 2 * Math.max(...peaks)]);
    this.across = axis("log", min, max, this.left, this.right);
    this.up = axis("log", low, high, this.bottom, this.top);
    this.svg = draw("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
    this.drawFrame(width, height, low, high);
    this.parts = {};
    const add = (name, node) => this.svg.append((this.parts[name] = node));
    for (const name of ["memory", "compute"]) add(`${name}Area`, draw("path", { class: `roofline-area roofline-${name}` }));
    this.ghosts = this.chips.map((chip) => this.ghost(chip));
    this.ghostNames = this.chips.map((chip) => text("plot-name roofline-other", this.right, 0, "end", chip.label));
    this.svg.append(...this.ghosts, ...this.ghostNames);
    add("ridgeLine", draw("line", { class: "roofline-ridge" }));
    add("memory", draw("path", { class: "roofline-roof roofline-memory" }));
    add("compute", draw("path", { class: "roofline-roof roofline-compute" }));
    add("bandwidthLabel", text("plot-label roofline-memory-label", 0, 0, "end"));
    add("peakLabel", text("plot-label roofline-compute-label", this.right, 0, "end"));
    add("ridgeLabel", text("plot-name roofline-other", 0, 0, "end"));
    for (const { intensity } of this.spec.operations) {
      const x = this.across.at(intensity);
      this.svg.append(draw("path", { class: "roofline-named", d: `M${x} ${this.bottom}l-4 7h8Z` }));
    }
    add("drop", draw("line", { class: "roofline-drop" }));
    add("gap", draw("line", { class: "roofline-gap" }));
    add("gapLabel", text("plot-label roofline-memory-label", 0, 0, "start"));
    const point = draw("g", { class: "roofline-point" }, draw("circle", { r: 22, class: "roofline-grip" }), draw("circle", { r: 8, class: "roofline-dot" }));
    add("point", point);
    this.root.replaceChildren(this.svg);
  }

  drawFrame(width, height, low, high) {
    const { left, right, top, bottom, svg } = this;
    const { min, max } = this.spec.slider;
    for (const value of ticks("log", low, high, 6)) {
      const y = this.up.at(value);
      svg.append(draw("line", { class: "plot-grid", x1: left, y1: y, x2: right, y2: y }));
      svg.append(text("plot-tick", left - 6, y + 4, "end", quantity(value, "FLOP/s").replace("FLOP/s", "")));
    }
    for (const value of ticks("log", min, max, Math.floor((right - left) / 52))) {
      const x = this.across.at(value);
      svg.append(draw("line", { class: "plot-grid", x1: x, y1: top, x2: x, y2: bottom }));
      svg.append(text("plot-tick", x, bottom + 22, x > right - 20 ? "end" : "middle", quantity(value, "1")));
    }
    svg.append(draw("line", { class: "plot-axis", x1: left, y1: bottom, x2: right, y2: bottom }));
    svg.append(text("plot-name", left - 38, 16, "start", `${say("axis_rate")} (FLOP/s)`));
    svg.append(text("plot-name", (left + right) / 2, height - 6, "middle", say("axis_intensity")));
  }

  roof(chip) {
    const { min, max } = this.spec.slider;
    const knee = Math.min(max, Math.max(min, chip.ridge));
    const at = (intensity) => `${this.across.at(intensity).toFixed(1)} ${this.up.at(chip.attain(intensity)).toFixed(1)}`;
    return { start: at(min), knee: at(knee), end: at(max), kneeX: this.across.at(knee) };
  }

  ghost(chip) {
    const { start, knee, end } = this.roof(chip);
    return draw("path", { class: "roofline-ghost", d: `M${start}L${knee}L${end}` });
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
    parts.gapLabel.textContent = room ? say("times", { times: timesText(by) }) : "";
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
    const chosen = this.chips[index];
    const roofs = this.chips.map((chip, other) => ({ other, y: this.up.at(chip.peak), above: chip.peak > chosen.peak }));
    this.ghostNames[index].textContent = "";
    let floor = -Infinity;
    let ceiling = this.up.at(chosen.peak) - 8; // the chosen one's own peak stands there
    for (const { other, y } of roofs.filter(({ above, other }) => !above && other !== index).sort((a, b) => a.y - b.y)) {
      floor = Math.max(y + 16, floor + 15);
      set(this.ghostNames[other], { y: floor });
      this.ghostNames[other].textContent = this.chips[other].label;
    }
    for (const { other, y } of roofs.filter(({ above }) => above).sort((a, b) => b.y - a.y)) {
      ceiling = Math.min(y - 6, ceiling - 15);
      set(this.ghostNames[other], { y: ceiling });
      this.ghostNames[other].textContent = this.chips[other].label;
    }
  }
}
