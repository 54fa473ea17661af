/** A crowd in a separate process, whose memory is measured: `crowd-process.js CLIENTS ROUNDS SAMPLED`. */

import { broadcast } from './broadcast.ts';
import { meter } from '../src/cli/meter.ts';
import { timed } from './table.ts';

const [clients, rounds, sampled] = process.argv.slice(2).map(Number);
const ms = await timed(() => broadcast({ clients, rounds, values: 80, sampled }));
process.stdout.write(JSON.stringify({ ms, peakBytes: meter.peakBytes() }));
