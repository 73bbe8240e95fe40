"""The few lines of JavaScript that give arithmetic Python's meaning in the browser."""

from __future__ import annotations

PRELUDE = """\
const $refuse = (message) => { throw new RangeError(message); };
const $checked = (result, sound, message) => (sound ? result : $refuse(message));
const $divide = (a, b) => $checked(a / b, b !== 0, "division by zero");
const $sqrt = (x) => $checked(Math.sqrt(x), !(x < 0), "math domain error");
const $log = (x) => $checked(Math.log(x), !(x <= 0), "math domain error");
const $finite = (x) => $checked(x, Number.isFinite(x), "cannot convert to a whole number");
const $ceil = (x) => Math.ceil($finite(x)) + 0;
const $floor = (x) => Math.floor($finite(x)) + 0;
const $exp = (x) => {
 const result = Math.exp(x);
 return $checked(result, result < Infinity || !Number.isFinite(x), "the result is too large");
};
const $power = (base, exponent) => {
 if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
 if (base === 0 && exponent < 0 && exponent > -Infinity) $refuse("division by zero");
 const result = base ** exponent;
 if (Number.isFinite(base) && Number.isFinite(exponent)) {
  if (Number.isNaN(result)) $refuse("the result is no real number");
  if (!Number.isFinite(result)) $refuse("the result is too large");
 }
 return result;
};
const $min = (first, ...others) => others.reduce((best, other) => (other < best ? other : best), first);
const $max = (first, ...others) => others.reduce((best, other) => (other > best ? other : best), first);
const $formula = (name, parameters, body) => {
 const entries = Object.entries(parameters).map(([key, start]) =>
  typeof start === "function" ? [key, typeof start(0)] : [key, typeof start, start]);
 const formula = (given = {}) => {
  const values = {};
  for (const key of Object.keys(given)) {
   if (!Object.hasOwn(parameters, key)) throw new TypeError(`${name}() has no argument '${key}'`);
  }
  for (const [key, kind, start] of entries) {
   const value = given[key] === undefined ? start : given[key];
   if (value === undefined) throw new TypeError(`${name}() needs the argument '${key}'`);
   if (typeof value !== kind) throw new TypeError(`${key} must be a ${kind}, not a ${typeof value}`);
   values[key] = value;
  }
  return body(values);
 };
 return Object.assign(formula, { parameters: Object.keys(parameters) });
};
"""
