import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Layer } from '../../src/run/middleware/middleware.ts';
import { compress } from '../../src/run/middleware/compress.ts';
import { middleware } from '../../src/run/middleware/middleware.ts';
import { pad } from '../../src/run/middleware/pad.ts';
import { type Packet, PASS, type Verdict } from '../../src/core/engine/network/rule.ts';
import { sleep } from '../../src/core/engine/actors/effects.ts';
import type { Wrapping } from '../../src/core/engine/wire/wrapping.ts';
import { run, type RunResult } from '../../src/run/execute/run.ts';
import { openPool } from '../../src/run/plugin/executor.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import { reproduce } from '../../src/run/replay/reproduce.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { partsOf } from '../../src/real/machine.ts';
import { TraceReader } from '../../src/run/trace/reader.ts';
import { thoroughly } from '../support/long.ts';
import { plugins } from '../support/plugins.ts';
import { cahoots } from '../support/program.ts';
import { traced } from '../support/traced-runs.ts';

const LLOYD = 'scenarios/swarm/lloyd.yaml';
const MANY = 'data.points=600';
const SECFC = 'scenarios/quickstart.yaml';

const bytesOf = ({ bytes }: Layer): Wrapping => {
  if (bytes === undefined) throw new Error('it leaves bytes as they are');
  return bytes;
};

describe.each([
  ['pad', bytesOf(pad.layer(64))],
  ['compress', bytesOf(compress.layer(undefined))],
])('%s', (_, { wrap, unwrap }) => {
  const vectors = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300, max: 1 }),
    fc.constantFrom(new Uint8Array(5000), new Uint8Array()),
  );

  test('gives back every message', () => {
    fc.assert(
      fc.property(vectors, (bytes) => {
        expect(unwrap(wrap(bytes), 5000)).toEqual(bytes);
      }),
    );
  });

  test('gives back no more than a message may have, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(unwrap(bytes, 1000)?.byteLength ?? 0).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

test('a message that claims to be large is not inflated', () => {
  const { wrap, unwrap } = bytesOf(compress.layer(undefined));
  const wrapped = wrap(new Uint8Array(1_000_000));
  expect(wrapped.byteLength).toBeLessThan(2000);
  expect(unwrap(wrapped, 999_999)).toBeUndefined();
});

/** A run, and the payload bytes of its messages by type. */
async function sizes(
  file: string,
  ...set: string[]
): Promise<{ readonly result: RunResult; readonly of: ReadonlyMap<string, readonly number[]> }> {
  const { bytes, result } = await traced(file, set);
  const of = new Map<string, number[]>();
  for (const entry of new TraceReader(file, bytes).entries())
    if (entry.kind === 'sent') of.set(entry.type, [...(of.get(entry.type) ?? []), entry.payloadBytes]);
  return { result, of };
}

const bytesIn = ({ ledger }: RunResult): number =>
  ledger.traffic().reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);

describe('a scenario with `use`', () => {
  const pool = openPool({ threads: 2, plugins });
  afterAll(() => pool.close());

  test('pads messages to whole blocks, so that their sizes tell nothing', async () => {
    const [plain, padded] = [await sizes(LLOYD), await sizes(LLOYD, 'use=[{ pad: 1KiB }]')];
    expect(padded.result.findings.accuracy).toBe(plain.result.findings.accuracy);
    const kinds = (of: ReadonlyMap<string, readonly number[]>): number =>
      new Set([...of.values()].flat()).size;
    expect(kinds(plain.of)).toBeGreaterThan(1);
    for (const size of [...padded.of.values()].flat()) expect(size % 1024).toBe(0);
    expect(kinds(padded.of)).toBeLessThan(kinds(plain.of));
    expect(bytesIn(padded.result)).toBe([...padded.of.values()].flat().reduce((sum, size) => sum + size, 0));
  });

  test('reads what is wrapped to exactly the largest message', async () => {
    const padded = await sizes(LLOYD, 'use=[{ pad: 1KiB }]');
    const largest = Math.max(...[...padded.of.values()].flat());
    const limited = await sizes(LLOYD, 'use=[{ pad: 1KiB }]', `limits.message=${largest}B`);
    expect(limited.result.ledger.balance.refused).toBe(padded.result.ledger.balance.refused);
    expect(limited.result.findings.accuracy).toBe(padded.result.findings.accuracy);
  });

  test('compresses what can be compressed, and then sizes tell of contents', async () => {
    const [plain, small] = [await sizes(LLOYD, MANY), await sizes(LLOYD, MANY, 'use=[compress]')];
    expect(bytesIn(small.result)).toBeLessThan(bytesIn(plain.result));
    expect(small.result.findings.accuracy).toBe(plain.result.findings.accuracy);
    const most = (of: ReadonlyMap<string, readonly number[]>): number =>
      Math.max(...[...of.values()].map((all) => new Set(all).size));
    expect(most(small.of)).toBeGreaterThan(most(plain.of));
  });

  test.each([LLOYD, SECFC])(
    '%s is one run with any number of threads, and again from its trace',
    async (file) => {
      const set = ['use=[compress, { pad: 256B }]'];
      const scenario = loadScenario(file, { plugins, set });
      const { bytes, result } = await traced(file, set);
      expect((await run(scenario, { plugins, executor: pool })).hash).toBe(result.hash);
      expect((await reproduce(scenario, { plugins }, { name: 'run.trace', bytes })).result.hash).toBe(
        result.hash,
      );
    },
  );

  test('refuses what was changed under way, and nothing throws', async () => {
    const scenario = loadScenario(LLOYD, { plugins, set: ['use=[compress, { pad: 256B }]'] });
    const flip = {
      name: 'flip',
      apply: ({ payload, sender }: Packet): Verdict =>
        sender === 1 ? { kind: 'tamper', payload: payload.map((byte) => byte ^ 1) } : PASS,
    };
    const { ledger } = await run(scenario, { plugins, rules: [flip] });
    expect(ledger.balance.refused).toBeGreaterThan(0);
  });

  test.each(['malform', 'oversize, bytes: 4KiB', 'corrupt', 'duplicate', 'crash, restartAfter: 1ms', 'lose'])(
    'ends with the fault %s in the same way in any number of threads',
    async (fault) => {
      const scenario = loadScenario(LLOYD, {
        plugins,
        set: ['use=[compress, { pad: 256B }]', `faults=[{ fault: ${fault}, who: client-1 }]`],
      });
      const [one, two] = [await run(scenario, { plugins }), await run(scenario, { plugins, executor: pool })];
      expect(two.hash).toBe(one.hash);
    },
  );

  test('gives coalitions what it gives them without', async () => {
    const attack = (...set: string[]): ReturnType<typeof cahoots> =>
      cahoots(
        'attack',
        LLOYD,
        ...thoroughly(['--repeats', '0'], []),
        ...set.flatMap((one) => ['--set', one]),
      );
    expect(await attack('use=[compress, { pad: 256B }]')).toEqual(await attack());
  });

  test('is refused where it cannot be', async () => {
    const scenario = loadScenario(LLOYD, { plugins, set: ['use=[compress]'] });
    await expect(partsOf(scenario, { plugins, plain: true })).rejects.toThrow(
      'use: expected none, as middleware is simulated, got 1',
    );
  });

  test.each([
    ['use=[shout]', /use\.0: expected one of \{ pad: ... \}, compress, got "shout"$/],
    ['use=[pad]', /use\.0/],
    ['use=[{ pad: 0B }]', /use\.0/],
  ])('%s is refused', (set, message) => {
    expect(() => loadScenario(LLOYD, { plugins, set: [set] })).toThrow(message);
  });
});

test("a plugin's middleware stands around what every party does", async () => {
  const seen: string[] = [];
  const slow = middleware({
    name: 'slow',
    summary: 'waits before it sends',
    setting: z.int().min(0),
    layer: (ns) => ({
      around:
        ({ name }) =>
        (next) =>
          function* (effect) {
            seen.push(`${name} ${effect.kind}`);
            if (effect.kind === 'send' || effect.kind === 'send-each') yield* sleep(ns);
            return yield* next(effect);
          },
    }),
  });
  const mine = [...plugins, plugin(import.meta.url, { name: 'mine', middleware: [slow] })];
  const timed = async (...set: string[]): Promise<RunResult> =>
    run(loadScenario(LLOYD, { plugins: mine, set }), { plugins: mine });
  const [plain, still, later] = [
    await timed(),
    await timed('use=[{ slow: 0 }]'),
    await timed('use=[{ slow: 1000000 }]'),
  ];
  expect(later.endNs).toBeGreaterThan(plain.endNs + 1e6);
  expect(still.findings).toEqual(plain.findings);
  expect(new Set(seen)).toContain('server send-each');
});
