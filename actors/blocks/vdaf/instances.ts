/** The draft's instances of Prio3 (draft-irtf-cfrg-vdaf-20, section 7.4), with their numbers. */

import { type Block, boundedVector } from './bounded.ts';
import { cellPowers, type CellShape } from './cells.ts';
import { bestChunk } from './chunks.ts';
import { count, histogram, multihotCounts, sum, sumVector } from './circuits.ts';
import { FIELD128, FIELD64, type NttField } from './field.ts';
import { Prio3 } from './prio3.ts';

/** Who shares, for all instances. */
export interface Sharing {
  /** Aggregators: 2 to 255. */
  readonly shares: number;
  /** What the application is, so that shares of one are of no use in another. */
  readonly context: Uint8Array;
}

/** Integers from 0 to a largest one, tested in chunks of bits: proofs are shortest with about the root of all bits. */
export interface VectorShape {
  readonly length: number;
  readonly largest: bigint;
  readonly chunk: number;
}

/** How many of the measurements are 1. */
export function prio3Count(sharing: Sharing): Prio3<number, bigint> {
  return new Prio3({ ...sharing, id: 1, circuit: count(FIELD64) });
}

/** The sum of integers from 0 to the largest. */
export function prio3Sum(sharing: Sharing, largest: bigint): Prio3<bigint, bigint> {
  return new Prio3({ ...sharing, id: 2, circuit: sum(FIELD64, largest) });
}

/** The sum of vectors of integers from 0 to the largest. */
export function prio3SumVec(
  sharing: Sharing,
  { length, largest, chunk }: VectorShape,
): Prio3<readonly bigint[], readonly bigint[]> {
  return new Prio3({ ...sharing, id: 3, circuit: sumVector(FIELD128, length, largest, chunk) });
}

/** How many measurements are in each of so many buckets. */
export function prio3Histogram(
  sharing: Sharing,
  length: number,
  chunk: number,
): Prio3<number, readonly bigint[]> {
  return new Prio3({ ...sharing, id: 4, circuit: histogram(FIELD128, length, chunk) });
}

/** How many measurements have each bit set, where none may have more than so many. */
export function prio3MultihotCountVec(
  sharing: Sharing,
  length: number,
  most: number,
  chunk: number,
): Prio3<readonly number[], readonly bigint[]> {
  return new Prio3({ ...sharing, id: 5, circuit: multihotCounts(FIELD128, length, most, chunk) });
}

/** As {@link prio3SumVec}, over any field, with several proofs where it is small; experimental in the draft. */
export function prio3SumVecWithMultiproof(
  sharing: Sharing,
  { length, largest, chunk }: VectorShape,
  field: NttField,
  proofs: number,
): Prio3<readonly bigint[], readonly bigint[]> {
  const circuit = sumVector(field, length, largest, chunk);
  return new Prio3({ ...sharing, id: 0xffffffff, circuit, proofs });
}

/** Numbers for private use, as the draft has no such instances. */
const BOUNDED = 0xffff0001;
const CELLS = 0xffff0002;

/** The sum of vectors whose blocks are bounded in their norm or total; not one of the draft's. */
export function prio3BoundedVec(
  sharing: Sharing,
  blocks: readonly Block[],
): Prio3<readonly bigint[], readonly bigint[]> {
  const { encodedLength } = boundedVector(FIELD128, blocks, 1);
  const circuit = boundedVector(FIELD128, blocks, bestChunk(encodedLength));
  return new Prio3({ ...sharing, id: BOUNDED, circuit });
}

/** The power sums of cells with counts that are not negative and add up to a given number; not one of the draft's. */
export function prio3Cells(sharing: Sharing, shape: CellShape): Prio3<readonly bigint[], readonly bigint[]> {
  const { encodedLength } = cellPowers(FIELD128, shape, 1);
  const circuit = cellPowers(FIELD128, shape, bestChunk(encodedLength));
  return new Prio3({ ...sharing, id: CELLS, circuit });
}
