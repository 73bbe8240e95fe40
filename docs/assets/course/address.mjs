// The state of a widget in the address: ?cache=tokens:65536,users:4. Only numbers, only names that the widget has.

const LONGEST = 500;
const REST_MS = 250;
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

// By widget, what is not in the address yet.
const waiting = new Map();
let resting;

// Writes what differs from the start once nothing has changed for a moment: browsers take only so many changes of an address,
// and Chromium fetches the page's icon anew after each. The rest of the address and the history's own state stay as they are.
export function writeState(widget, state) {
  waiting.set(widget, { state, page: location.pathname });
  clearTimeout(resting);
  resting = setTimeout(writeWaiting, REST_MS);
}

function writeWaiting() {
  let query = location.search.slice(1);
  for (const [widget, { state, page }] of waiting) {
    // The reader may have gone on to another page.
    if (page !== location.pathname) continue;
    const others = new URLSearchParams(query);
    others.delete(widget);
    const own = [...state].map(([name, value]) => `${name}:${String(value).replace("+", "")}`).join(",");
    query = [others.toString(), own && `${widget}=${own}`].filter(Boolean).join("&");
  }
  waiting.clear();
  history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}
addEventListener("pagehide", () => waiting.size && writeWaiting());

// A review may be opened as ?afresh: answers that are on record are then not put back, so that one can try again without looking.
export const asksAfresh = (search = location.search) => new URLSearchParams(search.slice(0, 4 * LONGEST)).has("afresh");
