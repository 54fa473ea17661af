/** `npm run bench [-- NAME]`: all benchmarks, or one. */

import { mufcExposure, mufcLoss, mufcUnlearning } from './mufc.ts';
import { scmaDecode } from './scma-decode.ts';
import { secfcIteration } from './secfc-iteration.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  'secfc-iteration': secfcIteration,
  'scma-decode': scmaDecode,
  'mufc-loss': mufcLoss,
  'mufc-unlearning': mufcUnlearning,
  'mufc-exposure': mufcExposure,
};

const wanted = process.argv[2];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (wanted === undefined || wanted === name) await benchmark();
}
