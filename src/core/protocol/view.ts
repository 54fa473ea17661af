/** What a coalition holds and observed. */

import type { Labels } from '../base/labels.ts';
import type { Matrix } from '../base/matrix.ts';
import type { Random } from '../base/random.ts';
import type { Population } from './population.ts';

/** A message that a member received or sent, byte for byte. */
export interface ObservedMessage {
  /** Virtual nanoseconds: when it was delivered to the member, or handed to the network. */
  readonly timeNs: number;
  readonly from: string;
  readonly to: string;
  readonly payload: Uint8Array;
}

/** What one member holds and observed. */
export interface Member {
  readonly name: string;
  /** Its index within its role, from 0. */
  readonly index: number;
  /** A client's own points, one per row. */
  readonly shard?: Matrix;
  /** The rows of these points in the data. */
  readonly identifiers?: Uint32Array;
  /** For a party that starts the clustering. */
  readonly start?: Labels;
  /** The member's random streams, each from its beginning. */
  random(): Random;
  /** In order of time. */
  readonly received: readonly ObservedMessage[];
  readonly sent: readonly ObservedMessage[];
}

/**
 * Exactly what the members of a coalition hold and observed, and nothing else. `A` is what all parties agreed
 * on.
 */
export interface View<A = unknown> {
  readonly agreed: A;
  /** How many points each party holds, and the announced ranges: what everybody may know. */
  readonly population: Population;
  readonly members: readonly Member[];
}
