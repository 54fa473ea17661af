/** Our kinds of fault: one file and one line here for each. */

import { CahootsError } from '../base/errors.ts';
import type { FaultKind } from './kind.ts';
import { bloat } from './kinds/bloat.ts';
import { crash } from './kinds/crash.ts';
import { delay } from './kinds/delay.ts';
import { dropout } from './kinds/dropout.ts';
import { duplicate } from './kinds/duplicate.ts';
import { flood } from './kinds/flood.ts';
import { garble } from './kinds/garble.ts';
import { lie } from './kinds/lie.ts';
import { lose } from './kinds/lose.ts';
import { partition } from './kinds/partition.ts';
import { pause } from './kinds/pause.ts';
import { silence } from './kinds/silence.ts';
import { slow } from './kinds/slow.ts';
import { throttle } from './kinds/throttle.ts';

/** In the order in which people are told of them, and swarms draw them. */
export const KINDS: readonly FaultKind[] = Object.freeze([
  crash,
  dropout,
  pause,
  slow,
  partition,
  lose,
  duplicate,
  delay,
  throttle,
  lie,
  garble,
  bloat,
  flood,
  silence,
]);

/**
 * Ours, and then these.
 * @throws CahootsError where two have one name
 */
export function kindsWith(own: readonly FaultKind[] = []): readonly FaultKind[] {
  if (own.length === 0) return KINDS;
  const kinds = [...KINDS, ...own];
  const names = kinds.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return kinds;
  throw new CahootsError('bad-input', `expected kinds of fault with distinct names, got ${twice} twice`);
}
