// Hand-written SVG charts of a widget. Text sizes stay the same at every width; strokes follow the resource.
import { frame, make, put } from "../dom.mjs";
import { number, quantity } from "../language.mjs";
import { labelPart, linePart, Pen } from "../pen.mjs";
import { endLabels } from "./endlabels.mjs";
import { axis, limits, ticks, tidy } from "./scales.mjs";

const paint = (name, { resource, look }) => [name, resource && `resource-${resource}`, look].filter(Boolean).join(" ");

// `series` are {name, label, unit, resource, value, points: [[x, y], ...]}, with a class of their own as `look`; `x` is {label, unit, value, min, max}.
export function drawPlot(root, room, plot, series, x) {
  const width = Math.max(260, room);
  const [height, parts] = plot.kind === "line" ? lines(plot, series, x, width) : bars(plot, series, width);
  const size = `${width} ${height}`;
  if (root.pen?.size !== size) {
    root.replaceChildren(frame(width, height));
    root.pen = Object.assign(new Pen(root.firstChild), { size });
  }
  root.pen.redraw(parts);
  put(root.firstChild, { "aria-label": plot.claim || series.map(resultText).join("; ") });
}

// The y axis counts in the unit of the first series, so that its ticks are round in that unit.
function lines(plot, series, x, width) {
  const [scaleX, scaleY] = plot.scale;
  const { unit, factor } = series[0];
  const marksY = plot.marks.filter((mark) => mark.axis === "y").map((mark) => mark.value);
  const values = series.flatMap((one) => one.points.map(([, y]) => y));
  const [low, high] = limits(scaleY, [...values, ...marksY].map((value) => value / factor)).map((edge) => edge * factor);
  const height = Math.round(Math.min(360, Math.max(240, width * 0.5)));
  const rows = ticks(scaleY, low / factor, high / factor, 5).map((value) => value * factor);
  const rowNames = rows.map((value) => quantity(value, unit));
  const box = { left: 14 + longest(rowNames), right: width - 12, top: 30, bottom: height - 44 };
  const { left, right, top, bottom } = box;
  const across = axis(scaleX, x.min, x.max, left, right);
  const up = axis(scaleY, low, high, bottom, top);
  const drawn = series.map((one, index) => {
    const spots = one.points.map(([x, y]) => [across.at(x), up.at(y)]);
    return { one, index, words: one.label, d: path(spots), spots: spots.filter(stands) };
  });
  const here = across.at(x.value);
  const shown = drawn.filter(({ one }) => one.value >= low && one.value <= high);
  return [height, [
    ...rows.flatMap((value, index) => [
      linePart(`row ${index}`, left, up.at(value), right, up.at(value), "plot-grid"),
      labelPart(`row ${index}`, left - 6, up.at(value) + 4, rowNames[index], "plot-tick", "end"),
    ]),
    ...ticksBelow(x, scaleX, across, box),
    labelPart("x", (left + right) / 2, height - 6, nameOf(x), "plot-name", "middle"),
    ...plot.marks.flatMap((mark, index) => markParts(mark, index, across, up, box)),
    ...drawn.map(({ one, index, d }) => [`line ${index}`, "path", { class: paint("plot-line", one), d }]),
    linePart("here", here, top, here, bottom, "plot-here"),
    ...shown.map(({ one, index }) => [`dot ${index}`, "circle", { cx: here, cy: up.at(one.value), r: 5, class: paint("plot-dot", one) }]),
    // Last, so that the light edge of the letters covers what passes behind them.
    ...endLabels(drawn, box).map(({ one, index, words, y }) => labelPart(`line ${index}`, right, y, words, paint("plot-label", one), "end")),
  ]];
}

const longest = (names) => Math.max(...names.map((name) => name.length)) * 7.4;

// A unit that chooses its prefix stands at each tick; any other stands once, beside the name of the axis.
const tickText = (x, value) => (x.automatic ? quantity(value, x.unit) : number(tidy(value / x.factor), null));
const nameOf = (x) => (x.automatic || !x.unitText ? x.label : `${x.label} (${x.unitText})`);

function ticksBelow(x, scale, across, { left, right, bottom }) {
  const stops = x.scale === "log2" && scale === "log" ? "log2" : scale;
  const width = longest([tickText(x, x.max), tickText(x, x.min)]) + 18;
  const values = ticks(stops, x.min / x.factor, x.max / x.factor, Math.max(2, Math.floor((right - left) / width)));
  return [
    linePart("x", left, bottom, right, bottom, "plot-axis"),
    ...values.flatMap((value, index) => {
      const at = across.at(value * x.factor);
      return tickParts(index, at, bottom, tickText(x, value * x.factor), at > right - 16 ? "end" : "middle");
    }),
  ];
}

const tickParts = (index, at, y, words, anchor) => [
  linePart(`tick ${index}`, at, y, at, y + 4, "plot-axis"),
  labelPart(`tick ${index}`, at, y + 18, words, "plot-tick", anchor),
];

// A corner of a line whose value is missing, or has no place on the axis, has no height.
const stands = ([, y]) => Number.isFinite(y);

// A gap wherever a corner has no height.
function path(spots) {
  let pen = "M";
  return spots
    .map((spot) => {
      const step = stands(spot) ? `${pen}${spot[0].toFixed(1)} ${spot[1].toFixed(1)}` : "";
      pen = step ? "L" : "M";
      return step;
    })
    .join("");
}

function markParts(mark, index, across, up, { left, right, top, bottom }) {
  const name = `mark ${index}`;
  if (mark.axis === "x") {
    const x = across.at(mark.value);
    return [linePart(name, x, top, x, bottom, "plot-mark"), labelPart(name, x + 4, top + 12, mark.label, "plot-name")];
  }
  const y = up.at(mark.value);
  return [linePart(name, left, y, right, y, "plot-mark"), labelPart(name, left + 6, y - 6, mark.label, "plot-name")];
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
  let from = low;
  const entries = series.flatMap((one, index) => {
    const words = resultText(one);
    const row = top + (stacked ? 40 + index * 24 : index * 52);
    if (!stacked) return [labelPart(`bar ${index}`, left, row + 14, words, "plot-label"), ...bar(index, one, left, across.at(one.value), row + 20)];
    const letter = "ABCDEFGH"[index];
    const start = across.at(from);
    from += one.value;
    return [
      ...bar(index, one, start, across.at(from), top, letter),
      ...bar(`key ${index}`, one, left, left + 18, row, letter, 18),
      labelPart(`bar ${index}`, left + 26, row + 14, words, "plot-label"),
    ];
  });
  const values = ticks(scale, low / factor, high / factor, Math.max(2, Math.floor((right - left) / 84)));
  return [base + 26, [
    ...entries,
    linePart("x", left, base, right, base, "plot-axis"),
    ...values.flatMap((tick, index) => {
      const at = across.at(tick * factor);
      return tickParts(index, at, base, quantity(tick * factor, unit), at < left + 20 ? "start" : at > right - 20 ? "end" : "middle");
    }),
    ...plot.marks.flatMap((mark, index) => {
      const x = across.at(mark.value);
      // The names of a stack's parts stand below it, and no line may cross them.
      const end = stacked ? top + 34 : base;
      return [linePart(`mark ${index}`, x, top - 8, x, end, "plot-mark"), labelPart(`mark ${index}`, x, top - 14, mark.label, "plot-name", x > width / 2 ? "end" : "start")];
    }),
  ]];
}

function bar(name, one, start, end, y, letter = "", height = 26) {
  if (!(end > start && Number.isFinite(end))) return [];
  const rect = [`bar ${name}`, "rect", { x: start, y, width: end - start, height, class: paint("plot-bar", one) }];
  return end - start < 16 ? [rect] : [rect, labelPart(`letter ${name}`, (start + end) / 2, y + height / 2 + 5, letter, "plot-letter", "middle")];
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
