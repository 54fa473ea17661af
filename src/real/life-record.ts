/** What a party's record says of one life. */

import type { Entry } from '../run/trace/record.ts';

/** What one life of a party did, in order of time. */
export interface LifeRecord {
  readonly actor: number;
  readonly life: number;
  readonly entries: readonly Entry[];
}
