/**
 * Elementary functions from sums, products and quotients alone, which IEEE 754 rounds the same everywhere.
 * `Math.exp` and similar functions may differ in the last place between machines, and a noise multiplier that
 * differs changes every byte after it. Each is accurate to about two units in the last place.
 */

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** ln 2 as a sum of two parts; products of the first with small integers are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** e^x; 0 and infinity beyond the range of doubles. */
export function exp(x: number): number {
  if (!(x > -745.2)) return Number.isNaN(x) ? x : 0;
  if (x > 709.79) return Number.POSITIVE_INFINITY;
  const k = Math.round(x / Math.LN2);
  const remainder = x - k * LN2_HIGH - k * LN2_LOW;
  const value = 1 + powerSeries(remainder);
  // In two steps, since 2^k may be out of range when the product is not.
  const half = Math.trunc(k / 2);
  return value * powerOfTwo(half) * powerOfTwo(k - half);
}

/** e^x - 1, with full relative precision for small x. */
export function expm1(x: number): number {
  return Math.abs(x) < 0.35 ? powerSeries(x) : exp(x) - 1;
}

/** The natural logarithm of x >= 0. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  // The exponent field of subnormal numbers is zero.
  if (x < 2 ** -1022) return log(x * 2 ** 54) - 54 * Math.LN2;
  float[0] = x;
  let exponent = (words[HIGH] >>> 20) - 1023;
  words[HIGH] = (words[HIGH] & 0xfffff) | (1023 << 20);
  let mantissa = float[0];
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  return exponent * LN2_HIGH + (artanhSeries((mantissa - 1) / (mantissa + 1)) + exponent * LN2_LOW);
}

/** ln(1 + x), with full relative precision for small x. */
export function log1p(x: number): number {
  return Math.abs(x) < 0.4 ? artanhSeries(x / (2 + x)) : log(1 + x);
}

/** Pi/2 in two parts; products of the first with integers up to 2^20 are exact. */
const QUARTER_HIGH = 1.5707963267341256;
const QUARTER_LOW = 6.077100506506192e-11;

/** Cosine and sine, for |x| up to about a million. */
export function cosineAndSine(x: number): readonly [number, number] {
  const k = Math.round(x / (Math.PI / 2));
  const r = x - k * QUARTER_HIGH - k * QUARTER_LOW;
  const square = r * r;
  let cosine = 0;
  let sine = 0;
  for (let n = 18; n > 0; n -= 2) {
    cosine = 1 - (square / (n * (n - 1))) * (n === 18 ? 1 : cosine);
    sine = 1 - (square / ((n + 1) * n)) * (n === 18 ? 1 : sine);
  }
  sine *= r;
  switch (((k % 4) + 4) % 4) {
    case 0:
      return [cosine, sine];
    case 1:
      return [-sine, cosine];
    case 2:
      return [-cosine, -sine];
    default:
      return [sine, -cosine];
  }
}

/** x + x^2/2! + x^3/3! + ... for |x| up to 0.35. */
function powerSeries(x: number): number {
  let sum = 0;
  for (let n = 15; n > 0; n--) sum = (x / n) * (1 + sum);
  return sum;
}

/** 2 (s + s^3/3 + s^5/5 + ...) = ln((1 + s)/(1 - s)) for |s| up to 0.25. */
function artanhSeries(s: number): number {
  const square = s * s;
  let sum = 0;
  for (let n = 29; n > 1; n -= 2) sum = square * (1 / n + sum);
  return 2 * (s + s * sum);
}

/** 2^k, if that is a normal number. */
function powerOfTwo(k: number): number {
  words[LOW] = 0;
  words[HIGH] = (k + 1023) << 20;
  return float[0];
}
