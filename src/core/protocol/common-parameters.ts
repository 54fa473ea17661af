/** The settings that every protocol has. */

import type { Subsets } from './start.ts';

/**
 * How a clustering starts: with an assignment of every point, drawn at random, found by another protocol,
 * from seeds found outside, or from a file.
 */
export type StartRule =
  | 'random'
  | 'k-means++'
  | Subsets
  | { readonly protocol: string }
  | { readonly file: string };

/** The settings of every protocol. */
export interface CommonParameters {
  readonly clusters: number;
  /** Absent if a protocol finds its own start. */
  readonly start?: StartRule;
}
