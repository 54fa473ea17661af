/** The reduction of angles too large for products with doubles, by bigint arithmetic. */

/** Enough for the largest double, and for those that are nearest to a multiple of pi/2. */
const BITS = 1200n;
const ONE = 1n << BITS;

/** arctan(1/n) in units of 2^-BITS. */
function arctangentOfInverse(n: bigint): bigint {
  let power = ONE / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -(power / k);
    power /= n * n;
  }
  return sum;
}

let halfPi: bigint | undefined;

/**
 * How often pi/2 fits into a finite x > 2^20, to the nearest integer and modulo 4, and what is left, as a sum of two doubles.
 */
export function reduceLarge(x: number): readonly [quarters: number, rest: number, tail: number] {
  // Machin 1706.
  halfPi ??= 8n * arctangentOfInverse(5n) - 2n * arctangentOfInverse(239n);
  const scaled = x < 2 ** 53 ? BigInt(x * 2 ** 32) << (BITS - 32n) : BigInt(x) << BITS;
  const n = (2n * scaled + halfPi) / (2n * halfPi);
  const left = (scaled - n * halfPi) >> (BITS - 160n);
  const rest = Number(left);
  return [Number(n % 4n), rest * 2 ** -160, Number(left - BigInt(rest)) * 2 ** -160];
}
