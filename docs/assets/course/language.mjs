// The words of the interface in the page's language.
import { strings } from "./interface.mjs";

export const pageLanguage = () => (document.documentElement.lang.startsWith("pl") ? "pl" : "en");

export const knows = (key) => key in strings[pageLanguage()];

// Returns a string with its {names} filled in; `count` chooses the plural form.
export function say(key, values = {}) {
  const language = pageLanguage();
  let entry = strings[language][key];
  if (typeof entry === "object") entry = entry[new Intl.PluralRules(language).select(values.count)];
  return entry.replace(/\{(\w+)\}/g, (place, name) => values[name]);
}
