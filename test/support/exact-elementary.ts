/**
 * Elementary functions of doubles in bigint arithmetic, far more exact than a double: values are integers in units of 2^-400,
 * and every step is off by at most a few of them.
 */

const BITS = 400n;
const ONE = 1n << BITS;

const multiply = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const divide = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** 2 (s + s^3/3 + s^5/5 + ...) = ln((1 + s) / (1 - s)), or with alternating signs 2 arctan s. */
function series(s: bigint, sign: 1n | -1n): bigint {
  const square = sign * multiply(s, s);
  let sum = 0n;
  let power = s;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = multiply(power, square);
  }
  return 2n * sum;
}

const LN2 = series(ONE / 3n, 1n);

/** Machin 1706: pi/2 = 2 (4 arctan(1/5) - arctan(1/239)). */
const HALF_PI = 4n * series(ONE / 5n, -1n) - series(ONE / 239n, -1n);

/** x as m 2^e, with an integer m of 53 bits (fewer for a subnormal number). */
function parts(x: number): readonly [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0);
  const field = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  const m = field === 0 ? fraction : fraction | (1n << 52n);
  return [x < 0 ? -m : m, (field === 0 ? 1 : field) - 1075];
}

const shifted = (m: bigint, e: number): bigint => (e >= 0 ? m << BigInt(e) : m >> BigInt(-e));

/** x in units of 2^-400; exact if |x| is 0 or above 2^-340. */
export function fixed(x: number): bigint {
  const [m, e] = parts(x);
  return shifted(m, e + Number(BITS));
}

/** A number as value 2^scale, so that huge and tiny ones have as many digits as others. */
export interface Exact {
  /** In units of 2^-400. */
  readonly value: bigint;
  readonly scale: number;
}

const round = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b) - (2n * a + b < 0n ? 1n : 0n);

/** e^x for x in units of 2^-400. */
function expOf(x: bigint): Exact {
  const k = round(x, LN2);
  const r = x - k * LN2;
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term;
    term = multiply(term, r) / n;
  }
  return { value: sum, scale: Number(k) };
}

/** The natural logarithm of m 2^e. */
function logOf(m: bigint, e: number): bigint {
  const length = m.toString(2).length;
  const mantissa = shifted(m, Number(BITS) - length);
  // Between 1/2 and 1; the series converges quickly enough.
  return series(divide(mantissa - ONE, mantissa + ONE), 1n) + BigInt(e + length) * LN2;
}

const logOfDouble = (x: number): bigint => logOf(...parts(x));

function sineAndCosine(x: bigint): readonly [bigint, bigint] {
  const n = round(x, HALF_PI);
  const r = x - n * HALF_PI;
  let term = ONE;
  const sums = [0n, 0n];
  for (let i = 0n; term !== 0n && term !== -1n; i++) {
    sums[Number(i % 2n)] += i % 4n < 2n ? term : -term;
    term = multiply(term, r) / (i + 1n);
  }
  const [cosine, sine] = sums;
  const quadrants = [
    [sine, cosine],
    [cosine, -sine],
    [-sine, -cosine],
    [-cosine, sine],
  ] as const;
  return quadrants[Number(((n % 4n) + 4n) % 4n)];
}

const plain = (value: bigint): Exact => ({ value, scale: 0 });

/** The exact functions, of any finite double in their domain. */
export const exact = {
  exp: (x: number) => expOf(fixed(x)),
  expm1: (x: number) => {
    const { value, scale } = expOf(fixed(x));
    return scale > 300 ? { value, scale } : plain(shifted(value, scale) - ONE);
  },
  log: (x: number) => plain(logOfDouble(x)),
  log1p: (x: number) => plain(logOf(ONE + fixed(x), -Number(BITS))),
  log2: (x: number) => plain(divide(logOfDouble(x), LN2)),
  sin: (x: number) => plain(sineAndCosine(fixed(x))[0]),
  cos: (x: number) => plain(sineAndCosine(fixed(x))[1]),
  pow: (x: number, y: number) => expOf(multiply(fixed(y), logOfDouble(x))),
} as const;

/** How far a double is from an exact number, in units of the double's last place. */
export function unitsOff(got: number, { value, scale }: Exact): number {
  const [m, e] = parts(got);
  // In units of 2^-40 of the last place.
  const wanted = shifted(value, scale - Number(BITS) - e + 40);
  return Math.abs(Number((m << 40n) - wanted)) / 2 ** 40;
}
