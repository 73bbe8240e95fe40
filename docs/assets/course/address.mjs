// The state of a widget in the address: ?cache=tokens:65536,users:4. Only numbers, only names that the widget has.

const LONGEST = 500;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/;

// Returns a Map from name to number; whatever is not a number is left out. The widget checks names and ranges.
export function readState(widget, search = location.search) {
  const state = new Map();
  const text = new URLSearchParams(search.slice(0, 4 * LONGEST)).get(widget);
  if (!text || text.length > LONGEST) return state;
  for (const part of text.split(",")) {
    const [name, value, ...rest] = part.split(":");
    if (!rest.length && value !== undefined && NUMBER.test(value)) state.set(name, Number(value));
  }
  return state;
}

// Writes what differs from the start, and leaves the rest of the address and the history's own state alone.
export function writeState(widget, state) {
  const others = new URLSearchParams(location.search);
  others.delete(widget);
  const own = [...state].map(([name, value]) => `${name}:${String(value).replace("+", "")}`).join(",");
  const query = [others.toString(), own && `${widget}=${own}`].filter(Boolean).join("&");
  history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}

// A review may be opened as ?afresh: answers that are on record are then not put back, so that one can try again without looking.
export const asksAfresh = (search = location.search) => new URLSearchParams(search.slice(0, 4 * LONGEST)).has("afresh");
