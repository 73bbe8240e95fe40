// Hand-written SVG charts of a widget. Text sizes stay the same at every width; strokes follow the resource.
import { draw, make } from "../dom.mjs";
import { pageLanguage, say } from "../language.mjs";
import { quantityText } from "../numbers.mjs";
import { axis, limits, ticks } from "./scales.mjs";

const quantity = (value, unit, digits = 3) => quantityText(value, unit, digits, pageLanguage());
const line = (x1, y1, x2, y2, name) => draw("line", { x1, y1, x2, y2, class: name });
const label = (x, y, words, name, anchor = "start") => draw("text", { x, y, class: name, "text-anchor": anchor }, words);

// `series` are {name, label, unit, resource, value, points: [[x, y], ...]}; `x` is {label, unit, value, min, max}.
export function drawPlot(root, plot, series, x) {
  const width = Math.max(260, root.clientWidth);
  const chart = plot.kind === "line" ? lines(plot, series, x, width) : bars(plot, series, width);
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", plot.claim || series.map((one) => `${one.label}: ${quantity(one.value, one.unit)}`).join("; "));
  root.replaceChildren(chart);
}

function frame(width, height) {
  return draw("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height });
}

function lines(plot, series, x, width) {
  const height = Math.round(Math.min(360, Math.max(240, width * 0.5)));
  const [scaleX, scaleY] = plot.scale;
  const marksY = plot.marks.filter((mark) => mark.axis === "y").map((mark) => mark.value);
  const values = series.flatMap((one) => one.points.map(([, y]) => y));
  const [low, high] = limits(scaleY, [...values, ...marksY]);
  const unit = series[0].unit;
  const rows = ticks(scaleY, low, high, 5);
  const names = rows.map((value) => quantity(value, unit, 2));
  const left = 14 + Math.max(...names.map((name) => name.length)) * 7;
  const right = width - 12;
  const top = 30;
  const bottom = height - 44;
  const across = axis(scaleX, x.min, x.max, left, right);
  const up = axis(scaleY, low, high, bottom, top);
  const svg = frame(width, height);

  rows.forEach((value, index) => {
    svg.append(line(left, up.at(value), right, up.at(value), "plot-grid"));
    svg.append(label(left - 6, up.at(value) + 4, names[index], "plot-tick", "end"));
  });
  for (const value of ticks(scaleX, x.min, x.max, Math.max(2, Math.floor((right - left) / 80)))) {
    svg.append(line(across.at(value), bottom, across.at(value), bottom + 4, "plot-axis"));
    svg.append(label(across.at(value), bottom + 18, quantity(value, x.unit, 3), "plot-tick", "middle"));
  }
  svg.append(line(left, bottom, right, bottom, "plot-axis"));
  svg.append(label((left + right) / 2, height - 6, x.label, "plot-name", "middle"));
  for (const mark of plot.marks) svg.append(...markLine(mark, across, up, { left, right, top, bottom }));

  const ends = [];
  for (const one of series) {
    svg.append(draw("path", { class: "plot-line", d: path(one.points, across, up), "data-resource": one.resource }));
    const last = one.points.findLast(([, y]) => Number.isFinite(y) && y >= low && y <= high);
    if (last) ends.push({ one, y: up.at(last[1]) - 8 });
  }
  svg.append(...endLabels(ends, right, top));
  const here = across.at(x.value);
  svg.append(line(here, top, here, bottom, "plot-here"));
  for (const one of series) {
    if (one.value >= low && one.value <= high) {
      svg.append(draw("circle", { cx: here, cy: up.at(one.value), r: 5, class: "plot-dot", "data-resource": one.resource }));
    }
  }
  return svg;
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

function markLine(mark, across, up, { left, right, top, bottom }) {
  if (mark.axis === "x") {
    const x = across.at(mark.value);
    return [line(x, top, x, bottom, "plot-mark"), label(x + 4, top + 12, mark.label, "plot-name")];
  }
  const y = up.at(mark.value);
  return [line(left, y, right, y, "plot-mark"), label(left + 6, y - 6, mark.label, "plot-name")];
}

// Direct labels at the end of the lines, pushed apart where they would touch.
function endLabels(ends, right, top) {
  ends.sort((a, b) => b.y - a.y);
  ends.forEach((end, index) => {
    if (index && ends[index - 1].y - end.y < 17) end.y = ends[index - 1].y - 17;
    end.y = Math.max(top - 16, end.y);
  });
  return ends.map(({ one, y }) => {
    const text = label(right, y, one.label, "plot-label", "end");
    text.setAttribute("data-resource", one.resource);
    return text;
  });
}

// Bars, one below the other; or one bar with the outputs end to end.
function bars(plot, series, width) {
  const stacked = plot.kind === "stack";
  const total = series.reduce((sum, one) => sum + one.value, 0);
  const scale = stacked ? "linear" : plot.scale[1];
  const unit = series[0].unit;
  const reach = [...(stacked ? [total] : series.map((one) => one.value)), ...plot.marks.map((mark) => mark.value)];
  const [low, high] = limits(scale, reach);
  const left = 4;
  const right = width - 16;
  const across = axis(scale, low, high, left, right);
  const top = plot.marks.length ? 30 : 8;
  const thickness = 26;
  const pitch = 50;
  const rows = stacked ? 1 : series.length;
  const barsEnd = top + rows * pitch + (stacked ? series.length * 22 - 14 : 0);
  const svg = frame(width, barsEnd + 34);
  let from = low;
  series.forEach((one, index) => {
    const start = stacked ? from : low;
    const end = stacked ? from + one.value : one.value;
    const y = stacked ? top : top + 18 + index * pitch;
    const wide = Math.max(0, across.at(Math.min(end, high)) - across.at(start));
    if (Number.isFinite(wide)) {
      svg.append(draw("rect", { x: across.at(start), y, width: wide, height: thickness, class: "plot-bar", "data-resource": one.resource, "data-index": index }));
    }
    const words = `${one.label}: ${quantity(one.value, one.unit)}`;
    if (stacked) {
      const row = top + thickness + 22 + index * 22;
      svg.append(draw("rect", { x: left, y: row - 11, width: 14, height: 14, class: "plot-bar", "data-resource": one.resource, "data-index": index }));
      svg.append(label(left + 22, row, words, "plot-label"));
    } else {
      svg.append(label(left, y - 6, words, "plot-label"));
    }
    from = end;
  });
  const base = stacked ? barsEnd + 8 : barsEnd + 8;
  svg.append(line(left, base, right, base, "plot-axis"));
  for (const value of ticks(scale, low, high, Math.max(2, Math.floor((right - left) / 80)))) {
    const anchor = across.at(value) < left + 20 ? "start" : across.at(value) > right - 20 ? "end" : "middle";
    svg.append(line(across.at(value), base, across.at(value), base + 4, "plot-axis"));
    svg.append(label(across.at(value), base + 18, quantity(value, unit, 2), "plot-tick", anchor));
  }
  for (const mark of plot.marks) {
    const x = across.at(mark.value);
    svg.append(line(x, top - 8, x, base, "plot-mark"));
    svg.append(label(x, top - 14, mark.label, "plot-name", x > width / 2 ? "end" : "start"));
  }
  return svg;
}

// The same data in numbers.
export function dataTable(plot, series, x) {
  const head = make("tr", {}, ...[x.label, ...series.map((one) => one.label)].map((name) => make("th", { scope: "col" }, name)));
  const every = Math.ceil(series[0].points.length / 12);
  const chosen = series[0].points.map(([value], index) => [value, index]).filter(([, index]) => index % every === 0);
  const rows = chosen.map(([value, index]) => {
    const cells = series.map((one) => make("td", { class: "quantity" }, valueText(one.points[index][1], one.unit)));
    return make("tr", {}, make("th", { scope: "row", class: "quantity" }, quantity(value, x.unit)), ...cells);
  });
  return make("table", { class: "widget-values" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

export const valueText = (value, unit, digits = 3) =>
  Number.isNaN(value) || value === undefined ? "–" : quantity(value, unit, digits);
