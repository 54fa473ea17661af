/** Our kinds of fault: one file and one line here for each. */

import { oversize } from './kinds/oversize.ts';
import { corrupt } from './kinds/corrupt.ts';
import { crash } from './kinds/crash.ts';
import { delay } from './kinds/delay.ts';
import { dropout } from './kinds/dropout.ts';
import { duplicate } from './kinds/duplicate.ts';
import { flood } from './kinds/flood.ts';
import { malform } from './kinds/malform.ts';
import { falsify } from './kinds/falsify.ts';
import { lose } from './kinds/lose.ts';
import { partition } from './kinds/partition.ts';
import { pause } from './kinds/pause.ts';
import { withhold } from './kinds/withhold.ts';
import { slow } from './kinds/slow.ts';
import { throttle } from './kinds/throttle.ts';

/** In the order in which people are told of them, and swarms draw them. */
export const KINDS = [
  crash,
  dropout,
  pause,
  slow,
  partition,
  lose,
  duplicate,
  delay,
  throttle,
  falsify,
  malform,
  oversize,
  flood,
  withhold,
  corrupt,
] as const;

/** The names of ours: what is said of each of them is complete, or the compiler says what is missing. */
export type KindName = (typeof KINDS)[number]['name'];
