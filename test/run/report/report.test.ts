import { playing } from '../../../src/testing/playing.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notesOf } from '../../../src/run/report/notes.ts';
import { report, type Report } from '../../../src/run/report/report.ts';
import { type Behaviour, collect, phase, round, send } from '../../../src/core/engine/actors/effects.ts';
import { Ledger } from '../../../src/run/trace/ledger.ts';
import type { Entry } from '../../../src/run/trace/record.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { Sides, sides } from '../../support/scenario-sides.ts';
import { worthWords } from '../../../src/run/report/worth.ts';
import { figuresOfRun } from '../../../src/run/tidy/run-row.ts';
import { reported, reportOf, TEXTS } from '../../support/report-runs.ts';
import { pluginsWith } from '../../support/plugins.ts';

const write = temporaryFiles();
const file = (name: keyof typeof TEXTS): string => write('run.yaml', TEXTS[name]);
const NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];

const COLUMNS = [
  'messages',
  'toServer',
  'fromServer',
  'betweenClients',
  'betweenServers',
  'measuredNs',
] as const;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const totals = (rows: readonly Readonly<Record<(typeof COLUMNS)[number], number>>[]) =>
  Object.fromEntries(COLUMNS.map((column) => [column, sum(rows.map((row) => row[column]))]));

/** Rows by round, rows by phase, traffic and balance are four ways to count the same. */
function expectToAddUp({ rounds, phases, traffic, work, balance }: Report): void {
  expect(totals(rounds)).toEqual(totals(phases));
  const { messages, toServer, fromServer, betweenClients, betweenServers, measuredNs } = totals(phases);
  const wireBytes = toServer + fromServer + betweenClients + betweenServers;
  expect(balance.sent).toEqual({ messages, wireBytes });
  expect(sum(traffic.map((cell) => cell.messages))).toBe(messages);
  expect(sum(work.map((cell) => cell.measuredNs))).toBe(measuredNs);
  expect(sum(phases.map((row) => row.elements))).toBe(sum(traffic.map((cell) => cell.elements)));
  const operations = sum(phases.flatMap((row) => [row.operationsClients, row.operationsServer]));
  expect(operations).toBe(sum(work.map((cell) => cell.operations)));
}

describe.each(NAMES)('the report of a run: %s', (name) => {
  test('is the same from the ledger live and from the trace file', async () => {
    const { live, trace, result } = await reported(file(name));
    expect(reportOf(trace)).toEqual(live);
    const { ending, endNs, hash, findings, ledger } = result;
    expect(live.outcome).toEqual({
      ending,
      ends: ledger.ends(endNs),
      knowing: ledger.knowing,
      hash,
      findings,
      worth: worthWords(figuresOfRun(result)),
      notes: notesOf(findings),
    });
  });

  test('adds up, by round and by phase', async () => {
    const { live } = await reported(file(name));
    expectToAddUp(live);
    expect(live.balance.sent.messages).toBeGreaterThan(0);
  });

  test('has a row for every round, in order, and every phase once', async () => {
    const { live, result } = await reported(file(name));
    const stretches = live.rounds.map(({ part, round: number }) => (part === 'round' ? number : part));
    const rounds = stretches.filter((one) => typeof one === 'number');
    expect(stretches.slice(0, rounds.length)).toEqual(rounds);
    expect(['delivery', 'late']).toEqual(expect.arrayContaining(stretches.slice(rounds.length)));
    expect(rounds).toEqual(rounds.map((_, i) => i + rounds[0]));
    expect(rounds.at(-1)).toBe(result.findings.iterations);
    const phases = live.phases.map(({ phase: named }) => named);
    expect(new Set(phases).size).toBe(phases.length);
    for (const row of live.rounds) expect(phases).toEqual(expect.arrayContaining([...row.phases]));
  });

  test('says nothing about the end where the trace is cut off', async () => {
    const { trace, live } = await reported(file(name));
    const cut = reportOf(trace.subarray(0, trace.length - 1));
    expect(cut).not.toHaveProperty('outcome');
    expect(cut.balance).toEqual(live.balance);
    const half = reportOf(trace.subarray(0, trace.length / 2));
    expect(half.balance.sent.messages).toBeLessThan(live.balance.sent.messages);
    expectToAddUp(half);
  });
});

test('rounds follow on each other, the last ends with the result, and delivery and what is late follow on it', async () => {
  const { live, result } = await reported(file('secfc'));
  const { rounds } = result.ledger;
  const { resultNs, knownNs, endNs } = result.ledger.ends(result.endNs);
  expect(rounds[0].startNs).toBe(0);
  expect([...rounds.slice(1).map(({ startNs }) => startNs), resultNs]).toEqual(
    rounds.map((span) => span.endNs),
  );
  const after = [(knownNs ?? 0) - (resultNs ?? 0), endNs - (knownNs ?? 0)].filter((ns) => ns > 0);
  expect(live.rounds.map(({ durationNs }) => durationNs)).toEqual([
    ...rounds.map((span) => span.endNs - span.startNs),
    ...after,
  ]);
});

test('operations are those that the slowest client and the server counted', async () => {
  const { live } = await reported(file('sides'));
  // Eight points a client, one operation a point; the server only collects.
  expect(live.rounds[0]).toMatchObject({ operationsSlowestClient: 8, operationsServer: 0, messages: 5 });
  expect(live.phases.find((row) => row.phase === 'answer')).toMatchObject({
    operationsClients: 40,
    messages: 5,
  });
});

test('what a datagram network loses is in the balance and in no row less', async () => {
  const { live } = await reported(file('lossy'));
  const { sent, delivered, lost } = live.balance;
  expect(lost.messages).toBeGreaterThan(0);
  expect(sent.messages).toBe(delivered.messages + lost.messages);
  expect(sent.wireBytes).toBe(delivered.wireBytes + lost.wireBytes);
});

/** Sides with parties of the test's own. */
const sidesOf = (server: () => Behaviour, client: () => Behaviour) =>
  pluginsWith(
    playing(
      playing(sides, 'server', () => server),
      'client',
      () => client,
    ),
  );

/** Clients that say nothing about where they are, and a server that does. */
const unlabelled = (server: () => Behaviour) =>
  sidesOf(server, function* () {
    yield* send('server', Sides, { sides: { clusters: 2, values: new Uint16Array(8) } });
  });

test.each<[string, () => Behaviour]>([
  [
    'at all',
    function* () {
      yield* collect(Sides, { count: 5 });
    },
  ],
  ['while the server begins with a later one', () => round(3)],
])('messages of parties that never name a round have a row too: %s', async (_, server) => {
  const { live } = await reported(file('sides'), { plugins: unlabelled(server) });
  expect(live.balance.sent.messages).toBe(5);
  expectToAddUp(live);
});

test('a round in which nothing happened has no row', async () => {
  const server = function* (): Behaviour {
    yield* phase('ask');
    yield* round(1);
    yield* collect(Sides, { count: 5 });
  };
  const client = function* (): Behaviour {
    yield* round(1);
    yield* send('server', Sides, { sides: { clusters: 2, values: new Uint16Array(8) } });
  };
  const plugins = sidesOf(server, client);
  const { live } = await reported(file('sides'), { plugins });
  expect(live.rounds.filter(({ part }) => part === 'round').map((row) => row.round)).toEqual([1]);
});

describe('whatever happened', () => {
  const CLIENTS = 4;
  const actor = fc.nat(CLIENTS);
  /** Rounds are named by the server; the others are in any that it has named. */
  const event = fc.record({
    kind: fc.constantFrom('sent', 'computing', 'labelled', 'next'),
    by: actor,
    other: actor,
    name: fc.constantFrom('a', 'b', 'c'),
    back: fc.nat(3),
    amount: fc.nat(1e6),
  });
  const entriesOf = (
    happenings: readonly {
      kind: string;
      by: number;
      other: number;
      name: string;
      back: number;
      amount: number;
    }[],
  ) => {
    const entries: Entry[] = [{ kind: 'labelled', timeNs: 0, actor: 0, phase: 'a', round: 0 }];
    let current = 0;
    happenings.forEach(({ kind, by, other, name, back, amount }, timeNs) => {
      const sizes = { payloadBytes: amount, wireBytes: amount + 66, elements: back, digest: 0 };
      const task = { timeNs, actor: by, task: name };
      // Nobody writes to itself.
      if (kind === 'sent' && by === other) return;
      if (kind === 'sent')
        entries.push({ kind, timeNs, id: timeNs, from: by, to: other, type: name, ...sizes });
      else if (kind === 'computing') {
        entries.push({ kind, ...task, operations: amount, durationNs: amount });
        entries.push({ kind: 'computed', ...task, measuredNs: amount });
      } else {
        if (kind === 'next') current++;
        const at =
          kind === 'next' ? { actor: 0, round: current } : { actor: by, round: Math.max(0, current - back) };
        entries.push({ kind: 'labelled', timeNs, phase: name, ...at });
      }
    });
    return entries;
  };

  test('rows by round and rows by phase add up to the same, and nothing is left out', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (happenings) => {
        const ledger = new Ledger([{ role: 'server' }, { role: 'client', count: CLIENTS }]);
        for (const entry of entriesOf(happenings)) ledger.add(entry);
        const found = report(ledger);
        expectToAddUp(found);
        const sent = happenings.filter(({ kind, by, other }) => kind === 'sent' && by !== other);
        expect(found.balance.sent.messages).toBe(sent.length);
      }),
    );
  });
});
