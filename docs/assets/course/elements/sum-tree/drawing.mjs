// The two pictures of the sum tree: who adds when, and what a whole job gains.
import { draw, frame, label, line, put, renew } from "../../dom.mjs";
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

// `texts` are {claim, each, once, sum, bars: [[words, steps], ...], count(number)}.
export function drawTree(root, width, workers, texts) {
  const field = width - 52;
  const levels = levelsOf(workers, field);
  const rounds = levels.length - 1;
  const bottom = TOP + HEIGHT - ROUND * rounds;
  const svg = frame(width, TOP + HEIGHT + 84);
  svg.setAttribute("aria-label", texts.claim);
  svg.append(label(0, 14, texts.each, "plot-name"), label(width, 14, texts.once, "plot-name", "end"));
  const slot = field / workers;
  const shares = levels[0].filter(some(levels[0], field)).map((x) => `M${place(x)} ${TOP}V${bottom}`).join("");
  svg.append(draw("path", { class: "sumtree-shares", d: shares, "stroke-width": Math.min(40, Math.max(1, slot * (slot > 4 ? 0.8 : 0.6))) }));
  svg.append(label(width, (TOP + bottom) / 2 + 4, texts.count(workers), "plot-tick", "end"));
  // In a group, and each round in three parts: another round comes last, and what follows the tree keeps its place.
  const tree = draw("g");
  levels.slice(1).forEach((nodes, index) => {
    const [from, to] = [bottom + ROUND * index, bottom + ROUND * (index + 1)];
    const space = field / nodes.length;
    const above = levels[index];
    const joins = above.map((x, child) => [x, nodes[Math.floor(child / 2)]]).filter(some(above, field));
    const lines = joins.map(([x, end]) => `M${place(x)} ${from}L${place(end)} ${to}`).join("");
    const dots = space > 9 ? nodes.map((x) => `M${place(x)} ${to}h.01`).join("") : "";
    tree.append(draw("path", { class: "sumtree-joins", d: lines, "stroke-width": Math.min(1.8, Math.max(0.4, space / 8)) }));
    tree.append(draw("path", { class: "sumtree-nodes", d: dots }), label(width, to + 4, texts.count(Math.floor(above.length / 2)), "plot-tick", "end"));
  });
  svg.append(tree);
  const end = TOP + HEIGHT;
  const root_x = levels.at(-1)[0];
  svg.append(draw("circle", { class: "sumtree-root", cx: root_x, cy: end, r: 6 }), label(root_x + 12, end + 14, texts.sum, "plot-label"));
  const longest = Math.max(...texts.bars.map(([, steps]) => steps));
  texts.bars.forEach(([words, steps], index) => {
    const y = end + 28 + index * 28;
    svg.append(label(0, y + 8, words, "plot-name"));
    svg.append(draw("rect", { class: "sumtree-bar", x: 0, y: y + 13, width: Math.max(1, (steps / longest) * width), height: 7 }));
  });
  renew(root, svg);
}

// `curves` are {same(workers), larger(workers)}; `texts` are {claim, workers, times, same, larger, ceiling, count(number)}.
// The axes depend on the width alone and stay; what moves stands in a group above them.
export function drawCurve(root, width, workers, most, ceiling, curves, texts) {
  const height = TOP + HEIGHT + 84;
  const [left, right, top, bottom] = [44, width - 8, 48, height - 46];
  const across = axis("log", 1, most, left, right);
  const up = axis("log", 1, most, bottom, top);
  if (root.firstChild?.getAttribute("width") !== String(width)) {
    const svg = frame(width, height);
    svg.append(label(0, 14, texts.times, "plot-name"), label((left + right) / 2, height - 6, texts.workers, "plot-name", "middle"));
    for (const value of ticks("log2", 1, most, 6)) {
      svg.append(line(left, up.at(value), right, up.at(value), "plot-grid"), label(left - 6, up.at(value) + 4, texts.count(value), "plot-tick", "end"));
      const at = across.at(value);
      svg.append(line(at, bottom, at, bottom + 4, "plot-axis"), label(at, bottom + 19, texts.count(value), "plot-tick", value === most ? "end" : "middle"));
    }
    svg.append(line(left, bottom, right, bottom, "plot-axis"), draw("g"));
    root.replaceChildren(svg);
  }
  put(root.firstChild, { "aria-label": texts.claim });
  const parts = [];
  const stops = Array.from({ length: 41 }, (_, index) => most ** (index / 40));
  const path = (curve) => `M${stops.map((at) => `${place(across.at(at))} ${place(up.at(curve(at)))}`).join("L")}`;
  if (ceiling <= most) parts.push(line(left, up.at(ceiling), right, up.at(ceiling), "plot-mark"));
  parts.push(draw("path", { class: "plot-line sumtree-larger", d: path(curves.larger) }));
  parts.push(draw("path", { class: "plot-line resource-compute", d: path(curves.same) }));
  if (ceiling <= most) parts.push(label(left + 8, up.at(ceiling) - 7, texts.ceiling, "plot-label"));
  parts.push(label(right - 2, up.at(curves.larger(most)) - 8, texts.larger, "plot-label", "end"));
  const clear = most ** (1 - Math.min(1, (8 * texts.same.length) / (right - left))); // the curve passes above the whole label
  parts.push(label(right - 2, up.at(curves.same(clear)) + 20, texts.same, "plot-label resource-compute", "end"));
  const here = across.at(workers);
  parts.push(line(here, top, here, bottom, "plot-here"));
  parts.push(draw("circle", { class: "plot-dot", cx: here, cy: up.at(curves.larger(workers)), r: 5 }));
  parts.push(draw("circle", { class: "plot-dot resource-compute", cx: here, cy: up.at(curves.same(workers)), r: 5 }));
  renew(root.firstChild.lastChild, ...parts);
}
