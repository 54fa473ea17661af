/** Our kinds of fault: for each, a file and a line here. */

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

/** In the order in which they are listed, and drawn by swarms. */
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

/** The names of ours: the compiler checks that tables keyed by them are complete. */
export type KindName = (typeof KINDS)[number]['name'];
