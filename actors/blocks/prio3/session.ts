/** What the parties of one proven sum agree on beforehand: public, plain and frozen. */

import { utf8 } from '../../../src/core/kit/crypto.ts';
import type { CellShape } from '../vdaf/cells.ts';
import { prio3BoundedVec, prio3Cells } from '../vdaf/instances.ts';
import type { Prio3 } from '../vdaf/prio3.ts';

/** The party that aggregates beside the server. */
export const HELPER = 'helper';

/** Whom a client sends its shares, in the order in which the draft numbers them: the leader first. */
export const AGGREGATORS = ['server', HELPER] as const;

/** What a client's vector must keep to, block after block. */
export interface Bound {
  /**
   * norm: of integers of either sign, weighted squares add up to at most the bound's square. total: integers from 0 on add up to
   * at most the bound.
   */
  readonly of: 'norm' | 'total';
  /** For each unit that a client has. */
  readonly bound: number;
  /** Consecutive elements whose squares have the same weight, as lengths and weights. */
  readonly parts: readonly { readonly length: number; readonly weight: number }[];
}

/** What is proven of a client's vector, for as many units of data as it has. */
export type Validity =
  | { readonly of: 'blocks'; readonly bounds: readonly Bound[] }
  /** Its power sums are those of cells, with counts that add up to the units. */
  | ({ readonly of: 'cells' } & Omit<CellShape, 'points'>);

export interface ProvenSession {
  /** Distinguishes the sums of one run. */
  readonly number: number;
  readonly clients: readonly string[];
  /** The fewest valid vectors of which the sum is opened. */
  readonly threshold: number;
  readonly valid: Validity;
  /** How many units of data each client has, by which its bounds are multiplied. */
  readonly units: readonly number[];
  /** How long the server waits for clients, and for the helper. */
  readonly timeoutNs: number;
}

/** What tasks need to know of a session. */
export type Bounded = Pick<ProvenSession, 'number' | 'valid'>;

/** The algorithm for a client with this many units. */
export function algorithmFor(
  { number, valid }: Bounded,
  units: number,
): Prio3<readonly bigint[], readonly bigint[]> {
  const sharing = { shares: AGGREGATORS.length, context: utf8(`cahoots sum ${number}`) };
  if (valid.of === 'cells') return prio3Cells(sharing, { ...valid, points: units });
  const blocks = valid.bounds.map(({ of, bound, parts }) => ({
    of,
    bound: BigInt(bound) * BigInt(units),
    weights: parts.flatMap(({ length, weight }) => Array<bigint>(length).fill(BigInt(weight))),
  }));
  return prio3BoundedVec(sharing, blocks);
}

/** Elements of a vector. */
export function lengthOf({ valid }: Pick<ProvenSession, 'valid'>): number {
  if (valid.of === 'cells') return valid.length;
  return valid.bounds.reduce((sum, { parts }) => sum + parts.reduce((all, { length }) => all + length, 0), 0);
}
