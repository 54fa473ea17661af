/** The result of an attack, over all coalitions of a kind. */

import type { Advantage, Evidence, Score } from '../../core/protocol/attack.ts';
import type { Coalition } from '../games/coalition.ts';
import type { RoleCounts } from './coalitions.ts';
import type { Power } from './detect/tested.ts';

export interface Finding {
  readonly coalition: string;
  /** Larger sizes were sampled rather than enumerated. */
  readonly sampled?: true;
  readonly adversary?: string;
  /** The largest number of clients in such a coalition, and whether it includes the party that reports. */
  readonly clients: number;
  readonly server: boolean;
  /** How many parties of each role the largest such coalition has. */
  readonly roles: RoleCounts;
  readonly attack: string;
  /** The protocol reveals what it reads on purpose. */
  readonly intended?: true;
  /** How many coalitions there were. */
  readonly attempts: number;
  /**
   * The fraction, in [0, 1], of what the attack is after that it obtained: least, mean and most over all
   * coalitions.
   */
  readonly exposed: { readonly least: number; readonly mean: number; readonly most: number };
  /** The coalition that obtained most, or the first of several. */
  readonly worst: Coalition;
  readonly advantage?: Advantage;
  /** Over all coalitions together. */
  readonly evidence?: Omit<Evidence, 'weakest'> & { readonly power?: Power };
  readonly measures: Score['measures'];
  readonly meaning: string;
}
