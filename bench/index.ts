/** `npm run bench [-- NAME]`: all benchmarks, or one. */

import { scmaDecode } from './scma-decode.ts';
import { secfcIteration } from './secfc-iteration.ts';
import { secfcLiars } from './secfc-liars.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  'secfc-iteration': secfcIteration,
  'scma-decode': scmaDecode,
  'secfc-liars': secfcLiars,
};

const wanted = process.argv[2];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (wanted === undefined || wanted === name) await benchmark();
}
