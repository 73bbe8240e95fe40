// The two pictures of the sum tree: who adds when, and what a whole job gains.
import { draw, frame, put } from "../../dom.mjs";
import { label, labelPart, line, linePart, Pen } from "../../pen.mjs";
import { axis, ticks } from "../../widget/scales.mjs";

const ROUND = 16; // height of one round
const HEIGHT = 230; // of the shares and all rounds together
const TOP = 26;

const place = (value) => Math.round(10 * value) / 10;

// Where lines would stand closer than a pixel and a half, only some of them are drawn: more would look the same.
const some = (places, field) => {
  const every = Math.ceil((1.5 * places.length) / field);
  return every > 1 ? (_, index) => index % every === 0 : () => true;
};

// Joins neighbours round by round. Returns the places of every round, the workers' own first.
function levelsOf(workers, width) {
  const levels = [Array.from({ length: workers }, (_, index) => ((index + 0.5) * width) / workers)];
  while (levels.at(-1).length > 1) {
    const above = levels.at(-1);
    levels.push(
      Array.from({ length: Math.ceil(above.length / 2) }, (_, index) => {
        const [left, right] = [above[2 * index], above[2 * index + 1]];
        return right === undefined ? left : (left + right) / 2;
      }),
    );
  }
  return levels;
}

// Who adds when: the shares of the workers, and the rounds in which they become one sum.
export class TreePicture {
  constructor(root) {
    this.root = root;
  }

  // `texts` are {claim, each, once, sum, bars: [[words, steps], ...], count(number)}.
  show(width, workers, texts) {
    if (this.width !== width) {
      this.width = width;
      this.svg = frame(width, TOP + HEIGHT + 84);
      this.pen = new Pen(this.svg);
      this.root.replaceChildren(this.svg);
    }
    put(this.svg, { "aria-label": texts.claim });
    const field = width - 52;
    const levels = levelsOf(workers, field);
    const bottom = TOP + HEIGHT - ROUND * (levels.length - 1);
    this.pen.redraw([
      labelPart("each", 0, 14, texts.each, "plot-name"),
      labelPart("at once", width, 14, texts.once, "plot-name", "end"),
      ...shares(levels[0], field, bottom),
      labelPart("workers", width, (TOP + bottom) / 2 + 4, texts.count(workers), "plot-tick", "end"),
      ...levels.slice(1).flatMap((nodes, index) => round(levels[index], nodes, index, width, bottom + ROUND * index, texts)),
      ...sum(levels.at(-1)[0], texts),
      ...bars(texts.bars, width),
    ]);
  }
}

function shares(places, field, bottom) {
  const slot = field / places.length;
  const d = places.filter(some(places, field)).map((x) => `M${place(x)} ${TOP}V${bottom}`).join("");
  return [["shares", "path", { class: "sumtree-shares", d, "stroke-width": Math.min(40, Math.max(1, slot * (slot > 4 ? 0.8 : 0.6))) }]];
}

function round(above, nodes, index, width, from, texts) {
  const field = width - 52;
  const to = from + ROUND;
  const space = field / nodes.length;
  const joins = above.map((x, child) => [x, nodes[Math.floor(child / 2)]]).filter(some(above, field));
  const lines = joins.map(([x, end]) => `M${place(x)} ${from}L${place(end)} ${to}`).join("");
  const dots = space > 9 ? nodes.map((x) => `M${place(x)} ${to}h.01`).join("") : "";
  return [
    [`joins ${index}`, "path", { class: "sumtree-joins", d: lines, "stroke-width": Math.min(1.8, Math.max(0.4, space / 8)) }],
    [`nodes ${index}`, "path", { class: "sumtree-nodes", d: dots }],
    labelPart(`adding ${index}`, width, to + 4, texts.count(Math.floor(above.length / 2)), "plot-tick", "end"),
  ];
}

function sum(x, texts) {
  const y = TOP + HEIGHT;
  return [["root", "circle", { class: "sumtree-root", cx: x, cy: y, r: 6 }], labelPart("sum", x + 12, y + 14, texts.sum, "plot-label")];
}

function bars(entries, width) {
  const longest = Math.max(...entries.map(([, steps]) => steps));
  return entries.flatMap(([words, steps], index) => {
    const y = TOP + HEIGHT + 28 + index * 28;
    const length = Math.max(1, (steps / longest) * width);
    return [labelPart(`steps ${index}`, 0, y + 8, words, "plot-name"), [`bar ${index}`, "rect", { class: "sumtree-bar", x: 0, y: y + 13, width: length, height: 7 }]];
  });
}

// What a whole job gains, in two curves over the number of workers.
export class CurvePicture {
  constructor(root, most) {
    Object.assign(this, { root, most });
  }

  // The axes depend on the width alone.
  build(width, texts) {
    const { most } = this;
    const height = TOP + HEIGHT + 84;
    const [left, right, top, bottom] = [44, width - 8, 48, height - 46];
    const [across, up] = [axis("log", 1, most, left, right), axis("log", 1, most, bottom, top)];
    const svg = frame(width, height);
    svg.append(label(0, 14, texts.times, "plot-name"), label((left + right) / 2, height - 6, texts.workers, "plot-name", "middle"));
    for (const value of ticks("log2", 1, most, 6)) {
      svg.append(line(left, up.at(value), right, up.at(value), "plot-grid"), label(left - 6, up.at(value) + 4, texts.count(value), "plot-tick", "end"));
      const at = across.at(value);
      svg.append(line(at, bottom, at, bottom + 4, "plot-axis"), label(at, bottom + 19, texts.count(value), "plot-tick", value === most ? "end" : "middle"));
    }
    const moving = draw("g");
    svg.append(line(left, bottom, right, bottom, "plot-axis"), moving);
    this.root.replaceChildren(svg);
    Object.assign(this, { width, svg, pen: new Pen(moving), across, up, left, right, top, bottom, ceiling: undefined });
  }

  // The curves and their names, which depend on the ceiling alone: another number of workers leaves them.
  follow(ceiling, curves, texts) {
    const { most, across, up, left, right } = this;
    const stops = Array.from({ length: 41 }, (_, index) => most ** (index / 40));
    const path = (curve) => `M${stops.map((at) => `${place(across.at(at))} ${place(up.at(curve(at)))}`).join("L")}`;
    const clear = most ** (1 - Math.min(1, (8 * texts.same.length) / (right - left))); // the curve passes above the whole label
    const y = up.at(ceiling);
    const below = ceiling <= most ? [linePart("ceiling", left, y, right, y, "plot-mark")] : [];
    const above = ceiling <= most ? [labelPart("name of the ceiling", left + 8, y - 7, texts.ceiling, "plot-label")] : [];
    this.ceiling = ceiling;
    this.still = [
      ...below,
      ["larger", "path", { class: "plot-line sumtree-larger", d: path(curves.larger) }],
      ["same", "path", { class: "plot-line resource-compute", d: path(curves.same) }],
      ...above,
      labelPart("name of larger", right - 2, up.at(curves.larger(most)) - 8, texts.larger, "plot-label", "end"),
      labelPart("name of same", right - 2, up.at(curves.same(clear)) + 20, texts.same, "plot-label resource-compute", "end"),
    ];
  }

  // `curves` are {same(workers), larger(workers)}; `texts` are {claim, workers, times, same, larger, ceiling, count(number)}.
  show(width, workers, ceiling, curves, texts) {
    if (this.width !== width) this.build(width, texts);
    if (this.ceiling !== ceiling) this.follow(ceiling, curves, texts);
    const { across, up, top, bottom } = this;
    put(this.svg, { "aria-label": texts.claim });
    const here = across.at(workers);
    this.pen.redraw([
      ...this.still,
      linePart("here", here, top, here, bottom, "plot-here"),
      ["larger here", "circle", { class: "plot-dot", cx: here, cy: up.at(curves.larger(workers)), r: 5 }],
      ["same here", "circle", { class: "plot-dot resource-compute", cx: here, cy: up.at(curves.same(workers)), r: 5 }],
    ]);
  }
}
