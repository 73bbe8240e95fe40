// What the learner answered: one versioned record in this browser, by item id.
// An entry is {answer, first, last, tries, time}: scores from 0 to 1 (null: not graded), time in milliseconds.

export const KEY = "hardware-compute-energy";
export const VERSION = 1;

// From each older version to the next. Version 0 was the bare map of items.
const migrations = [(old) => ({ version: 1, items: old })];

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Returns the items as a Map, or throws where the text is not a record we can read.
export function parseRecord(text) {
  let record = JSON.parse(text);
  if (!isRecord(record)) throw new TypeError("not a record");
  let version = Number.isInteger(record.version) ? record.version : 0;
  if (version < 0 || version > VERSION) throw new RangeError("a version from the future");
  while (version < VERSION) record = migrations[version++](record);
  if (!isRecord(record.items)) throw new TypeError("a record without items");
  return new Map(Object.entries(record.items));
}

const writeRecord = (items) => JSON.stringify({ version: VERSION, items: Object.fromEntries(items) });

export class Store extends EventTarget {
  constructor(storage) {
    super();
    // A function, because reading window.localStorage may throw.
    this.storage = storage;
    this.memory = new Map();
    this.persistent = true;
  }

  // All entries, known or not. What cannot be read is set aside under another key.
  items() {
    let text = null;
    try {
      text = this.storage().getItem(KEY);
    } catch {
      this.persistent = false;
    }
    if (!this.persistent) return this.memory;
    if (text === null) return new Map();
    try {
      return parseRecord(text);
    } catch {
      this.save(new Map(), text);
      return new Map();
    }
  }

  entry(id) {
    const entry = this.items().get(id);
    return isRecord(entry) && entry.tries > 0 ? entry : null;
  }

  record(id, answer, score) {
    const items = this.items();
    const before = this.entry(id);
    const tries = (before ? before.tries : 0) + 1;
    const entry = { ...before, answer, first: before ? before.first : score, last: score, tries, time: Date.now() };
    this.save(items.set(id, entry));
    return entry;
  }

  exportText() {
    return writeRecord(this.items());
  }

  // Takes entries over; of two for the same item the later one stays. Returns how many came in.
  importText(text) {
    const items = this.items();
    let count = 0;
    for (const [id, entry] of parseRecord(text)) {
      const own = items.get(id);
      if (isRecord(own) && isRecord(entry) && own.time >= entry.time) continue;
      items.set(id, entry);
      count += 1;
    }
    this.save(items);
    return count;
  }

  clear() {
    this.save(new Map());
  }

  save(items, setAside) {
    this.memory = items;
    try {
      if (setAside !== undefined) this.storage().setItem(`${KEY}:unreadable`, setAside);
      this.storage().setItem(KEY, writeRecord(items));
      this.persistent = true;
    } catch {
      this.persistent = false;
    }
    this.dispatchEvent(new Event("change"));
  }
}

export const store = new Store(() => window.localStorage);
addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) store.dispatchEvent(new Event("change"));
});
