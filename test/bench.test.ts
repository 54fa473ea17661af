/** That nothing became slow by a multiple: ratios within one process, with wide margins, as other tests run beside it. */

import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bareLoop } from '../bench/bare-loop.ts';
import { broadcast } from '../bench/broadcast.ts';
import { compare } from '../bench/table.ts';
import { Bus } from '../src/core/engine/messages/bus.ts';
import { residentZeros } from '../src/core/math/field/residues.ts';
import { kernelOver } from '../src/core/math/field/field-kernel.ts';
import { largestModuli } from '../src/core/math/field/moduli.ts';
import { referenceKernel } from '../src/core/math/field/reference-kernel.ts';
import { wordKernel } from '../src/core/math/field/word-kernel.ts';
import type { FieldKernel } from '../src/core/math/field/kernel.ts';
import { run } from '../src/run/execute/run.ts';
import { loadScenario } from '../src/run/scenario/load.ts';
import { plugins } from './support/plugins.ts';

/** One point a client. */
const CROWD = fileURLToPath(new URL('../bench/growth.yaml', import.meta.url));

describe('messages', () => {
  const work = { clients: 500, rounds: 20, values: 80 };

  test('take less than five times what encoding and ordering them takes', async () => {
    const values = new Float64Array(work.values).fill(1 / 7);
    const ms = await compare(7, {
      simulator: () => broadcast(work),
      bare: () => bareLoop(work.clients, work.rounds, (round) => ({ round, kind: 'question', values })),
    });
    expect(ms.simulator).toBeLessThan(5 * ms.bare);
  }, 60_000);

  test('take no longer because there are clients that nobody asks', async () => {
    const asked = { ...work, sampled: work.clients };
    const ms = await compare(5, {
      few: () => broadcast(asked),
      many: () => broadcast({ ...asked, clients: 100 * work.clients }),
    });
    expect(ms.many).toBeLessThan(4 * ms.few);
  }, 60_000);
});

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };

  test('of a simulation does not outlive it', async () => {
    const round = (): Promise<number> => broadcast({ clients: 2000, rounds: 3, values: 10 });
    await round();
    const before = heapBytes();
    for (let i = 0; i < 5; i++) await round();
    // An actor takes 2 KB: 4 MB a run.
    expect(heapBytes() - before).toBeLessThan(4e6);
  }, 60_000);

  test('of a client of Lloyd that waits for the result is less than 2.3 KB, however many there are', async () => {
    /** What is in the heap when the server begins to compute. */
    const whileWaiting = async (clients: number): Promise<number> => {
      const set = [`clients=${clients}`, `data.points=${clients}`];
      const bus = new Bus();
      let bytes = 0;
      bus.once('computing', () => (bytes = heapBytes()));
      await run(loadScenario(CROWD, { plugins, set }), { plugins, bus, timing: true });
      return bytes;
    };
    const [few, many] = [500, 2500];
    await whileWaiting(few);
    const less = await whileWaiting(few);
    const each = ((await whileWaiting(many)) - less) / (many - few);
    expect(each).toBeLessThan(2300);
  }, 60_000);
});

test('coded distances by SIMD take a fraction of what they take without, and a tiny one of what bigints take', async () => {
  const [points, columns, clusters] = [1000, 100, 4];
  const moduli = largestModuli(1);
  const shares = residentZeros(points, columns, moduli);
  const [rows] = shares.planes;
  rows.forEach((_, i) => (rows[i] = (i * 2_654_435_761) % moduli[0]));
  const norms = new Uint32Array(points);
  const distances = new Uint32Array(points * clusters);
  const by = (kernel: FieldKernel, count: number) => () =>
    kernel.scaledDistances(
      moduli[0],
      rows.subarray(0, count * columns),
      columns,
      norms.subarray(0, count),
      rows.slice(0, clusters * columns),
      [7, 8, 9, 10],
      distances.subarray(0, count * clusters),
    );
  const few = 20;
  const ms = await compare(9, {
    simd: by(kernelOver(shares), points),
    words: by(wordKernel, points),
    bigints: by(referenceKernel, few),
  });
  expect(ms.words / ms.simd).toBeGreaterThan(2.5);
  expect((ms.bigints * (points / few)) / ms.simd).toBeGreaterThan(25);
}, 60_000);
