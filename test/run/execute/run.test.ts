import { playing } from '../../../src/testing/playing.ts';
import type { GivenShard } from '../../../src/core/protocol/role.ts';
import { describe, expect, test } from 'vitest';
import {
  type AnyProtocol,
  collect,
  finish,
  type Labels,
  loadScenario,
  type Population,
  run,
  type Scenario,
  scenarioJsonSchema,
  type Self,
  sleep,
} from '../../../src/index.ts';
import { plugins as shipped, pluginsOf } from '../../support/plugins.ts';
import { edited, refused } from '../../support/small-scenario.ts';
import { standard } from '../../../bin/standard.ts';
import { Sides, sides, sidesPlugin, type SidesAgreed } from '../../support/scenario-sides.ts';
import { LLOYD, read, SIDES, sidesRuns, sidesWith } from '../../support/sides-runs.ts';

const { ran, write } = sidesRuns();

describe("a protocol of the user's own", () => {
  const direct = ({ data: { points } }: Scenario): number[] =>
    Array.from({ length: points.rows }, (_, i) => (points.values[i * points.columns] < 0 ? 0 : 1));

  test('runs, and its labels come back in the order of the data', async () => {
    const { scenario, labels, ending, findings } = await ran(SIDES);
    expect(scenario.shards.some((shard, j) => shard.some((row, i) => row !== 8 * j + i))).toBe(true);
    expect(ending).toBe('done');
    expect([...(labels as Labels)]).toEqual(direct(scenario));
    expect(new Set(labels)).toEqual(new Set([0, 1]));
    expect(findings).not.toHaveProperty('equalsLloyd');
  });

  test('runs where the data says who holds what, in any order', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${(i * 7) % 20},${['c', 'a', 'b'][i % 3]}\n`);
    write('points.csv', `x,who\n${lines.join('')}`);
    const mixture = SIDES.slice(SIDES.indexOf('source:'), SIDES.indexOf('protocol:'));
    const csv = 'source: csv\n  file: points.csv\n  client: who\n  partition: { by: client }\n';
    const text = edited(
      SIDES,
      [mixture, csv],
      ['clients: 5', 'clients: 3'],
      ['threshold: 0', 'threshold: 10'],
    );
    const { labels } = await ran(text);
    expect([...(labels as Labels)]).toEqual(
      Array.from({ length: 20 }, (_, i) => ((i * 7) % 20 < 10 ? 0 : 1)),
    );
  });

  test('is refused like ours where a scenario gets it wrong', () => {
    const load = (text: string) => () => loadScenario(write('run.yaml', text), { plugins: sidesWith() });
    const said = (text: string): string[] =>
      refused(load(text)).map(({ message }) => message.split('run.yaml:')[1]);
    expect(said(edited(SIDES, ['name: sides', 'name: side']))[0]).toMatch(
      /^12:9 .*one of dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, sides, got/,
    );
    expect(said(edited(SIDES, ['threshold: 0', 'threshold: low']))).toEqual([
      '14:14 protocol.threshold: expected a number, got "low"',
    ]);
    expect(said(edited(SIDES, ['clusters: 2', 'clusters: 3']))).toEqual([
      '13:13 protocol.clusters: expected 2 sides, got 3',
    ]);
  });

  test('is in the JSON Schema like ours', () => {
    expect(JSON.stringify(scenarioJsonSchema(pluginsOf(sides)))).toContain('"threshold":{"type":"number"}');
  });

  test('has its tasks run by worker threads, with the same trace', async () => {
    const plugins = [standard, sidesPlugin];
    const [alone, threads] = [await ran(SIDES, { plugins }), await ran(SIDES, { plugins, threads: 1 })];
    expect(threads.hash).toBe(alone.hash);
    expect(read(threads.trace).entries).toEqual(read(alone.trace).entries);
  });

  test('is told who takes part, and each client its own points only', async () => {
    const seen: unknown[] = [];
    const { roles } = playing(
      sides,
      'client',
      (own) =>
        function* (self: Self, given: GivenShard<SidesAgreed>) {
          seen.push([self.name, self.index, [...given.shard.values]]);
          return yield* own(self, given as never);
        },
    );
    const { scenario } = await ran(SIDES, { plugins: sidesWith({ roles }) });
    const { points } = scenario.data;
    const own = scenario.shards.map((shard, j) => {
      const rows = [...shard].flatMap((row) => [...points.values.subarray(3 * row, 3 * row + 3)]);
      return [`client-${j + 1}`, j, rows];
    });
    expect(seen).toEqual(own);
  });
});

test('a scenario of an unknown protocol is refused', async () => {
  const scenario = loadScenario(write('run.yaml', SIDES), { plugins: sidesWith() });
  await expect(run(scenario, { plugins: shipped })).rejects.toMatchObject({
    name: 'CahootsError',
    code: 'bad-input',
    message: 'expected a known protocol, got sides',
  });
});

describe('what all parties agree on', () => {
  const changed = (extra: object): Partial<AnyProtocol> => ({
    agree: (settings, { clients }: Population) => ({ ...settings, clients, ...extra }),
  });
  const agreeing = (extra: object) => sidesWith(changed(extra));
  const clientThat = (act: (agreed: never) => void, extra: object) =>
    sidesWith({
      ...changed(extra),
      roles: playing(
        sides,
        'client',
        (own) =>
          function* (self, given: GivenShard<SidesAgreed>) {
            act(given.agreed as never);
            yield* own(self, given);
          },
      ).roles,
    });

  test.each<[string, (agreed: never) => void]>([
    ['a setting', (agreed: { threshold: number }) => (agreed.threshold = 3)],
    ['a new key', (agreed: { said?: string }) => (agreed.said = 'hello')],
    ['a list inside', (agreed: { clients: string[] }) => agreed.clients.push('me')],
    ['something deeper', (agreed: { deep: { er: { x: number }[] } }) => (agreed.deep.er[0].x = 2)],
  ])('cannot be changed by a client: %s', async (_, act) => {
    const plugins = clientThat(act, { deep: { er: [{ x: 1 }] } });
    await expect(ran(SIDES, { plugins })).rejects.toThrow(TypeError);
  });

  test('can be read by a client', async () => {
    const seen: unknown[] = [];
    const act = ({ deep }: { deep: unknown }): number => seen.push(deep);
    await ran(SIDES, { plugins: clientThat(act, { deep: [1, { x: null }] }) });
    expect(seen).toEqual(Array.from({ length: 5 }, () => [1, { x: null }]));
  });

  test.each([
    ['at the top', { table: new Float64Array(2) }],
    ['inside a list', { tables: [[new Uint8Array(1)]] }],
    ['as a view of bytes', { view: new DataView(new ArrayBuffer(1)) }],
  ])('holds no typed array, which nobody can freeze: %s', async (_, extra) => {
    await expect(ran(SIDES, { plugins: agreeing(extra) })).rejects.toThrow('holds a typed array');
  });

  test.each([
    ['a map', { board: new Map() }],
    ['a set', { board: new Set() }],
    ['bare memory', { board: new SharedArrayBuffer(8) }],
  ])('holds nothing else that can be written to: %s', async (_, extra) => {
    await expect(ran(SIDES, { plugins: agreeing(extra) })).rejects.toThrow('what parties agree on');
  });
});

test('rules of the user stand between sending and delivery', async () => {
  const dropping = {
    name: 'drop client-2',
    apply: ({ from }: { from: string }) =>
      from === 'client-2' ? ({ kind: 'drop', reason: 'by rule' } as const) : ({ kind: 'pass' } as const),
  };
  const { findings, ledger, trace } = await ran(LLOYD, { rules: [dropping], set: ['protocol.timeout=10s'] });
  expect(findings.missing).toEqual(['client-2']);
  const said = read(trace).entries.filter((entry) => entry.kind === 'sent' && entry.from === 2);
  expect(said.length).toBeGreaterThan(0);
  expect(ledger.balance.lost.messages).toBe(said.length);
});

test('a client that is late does not hold up what it has nothing to do with', async () => {
  const late = playing(
    sides,
    'client',
    (own) =>
      function* (self, given) {
        if (self.index === 3) yield* sleep(5e9);
        yield* own(self, given);
      },
  );
  const { roles } = playing(
    late,
    'server',
    () =>
      function* () {
        const mail = yield* collect(Sides, { count: 4 });
        yield* finish({ kind: 'clustered', iterations: mail.length, converged: true });
      },
  );
  const plugins = sidesWith({ roles });
  const { findings, endNs, ledger } = await ran(SIDES, { plugins });
  expect(findings.iterations).toBe(4);
  expect(endNs).toBeGreaterThan(5e9);
  expect(ledger.balance.refused).toBe(1);
});
