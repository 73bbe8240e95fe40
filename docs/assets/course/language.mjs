// Words, numbers and quantities in the language of the page's content.
import { strings } from "./interface.mjs";
import { numberText, quantityText } from "./numbers.mjs";

let pageArticle;

// A page that is not translated yet speaks another language than the frame around it. Its article is searched for once a page:
// every number asks, and a search through the whole document would take longer than all else a step does.
function pageLanguage() {
  if (!pageArticle?.isConnected) pageArticle = document.querySelector(".md-content article");
  const content = pageArticle?.firstElementChild?.hasAttribute("lang") ? pageArticle.firstElementChild : document.documentElement;
  return content.lang.startsWith("pl") ? "pl" : "en";
}

// Returns a string with its {names} filled in; `count` chooses the plural form.
export function say(key, values = {}) {
  const language = pageLanguage();
  let entry = strings[language][key];
  if (typeof entry === "object") entry = entry[new Intl.PluralRules(language).select(values.count)];
  return entry.replace(/\{(\w+)\}/g, (place, name) => values[name]);
}

export const decimalMark = () => (pageLanguage() === "pl" ? "," : ".");
export const number = (value, digits = 3) => numberText(value, digits, pageLanguage());
export const quantity = (value, unit, digits = 3) => quantityText(value, unit, digits, pageLanguage());

// A way to type a number that can be read in one way only: a fourth decimal keeps 1.234 from looking like 1234.
const typedPlainly = (value) => number(value, null).replace(/[.,]\d{3}$/, "$&0");

// Asks which of two readings was meant.
export const askWhich = ([first, second]) => say("number_ambiguous", { first: typedPlainly(first), second: typedPlainly(second) });

// How many times: two digits, from 100 on three.
export const timesText = (ratio) => number(ratio, ratio < 100 ? 2 : 3);
