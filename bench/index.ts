/** `npm run bench [-- NAME]`: all benchmarks, or one. */

import { scmaDecode } from './scma-decode.ts';
import { secfcIteration } from './secfc-iteration.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  'secfc-iteration': secfcIteration,
  'scma-decode': scmaDecode,
};

const wanted = process.argv[2];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (wanted === undefined || wanted === name) await benchmark();
}
