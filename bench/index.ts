/** `npm run bench [-- NAME]`: all benchmarks, or one. bench/README.md explains how to read them. */

import { retransmission } from './retransmission.ts';
import { crowd } from './crowd.ts';
import { dormantFault } from './dormant-fault.ts';
import { kernels, threads } from './kernels.ts';
import { largeRound } from './large-round.ts';
import { messages, smallMessages, trace } from './messages.ts';
import { pool } from './pool.ts';
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
  'secfc-errors': secfcErrors,
  messages,
  'small-messages': smallMessages,
  trace,
  crowd,
  pool,
  'dormant-fault': dormantFault,
  retransmission,
  tcp,
};

const wanted = process.argv[2];
if (wanted !== undefined && !(wanted in BENCHMARKS)) {
  process.stderr.write(`expected one of ${Object.keys(BENCHMARKS).join(', ')}, got ${wanted}\n`);
  process.exitCode = 2;
}
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (wanted === undefined || wanted === name) await benchmark();
}
