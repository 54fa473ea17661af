/** What the settings of every protocol have in common. */

import type { Subsets } from './start.ts';

/** How a clustering starts: an assignment of every point, drawn, found by another protocol, from seeds found outside, or from a file. */
export type StartRule =
  | 'random'
  | 'k-means++'
  | Subsets
  | { readonly protocol: string }
  | { readonly file: string };

/** What every protocol's settings have. */
export interface CommonParameters {
  readonly clusters: number;
  /** Absent where a protocol finds its own start. */
  readonly start?: StartRule;
}
