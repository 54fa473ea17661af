/** One large sum in a process of its own: prints what it took here, and what was sent, as JSON. */

import { standard } from '../../../bin/standard.ts';
import { meter } from '../../../src/cli/meter.ts';
import { sumCosts, type SumRequest } from './cell.ts';

const [request, threads] = process.argv.slice(2);
const began = performance.now();
const costs = await sumCosts.run(
  { ...(JSON.parse(request) as SumRequest), threads: Number(threads) },
  { plugins: [standard], locate: (name) => name },
);
process.stdout.write(
  JSON.stringify({
    costs,
    seconds: (performance.now() - began) / 1e3,
    processorSeconds: meter.cpuNs() / 1e9,
    peakBytes: meter.peakBytes(),
  }),
);
