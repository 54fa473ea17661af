/** The commands, in the order in which help lists them. */

import { type Command, loadedBy } from '../command.ts';
import { ATTACK } from './attack.ts';
import { AUDIT } from './audit.ts';
import { CALIBRATE } from './calibrate.ts';
import { COMPARE } from './compare.ts';
import { DATA } from './data.ts';
import { DIFF } from './diff.ts';
import { INIT } from './init.ts';
import { PACK } from './pack.ts';
import { PLOT } from './plot.ts';
import { EXPORT } from './export.ts';
import { REAL } from './real.ts';
import { REPLAY } from './replay.ts';
import { REPORT } from './report.ts';
import { MERGE } from './merge.ts';
import { RUN } from './run.ts';
import { SCHEMA } from './schema.ts';
import { SHRINK } from './shrink.ts';
import { SWARM } from './swarm.ts';
import { SWEEP } from './sweep.ts';
import { TABLE } from './table.ts';
import { TRUST } from './trust.ts';
import { WORKER } from './worker.ts';
import { VALIDATE } from './validate.ts';
import { VERIFY } from './verify.ts';

export const COMMANDS: readonly Command[] = [
  loadedBy(RUN, async () => (await import('../run.ts')).runCommand),
  loadedBy(REAL, async () => (await import('../real.ts')).realCommand),
  loadedBy(CALIBRATE, async () => (await import('../calibrate.ts')).calibrateCommand),
  loadedBy(VALIDATE, async () => (await import('../validate.ts')).validateCommand),
  loadedBy(COMPARE, async () => (await import('../compare.ts')).compareCommand),
  loadedBy(SWEEP, async () => (await import('../sweep.ts')).sweepCommand),
  loadedBy(VERIFY, async () => (await import('../verify.ts')).verifyCommand),
  loadedBy(SWARM, async () => (await import('../swarm.ts')).swarmCommand),
  loadedBy(SHRINK, async () => (await import('../shrink.ts')).shrinkCommand),
  loadedBy(MERGE, async () => (await import('../merge.ts')).mergeCommand),
  loadedBy(TABLE, async () => (await import('../table.ts')).tableCommand),
  loadedBy(WORKER, async () => (await import('../worker.ts')).workerCommand),
  loadedBy(REPORT, async () => (await import('../report.ts')).reportCommand),
  loadedBy(PLOT, async () => (await import('../plot.ts')).plotCommand),
  loadedBy(PACK, async () => (await import('../pack.ts')).packCommand),
  loadedBy(EXPORT, async () => (await import('../export.ts')).exportCommand),
  loadedBy(REPLAY, async () => (await import('../replay.ts')).replayCommand),
  loadedBy(DIFF, async () => (await import('../diff.ts')).diffCommand),
  loadedBy(ATTACK, async () => (await import('../attack.ts')).attackCommand),
  loadedBy(AUDIT, async () => (await import('../audit.ts')).auditCommand),
  loadedBy(TRUST, async () => (await import('../trust.ts')).trustCommand),
  loadedBy(INIT, async () => (await import('../init.ts')).initCommand),
  loadedBy(DATA, async () => (await import('../data.ts')).dataCommand),
  loadedBy(SCHEMA, async () => (await import('../schema.ts')).schemaCommand),
];
