/** What will be ordered of a workplace. */

import type { Plugged } from '../../plugin/registry.ts';

export interface Work extends Plugged {
  /** Of all orders of the study, also of those that are not open any more. */
  readonly keys: readonly string[];
  /** How many will be started. */
  readonly open: number;
}
