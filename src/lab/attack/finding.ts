/** What an attack came to, over all coalitions of a kind. */

import type { Advantage, Evidence, Score } from '../../protocol/attack.ts';
import type { Coalition } from './coalitions.ts';
import type { Power } from './detect/tested.ts';

export interface Finding {
  readonly coalition: string;
  /** Of the larger sizes not all, but as many as were drawn. */
  readonly sampled?: true;
  readonly adversary?: string;
  /** How many clients such a coalition has at most, and whether the server is in it. */
  readonly clients: number;
  readonly server: boolean;
  readonly attack: string;
  /** What it reads the protocol tells on purpose. */
  readonly intended?: true;
  /** How many coalitions there were. */
  readonly attempts: number;
  /** How much of what it is after the attack got: the least, the mean and the most over all coalitions, in [0, 1]. */
  readonly exposed: { readonly least: number; readonly mean: number; readonly most: number };
  /** Of the coalition that got most, or the first of several. */
  readonly worst: Coalition;
  readonly advantage?: Advantage;
  /** Of all coalitions together. */
  readonly evidence?: Omit<Evidence, 'weakest'> & { readonly power?: Power };
  readonly measures: Score['measures'];
  readonly meaning: string;
}
