/** What TCP costs a message: the same messages over it and over the reliable transport, on links of the same rates. */

import type { NetworkSpec } from '../src/sim/network.ts';
import { broadcast } from './broadcast.ts';
import { unlimited } from './network.ts';
import { against, compare, print } from './table.ts';

const LATENCY = { uniform: { minimum: 10e6, maximum: 100e6 } };

/** Of the wide area's rates. */
function over(transport: NetworkSpec['transport']): NetworkSpec {
  return {
    ...unlimited(LATENCY),
    bandwidth: (name) =>
      name === 'server' ? { uplinkBps: 1e9, downlinkBps: 1e9 } : { uplinkBps: 20e6, downlinkBps: 100e6 },
    transport,
    tcp: {
      segmentBytes: 1448,
      initialWindow: 10,
      windowBytes: 2 ** 22,
      nagle: false,
      delayedAcks: true,
      connect: 'first',
    },
  };
}

/** `values`: doubles in every message. One segment, some, and more than the first window. */
const SIZES = [
  { clients: 1000, rounds: 50, values: 0, runs: 7 },
  { clients: 1000, rounds: 50, values: 80, runs: 7 },
  { clients: 1000, rounds: 5, values: 1500, runs: 7 },
  { clients: 20, rounds: 50, values: 10_000, runs: 7 },
] as const;

export async function tcp(): Promise<void> {
  const rows = [['clients', 'rounds', 'doubles', 'reliable, ms', 'tcp, ms', 'ratio']];
  for (const { runs, ...work } of SIZES) {
    const ms = await compare(runs, {
      reliable: () => broadcast({ ...work, network: over('reliable') }),
      tcp: () => broadcast({ ...work, network: over('tcp') }),
    });
    const ratio = against(ms.tcp / ms.reliable, 'at most', 1.5);
    rows.push([
      `${work.clients}`,
      `${work.rounds}`,
      `${work.values}`,
      ms.reliable.toFixed(1),
      ms.tcp.toFixed(1),
      ratio,
    ]);
  }
  print('The same messages over TCP and over the reliable transport', rows);
}
