/**
 * `npm run bench [-- NAME]`: all benchmarks, each in a process of its own, as what one leaves in the heap slows down the next;
 * or one, in this process. bench/README.md explains how to read them.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { retransmission } from './retransmission.ts';
import { crowd } from './crowd.ts';
import { growth, growthOfSums } from './growth.ts';
import { dormantFault } from './dormant-fault.ts';
import { kernels, threads } from './kernels.ts';
import { largeRound } from './large-round.ts';
import { masks } from './masks.ts';
import { messages, smallMessages, trace } from './messages.ts';
import { pool } from './pool.ts';
import { resident } from './resident.ts';
import { scmaDecode } from './scma-decode.ts';
import { secfcIteration, secfcLarge } from './secfc-iteration.ts';
import { secfcErrors } from './secfc-errors.ts';
import { tcp } from './tcp.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  kernels,
  threads,
  'secfc-iteration': secfcIteration,
  'secfc-large': secfcLarge,
  'large-round': largeRound,
  'scma-decode': scmaDecode,
  masks,
  'secfc-errors': secfcErrors,
  messages,
  'small-messages': smallMessages,
  trace,
  crowd,
  growth,
  'growth-of-sums': growthOfSums,
  pool,
  'dormant-fault': dormantFault,
  resident,
  retransmission,
  tcp,
};

const names = Object.keys(BENCHMARKS);
const wanted = process.argv[2];
if (wanted === undefined) {
  const program = [...process.execArgv, fileURLToPath(import.meta.url)];
  const failed = names.filter(
    (name) => spawnSync(process.execPath, [...program, name], { stdio: 'inherit' }).status !== 0,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} else if (Object.hasOwn(BENCHMARKS, wanted)) {
  await BENCHMARKS[wanted]();
} else {
  process.stderr.write(`expected one of ${names.join(', ')}, got ${wanted}\n`);
  process.exitCode = 2;
}
