/**
 * The kinds of pictures, in the order in which they are listed. A new one is a file in `kinds/` and a line
 * here.
 */

import type { Kind, Subject } from './kind.ts';
import { compare } from './kinds/compare.ts';
import { cumulative } from './kinds/cumulative.ts';
import { epsilon } from './kinds/epsilon.ts';
import { exposure } from './kinds/exposure.ts';
import { frontier } from './kinds/frontier.ts';
import { iterations } from './kinds/iterations.ts';
import { links } from './kinds/links.ts';
import { pairs } from './kinds/pairs.ts';
import { phases } from './kinds/phases.ts';
import { queues } from './kinds/queues.ts';
import { requests } from './kinds/requests.ts';
import { spaceTime } from './kinds/space-time.ts';
import { sweep } from './kinds/sweep.ts';
import { waited } from './kinds/waited.ts';
import { waits } from './kinds/waits.ts';

export const KINDS: readonly Kind[] = [
  waits,
  spaceTime,
  phases,
  pairs,
  cumulative,
  links,
  queues,
  iterations,
  requests,
  exposure,
  compare,
  sweep,
  waited,
  epsilon,
  frontier,
];

/** The kinds for which the subject has data. */
export function fitting(subject: Subject): Kind[] {
  return KINDS.filter((kind) => (kind.rows(subject, {})?.length ?? 0) > 0);
}
