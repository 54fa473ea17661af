/** The star in a separate process, like its peers: `node dist/bench/peers/star.js cahoots|bare CLIENTS ROUNDS`. */

import { bareLoop } from '../bare-loop.ts';
import { broadcast } from '../broadcast.ts';
import { meter } from '../../src/cli/meter.ts';

const [what, ...numbers] = process.argv.slice(2);
const [clients, rounds] = numbers.map(Number);
const values = Float64Array.from({ length: 80 }, (_, i) => i / 7);
const before = process.cpuUsage();
const messages =
  what === 'bare'
    ? bareLoop(clients, rounds, (round) => ({ round, kind: 'question', values }))
    : await broadcast({ clients, rounds, values: 80 });
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  `${JSON.stringify({ messages, seconds: (user + system) / 1e6, peakBytes: meter.peakBytes() })}\n`,
);
