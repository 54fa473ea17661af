/**
 * x^y for x > 0, by its logarithm. `**` and `Math.pow` came out otherwise from Node.js 24 on, in the last bit of every other
 * result and for exponents as plain as -5; `Math.exp` and `Math.log` did not, and {@link warnOfRounding} guards them.
 */
export function power(x: number, y: number): number {
  return Math.exp(y * Math.log(x));
}
