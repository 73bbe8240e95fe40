// The two pictures of the grid of warps: the lanes of one block on both ways, and the waves of blocks.
import { draw, frame, renew } from "../../dom.mjs";
import { label } from "../../pen.mjs";

const ROW = 13; // height of a warp
const GAP = 26; // between the two ways
const CELL = 9; // height of a block's place

const at = (value) => Math.round(10 * value) / 10;

// How many threads of each warp take the other way: [[threads, of them other], ...].
export function splitOf(threads, warp, other, together) {
  const warps = [];
  for (let start = 0; start < threads; start += warp) {
    const end = Math.min(threads, start + warp);
    const spread = Math.floor((end * other) / threads) - Math.floor((start * other) / threads);
    warps.push([end - start, together ? Math.max(0, end - Math.max(start, threads - other)) : spread]);
  }
  return warps;
}

// Which lanes of a warp take the other way. Where the threads are not sorted, each row begins elsewhere.
function lanesOf([threads, other], row, together) {
  const chosen = new Set();
  for (let index = 0; index < other; index += 1) {
    chosen.add(together ? threads - 1 - index : (Math.floor(((index + 0.5) * threads) / other) + 5 * row) % threads);
  }
  return chosen;
}

// `texts` are {first, other, busy(busy, idle), skipped, claim([busy, idle], [busy, idle])}.
export function drawLanes(root, width, warp, warps, together, texts) {
  const beside = width > 560;
  const field = beside ? (width - GAP) / 2 : width;
  const height = 40 + ROW * warps.length;
  const svg = frame(width, beside ? height : 2 * height + 10);
  const counts = [];
  const slot = field / warp;
  const size = at(Math.min(ROW - 4, slot * 0.72));
  ["first", "other"].forEach((way, turn) => {
    const [left, top] = beside ? [turn * (field + GAP), 0] : [0, turn * (height + 10)];
    let [busy, idle] = [0, 0];
    const paths = { busy: "", idle: "" };
    warps.forEach((one, row) => {
      const takers = turn ? one[1] : one[0] - one[1];
      if (!takers) return;
      const others = lanesOf(one, row, together);
      const y = top + 40 + ROW * row;
      for (let lane = 0; lane < warp; lane += 1) {
        const works = lane < one[0] && others.has(lane) === Boolean(turn);
        const x = left + slot * (lane + 0.5);
        if (works) paths.busy += `M${at(x - size / 2)} ${y}h${size}`;
        else paths.idle += `M${at(x)} ${y}h.01`;
      }
      busy += takers;
      idle += warp - takers;
    });
    counts.push([busy, idle]);
    svg.append(label(left, top + 13, texts[way], "plot-label"), label(left, top + 29, busy ? texts.busy(busy, idle) : texts.skipped, "plot-name"));
    svg.append(draw("path", { class: "warpgrid-idle", d: paths.idle }));
    svg.append(draw("path", { class: `warpgrid-busy warpgrid-${way}`, d: paths.busy, "stroke-width": size }));
  });
  svg.setAttribute("aria-label", texts.claim(...counts));
  renew(root, svg);
}

// `name(wave, full)` gives the words above a wave, `claim` says what all show.
export function drawWaves(root, width, blocks, columns, rows, most, name, claim) {
  const slots = columns * rows;
  const high = 22 + CELL * rows + 8;
  const svg = frame(width, high * most);
  const slot = width / columns;
  const size = at(Math.max(1, slot * 0.72));
  const waves = Math.ceil(blocks / slots);
  for (let wave = 0; wave < waves; wave += 1) {
    const full = Math.min(slots, blocks - wave * slots);
    const top = wave * high;
    svg.append(label(0, top + 14, name(wave + 1, full), "plot-name"));
    const paths = { taken: "", free: "" };
    for (let place = 0; place < slots; place += 1) {
      const x = at(slot * ((place % columns) + 0.5));
      const y = top + 22 + CELL * Math.floor(place / columns);
      if (place < full) paths.taken += `M${x} ${y}v${CELL - 2}`;
      else paths.free += `M${x} ${y + 3}v2`;
    }
    svg.append(draw("path", { class: "warpgrid-free", d: paths.free, "stroke-width": at(Math.min(size, 1.4)) }));
    svg.append(draw("path", { class: "warpgrid-taken", d: paths.taken, "stroke-width": size }));
  }
  svg.setAttribute("aria-label", claim);
  renew(root, svg);
}
