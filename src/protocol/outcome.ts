/** What comes of a clustering protocol: a clustering, or a reason why there is none. */

import type { Matrix } from '../base/matrix.ts';
import type { Labels } from '../base/labels.ts';
import type { Aborted } from '../engine/sim/abortion.ts';

/** What the reporting party of a protocol finishes with. */
export type Outcome = Clustered | Aborted;

export interface Clustered {
  readonly kind: 'clustered';
  /**
   * The cluster of every point, in order of the clients; absent where the reporting party does not learn it: then every
   * client finishes with a {@link LocalClustering}.
   */
  readonly labels?: Labels;
  /** The labels that each iteration started from, then the last; absent where it does not learn them. */
  readonly history?: readonly Labels[];
  /** Iterations that were evaluated, the last of which changed nothing if it converged. */
  readonly iterations: number;
  readonly converged: boolean;
  /** The centres, where the protocol reveals them: one row per cluster, NaN for an empty one. */
  readonly centres?: Matrix;
  /** Clients whose points take no part: they are in no cluster, in `labels` and throughout `history`. */
  readonly missing?: readonly string[];
  /** Parties found not to have kept to the protocol, or groups of which one at least did not, in the order of finding. */
  readonly blamed?: readonly string[];
  /** Why the clustering may be wrong after all. */
  readonly caveat?: string;
  /** What became of each request to take something out of it again, in their order. */
  readonly requests?: readonly RequestRecord[];
}

/** A request to take points out of a clustering again. */
export interface RequestRecord {
  /** Counted from 1; what was done about it is the round of this number. */
  readonly request: number;
  /** Whom it concerns; nobody where it could not be found out. */
  readonly clients: readonly string[];
  /**
   * served: gone at the client and from the clustering. erased: gone at the client, and not from the clustering. open: nobody
   * said that anything is gone.
   */
  readonly state: 'served' | 'erased' | 'open';
  /** Points that are gone. */
  readonly points: number;
  /** Clients that lost a centre of their own. */
  readonly hits: number;
  /** The first clustering without them; where nothing changed, the one before. */
  readonly clustering?: number;
  /** Clients whose changes became known together: of 1 it is known what changed. */
  readonly together?: number;
}

/** What a client finishes with that alone knows the clusters of its points. */
export interface LocalClustering {
  /** In the order of its points. */
  readonly labels: Labels;
  /** The centres, where clients learn them and the reporting party does not: the same with every client. */
  readonly centres?: Matrix;
}
