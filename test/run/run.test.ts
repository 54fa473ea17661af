import { playing } from '../support/playing.ts';
import type { GivenShard } from '../../src/protocol/role.ts';
import { describe, expect, test } from 'vitest';
import {
  type AnyProtocol,
  type Behaviour,
  Bus,
  type Clustered,
  collect,
  finish,
  type Labels,
  loadScenario,
  type Population,
  receive,
  run,
  type RunOptions,
  type RunResult,
  type Scenario,
  scenarioJsonSchema,
  type Self,
  sleep,
} from '../../src/index.ts';
import type { BusEvents } from '../../src/sim/bus.ts';
import { KINDS } from '../../src/trace/record.ts';
import { TraceReader } from '../../src/trace/reader.ts';
import { plugins as shipped, pluginsOf, pluginsWith } from '../support/plugins.ts';
import { edited, refused, scenarios, SMALL } from '../support/small-scenario.ts';
import { Sides, sides, type SidesAgreed } from '../support/scenario-sides.ts';
import type { Plugin } from '../../src/plugin/plugin.ts';

const { write } = scenarios();
const SIDES = edited(SMALL, ['secfc\n  clusters: 2\n  privacy: 2', 'sides\n  clusters: 2\n  threshold: 0']);
const LLOYD = edited(SMALL, ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2']);

/** Ours and the user's side by side; `changes` make another protocol of the user's. */
const sidesWith = (changes: Partial<AnyProtocol> = {}): readonly Plugin[] =>
  pluginsWith({ ...sides, ...changes });
/** The protocols with another server of sides. */
const withServer = (server: () => Behaviour): readonly Plugin[] =>
  sidesWith({ roles: playing(sides, 'server', () => server).roles });

interface Ran extends RunResult {
  readonly scenario: Scenario;
  readonly trace: Buffer;
}

async function ran(
  text: string,
  { set = [], ...options }: Partial<RunOptions> & { readonly set?: readonly string[] } = {},
): Promise<Ran> {
  const plugins = options.plugins ?? sidesWith();
  const scenario = loadScenario(write('run.yaml', text), { plugins, set });
  const chunks: Buffer[] = [];
  const result = await run(scenario, {
    plugins,
    trace: (bytes) => chunks.push(Buffer.from(bytes)),
    ...options,
  });
  return { ...result, scenario, trace: Buffer.concat(chunks) };
}

/** The entries of a trace without what was measured, and what reading it came to. */
function read(trace: Buffer) {
  const reader = new TraceReader('run.trace', trace);
  const entries = [...reader.entries()].map((entry) => ({ ...entry, measuredNs: undefined }));
  return { entries, outcome: reader.outcome };
}

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
    const [alone, threads] = [await ran(SIDES), await ran(SIDES, { threads: 1 })];
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

describe('findings', () => {
  /** Two classes, five points each, on a line; one point of each lies on the other's side. */
  const xs = [-9, -8, -7, -6, 4, 9, 8, 7, 6, -4];
  const text = edited(SIDES, [
    SIDES.slice(SIDES.indexOf('source:'), SIDES.indexOf('  partition:')),
    'source: csv\n  file: line.csv\n  label: kind\n',
  ]);
  const lines = (): string =>
    write('line.csv', `x,kind\n${xs.map((x, i) => `${x},${i < 5 ? 'low' : 'high'}\n`).join('')}`);

  test('are the accuracy and the loss of the labels on the data as it is', async () => {
    lines();
    const { findings } = await ran(text);
    const [low, high] = [xs.filter((x) => x < 0), xs.filter((x) => x >= 0)];
    const loss = [low, high]
      .flatMap((side) => side.map((x) => (x - side.reduce((a, b) => a + b) / side.length) ** 2))
      .reduce((a, b) => a + b);
    expect(findings).toMatchObject({ accuracy: 0.8, start: 'random', iterations: 1, converged: true });
    expect(findings.loss).toBeCloseTo(loss, 9);
    expect(findings).not.toHaveProperty('aborted');
  });

  test('have no accuracy where the classes are not known', async () => {
    lines();
    const { findings } = await ran(edited(text, ['  label: kind\n', '  ignore: [kind]\n']));
    expect(findings).not.toHaveProperty('accuracy');
    expect(findings.loss).toBeGreaterThan(0);
  });

  test.each([
    ['the same labels in every iteration', (all: Labels, start: Labels) => [start, all], true],
    ['other labels', (all: Labels, start: Labels) => [start, all.map((label) => 1 - label)], false],
    ['more iterations', (all: Labels, start: Labels) => [start, all, all], false],
    ['another start', (all: Labels) => [all, all], false],
  ])('say whether the reference had %s', async (_, reference, equal) => {
    const { history } = (await ran(SIDES)).outcome as Clustered;
    const [start, all] = history as readonly Labels[];
    const { findings } = await ran(SIDES, {
      plugins: sidesWith({ reference: () => reference(all, start) }),
    });
    expect(findings.equalsLloyd).toBe(equal);
  });

  test.each(['lloyd', 'secfc'])('say that %s equals centralised Lloyd', async (name) => {
    const { findings, labels } = await ran(name === 'lloyd' ? LLOYD : SMALL);
    expect(findings).toMatchObject({ equalsLloyd: true, converged: true });
    expect(labels).toHaveLength(40);
  });

  test('of a protocol that gave up are why, without labels, accuracy and loss', async () => {
    const { findings, labels, ending, hash } = await ran(SIDES, { set: ['protocol.timeout=1ns'] });
    expect(findings).toEqual({
      start: 'random',
      iterations: 1,
      converged: false,
      aborted: 'only 0 clients answered',
    });
    expect([labels, ending]).toEqual([undefined, 'done']);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of a server that says nothing are that', async () => {
    // oxlint-disable-next-line require-yield, no-empty-function -- a behaviour without effects
    const { findings } = await ran(SIDES, { plugins: withServer(function* () {}) });
    expect(findings).toEqual({
      start: 'random',
      iterations: 0,
      converged: false,
      aborted: 'the reporting party finished without a result',
    });
  });

  test('of a server that left are that', async () => {
    const gone = 'faults=[{ fault: dropout, who: server, when: { at: 1ms } }]';
    const { findings } = await ran(SMALL, { set: [gone] });
    expect(findings.aborted).toBe('server left, and did not come back');
    const back = 'faults=[{ fault: crash, who: server, restartAfter: 1ms, when: { at: 1ms } }]';
    expect((await ran(SMALL, { set: [back] })).findings.aborted ?? '').not.toContain('left');
  });

  test('of parties that wait for ever are that, and the run ends', async () => {
    const plugins = withServer(function* () {
      yield* receive(Sides, { from: 'nobody' });
      yield* finish({});
    });
    const { findings, ending, hash } = await ran(SIDES, { plugins });
    expect(ending).toBe('stalled');
    expect(findings.aborted).toBe('nothing could happen any more, and parties still waited');
    expect(hash).toBeDefined();
  });
});

describe('the limit of virtual time', () => {
  test('ends a run that would go on, at an entry that is not later', async () => {
    const { ending, endNs, findings, hash, labels, trace } = await ran(SMALL, { set: ['limits.time=1ms'] });
    expect(ending).toBe('limit');
    expect(endNs).toBeLessThanOrEqual(1e6);
    expect(findings.aborted).toBe('virtual time ran out');
    expect([labels, hash]).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const { entries, outcome } = read(trace);
    expect(outcome).toMatchObject({ end: { ending: 'limit', endNs, hash } });
    expect(Math.max(...entries.map(({ timeNs }) => timeNs))).toBeLessThanOrEqual(1e6);
  });

  test('ends a run that has one thing left to do', async () => {
    const { endNs } = await ran(SMALL);
    expect((await ran(SMALL, { set: [`limits.time=${endNs - 1}ns`] })).ending).toBe('limit');
  });

  test('is none for a run that is done before it, whatever its parties would still have waited for', async () => {
    const { endNs } = await ran(SMALL);
    expect((await ran(SMALL, { set: [`limits.time=${endNs}ns`] })).ending).toBe('done');
  });
});

describe('an aborted run', () => {
  async function abortedAfter(entries: number): Promise<Ran> {
    const [bus, controller] = [new Bus(), new AbortController()];
    let seen = 0;
    for (const kind of KINDS) bus.on(kind, () => ++seen === entries && controller.abort());
    return ran(SMALL, { bus, signal: controller.signal });
  }

  test('has no hash, no labels, and says that it was interrupted', async () => {
    const result = await abortedAfter(100);
    expect(result).toMatchObject({ ending: 'aborted', findings: { aborted: 'interrupted' } });
    for (const key of ['hash', 'labels', 'clustering']) expect(result).not.toHaveProperty(key);
  });

  test('leaves a trace that can be read: the beginning of the whole one, and then cut off', async () => {
    const whole = read((await ran(SMALL)).trace);
    const { entries, outcome } = read((await abortedAfter(100)).trace);
    expect(entries.length).toBeGreaterThanOrEqual(100);
    expect(entries.length).toBeLessThan(whole.entries.length);
    expect(entries).toEqual(whole.entries.slice(0, entries.length));
    expect(outcome).toMatchObject({ problem: { name: 'CahootsError', code: 'cut-off' } });
  });

  test('that was aborted before it began does nothing but begin', async () => {
    const { ending, trace } = await ran(SMALL, { signal: AbortSignal.abort() });
    expect(ending).toBe('aborted');
    expect(read(trace).entries.every(({ timeNs }) => timeNs === 0)).toBe(true);
  });
});

describe('the trace of a run', () => {
  test('ends with the hash and the findings that the run returns', async () => {
    const { trace, hash, findings, ending, endNs } = await ran(SMALL);
    expect(read(trace).outcome).toEqual({ end: { hash, findings, ending, endNs } });
  });

  test('holds the scenario as it was run, settings from outside included', async () => {
    const { trace, scenario } = await ran(SMALL, { set: ['protocol.scale=500'] });
    const { header } = new TraceReader('run.trace', trace);
    expect(header.scenario).toEqual(scenario.source);
    expect(header.scenario).toMatchObject({ protocol: { name: 'secfc', scale: 500 } });
    expect(header.roles).toEqual([
      { role: 'server', reports: true },
      { role: 'client', count: 5, holds: true },
    ]);
  });

  test('is the same every time, and another one under another seed', async () => {
    const [first, again, other] = [await ran(SMALL), await ran(SMALL), await ran(SMALL, { set: ['seed=2'] })];
    expect(read(again.trace).entries).toEqual(read(first.trace).entries);
    expect(again.hash).toBe(first.hash);
    expect(other.hash).not.toBe(first.hash);
  });

  test('has the same hash when nobody keeps it', async () => {
    const { hash, scenario } = await ran(SMALL);
    expect((await run(scenario, { plugins: shipped })).hash).toBe(hash);
  });

  test('is kept up to the place where an actor threw', async () => {
    const chunks: Uint8Array[] = [];
    const plugins = withServer(function* () {
      yield* collect(Sides, { count: 2 });
      throw new Error('a slip in the server');
    });
    const failing = ran(SIDES, { plugins, trace: (bytes) => chunks.push(Uint8Array.from(bytes)) });
    await expect(failing).rejects.toThrow('a slip in the server');
    const { entries, outcome } = read(Buffer.concat(chunks));
    expect(entries.filter(({ kind }) => kind === 'delivered')).toHaveLength(2);
    expect(outcome).toHaveProperty('problem');
  });
});

describe('a subscriber', () => {
  test('sees everything that the trace and the ledger see, in order of time', async () => {
    const bus = new Bus();
    const seen: { kind: string; timeNs: number }[] = [];
    for (const kind of KINDS) {
      bus.on(kind, ({ timeNs }: BusEvents[typeof kind]) => void seen.push({ kind, timeNs }));
    }
    const { trace, ledger } = await ran(SMALL, { bus });
    expect(read(trace).entries.map(({ kind, timeNs }) => ({ kind, timeNs }))).toEqual(seen);
    expect(seen.map(({ timeNs }) => timeNs)).toEqual(
      seen.map(({ timeNs }) => timeNs).toSorted((a, b) => a - b),
    );
    expect(seen.filter(({ kind }) => kind === 'sent')).toHaveLength(ledger.balance.sent.messages);
  });
});

test('rules of the user stand between sending and delivery', async () => {
  const dropping = {
    name: 'drop client-2',
    apply: ({ from }: { from: number }) =>
      from === 2 ? ({ kind: 'drop', reason: 'by rule' } as const) : ({ kind: 'pass' } as const),
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
