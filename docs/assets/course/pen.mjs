// Draws the parts of a picture again and again. A part keeps its node, and the browser hears only of what differs: nothing is made
// anew, and no node is asked what it holds.
import { draw } from "./dom.mjs";

export class Pen {
  constructor(group) {
    Object.assign(this, { group, parts: new Map() });
  }

  // `parts` are [name, tag, attributes, words], each with a name of its own, in the order in which they cover each other.
  redraw(parts) {
    const names = new Set(parts.map(([name]) => name));
    for (const [name, { node }] of this.parts) {
      if (names.has(name)) continue;
      node.remove();
      this.parts.delete(name);
    }
    let next = this.group.firstChild;
    for (const [name, tag, attributes, words] of parts) {
      const kept = this.parts.get(name);
      const node = kept?.node ?? draw(tag, attributes, ...(words === undefined ? [] : [words]));
      if (kept) change(kept, attributes, words);
      this.parts.set(name, { node, attributes, words });
      if (node === next) next = node.nextSibling;
      else this.group.insertBefore(node, next);
    }
  }
}

function change({ node, attributes: before, words: said }, attributes, words) {
  for (const name in attributes) if (attributes[name] !== before[name]) node.setAttribute(name, attributes[name]);
  if (words !== said) node.textContent = words;
}

export const linePart = (name, x1, y1, x2, y2, look) => [name, "line", { x1, y1, x2, y2, class: look }];
export const labelPart = (name, x, y, words, look, anchor = "start") => [name, "text", { x, y, class: look, "text-anchor": anchor }, words];
