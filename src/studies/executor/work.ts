/** What a workplace is told about a study in advance. */

import type { Plugged } from '../../run/plugin/registry.ts';

export interface Work extends Plugged {
  /** The keys of all orders of the study, including those already done. */
  readonly keys: readonly string[];
  /** How many orders will be started. */
  readonly open: number;
}
