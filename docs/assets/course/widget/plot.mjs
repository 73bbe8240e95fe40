// Hand-written SVG charts of a widget. Text sizes stay the same at every width; strokes follow the resource.
import { draw, frame, label, line, make, put, renew } from "../dom.mjs";
import { number, quantity } from "../language.mjs";
import { labelPart, linePart, Pen } from "../pen.mjs";
import { endLabels, spotsOf } from "./endlabels.mjs";
import { axis, limits, ticks, tidy } from "./scales.mjs";

const paint = (name, { resource, look }) => [name, resource && `resource-${resource}`, look].filter(Boolean).join(" ");

// `series` are {name, label, unit, resource, value, points: [[x, y], ...]}, with a class of their own as `look`; `x` is {label, unit, value, min, max}.
export function drawPlot(root, room, plot, series, x) {
  const width = Math.max(260, room);
  if (plot.kind === "line") lines(root, plot, series, x, width);
  else renew(root, bars(plot, series, width));
  put(root.firstChild, { "aria-label": plot.claim || series.map(resultText).join("; ") });
}

// The axes of each chart of lines, by its root: they stay until something that they depend on has changed.
const axesOf = new WeakMap();

// The y axis counts in the unit of the first series, so that its ticks are round in that unit.
function lines(root, plot, series, x, width) {
  const scaleY = plot.scale[1];
  const { factor } = series[0];
  const marksY = plot.marks.filter((mark) => mark.axis === "y").map((mark) => mark.value);
  const values = series.flatMap((one) => one.points.map(([, y]) => y));
  const [low, high] = limits(scaleY, [...values, ...marksY].map((value) => value / factor)).map((edge) => edge * factor);
  const wanted = [width, low, high, x.min, x.max].join();
  if (axesOf.get(root)?.wanted !== wanted) {
    const axes = linesAxes(plot, series[0], x, width, [low, high]);
    axesOf.set(root, { wanted, ...axes });
    root.replaceChildren(axes.svg);
  }
  const { box, across, up, pen } = axesOf.get(root);
  const { right, top, bottom } = box;
  const drawn = series.map((one, index) => ({ one, index, ...courseOf(one.points, across, up) }));
  const names = endLabels(drawn.map(({ one, index, spots }) => ({ one, index, spots, words: one.label })), { right, top, bottom });
  const here = across.at(x.value);
  const shown = drawn.filter(({ one }) => one.value >= low && one.value <= high);
  pen.redraw([
    ...plot.marks.flatMap((mark, index) => markParts(mark, index, across, up, box)),
    ...drawn.map(({ one, index, d }) => [`line ${index}`, "path", { class: paint("plot-line", one), d }]),
    linePart("here", here, top, here, bottom, "plot-here"),
    ...shown.map(({ one, index }) => [`dot ${index}`, "circle", { cx: here, cy: up.at(one.value), r: 5, class: paint("plot-dot", one) }]),
    // Last, so that the light edge of the letters covers what passes behind them.
    ...names.map(({ one, index, y }) => labelPart(`name ${index}`, right, y, one.label, paint("plot-label", one), "end")),
  ]);
}

// What does not move with the values: grid, ticks and names, and a pen for what does, above them.
function linesAxes(plot, { unit, factor }, x, width, [low, high]) {
  const height = Math.round(Math.min(360, Math.max(240, width * 0.5)));
  const [scaleX, scaleY] = plot.scale;
  const rows = ticks(scaleY, low / factor, high / factor, 5).map((value) => value * factor);
  const rowNames = rows.map((value) => quantity(value, unit));
  const box = { left: 14 + longest(rowNames), right: width - 12, top: 30, bottom: height - 44 };
  const { left, right, top, bottom } = box;
  const across = axis(scaleX, x.min, x.max, left, right);
  const up = axis(scaleY, low, high, bottom, top);
  const svg = frame(width, height);
  rows.forEach((value, index) => {
    svg.append(line(left, up.at(value), right, up.at(value), "plot-grid"));
    svg.append(label(left - 6, up.at(value) + 4, rowNames[index], "plot-tick", "end"));
  });
  svg.append(...ticksBelow(x, scaleX, across, box));
  svg.append(label((left + right) / 2, height - 6, nameOf(x), "plot-name", "middle"));
  const moving = draw("g");
  svg.append(moving);
  return { svg, box, across, up, pen: new Pen(moving) };
}

const longest = (names) => Math.max(...names.map((name) => name.length)) * 7.4;

// A unit that chooses its prefix stands at each tick; any other stands once, beside the name of the axis.
const tickText = (x, value) => (x.automatic ? quantity(value, x.unit) : number(tidy(value / x.factor), null));
const nameOf = (x) => (x.automatic || !x.unitText ? x.label : `${x.label} (${x.unitText})`);

function ticksBelow(x, scale, across, { left, right, bottom }) {
  const stops = x.scale === "log2" && scale === "log" ? "log2" : scale;
  const width = longest([tickText(x, x.max), tickText(x, x.min)]) + 18;
  const values = ticks(stops, x.min / x.factor, x.max / x.factor, Math.max(2, Math.floor((right - left) / width)));
  const parts = [line(left, bottom, right, bottom, "plot-axis")];
  for (const value of values.map((one) => one * x.factor)) {
    const at = across.at(value);
    parts.push(line(at, bottom, at, bottom + 4, "plot-axis"));
    parts.push(label(at, bottom + 18, tickText(x, value), "plot-tick", at > right - 16 ? "end" : "middle"));
  }
  return parts;
}

// The way of a line as a path and as its corners, by its points: worked out anew when the points or the axes are others.
const courses = new WeakMap();
function courseOf(points, across, up) {
  const kept = courses.get(points);
  if (kept?.across === across && kept.up === up) return kept;
  const course = { across, up, d: path(points, across, up), spots: spotsOf(points, across, up) };
  courses.set(points, course);
  return course;
}

// A gap wherever a value is missing or does not exist.
function path(points, across, up) {
  let pen = "M";
  return points
    .map(([x, y]) => {
      if (!Number.isFinite(y) || (up.scale === "log" && y <= 0)) {
        pen = "M";
        return "";
      }
      const step = `${pen}${across.at(x).toFixed(1)} ${up.at(y).toFixed(1)}`;
      pen = "L";
      return step;
    })
    .join("");
}

function markParts(mark, index, across, up, { left, right, top, bottom }) {
  const [way, name] = [`mark ${index}`, `name of mark ${index}`];
  if (mark.axis === "x") {
    const x = across.at(mark.value);
    return [linePart(way, x, top, x, bottom, "plot-mark"), labelPart(name, x + 4, top + 12, mark.label, "plot-name")];
  }
  const y = up.at(mark.value);
  return [linePart(way, left, y, right, y, "plot-mark"), labelPart(name, left + 6, y - 6, mark.label, "plot-name")];
}

// Bars, one below the other; or one bar with the outputs end to end. Letters tell the parts of a stack apart.
function bars(plot, series, width) {
  const stacked = plot.kind === "stack";
  const scale = stacked ? "linear" : plot.scale[1];
  const { unit, factor } = series[0];
  const total = series.reduce((sum, one) => sum + one.value, 0);
  const reach = [...(stacked ? [total] : series.map((one) => one.value)), ...plot.marks.map((mark) => mark.value)];
  const [low, high] = limits(scale, reach.map((value) => value / factor)).map((edge) => edge * factor);
  const [left, right, top] = [4, width - 16, plot.marks.length ? 30 : 8];
  const across = axis(scale, low, high, left, right);
  const base = top + (stacked ? 40 + series.length * 24 : series.length * 52);
  const svg = frame(width, base + 26);
  let from = low;
  series.forEach((one, index) => {
    const words = resultText(one);
    if (stacked) {
      const letter = "ABCDEFGH"[index];
      const row = top + 40 + index * 24;
      svg.append(...bar(one, across.at(from), across.at(from + one.value), top, letter));
      svg.append(...bar(one, left, left + 18, row, letter, 18), label(left + 26, row + 14, words, "plot-label"));
      from += one.value;
    } else {
      const row = top + index * 52;
      svg.append(label(left, row + 14, words, "plot-label"), ...bar(one, left, across.at(one.value), row + 20));
    }
  });
  svg.append(line(left, base, right, base, "plot-axis"));
  const values = ticks(scale, low / factor, high / factor, Math.max(2, Math.floor((right - left) / 84)));
  for (const value of values.map((tick) => tick * factor)) {
    const at = across.at(value);
    const anchor = at < left + 20 ? "start" : at > right - 20 ? "end" : "middle";
    svg.append(line(at, base, at, base + 4, "plot-axis"), label(at, base + 18, quantity(value, unit), "plot-tick", anchor));
  }
  for (const mark of plot.marks) {
    const x = across.at(mark.value);
    // The names of a stack's parts stand below it, and no line may cross them.
    const end = stacked ? top + 34 : base;
    svg.append(line(x, top - 8, x, end, "plot-mark"), label(x, top - 14, mark.label, "plot-name", x > width / 2 ? "end" : "start"));
  }
  return svg;
}

function bar(one, start, end, y, letter = "", height = 26) {
  if (!(end > start && Number.isFinite(end))) return [];
  const rect = draw("rect", { x: start, y, width: end - start, height, class: paint("plot-bar", one) });
  return end - start < 16 ? [rect] : [rect, label((start + end) / 2, y + height / 2 + 5, letter, "plot-letter", "middle")];
}

// The same data in numbers.
export function dataTable(series, x) {
  const head = make("tr", {}, make("th", { scope: "col" }, x.label), ...series.map((one) => make("th", { scope: "col", class: "number" }, one.label)));
  const every = Math.ceil(series[0].points.length / 12);
  const chosen = series[0].points.map(([value], index) => [value, index]).filter(([, index]) => index % every === 0);
  const rows = chosen.map(([value, index]) => {
    const cells = series.map((one) => make("td", { class: "quantity" }, valueText(one.points[index][1], one.unit)));
    return make("tr", {}, make("th", { scope: "row", class: "quantity" }, quantity(value, x.unit, x.digits)), ...cells);
  });
  return make("table", { class: "widget-values" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

const resultText = ({ label: name, value, unit }) => `${name}: ${valueText(value, unit)}`;

export const valueText = (value, unit, digits = 3) =>
  Number.isNaN(value) || value === undefined ? "–" : quantity(value, unit, digits);
