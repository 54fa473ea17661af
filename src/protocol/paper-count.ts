/** What a protocol's paper counts of communication, and by how much a run goes beyond it. */

import { figure, type Figure } from './figure.ts';
import type { Population } from './population.ts';
import type { Sent } from './sent.ts';

/** A double, where a paper counts reals. */
export const REAL_BITS = 64;

/** The count of a protocol's paper. */
export interface PaperCount<A = unknown> {
  /** What is counted and where, such as `shares, distances and labels (section 4.2)`. */
  readonly of: string;
  /**
   * Bits that all parties send together where everybody takes part; undefined for settings that the paper counts nothing for.
   */
  bits(agreed: A, population: Population, sent: Sent): number | undefined;
}

/** ceil(log2 k), as papers count the label of one of k clusters. */
export function labelBits(clusters: number): number {
  return clusters <= 1 ? 0 : Math.ceil(Math.log2(clusters));
}

/** The bits of the largest of so many numbers, which may be more than a double tells apart. */
export function bitsBelow(count: bigint): number {
  return (count - 1n).toString(2).length;
}

export const OVER_PAPER = 'bytesOverPaper';

/** All that was sent, framing included, over the count: of 1 nothing can be saved. */
export function overPaper<A>({ of, bits }: PaperCount<A>): Figure<A> {
  return figure<A, never>({
    name: OVER_PAPER,
    title: "bytes / paper's",
    summary: `bytes sent, framing included, over what its paper counts: ${of}; absent where somebody is missing`,
    unit: 'number',
    range: { least: 0 },
    better: 'down',
    of({ agreed, outcome: { missing = [] }, population, sent }) {
      const counted = missing.length > 0 ? undefined : bits(agreed, population, sent);
      return counted === undefined || counted === 0 ? undefined : (8 * sent.bytes) / counted;
    },
  }) as Figure<A>;
}
