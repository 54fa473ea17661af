/** The outcome of a clustering protocol: a clustering, or a reason why there is none. */

import type { Matrix } from '../base/matrix.ts';
import type { Labels } from '../base/labels.ts';
import type { Aborted } from '../engine/actors/abortion.ts';

/** The reporting party's result. */
export type Outcome = Clustered | Aborted;

export interface Clustered {
  readonly kind: 'clustered';
  /**
   * The cluster of every point, in order of the clients; absent if the reporting party does not learn it:
   * then every client finishes with a {@link LocalClustering}.
   */
  readonly labels?: Labels;
  /**
   * The labels that each iteration started from, then the final ones; absent if the reporting party does not
   * learn them.
   */
  readonly history?: readonly Labels[];
  /** Iterations that were evaluated, the last of which changed nothing if it converged. */
  readonly iterations: number;
  readonly converged: boolean;
  /** The centres, if the protocol reveals them: one row per cluster, NaN for an empty one. */
  readonly centres?: Matrix;
  /** Clients whose points take no part: they are in no cluster, in `labels` and throughout `history`. */
  readonly missing?: readonly string[];
  /** Clients whose points did not shape the result, though they may learn their clusters. */
  readonly uncounted?: readonly string[];
  /**
   * Parties found to have deviated from the protocol, or groups of which at least one did, in the order in
   * which they were found.
   */
  readonly blamed?: readonly string[];
  /** Why the clustering may be wrong nevertheless. */
  readonly caveat?: string;
  /** The outcome of each removal request, in order. */
  readonly requests?: readonly RequestRecord[];
  /** Points that were removed as asked, in order of the clients: they are in no cluster. Found from the labels if clients know these. */
  readonly forgotten?: Uint32Array;
}

/** A request to remove points from a clustering. */
export interface RequestRecord {
  /** From 1; the round in which it was handled has the same number. */
  readonly request: number;
  /** The clients concerned; none if that could not be determined. */
  readonly clients: readonly string[];
  /**
   * served: gone at the client and from the clustering. erased: gone at the client, but not from the
   * clustering. open: nobody confirmed that anything is gone.
   */
  readonly state: 'served' | 'erased' | 'open';
  /** How many points are gone. */
  readonly points: number;
  /** How many clients lost one of their own centres. */
  readonly hits: number;
  /** The first clustering without them; if nothing changed, the one before. */
  readonly clustering?: number;
  /** How many clients' changes were revealed together: if 1, it is known what that client changed. */
  readonly together?: number;
}

/** The result of a client that alone knows the clusters of its points. */
export interface LocalClustering {
  /**
   * In the order of the client's points. If points can be removed (the outcome has {@link Clustered.requests}), those in no cluster are
   * the removed ones.
   */
  readonly labels: Labels;
  /** The centres, if clients learn them and the reporting party does not: the same for every client. */
  readonly centres?: Matrix;
}
