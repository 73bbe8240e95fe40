// How a number becomes bits and what bits stand for: a pattern of a format is a whole number, its code.
import { float_exponent, float_gap, float_largest, float_nearest, float_value, integer_nearest } from "../../formulas.mjs";

const splitOf = (shape) => ({ exponent_bits: shape.exponent, fraction_bits: shape.fraction });
const kindsOf = (shape) => ({ ...splitOf(shape), has_infinity: shape.infinity, has_nan: shape.nan });
const isMinus = (value) => value < 0 || Object.is(value, -0);

export const halfOf = (shape) => 2 ** (shape.bits - 1);

// Sign, exponent and fraction of a pattern; an integer format has everything in the fraction.
export function partsOf(shape, code) {
  const low = 2 ** (shape.exponent ? shape.fraction : shape.bits - 1);
  const bare = code % halfOf(shape);
  return { sign: code >= halfOf(shape) ? 1 : 0, exponent: Math.floor(bare / low), fraction: bare % low };
}

// NaN where the pattern is one.
export function valueOf(shape, code) {
  const parts = partsOf(shape, code);
  if (!shape.exponent) return parts.fraction - parts.sign * halfOf(shape);
  try {
    return float_value({ ...parts, ...kindsOf(shape) });
  } catch {
    return NaN; // the formula refuses what is no number
  }
}

export function nearestTo(shape, number) {
  const size = Math.abs(number);
  const stored = shape.exponent ? float_nearest({ size, ...kindsOf(shape) }) : integer_nearest({ size, bits: shape.bits });
  return isMinus(number) ? -stored : stored;
}

export const largestOf = (shape) => (shape.exponent ? float_largest(kindsOf(shape)) : halfOf(shape) - 1);

export function gapAt(shape, value) {
  if (!shape.exponent) return 1;
  return float_gap({ exponent: float_exponent({ size: Math.abs(value), exponent_bits: shape.exponent }), ...splitOf(shape) });
}

// The pattern of the nearest number.
export function codeOf(shape, number) {
  const stored = nearestTo(shape, number);
  if (!shape.exponent) return stored < 0 ? stored + 2 ** shape.bits : stored + 0;
  const sign = isMinus(number) ? halfOf(shape) : 0;
  if (!Number.isFinite(stored)) return sign + (2 ** shape.exponent - 1) * 2 ** shape.fraction;
  const exponent = float_exponent({ size: Math.abs(stored), exponent_bits: shape.exponent });
  return sign + Math.abs(stored) / gapAt(shape, stored) + Math.max(exponent - 1, 0) * 2 ** shape.fraction;
}

// All finite numbers in a row, zero at 0. NaN and infinity have places beyond the ends.
export function placeOf(shape, code) {
  if (!shape.exponent) return code >= halfOf(shape) ? code - 2 ** shape.bits : code;
  return code >= halfOf(shape) ? halfOf(shape) - code : code;
}

export function codeAt(shape, place) {
  if (place >= 0) return place;
  return shape.exponent ? halfOf(shape) - place : 2 ** shape.bits + place;
}

export const lastPlace = (shape) => codeOf(shape, largestOf(shape));
export const firstPlace = (shape) => (shape.exponent ? -lastPlace(shape) : -halfOf(shape));
