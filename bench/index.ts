/** `npm run bench [-- NAME]`: all benchmarks, or one. */

import { dormantFault } from './dormant-fault.ts';
import { secfcIteration } from './secfc-iteration.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  'secfc-iteration': secfcIteration,
  'dormant-fault': dormantFault,
};

const wanted = process.argv[2];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (wanted === undefined || wanted === name) await benchmark();
}
