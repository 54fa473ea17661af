/**
 * x^y for x > 0, through its logarithm. From Node.js 24 on, `**` and `Math.pow` round differently, in the
 * last bit of every other result and for exponents as simple as -5; `Math.exp` and `Math.log` do not, and
 * {@link warnOfRounding} guards them.
 */
export function power(x: number, y: number): number {
  return Math.exp(y * Math.log(x));
}
