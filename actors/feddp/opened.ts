/** What a run opened, and what comes of it. */

import type { Clustered } from '../../src/kit/index.ts';

/** A sum that was opened: what the accountant has to know of it. */
export interface OpenedStage {
  /** Its place among the stages that were agreed on. */
  readonly stage: number;
  readonly survivors: number;
  /** Components of noise that were left in. */
  readonly kept: number;
}

/** What comes of it, with all that was released on the way. */
export interface FedDpOutcome extends Clustered {
  readonly opened: readonly OpenedStage[];
}
