// The three pictures of the tile walker: where the tile is, how the point climbs the roof, what fits on the chip.
import { draw, frame, put, renew } from "../../dom.mjs";
import { label, line } from "../../pen.mjs";
import { axis, ticks } from "../../widget/scales.mjs";

const GAP = 10;
const SMALLEST = 3; // a piece is never drawn smaller than this
const MOST_LINES = 64; // more tiles than this in a row are not told apart by lines

// Three squares: the second matrix above the result, the first to its left. A step only moves a few rectangles.
export class Stage {
  constructor(root, texts) {
    Object.assign(this, { root, texts });
  }

  // Another number of tiles changes only the lines.
  build(tiles, room) {
    if (room !== this.room) this.frame(room);
    this.room = room;
    Object.assign(this, { tiles, cell: this.side / tiles });
    const lines = tiles > 1 && tiles <= MOST_LINES ? this.lines() : "";
    for (const path of this.grids) put(path, { d: lines });
  }

  frame(room) {
    const width = Math.min(430, Math.max(230, room));
    const side = (width - GAP) / 2;
    const top = 20;
    Object.assign(this, { side, grids: [] });
    this.places = { first: [0, top + side + GAP], second: [side + GAP, top], result: [side + GAP, top + side + GAP] };
    this.svg = frame(width, top + 2 * side + GAP + 20);
    this.shapes = {};
    const names = [["second", side + GAP, 14, "start"], ["first", 0, top + side + GAP - 7, "start"], ["result", width, top + 2 * side + GAP + 16, "end"]];
    for (const [name, x, y, anchor] of names) this.svg.append(label(x, y, this.texts[name], "plot-name", anchor));
    for (const [name, [x, y]] of Object.entries(this.places)) {
      const group = draw("g", { transform: `translate(${x} ${y})` });
      const kinds = ["before", "past", "part", "strip", "piece"];
      this.shapes[name] = Object.fromEntries(kinds.map((kind) => [kind, draw("rect", { class: `tilewalk-${kind} tilewalk-${name}` })]));
      group.append(draw("rect", { class: "tilewalk-sheet", width: side, height: side }), ...Object.values(this.shapes[name]));
      const grid = draw("path", { class: "tilewalk-lines" });
      this.grids.push(grid);
      group.append(grid);
      this.svg.append(group);
    }
    const swatches = [["loaded", "tilewalk-piece tilewalk-first"], ["sums", "tilewalk-piece tilewalk-result"]];
    this.counts = swatches.map(([name, kind], index) => {
      const y = top + 24 + index * 46;
      const count = label(0, y + 18, "", "plot-tick");
      this.svg.append(draw("rect", { class: kind, x: 0, y: y - 11, width: 12, height: 12 }), label(18, y, this.texts[name], "plot-name"), count);
      return count;
    });
    this.root.replaceChildren(this.svg);
  }

  lines() {
    const places = Array.from({ length: this.tiles - 1 }, (_, index) => ((index + 1) * this.cell).toFixed(2));
    return places.map((at) => `M${at} 0V${this.side}M0 ${at}H${this.side}`).join("");
  }

  // A rectangle in units of tiles; `shade` 0 hides it. It is that of fill and stroke: a new opacity would arrange all layers anew.
  lay(name, kind, [column, row, columns, rows], shade = 1) {
    const { cell, side } = this;
    const [width, height] = [columns, rows].map((count) => (count ? Math.max(count * cell, kind === "piece" ? SMALLEST : 0.5) : 0));
    const [x, y] = [Math.min(column * cell, side - width), Math.min(row * cell, side - height)];
    put(this.shapes[name][kind], { x, y, width, height, "fill-opacity": shade, "stroke-opacity": shade });
  }

  // Step `step` of tiles³ is the one just done; `counts` are the two texts of the legend, `words` the picture in words.
  show(step, counts, words) {
    const { tiles } = this;
    const at = Math.max(0, step - 1);
    const [tile, piece] = [Math.floor(at / tiles), at % tiles];
    const [row, column] = [Math.floor(tile / tiles), tile % tiles];
    const seen = step ? 1 : 0;
    const shade = (count) => (count ? 0.1 + (0.6 * count) / tiles : 0);
    this.lay("first", "before", [0, 0, tiles, row], shade(tiles));
    this.lay("first", "past", [0, row, (piece + 1) * seen, 1], shade(column + 1));
    this.lay("first", "part", [piece + 1, row, (tiles - piece - 1) * seen, 1], shade(column));
    this.lay("first", "strip", [0, row, tiles * seen, seen]);
    this.lay("first", "piece", [piece, row, seen, seen]);
    this.lay("second", "before", [0, 0, column, tiles], shade(row + 1));
    this.lay("second", "past", [column, 0, 1, (piece + 1) * seen], shade(row + 1));
    this.lay("second", "part", [column, piece + 1, 1, (tiles - piece - 1) * seen], shade(row));
    this.lay("second", "strip", [column, 0, seen, tiles * seen]);
    this.lay("second", "piece", [column, piece, seen, seen]);
    this.rest(row, column, shade, seen);
    this.lay("result", "before", [0, 0, tiles, row], 0.7);
    this.lay("result", "past", [0, row, column, 1], 0.7);
    this.lay("result", "piece", [column, row, seen, seen], 0.35 + (0.65 * (piece + 1)) / tiles);
    this.counts.forEach((node, index) => renew(node, counts[index]));
    put(this.svg, { "aria-label": words });
  }

  // The columns of the second matrix that wait for their next turn; they borrow the result's unused shapes.
  rest(row, column, shade, seen) {
    const { cell, side, tiles } = this;
    const start = (column + 1) * cell;
    put(this.shapes.result.part, { x: start, y: -side - GAP, width: (tiles - column - 1) * cell * seen, height: side, "fill-opacity": shade(row) });
  }
}

// The roof of the chip with a dot for every edge; `points` are {intensity, rate, place}. Another edge only moves the point.
export class Roof {
  constructor(root, spec) {
    Object.assign(this, { root, ...spec });
  }

  build(room) {
    const { attain, ridge, peak, points, texts } = this;
    const width = Math.max(230, room);
    const height = 250;
    const [left, right, top, bottom] = [44, width - 8, 34, height - 44];
    const [low, high] = [points[0].intensity / 2, Math.max(2 * points.at(-1).intensity, 2 * ridge)];
    const across = axis("log", low, high, left, right);
    const up = axis("log", attain(low), 2 * peak, bottom, top);
    Object.assign(this, { room, bottom, across, up, middle: (left + right) / 2, svg: frame(width, height) });
    const { svg } = this;
    for (const value of ticks("log", attain(low), 2 * peak, 5)) {
      svg.append(line(left, up.at(value), right, up.at(value), "plot-grid"), label(left - 6, up.at(value) + 4, texts.rate(value), "plot-tick", "end"));
    }
    for (const value of ticks("log", low, high, Math.floor((right - left) / 60))) {
      svg.append(label(across.at(value), bottom + 18, texts.count(value), "plot-tick", "middle"));
    }
    svg.append(line(left, bottom, right, bottom, "plot-axis"));
    svg.append(label(0, 14, texts.axisY, "plot-name"), label(this.middle, height - 6, texts.axisX, "plot-name", "middle"));
    const [knee, roof] = [across.at(ridge), up.at(peak)];
    svg.append(line(knee, roof, knee, bottom, "roofline-ridge"));
    svg.append(draw("path", { class: "roofline-roof roofline-memory", d: `M${left} ${up.at(attain(low))}L${knee} ${roof}` }));
    svg.append(draw("path", { class: "roofline-roof roofline-compute", d: `M${knee} ${roof}H${right}` }));
    points.forEach(({ intensity, rate, place }) => {
      svg.append(draw("circle", { class: `tilewalk-dot tilewalk-${place}`, cx: across.at(intensity), cy: up.at(rate), r: 4 }));
    });
    this.drop = line(0, 0, 0, 0, "roofline-drop");
    this.point = draw("circle", { r: 8 });
    this.here = label(0, 0, "", "plot-label");
    svg.append(this.drop, label(knee - 6, bottom - 8, texts.ridge, "plot-name roofline-other", "end"), this.point, this.here);
    this.root.replaceChildren(svg);
  }

  show(now, room, here, words) {
    if (room !== this.room) this.build(room);
    const [x, y] = [this.across.at(now.intensity), this.up.at(now.rate)];
    const beside = x > this.middle;
    put(this.drop, { x1: x, x2: x, y1: this.bottom, y2: y });
    put(this.point, { class: `roofline-point tilewalk-${now.place}`, cx: x, cy: y });
    put(this.here, { x: x + (beside ? -14 : 16), y: y + (beside ? -12 : 6), "text-anchor": beside ? "end" : "start" });
    renew(this.here, here);
    put(this.svg, { "data-limit": now.kind, "aria-label": words });
  }
}

// One bar for each memory on the chip: `rows` are {name, share, text}.
export function drawSpace(root, room, rows, words) {
  const width = Math.max(230, room);
  const svg = frame(width, rows.length * 50);
  rows.forEach(({ name, share, text }, index) => {
    const y = index * 50;
    const over = share > 1;
    svg.append(label(0, y + 14, name, "plot-name"));
    svg.append(draw("rect", { class: "tilewalk-room", x: 0.5, y: y + 21, width: width - 1, height: 9 }));
    svg.append(draw("rect", { class: over ? "tilewalk-used tilewalk-over" : "tilewalk-used", x: 0.5, y: y + 21, width: Math.max(1, Math.min(1, share) * (width - 1)), height: 9 }));
    svg.append(label(width, y + 45, text, "plot-tick", "end"));
  });
  svg.setAttribute("aria-label", words);
  renew(root, svg);
}
