/** The commands, in the order in which help lists them. */

import type { Command } from '../command.ts';
import { ATTACK } from './attack.ts';
import { AUDIT } from './audit.ts';
import { COMPARE } from './compare.ts';
import { DATA } from './data.ts';
import { DIFF } from './diff.ts';
import { INIT } from './init.ts';
import { PACK } from './pack.ts';
import { PLOT } from './plot.ts';
import { EXPORT } from './export.ts';
import { REPLAY } from './replay.ts';
import { REPORT } from './report.ts';
import { MERGE } from './merge.ts';
import { RUN } from './run.ts';
import { SCHEMA } from './schema.ts';
import { SHRINK } from './shrink.ts';
import { SWARM } from './swarm.ts';
import { SWEEP } from './sweep.ts';
import { TABLE } from './table.ts';
import { WORKER } from './worker.ts';
import { VERIFY } from './verify.ts';

export const COMMANDS: readonly Command[] = [
  RUN,
  COMPARE,
  SWEEP,
  VERIFY,
  SWARM,
  SHRINK,
  MERGE,
  TABLE,
  WORKER,
  REPORT,
  PLOT,
  PACK,
  EXPORT,
  REPLAY,
  DIFF,
  ATTACK,
  AUDIT,
  INIT,
  DATA,
  SCHEMA,
];
