/** What an executor knows about a batch in advance. */

import type { Plugged } from '../../run/plugin/registry.ts';

export interface Work extends Plugged {
  /** The keys of all jobs of the batch, including those already done. */
  readonly keys: readonly string[];
  /** How many jobs will be started. */
  readonly open: number;
}
