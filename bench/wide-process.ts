/** A wide run in a separate process, whose memory is measured: `wide-process.js THREADS`. */

import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { Bus } from '../src/core/engine/messages/bus.ts';
import { meter } from '../src/cli/meter.ts';

const plugins = [standard];

const file = fileURLToPath(new URL('../../bench/wide.yaml', import.meta.url));
const bus = new Bus();
const gib = (bytes: number): string => (bytes / 2 ** 30).toFixed(2);
bus.on('labelled', ({ actor, phase, round }) => {
  if (actor === 0) process.stderr.write(`${phase} ${round}: ${gib(process.memoryUsage.rss())} GiB\n`);
});
const start = performance.now();
const { findings } = await run(loadScenario(file, { plugins }), {
  plugins,
  bus,
  threads: Number(process.argv[2]),
});
process.stdout.write(
  JSON.stringify({
    ms: performance.now() - start,
    peakBytes: meter.peakBytes(),
    equalsLloyd: findings.equalsLloyd,
  }),
);
