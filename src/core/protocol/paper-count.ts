/** What a protocol's paper counts as communication, and by how much a run exceeds it. */

import { log2 } from '../math/elementary/index.ts';
import { figure, type Figure } from './figure.ts';
import type { Population } from './population.ts';
import type { Sent } from './sent.ts';

/** A double, for papers that count reals. */
export const REAL_BITS = 64;

/** The count of a protocol's paper. */
export interface PaperCount<A = unknown> {
  /** What is counted and where, such as `shares, distances and labels (section 4.2)`. */
  readonly of: string;
  /**
   * Bits that all parties send together if everybody takes part; undefined for settings for which the paper
   * gives no count.
   */
  bits(agreed: A, population: Population, sent: Sent): number | undefined;
}

/** ceil(log2 k), as papers count the label of one of k clusters. */
export function labelBits(clusters: number): number {
  return clusters <= 1 ? 0 : Math.ceil(log2(clusters));
}

/**
 * The bits of the largest of this many numbers, which may exceed the integers that doubles represent exactly.
 */
export function bitsBelow(count: bigint): number {
  return (count - 1n).toString(2).length;
}

export const OVER_PAPER = 'bytesOverPaper';

/** Everything that was sent, framing included, divided by the paper's count: at 1 nothing can be saved. */
export function overPaper<A>({ of, bits }: PaperCount<A>): Figure<A> {
  return figure<A, never>({
    name: OVER_PAPER,
    title: "bytes / paper's",
    summary: `bytes sent, framing included, over what its paper counts: ${of}; absent if somebody is missing`,
    unit: 'ratio',
    better: 'down',
    rank: 'detail',
    of({ agreed, outcome: { missing = [] }, population, sent }) {
      const counted = missing.length > 0 ? undefined : bits(agreed, population, sent);
      return counted === undefined || counted === 0 ? undefined : (8 * sent.bytes) / counted;
    },
  }) as Figure<A>;
}
