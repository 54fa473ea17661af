/** What plugins add besides protocols, faults and sources: each is named by scenarios, and used like ours. */

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { latency } from '../../../src/core/engine/network/latency.ts';
import { PASS } from '../../../src/core/engine/network/rule.ts';
import { transport } from '../../../src/core/engine/network/transport-kind.ts';
import { powerOfTwo } from '../../../src/core/math/elementary/powers-of-two.ts';
import { rule } from '../../../src/core/engine/network/rule-kind.ts';
import { duration } from '../../../src/core/base/units.ts';
import { partition } from '../../../src/run/data/partition.ts';
import { scaling } from '../../../src/run/data/scaling.ts';
import { type Additions, plugin } from '../../../src/run/plugin/plugin.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { checkAdditions } from '../../../src/run/plugin/shape.ts';
import { run } from '../../../src/run/execute/run.ts';
import { reportOfTrace } from '../../../src/run/report/of-trace.ts';
import { scenarioJsonSchema } from '../../../src/run/scenario/schema.ts';
import { picture } from '../../../src/output/figure/picture.ts';
import { fitting, picturesFrom } from '../../../src/output/figure/kinds.ts';
import { plugins } from '../../support/scenarios.ts';
import { scenarios } from '../../support/small-scenario.ts';

const SMALL = `name: small
clients: 3
data: { source: gaussian-mixture, points: 12, dimension: 2, components: 2, deviation: 1, DATA }
protocol: { name: lloyd, clusters: 2 }
network: { NETWORK }
`;
const small = (data = 'holdOut: 0', network = 'loss: 0%'): string =>
  SMALL.replace('DATA', data).replace('NETWORK', network);

const bringing = (added: Omit<Additions, 'name'>) => [
  ...plugins,
  plugin(import.meta.url, { name: 'additions', ...added }),
];

const { load, mistakes } = scenarios();

describe('a partition', () => {
  const dealing = (deal: (rows: number, clients: number) => unknown) => ({
    plugins: bringing({
      partitions: [
        partition({
          name: 'own',
          summary: 'as a test wants it',
          settings: { first: z.int().min(0).meta({ description: 'the first row' }) },
          deal: (_, { data, clients }) => deal(data.points.rows, clients) as Uint32Array[],
        }),
      ],
    }),
  });
  const each = (rows: number, clients: number) =>
    Array.from({ length: clients }, (_, j) =>
      Uint32Array.from({ length: rows }, (__, i) => i).filter((i) => i % clients === j),
    );

  test('deals points where a scenario names it, with its settings', () => {
    const { shards } = load(small('partition: { by: own, first: 0 }'), dealing(each));
    expect(shards.map((shard) => [...shard])).toEqual([
      [0, 3, 6, 9],
      [1, 4, 7, 10],
      [2, 5, 8, 11],
    ]);
    expect(mistakes(small('partition: { by: own }'), dealing(each))[0]).toContain('data.partition.first');
    expect(mistakes(small('partition: { by: others }'), dealing(each))[0]).toContain('power-law, own');
  });

  test.each([
    ['no list', () => ({}), 'a list of 3 Uint32Arrays of rows'],
    ['too few', () => [Uint32Array.of(0)], 'a list of 3 Uint32Arrays of rows'],
    [
      'nothing for one',
      () => [0, 1, 2].map((j) => Uint32Array.from({ length: j === 1 ? 0 : 1 })),
      'none for client 2',
    ],
    ['a row beyond', () => [Uint32Array.of(12), Uint32Array.of(1), Uint32Array.of(2)], 'rows below 12'],
    ['disorder', () => [Uint32Array.of(5, 4), Uint32Array.of(1), Uint32Array.of(2)], '4 after 5'],
    ['a row twice', () => [Uint32Array.of(1), Uint32Array.of(1), Uint32Array.of(2)], 'row 1 twice'],
    ['a row left out', () => [Uint32Array.of(0), Uint32Array.of(1), Uint32Array.of(2)], 'none with row 3'],
  ])('that deals %s is refused with its name', (_what, deal, mistake) => {
    const [said] = mistakes(small('partition: { by: own, first: 0 }'), dealing(deal));
    expect(said).toContain('from the partition own');
    expect(said).toContain(mistake);
  });
});

describe('a scaling', () => {
  const twice = scaling({
    name: 'times',
    summary: 'so many times as large',
    settings: z.object({ by: z.number() }),
    scale: (points, { by }) => ({ ...points, values: points.values.map((value) => value * by) }),
  });
  const broken = scaling({
    name: 'broken',
    summary: 'gives no numbers',
    scale: (points) => ({ ...points, values: points.values.map(() => NaN) }),
  });
  const known = { plugins: bringing({ scalings: [twice, broken] }) };

  test('is a step among ours, alone or with settings under its name', () => {
    const plain = load(small(), known).data.points.values;
    const scaled = load(small('scale: { times: { by: 4 } }'), known).data.points.values;
    expect([...scaled]).toEqual([...plain].map((value) => 4 * value));
    const both = load(small('scale: [{ times: { by: 4 } }, { minimum: 0, maximum: 1 }]'), known);
    expect(Math.max(...both.data.points.values)).toBe(1);
    expect(mistakes(small('scale: broken'), known)[0]).toContain(
      'rows of finite numbers from the scaling broken',
    );
    expect(mistakes(small('scale: squared'), known)[0]).toContain('z-score, unit-norm, broken');
  });
});

describe('a latency', () => {
  const steps = latency({
    name: 'steps',
    summary: 'one of so many steps',
    settings: z.object({ step: duration(), steps: z.int().min(1) }),
    draws:
      ({ step, steps: count }, stream) =>
      () =>
        step * (1 + stream.integer(count)),
  });
  const known = { plugins: bringing({ latencies: [steps] }) };

  test('is drawn from as its settings say, by itself for every link', async () => {
    const network =
      'latency: { steps: { step: 7ms, steps: 1 } }, server: { uplink: unlimited, downlink: unlimited }, clients: { uplink: unlimited, downlink: unlimited }';
    const { endNs, hash } = await run(load(small(undefined, network), known), known);
    // Besides, only counted operations take time.
    expect(endNs % 7e6).toBeLessThan(1000);
    expect((await run(load(small(undefined, network), known), known)).hash).toBe(hash);
    expect(mistakes(small(undefined, 'latency: { steps: { step: 7ms } }'), known)[0]).toContain('steps');
    expect(mistakes(small(undefined, 'latency: { stairs: 1 }'), known)[0]).toContain(
      'pareto, measured or steps',
    );
  });
});

describe('a rule of the network', () => {
  const late = rule({
    name: 'late',
    summary: 'messages to a role wait now and then',
    settings: { role: z.string(), by: duration() },
    inOrder: true,
    apply({ role, by }, { streams }) {
      const stream = streams('all', 'of them');
      return ({ toRole }) => (toRole === role && stream.uniform() < 0.5 ? { kind: 'delay', ns: by } : PASS);
    },
  });
  const known = { plugins: bringing({ rules: [late] }) };
  const network = 'rules: [{ rule: late, role: server, by: 300ms }]';

  test('applies in every run of a scenario that names it, in the same way, and is no fault', async () => {
    const without = await run(load(small(), known), known);
    const runs = [
      await run(load(small(undefined, network), known), known),
      await run(load(small(undefined, network), known), known),
    ];
    expect(runs[0].hash).toBe(runs[1].hash);
    expect(runs[0].endNs).toBeGreaterThan(without.endNs + 200e6);
    expect(runs[0].findings.faults).toBeUndefined();
    expect(mistakes(small(undefined, 'rules: [{ rule: later }]'), known)[0]).toContain('one of late');
    expect(mistakes(small(undefined, network), { plugins })[0]).toContain('no plugin has any rules');
  });

  test('is followed in the trace: what the result waited for is known', async () => {
    const bytes: Uint8Array[] = [];
    const trace = (some: Uint8Array): void => void bytes.push(some.slice());
    await run(load(small(undefined, network), known), { ...known, trace });
    const { report } = reportOfTrace('run.trace', Buffer.concat(bytes), registryOf(known.plugins));
    expect(report.timing?.problem).toBeUndefined();
    expect(report.timing?.waits?.map(({ of }) => of)).toContain('late 1');
  });
});

describe('a transport', () => {
  /** How long after each attempt that was lost the next one leaves. */
  const patient = (
    name: string,
    resendsAfter: (attempt: number, retransmitNs: number) => number,
    attempts = 3,
  ) => transport({ name, summary: 'three attempts', attempts, resendsAfter });
  const known = {
    plugins: bringing({
      transports: [
        patient('backoff', (attempt, retransmitNs) => retransmitNs * powerOfTwo(attempt - 1), 30),
        patient('steady', (_, retransmitNs) => retransmitNs, 100_000),
        patient('thrice', (_, retransmitNs) => retransmitNs),
        patient('backwards', () => -1),
      ],
    }),
  };
  const over = async (name: string, loss = '50%') => {
    const network = `transport: ${name}, retransmit: 1s, loss: ${loss}`;
    const bytes: Uint8Array[] = [];
    const trace = (some: Uint8Array): void => void bytes.push(some.slice());
    const found = await run(load(small(undefined, network), known), { ...known, trace, timing: true });
    return { ...found, trace: Buffer.concat(bytes) };
  };

  test('sends again when it says, as often as it says', async () => {
    const [reliable, steady, backoff] = [await over('reliable'), await over('steady'), await over('backoff')];
    expect([steady.endNs, steady.labels]).toEqual([reliable.endNs, reliable.labels]);
    expect(backoff.endNs).toBeGreaterThan(reliable.endNs);
    expect(backoff.ledger.balance.lost.messages).toBe(0);
    const given = await over('thrice', '90%');
    expect(given.ledger.balance.lost.messages).toBeGreaterThan(0);
    expect((await over('thrice', '90%')).hash).toBe(given.hash);
    expect((await over('backoff', '0%')).endNs).toBe((await over('datagram', '0%')).endNs);
  });

  test('is followed in the trace: what the result waited for is known', async () => {
    const { trace, ledger, endNs, causalGraph } = await over('backoff');
    const { report } = reportOfTrace('run.trace', trace, registryOf(known.plugins));
    expect(report.timing?.problem).toBeUndefined();
    expect(report.timing?.waits?.reduce((sum, { ns }) => sum + ns, 0)).toBe(ledger.ends(endNs).resultNs);
    expect(causalGraph?.contradiction).toBeUndefined();
  });

  test('that goes back in time is named, and so is one that is none', async () => {
    await expect(over('backwards')).rejects.toThrow('the transport backwards sends again after -1 ns');
    expect(mistakes(small(undefined, 'transport: forwards'), known)[0]).toContain('thrice');
    expect(() => bringing({ transports: [patient('never', () => 1, 0)] })).toThrow('transports.0.attempts');
  });
});

test('a picture is drawn of what it finds something in, and has a name of its own', () => {
  const own = picture({
    name: 'own',
    summary: 'rows as they are',
    needs: 'table',
    heeds: [],
    rows: ({ rows }) => rows,
    draw: () => ({ title: 'own', panels: [] }),
  });
  const pictures = picturesFrom(bringing({ pictures: [own] }));
  expect(pictures).toEqual([own]);
  const names = (rows: readonly object[]) =>
    fitting({ title: 'runs', rows: rows as never, pictures }).map(({ name }) => name);
  expect(names([{ a: 1 }])).toContain('own');
  expect(names([])).not.toContain('own');
  expect(() => picturesFrom(bringing({ pictures: [{ ...own, name: 'waits' }] }))).toThrow(
    'expected pictures with other names than built-in ones, got waits',
  );
});

test('all stand in the schema for editors', () => {
  const added = bringing({
    partitions: [partition({ name: 'own-deal', summary: 'own', settings: {}, deal: () => [] })],
    scalings: [scaling({ name: 'own-scale', summary: 'own', scale: (points) => points })],
    latencies: [
      latency({ name: 'own-latency', summary: 'own', settings: z.object({}), draws: () => () => 1 }),
    ],
    rules: [rule({ name: 'own-rule', summary: 'own', settings: {}, apply: () => () => PASS })],
  });
  const schema = JSON.stringify(scenarioJsonSchema(added));
  for (const name of ['own-deal', 'own-scale', 'own-latency', 'own-rule'])
    expect(schema).toContain(`"${name}"`);
});

test.each([
  [{ partitions: [{ name: 'p' }] }, 'partitions.0.settings'],
  [{ scalings: [{}] }, 'scalings.0.name: expected a name'],
  [{ latencies: [3] }, 'latencies.0: expected latency(...)'],
  [{ rules: {} }, 'rules: expected a list'],
  [{ pictures: [{ name: 'p', summary: 's', rows: 1 }] }, 'pictures.0.rows: expected a function'],
])('something else than these is refused with its place: %j', (added, mistake) => {
  expect(() => bringing(added as never)).toThrow(`plugin additions: ${mistake}`);
});

test('what is built in and our own plugins, which the compiler checks, have the shape that others must have', () => {
  const builtIn = { name: 'built in', ...registryOf([]) };
  for (const own of [builtIn, ...plugins]) expect(() => checkAdditions(own)).not.toThrow();
});
