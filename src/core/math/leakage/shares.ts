/**
 * What pooled shares of a linear code reveal (SecFC, eq. 2, and every other linear sharing). A share is a
 * known combination of the secret's segments and of noise; a coalition learns what remains when it combines
 * its shares so that the noise cancels.
 */

import type { Field } from '../field/field.ts';
import { rank, rowReduce, vanishingCombinations } from '../field/elimination.ts';

/** A combination of shares without noise. */
export interface Learned<E> {
  /** One coefficient per share. */
  readonly shares: readonly E[];
  /** The combination of segments that it equals, one coefficient per segment. */
  readonly segments: readonly E[];
}

/**
 * How many independent combinations of the segments the shares reveal, per entry of a segment: rank[segments
 * | noise] - rank[noise].
 * @param weights for each share held: of the `segments` segments, then of the noise
 */
export function leakedSymbols<E>(
  field: Field<E>,
  weights: readonly (readonly E[])[],
  segments: number,
): number {
  // One elimination gives both ranks if the noise comes first.
  const noiseFirst = weights.map((row) => [...row.slice(segments), ...row.slice(0, segments)]);
  const noise = (weights[0]?.length ?? segments) - segments;
  return rowReduce(field, noiseFirst).filter((pivot) => pivot >= noise).length;
}

/** A basis of the noiseless combinations, in the usual form (see {@link vanishingCombinations}). */
export function learnedCombinations<E>(
  field: Field<E>,
  weights: readonly (readonly E[])[],
  segments: number,
): Learned<E>[] {
  const noise = weights.map((row) => row.slice(segments));
  return vanishingCombinations(field, noise)
    .map((shares) => ({ shares, segments: combine(field, shares, weights, segments) }))
    .filter((learned) => learned.segments.some((value) => value !== field.zero));
}

/**
 * Combinations solved for the segments as far as possible: the first ones equal single segments, if
 * any are revealed.
 */
export function solvedForSegments<E>(
  field: Field<E>,
  weights: readonly (readonly E[])[],
  segments: number,
): Learned<E>[] {
  const learned = learnedCombinations(field, weights, segments);
  const rows = learned.map((one) => [...one.segments, ...one.shares]);
  const pivots = rowReduce(field, rows, segments);
  return pivots.map((_, at) => ({ segments: rows[at].slice(0, segments), shares: rows[at].slice(segments) }));
}

/** The inverse of the noise's weights in t shares of t noise vectors; undefined if there is none. */
export function noiseSolver<E>(
  field: Field<E>,
  weights: readonly (readonly E[])[],
  segments: number,
): E[][] | undefined {
  const size = weights.length;
  const noise = weights.map((row) => row.slice(segments));
  if (size === 0 || noise.some((row) => row.length !== size) || rank(field, noise) < size) return undefined;
  const rows = noise.map((row, i) => [...row, ...row.map((_, j) => (i === j ? field.one : field.zero))]);
  rowReduce(field, rows, size);
  return rows.map((row) => row.slice(size));
}

function combine<E>(
  field: Field<E>,
  coefficients: readonly E[],
  rows: readonly (readonly E[])[],
  columns: number,
): E[] {
  return Array.from({ length: columns }, (_, c) =>
    coefficients.reduce((sum, value, i) => field.add(sum, field.mul(value, rows[i][c])), field.zero),
  );
}
