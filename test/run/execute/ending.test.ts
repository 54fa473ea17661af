import { describe, expect, test } from 'vitest';
import { Bus, collect, run } from '../../../src/index.ts';
import type { BusEvents } from '../../../src/core/engine/messages/bus.ts';
import { KINDS } from '../../../src/run/trace/record.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { plugins as shipped } from '../../support/plugins.ts';
import { SMALL } from '../../support/small-scenario.ts';
import { Sides } from '../../support/scenario-sides.ts';
import { type Ran, read, SIDES, sidesRuns, withServer } from '../../support/sides-runs.ts';

const { ran } = sidesRuns();

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
