/** What the parties of a checked sum agree on, and what comes of it. */

import type { Clustered, Population } from '../../../src/core/kit/index.ts';
import type { Aggregate, SumSession } from '../sums/secure-sum.ts';

/** What the parties of a checked sum agree on. */
export interface CheckedAgreed<S extends SumSession = SumSession> extends Population {
  readonly session: S;
  readonly colluding: number;
}

/** The result: the mean of all points of the survivors, as one cluster, and the sum that it follows from. */
export interface CheckedOutcome extends Clustered, Aggregate {}
