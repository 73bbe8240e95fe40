// Draws the parts of a picture again and again. A part keeps its node, and the browser hears only of what differs: nothing is made
// anew, and no node is asked what it holds.
import { draw } from "./dom.mjs";

// A part is [name, tag, attributes, words]; no two of one tag have one name.
export const linePart = (name, x1, y1, x2, y2, look) => [name, "line", { x1, y1, x2, y2, class: look }];
export const labelPart = (name, x, y, words, look, anchor = "start") => [name, "text", { x, y, class: look, "text-anchor": anchor }, words];

// Lets a node show a part: what differs from the part that it showed before is set.
function show(node, part) {
  const [, , attributes, words = ""] = part;
  const [, , before = {}, said = ""] = node.shown ?? [];
  for (const name in attributes) if (attributes[name] !== before[name]) node.setAttribute(name, attributes[name]);
  if (words !== said) node.textContent = words;
  node.shown = part;
  return node;
}

// Once and for all.
export const line = (...place) => show(draw("line"), linePart("", ...place));
export const label = (...place) => show(draw("text"), labelPart("", ...place));

export class Pen {
  constructor(group) {
    Object.assign(this, { group, nodes: new Map() });
  }

  // `parts` stand in the order in which they cover each other.
  redraw(parts) {
    const wanted = new Map(parts.map((part) => [part[0] + part[1], part]));
    // One that may come back.
    for (const [key, node] of this.nodes) if (!wanted.has(key)) node.remove();
    let next = this.group.firstChild;
    for (const [key, part] of wanted) {
      const node = show(this.nodes.get(key) ?? draw(part[1]), part);
      this.nodes.set(key, node);
      if (node === next) next = node.nextSibling;
      else this.group.insertBefore(node, next);
    }
  }
}
