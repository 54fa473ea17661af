/** What each command prints with `--json`: `cahoots schema --of COMMAND`. */

import type { z } from 'zod';
import { data, exported, init, pack, plot } from './files.ts';
import { attack, audit, trust } from './lab.ts';
import { calibrate, diff, real, replay, report, run, validate } from './runs.ts';
import { compare, merge, shrink, swarm, sweep, table, verify } from './studies.ts';

export const PRINTED: Readonly<Record<string, z.ZodType>> = {
  run,
  real,
  calibrate,
  validate,
  compare,
  sweep,
  verify,
  swarm,
  shrink,
  merge,
  table,
  report,
  plot,
  pack,
  export: exported,
  replay,
  diff,
  attack,
  audit,
  trust,
  init,
  data,
};
