/** A large run in a separate process, whose memory is measured: `retransmission-process.js with|without`. */

import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { meter } from '../src/cli/meter.ts';
import { withoutRetransmission } from './without-retransmission.ts';

const plugins = [process.argv[2] === 'with' ? standard : withoutRetransmission];
const file = fileURLToPath(new URL('../../bench/secfc-large.yaml', import.meta.url));
await run(loadScenario(file, { plugins }), { plugins });
process.stdout.write(`${meter.peakBytes()}`);
