/**
 * The kinds of pictures, in the order in which they are listed. A new one is a file in `kinds/` and a line
 * here.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Plugin } from '../../run/plugin/plugin.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import type { Picture, Subject } from './picture.ts';
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
import { tradeOff } from './kinds/trade-off.ts';
import { waited } from './kinds/waited.ts';
import { waits } from './kinds/waits.ts';

export const KINDS: readonly Picture[] = [
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
  tradeOff,
  frontier,
];

/**
 * Those that plugins add. Their checks have seen the functions of each, which only pictures call.
 * @throws CahootsError for a name that a built-in one has
 */
export function picturesFrom(plugins: readonly Plugin[]): readonly Picture[] {
  const added = registryOf(plugins).pictures as readonly Picture[];
  const taken = added.find(({ name }) => KINDS.some((one) => one.name === name));
  if (taken === undefined) return added;
  const message = `expected pictures with other names than built-in ones, got ${taken.name}`;
  throw new CahootsError('bad-input', message);
}

/** All kinds that can be tried on a subject. */
export function kindsFor({ pictures = [] }: Subject): readonly Picture[] {
  return [...KINDS, ...pictures];
}

/** The kinds for which the subject has data. */
export function fitting(subject: Subject): readonly Picture[] {
  return kindsFor(subject).filter((kind) => (kind.rows(subject, {})?.length ?? 0) > 0);
}
