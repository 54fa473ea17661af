/**
 * Exact tests of pairs. If a simulation is perfect, nothing distinguishes the two views of a pair but which of
 * them is called real. So a statistic is compared with what it would be if some pairs were called the other way
 * round: its p-value is right whatever is compared, however its parts depend on each other.
 */

import type { Stream } from '../../../core/base/random.ts';
import { powerOfTwo } from '../../../core/math/elementary/index.ts';

/** Differences between the real and the simulated view of each pair, feature by feature: `[pair][feature]`. */
export type Differences = readonly Float64Array[];

/** How often a statistic must be reached by chance before its p-value is known well enough. */
const ENOUGH = 10;

/** How many ways to call pairs show whether a p-value is small. */
const SCREENED = 1000;

/** The most pairs of which all ways to call them are looked at, if the p-value is small. */
const MOST_PAIRS = 22;

/** Of more pairs: the most ways to call them that are tried, and the most operations that a test may take. */
const WAYS = 100_000;
const WORK = 4e8;

/** How many signs are drawn at once. */
const DRAWN_BITS = 30;

/** Whether the smallest p-value of so many pairs is below a level. */
export function suffice(pairs: number, level: number): boolean {
  return powerOfTwo(1 - pairs) <= level;
}

/**
 * The p-value of the feature that differs most, relative to its spread: whether its differences have one sign.
 * @param stream for the ways to call pairs, where not all are looked at
 * @param plain whether features are compared as they are, not relative to their spread
 */
export function flipTest(
  given: Differences,
  stream: Stream,
  plain = false,
): { readonly pValue: number; readonly feature: number } {
  const differences = plain ? given : withinReach(given);
  const pairs = differences.length;
  const features = differences[0]?.length ?? 0;
  const scales = new Float64Array(features).fill(1);
  const largest = new Float64Array(features);
  let [reached, feature] = [0, -1];
  for (let f = 0; f < features; f++) {
    let [sum, absolute, squares] = [0, 0, 0];
    for (const own of differences) {
      sum += own[f];
      absolute += Math.abs(own[f]);
      squares += own[f] * own[f];
    }
    if (squares === 0) continue;
    if (!plain) scales[f] = Math.sqrt(squares);
    largest[f] = absolute / scales[f];
    if (Math.abs(sum) / scales[f] > reached) [reached, feature] = [Math.abs(sum) / scales[f], f];
  }
  if (feature < 0) return { pValue: 1, feature };
  const bound = reached * (1 - 1e-9);
  // No other feature can ever reach it.
  const able = Array.from(largest.keys()).filter((f) => largest[f] >= bound);
  const columns = able.map((f) => Float64Array.from(differences, (own) => own[f]));
  const bounds = able.map((f) => bound * scales[f]);
  const isReached = (signs: Int8Array): boolean =>
    columns.some((column, c) => {
      let sum = 0;
      for (let r = 0; r < pairs; r++) sum += signs[r] * column[r];
      return Math.abs(sum) >= bounds[c];
    });
  const pValue = flipped(
    pairs,
    columns.length * pairs,
    isReached,
    () => shareReaching(columns, bounds),
    stream,
  );
  return { pValue, feature };
}

/** Differences whose squares are numbers, and not zero: a feature that is too small or too large is taken relative to its largest. */
function withinReach(differences: Differences): Differences {
  const features = differences[0]?.length ?? 0;
  const largest = new Float64Array(features);
  for (const own of differences)
    for (let f = 0; f < features; f++) largest[f] = Math.max(largest[f], Math.abs(own[f]));
  const isBeyond = (size: number): boolean => size > 0 && (size < LEAST || size > MOST);
  if (!largest.some(isBeyond)) return differences;
  return differences.map((own) =>
    own.map((value, f) => {
      const size = largest[f];
      if (!isBeyond(size)) return value;
      // Beside what is infinite nothing else counts.
      if (size === Number.POSITIVE_INFINITY) return Math.abs(value) === size ? Math.sign(value) : 0;
      return value / size;
    }),
  );
}

/** The sizes of numbers whose squares can be added up. */
const LEAST = 1e-140;
const MOST = 1e140;

/**
 * The p-value of a quadratic form of the pairs' signs: positive if views that resemble each other are called
 * alike.
 * @param matrix square, one row per pair
 */
export function quadraticTest(matrix: readonly Float64Array[], stream: Stream): number {
  const pairs = matrix.length;
  const reached = quadratic(matrix, new Int8Array(pairs).fill(1));
  const bound = reached - 1e-9 * Math.abs(reached);
  const isReached = (signs: Int8Array): boolean => quadratic(matrix, signs) >= bound;
  return flipped(pairs, pairs * pairs, isReached, () => shareAbove(matrix, bound), stream);
}

/**
 * The share of all ways to call pairs that reach as much. Random ones show whether it is small (Besag and Clifford
 * 1991): only then it is computed, or, of many pairs, estimated by more of them.
 */
function flipped(
  pairs: number,
  work: number,
  isReached: (signs: Int8Array) => boolean,
  exact: () => number,
  stream: Stream,
): number {
  const isExact = pairs <= MOST_PAIRS;
  if (isExact && powerOfTwo(pairs - 1) <= SCREENED) return exact();
  const most = isExact ? SCREENED : Math.max(SCREENED, Math.min(WAYS, Math.floor(WORK / work)));
  const signs = new Int8Array(pairs);
  let count = 0;
  for (let tried = 1; tried <= most; tried++) {
    let bits = 0;
    for (let r = 0; r < pairs; r++) {
      if (r % DRAWN_BITS === 0) bits = stream.integer(powerOfTwo(DRAWN_BITS));
      signs[r] = (bits >> (r % DRAWN_BITS)) % 2 === 0 ? 1 : -1;
    }
    if (isReached(signs) && ++count === ENOUGH) return ENOUGH / tried;
  }
  return isExact ? exact() : (count + 1) / (most + 1);
}

/** The share of all ways to call pairs in which some column adds up to its bound, on either side. */
function shareReaching(columns: readonly Float64Array[], bounds: readonly number[]): number {
  const pairs = columns[0].length;
  const [all, codes] = [powerOfTwo(pairs) - 1, new Uint8Array(powerOfTwo(pairs - 1))];
  let count = 0;
  for (const [c, column] of columns.entries()) {
    const order = Array.from(column.keys()).toSorted((a, b) => Math.abs(column[b]) - Math.abs(column[a]));
    // What all others from this one on can add.
    const rest = new Float64Array(pairs + 1);
    for (let i = pairs - 1; i >= 0; i--) rest[i] = rest[i + 1] + Math.abs(column[order[i]]);
    const visit = (i: number, sum: number, code: number): void => {
      // Sums are added up in another order here.
      if (sum + rest[i] < bounds[c] * (1 - 1e-12)) return;
      if (i < pairs) {
        visit(i + 1, sum + column[order[i]], code);
        visit(i + 1, sum - column[order[i]], code | (1 << order[i]));
        return;
      }
      // Calling all pairs the other way round changes nothing, so the first one keeps its sign.
      const own = ((code & 1) === 0 ? code : all - code) >> 1;
      count += 1 - codes[own];
      codes[own] = 1;
    };
    visit(0, 0, 0);
  }
  return count / codes.length;
}

/** The share of all ways to call pairs in which a quadratic form reaches a bound, each a sign from the one before. */
function shareAbove(matrix: readonly Float64Array[], bound: number): number {
  const pairs = matrix.length;
  const signs = new Int8Array(pairs).fill(1);
  let value = quadratic(matrix, signs);
  let count = Number(value >= bound);
  const all = powerOfTwo(pairs - 1);
  for (let way = 1; way < all; way++) {
    // The lowest bit of a number that differs in a Gray code; the first pair keeps its sign.
    const at = 32 - Math.clz32(way & -way);
    let sum = 0;
    for (let q = 0; q < pairs; q++) if (q !== at) sum += (matrix[at][q] + matrix[q][at]) * signs[q];
    value -= 2 * signs[at] * sum;
    signs[at] = signs[at] === 1 ? -1 : 1;
    count += Number(value >= bound);
  }
  return count / all;
}

function quadratic(matrix: readonly Float64Array[], signs: Int8Array): number {
  return matrix.reduce(
    (sum, own, r) => sum + signs[r] * own.reduce((part, entry, q) => part + entry * signs[q], 0),
    0,
  );
}
