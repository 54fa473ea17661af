/** Cells of a regular grid, and how many points each holds: the sparse vectors that are summed. */

/** B levels in each of d dimensions. */
export interface Grid {
  readonly dimension: number;
  readonly levels: number;
}

export interface Cell {
  /** Its place in every dimension, from 0. */
  readonly place: readonly number[];
  readonly count: number;
}

/** The number of a cell, from 1 to B^d, the first dimension the most significant: 0 would be no locator (Algorithm 2). */
export function cellNumber(place: readonly number[], levels: number): bigint {
  return numberOf(place, levels) + 1n;
}

/** The place of the cell of a number from 1 to B^d. */
export function cellPlace(number: bigint, { dimension, levels }: Grid): number[] {
  return digitsOf(number - 1n, levels, dimension);
}

/** The number with these digits, the first the most significant. */
export function numberOf(digits: readonly number[], base: number): bigint {
  return digits.reduce((number, digit) => number * BigInt(base) + BigInt(digit), 0n);
}

/** The last `count` digits of a number. */
export function digitsOf(number: bigint, base: number, count: number): number[] {
  const digits: number[] = [];
  for (let rest = number; digits.length < count; rest /= BigInt(base))
    digits.push(Number(rest % BigInt(base)));
  return digits.toReversed();
}
