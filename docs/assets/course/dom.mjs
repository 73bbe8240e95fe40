// Small helpers to make nodes. Text always enters a page as text.
import { signs } from "./interface.mjs";
import { say, timesText } from "./language.mjs";

const SVG = "http://www.w3.org/2000/svg";

// Sets what differs: a browser works again on what is set again, even to the same.
export function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Makes `root` hold these nodes or words like replaceChildren, but keeps every node that stands there already and changes
// only what differs in it: what stays need not be styled, laid out and painted again. So look for a node in `root` afterwards.
export function renew(root, ...wanted) {
  const present = [...root.childNodes];
  const nodes = wanted.filter((want) => want !== "").map((want) => (want instanceof Node ? want : document.createTextNode(want)));
  nodes.forEach((node, index) => {
    const here = present[index];
    if (!here) root.append(node);
    else if (here.nodeName !== node.nodeName) here.replaceWith(node);
    else if (!here.isEqualNode(node)) adapt(here, node);
  });
  for (const node of present.slice(nodes.length)) node.remove();
}

function adapt(here, node) {
  if (here instanceof Text) {
    here.data = node.data;
    return;
  }
  // Asked by name: the list of attributes itself makes an object of each, which takes three times as long.
  for (const name of node.getAttributeNames()) {
    const value = node.getAttribute(name);
    if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  for (const name of here.getAttributeNames()) if (!node.hasAttribute(name)) here.removeAttribute(name);
  renew(here, ...node.childNodes);
}

export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const frame = (width, height) =>
  draw("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });

// Markup that the build made, from a data-spec attribute. Never anything typed, stored or read from an address.
export function builtMarkup(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

export function sign(resource) {
  const [stroke, filled] = signs[resource];
  const icon = draw("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" });
  if (stroke) icon.append(draw("path", { class: "sign-stroke", d: stroke }));
  if (filled) icon.append(draw("path", { class: "sign-fill", d: filled }));
  return icon;
}

export function limitBadge(resource, by) {
  const bound = say(`bound.${resource}`);
  const words = by ? say("bound_by", { bound, times: timesText(by) }) : bound;
  return make("span", { class: `limit-badge resource-${resource}` }, sign(resource), make("span", {}, words));
}
