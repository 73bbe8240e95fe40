// Axes: where a value stands, and which values get a tick.
const LEADS = [1, 2, 5];

// Without the last digits that floats leave over.
export const tidy = (value) => Number(value.toPrecision(12));

export function axis(scale, low, high, from, to) {
  const place = scale === "log" ? Math.log : (value) => value;
  const first = place(low);
  const span = place(high) - first || 1;
  const at = (value) => from + ((place(value) - first) / span) * (to - from);
  return { scale, low, high, at };
}

// At most `most` ticks from low to high: 1-2-5 steps, on a log axis decades where 1-2-5 would be too many.
export function ticks(scale, low, high, most) {
  if (scale === "log2") return doublings(low, high, most);
  return scale === "log" ? logTicks(low, high, most) : linearTicks(low, high, most);
}

function doublings(low, high, most) {
  const count = Math.round(Math.log2(high / low));
  const every = Math.ceil((count + 1) / most);
  return Array.from({ length: Math.floor(count / every) + 1 }, (_, index) => low * 2 ** (index * every));
}

function linearTicks(low, high, most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const first = (step) => Math.ceil(low / step - 1e-9);
  const count = (step) => Math.floor((high / step) * (1 + 1e-9)) - first(step) + 1;
  const step = [1, 2, 5, 10, 20].map((lead) => lead * power).find((size) => count(size) <= most);
  return Array.from({ length: count(step) }, (_, index) => tidy((first(step) + index) * step));
}

function logTicks(low, high, most) {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const inside = (value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const fine = decades.flatMap((power) => LEADS.map((lead) => tidy(lead * 10 ** power))).filter(inside);
  if (fine.length <= most) return fine;
  const every = Math.ceil(decades.length / most);
  return decades.filter((power) => power % every === 0).map((power) => tidy(10 ** power)).filter(inside);
}

// Limits that hold all values and end on a tick: decades on a log axis, from 0 on a linear one.
export function limits(scale, values) {
  const usable = values.filter((value) => Number.isFinite(value) && (scale !== "log" || value > 0));
  if (!usable.length) return scale === "log" ? [1, 10] : [0, 1];
  const low = Math.min(...usable);
  const high = Math.max(...usable);
  if (scale === "log") {
    const first = Math.floor(Math.log10(low) + 1e-9);
    return [10 ** first, 10 ** Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9))];
  }
  const bottom = Math.min(0, low);
  const power = 10 ** Math.floor(Math.log10(high - bottom || 1));
  const top = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((lead) => bottom + lead * power).find((size) => size >= high * (1 - 1e-9));
  return [bottom, top];
}
