// Small helpers to make nodes. Text always enters a page as text.
import { signs } from "./interface.mjs";
import { say, timesText } from "./language.mjs";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// Markup that the build made, from a data-spec attribute. Never anything typed, stored or read from an address.
export function builtMarkup(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

export function sign(resource) {
  const [stroke, filled] = signs[resource];
  const icon = draw("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" });
  if (stroke) icon.append(draw("path", { class: "sign-stroke", d: stroke }));
  if (filled) icon.append(draw("path", { class: "sign-fill", d: filled }));
  return icon;
}

export function limitWords(resource, by) {
  const bound = say(`bound.${resource}`);
  return by && Number.isFinite(by) ? say("bound_by", { bound, times: timesText(by) }) : bound;
}

export function limitBadge(resource, by) {
  const words = make("span", {}, limitWords(resource, by));
  return make("span", { class: `limit-badge resource-${resource}` }, sign(resource), words);
}
