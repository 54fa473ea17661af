/** Messages per second of the simulator, beside a bare loop that only orders and encodes them. */

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareLoop } from './bare-loop.ts';
import { broadcast } from './broadcast.ts';
import { against, compare, print } from './table.ts';

/** Body of about 670 bytes. */
const VALUES = 80;
const SIZES = [
  { clients: 1000, rounds: 100, runs: 7, limit: 1.3 },
  { clients: 10_000, rounds: 10, runs: 7, limit: 1 },
  { clients: 100_000, rounds: 10, runs: 3, limit: 1.1 },
] as const;

export async function messages(): Promise<void> {
  const rows = [['clients', 'rounds', 'simulator', 'bare loop', 'of the bare loop']];
  for (const { clients, rounds, runs, limit } of SIZES) {
    const values = Float64Array.from({ length: VALUES }, (_, i) => i / 7);
    const ms = await compare(runs, {
      simulator: () => broadcast({ clients, rounds, values: VALUES }),
      bare: () => bareLoop(clients, rounds, (round) => ({ round, kind: 'question', values })),
    });
    const rate = (milliseconds: number): string =>
      `${((2 * clients * rounds) / milliseconds).toFixed(0)} k/s`;
    rows.push([
      `${clients}`,
      `${rounds}`,
      rate(ms.simulator),
      rate(ms.bare),
      against(ms.bare / ms.simulator, 'at least', limit),
    ]);
  }
  print(`Messages of ${VALUES} doubles, a broadcast and a reply from everybody`, rows);
}

export async function smallMessages(): Promise<void> {
  const clients = 1000;
  const rounds = 200;
  const values = new Float64Array();
  const ms = await compare(9, {
    simulator: () => broadcast({ clients, rounds, values: 0 }),
    bare: () => bareLoop(clients, rounds, (round) => ({ round, kind: 'question', values })),
  });
  const rate = (milliseconds: number): string => ((2 * clients * rounds) / milliseconds / 1000).toFixed(2);
  print(`Messages with an almost empty body, N=${clients}; median of 9`, [
    ['', '10^6 messages/s', 'of the bare loop'],
    ['bare loop', rate(ms.bare), '1'],
    ['simulator, ledger and hash on', rate(ms.simulator), against(ms.bare / ms.simulator, 'at least', 1.1)],
  ]);
}

export async function trace(): Promise<void> {
  const work = { clients: 1000, rounds: 100, values: VALUES };
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-'));
  const written = async (): Promise<void> => {
    const file = openSync(join(folder, 'trace'), 'w');
    await broadcast({ ...work, trace: (bytes) => void writeSync(file, bytes) });
    closeSync(file);
  };
  const ms = await compare(9, {
    none: () => broadcast({ ...work, trace: 'none' }),
    hash: () => broadcast(work),
    written,
  });
  rmSync(folder, { recursive: true });
  print(`The trace, N=${work.clients}, ${work.rounds} rounds; median of 9`, [
    ['', 'ms', 'times no trace'],
    ['no trace', ms.none.toFixed(0), '1'],
    ['hashed', ms.hash.toFixed(0), (ms.hash / ms.none).toFixed(2)],
    ['hashed and written to a file', ms.written.toFixed(0), against(ms.written / ms.none, 'at most', 1.4)],
  ]);
}
