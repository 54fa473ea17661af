/**
 * What TCP costs a message: the same messages over it and over the reliable transport, on links of the same rates.
 * Between a server and its clients, and in a mesh: SecFC's clients, which all deal shares to each other at once.
 */

import { fileURLToPath } from 'node:url';
import { standard } from '../bin/standard.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import type { NetworkSpec } from '../src/core/engine/network/network.ts';
import { broadcast } from './broadcast.ts';
import { TCP, unlimited } from './network.ts';
import { against, compare, print } from './table.ts';
import { RELIABLE, TCP as OVER_TCP } from '../src/core/engine/network/transport-kind.ts';

const LATENCY = { uniform: { minimum: 10e6, maximum: 100e6 } };

/** A network with the rates of the wide area. */
function over(transport: NetworkSpec['transport']): NetworkSpec {
  return {
    ...unlimited(LATENCY),
    bandwidth: (name) =>
      name === 'server' ? { uplinkBps: 1e9, downlinkBps: 1e9 } : { uplinkBps: 20e6, downlinkBps: 100e6 },
    transport,
    tcp: TCP,
    // As in scenarios: what a server sends to all at once fits its own queue.
    queue: (name) => ({
      discipline: 'droptail',
      packets: name === 'server' ? 10_240 : 1000,
      bytes: Number.POSITIVE_INFINITY,
    }),
  };
}

/**
 * `values`: doubles in every message. One segment, some, and more than the first window; `isBound`: whether there is a limit, or the
 * ratio is only stated.
 */
const SIZES = [
  { clients: 60, rounds: 800, values: 0, runs: 7, isBound: true },
  { clients: 60, rounds: 800, values: 80, runs: 7, isBound: true },
  { clients: 60, rounds: 80, values: 1500, runs: 7, isBound: true },
  { clients: 20, rounds: 50, values: 10_000, runs: 7, isBound: false },
  { clients: 1000, rounds: 50, values: 0, runs: 7, isBound: false },
  { clients: 1000, rounds: 5, values: 1500, runs: 7, isBound: false },
] as const;

const QUICKSTART = fileURLToPath(new URL('../../scenarios/quickstart.yaml', import.meta.url));
const MESHES = [20, 40, 60];
const MESH_RUNS = 5;

async function mesh(clients: number): Promise<readonly string[]> {
  const plugins = [standard];
  const messages = { reliable: 0, tcp: 0 };
  const runOver = (transport: keyof typeof messages) => {
    const set = [`clients=${clients}`, `data.points=${100 * clients}`, `network.transport=${transport}`];
    const scenario = loadScenario(QUICKSTART, { plugins, set });
    return async () => {
      const { ledger } = await run(scenario, { plugins });
      messages[transport] = ledger.balance.sent.messages;
    };
  };
  const ms = await compare(MESH_RUNS, { reliable: runOver('reliable'), tcp: runOver('tcp') });
  // Slower messages make actors ask more often.
  const ratio = against(ms.tcp / messages.tcp / (ms.reliable / messages.reliable), 'at most', 3);
  return [
    `${clients}`,
    `${messages.reliable}, ${messages.tcp}`,
    ms.reliable.toFixed(0),
    ms.tcp.toFixed(0),
    ratio,
  ];
}

export async function tcp(): Promise<void> {
  const rows = [['clients', 'rounds', 'doubles', 'reliable, ms', 'tcp, ms', 'ratio']];
  for (const { runs, isBound, ...work } of SIZES) {
    const ms = await compare(runs, {
      reliable: () => broadcast({ ...work, network: over(RELIABLE) }),
      tcp: () => broadcast({ ...work, network: over(OVER_TCP) }),
    });
    const found = ms.tcp / ms.reliable;
    const ratio = isBound ? against(found, 'at most', 3) : found.toFixed(2);
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
  const meshes = [['clients', 'messages', 'reliable, ms', 'tcp, ms', 'ratio of a message']];
  for (const clients of MESHES) meshes.push([...(await mesh(clients))]);
  print('SecFC, 100 points a client: a mesh of shares', meshes);
}
