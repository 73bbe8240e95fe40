// How a number is written and read: the browser's half of hwcalc/units.py, tested against it.
// units.mjs is generated from the table in that file.
import { units, families, words } from "./units.mjs";

const THIN_SPACE = "\u202f";
const MINUS = "\u2212";
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const DECIMAL_MARK = { en: ".", pl: "," };

function unitNamed(symbol) {
  if (!Object.hasOwn(units, symbol)) throw new RangeError(`the unit '${symbol}' is not known`);
  const [dimension, factor] = units[symbol];
  return { dimension, factor };
}

/** A value in `unit`, in base units. */
export function toSi(value, unit) {
  const { factor } = unitNamed(unit);
  return factor >= 1 ? value * factor : value / Math.round(1 / factor);
}

/** A value in base units, in `unit`. */
export function fromSi(value, unit) {
  const { factor } = unitNamed(unit);
  return factor >= 1 ? value / factor : value * Math.round(1 / factor);
}

/** What a unit measures, named by its base unit: only units of one dimension can be compared. */
export const dimensionOf = (unit) => unitNamed(unit).dimension;

// The significant digits, and the power of ten of the first one. A tie goes away from zero.
function rounded(value, digits) {
  if (digits !== null && !(Number.isInteger(digits) && digits >= 1)) {
    throw new RangeError(`digits must be a whole number from 1, or null, not ${digits}`);
  }
  const [mantissa, exponent] = Math.abs(value).toExponential().split("e");
  let written = mantissa.replace(".", "");
  let power = Number(exponent);
  if (digits !== null && written.length > digits) {
    const roundUp = written[digits] >= "5";
    written = written.slice(0, digits);
    if (roundUp) written = String(BigInt(written) + 1n);
    if (written.length > digits) power += 1;
  }
  return [written.replace(/0+$/, "") || "0", power];
}

/** Write a number for a reader; `digits` = null keeps every digit. */
export function numberText(value, digits = 3, language = "en") {
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw new RangeError("a number that is not a number cannot be written");
  }
  if (!Object.hasOwn(DECIMAL_MARK, language)) throw new RangeError(`the language must be 'en' or 'pl', not '${language}'`);
  const mark = DECIMAL_MARK[language];
  const sign = value < 0 ? MINUS : "";
  if (!Number.isFinite(value)) return `${sign}∞`;
  const [written, power] = rounded(value, digits);
  if (power >= 15 || power < -4) {
    const fraction = written.length > 1 ? mark + written.slice(1) : "";
    const exponent = String(power).replace("-", "⁻").replace(/\d/g, (digit) => SUPERSCRIPTS[digit]);
    return `${sign}${written[0]}${fraction}${THIN_SPACE}×${THIN_SPACE}10${exponent}`;
  }
  if (power < 0) return `${sign}0${mark}${"0".repeat(-power - 1)}${written}`;
  let whole = written.slice(0, power + 1).padEnd(power + 1, "0");
  const fraction = written.slice(power + 1);
  if (whole.length >= 5) whole = whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return sign + whole + (fraction && mark + fraction);
}

// The prefix that leaves one to three digits before the decimal mark.
function bestOfFamily(value, unit, digits) {
  const members = families[unit];
  if (value === 0 || !Number.isFinite(value)) return unit;
  for (const symbol of [...members].reverse()) {
    const scaled = fromSi(value, symbol);
    if (scaled && rounded(scaled, digits)[1] >= 0) {
      const tooLarge =
        symbol === members.at(-1) && Math.abs(scaled) >= 1000 && Math.abs(fromSi(value, unit)) >= 1e15;
      return tooLarge ? unit : symbol;
    }
  }
  return members[0];
}

// The right plural where the unit is a word. Polish: one, two to four, five and more, a fraction.
function unitText(number, unit, language) {
  if (!Object.hasOwn(words[language], unit)) return unit;
  const forms = words[language][unit];
  const bare = number.replace(MINUS, "").replaceAll(THIN_SPACE, "");
  if (bare === "1") return forms[0];
  if (language === "en") return forms[1];
  if (!/^\d+$/.test(bare)) return bare.includes(",") && !bare.includes("×") ? forms[3] : forms[2];
  return /(^|[^1])[234]$/.test(bare) ? forms[1] : forms[2];
}

/** Write a value given in base units, with its unit. */
export function quantityText(valueSi, unit, digits = 3, language = "en") {
  unitNamed(unit);
  const shown = Object.hasOwn(families, unit) ? bestOfFamily(valueSi, unit, digits) : unit;
  const value = fromSi(valueSi, shown);
  if (value === 0 && valueSi !== 0) throw new RangeError(`${valueSi} would be printed as 0 ${shown}`);
  const number = numberText(value, digits, language);
  if (shown === "1") return number;
  if (shown === "×") return number + shown;
  return number + THIN_SPACE + unitText(number, shown, language);
}

const TIMES_TEN = /^(.*?) ?[×·⋅*xX] ?10 ?(?:\^|\*\*) ?([-+]?\d{1,3})$/;
const TEN_ALONE = /^([-+]?)10 ?(?:\^|\*\*) ?([-+]?\d{1,3})$/;
const SCIENTIFIC = /^(.*?) ?[eE] ?([-+]?\d{1,3})$/;

// A decimal numeral without exponent, in plain digits; or its two readings; or undefined.
function readNumeral(text, mayBeGrouped) {
  const [, sign, body] = /^([-+]? ?)(.*)$/.exec(text);
  const minus = sign.startsWith("-") ? "-" : "";
  if (/^\d{1,3}( \d{3})+([.,]\d+)?$/.test(body)) return [minus + body.replaceAll(" ", "").replace(",", ".")];
  if (mayBeGrouped && /^[1-9]\d{0,2}[.,]\d{3}$/.test(body)) {
    return [minus + body.replace(",", "."), minus + body.replace(/[.,]/, "")];
  }
  if (/^(\d+[.,]?\d*|[.,]\d+)$/.test(body)) return [minus + body.replace(",", ".")];
  if (/^[1-9]\d{0,2}(,\d{3})+\.\d+$|^[1-9]\d{0,2}(,\d{3}){2,}$/.test(body)) return [minus + body.replaceAll(",", "")];
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d+$|^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(body)) {
    return [minus + body.replaceAll(".", "").replace(",", ".")];
  }
  return undefined;
}

/**
 * Read a number as people type it: 3.5, 3,5, 12 345, 1e5, 1·10^5, 1×10⁵, −4.
 *
 * Returns {value}, or {ambiguous: [two readings]} for 1,000 and 1.000, which stand for one or for a thousand
 * depending on where the reader went to school (the one written with the page's own decimal `mark` is read as such), or {error: "empty" | "unreadable" | "too large"}.
 */
export function readNumber(text, mark = "") {
  const plain = String(text)
    .replace(/[\u2212\u2012\u2013\ufe63\uff0d]/g, "-")
    .replace(/[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (raised) =>
      "^" + [...raised].map((sign) => ({ "⁺": "+", "⁻": "-" })[sign] ?? SUPERSCRIPTS.indexOf(sign)).join(""))
    .replace(/\s+/g, " ")
    .trim();
  if (plain === "") return { error: "empty" };
  if (plain.length > 60) return { error: "unreadable" };
  let readings;
  const alone = TEN_ALONE.exec(plain);
  const raised = TIMES_TEN.exec(plain) ?? SCIENTIFIC.exec(plain);
  if (alone) readings = [`${alone[1]}1e${alone[2]}`];
  else if (raised) readings = readNumeral(raised[1], false)?.map((numeral) => `${numeral}e${raised[2]}`);
  else readings = readNumeral(plain, true);
  if (readings === undefined) return { error: "unreadable" };
  const values = readings.map((reading) => Number(reading) + 0);
  if (values.some(Number.isNaN)) return { error: "unreadable" };
  if (!values.every(Number.isFinite)) return { error: "too large" };
  if (values.length === 1 || (mark && plain.includes(mark))) return { value: values[0] };
  return { ambiguous: values };
}
