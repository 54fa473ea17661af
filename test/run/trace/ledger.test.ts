import { describe, expect, test } from 'vitest';
import {
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  send,
  sleep,
} from '../../../src/core/engine/actors/effects.ts';
import type { Role } from '../../../src/core/engine/actors/actor.ts';
import type { Rule } from '../../../src/core/engine/network/rule.ts';
import { Ledger } from '../../../src/run/trace/ledger.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { squares, work } from '../../support/tasks.ts';
import { actor, actors, LATENCY_NS, Note, NOTE_BYTES, Vector } from '../../support/cast.ts';
import { eventful, mischief, record, type Recording } from '../../support/recording.ts';
import { DATAGRAM } from '../../../src/core/engine/network/transport-kind.ts';

/** Everything that a ledger says. */
const pages = (ledger: Ledger, roles: readonly Role[]): unknown => ({
  traffic: ledger.traffic(),
  work: ledger.work(),
  phases: ledger.phases,
  rounds: ledger.rounds,
  balance: ledger.balance,
  slowest: [0, 1, 2, 3].flatMap((number) => roles.map(({ role }) => ledger.slowest(number, role))),
});

function ledgerOfFile({ file, roles }: Recording, parties: 'roles' | 'actors'): Ledger {
  const ledger = new Ledger(roles, { parties });
  for (const entry of new TraceReader('a.trace', file).entries()) ledger.add(entry);
  return ledger;
}

test.each([
  ['of an undisturbed run', {}],
  ['of a run with faults', { rules: [mischief] }],
  ['of a run over a bad network', { network: { loss: 0.3, framingBytes: 20 } }],
  ['of a run that stalls for lost datagrams', { network: { loss: 0.5, transport: DATAGRAM } } as const],
])('%s the ledger is the same, live or from the file', async (_, settings) => {
  const recording = await record(eventful(), settings);
  const [byRole, byActor] = recording.ledgers;
  const { roles } = recording;
  expect(byRole.traffic().length * byRole.rounds.length).toBeGreaterThan(0);
  expect(pages(ledgerOfFile(recording, 'roles'), roles)).toEqual(pages(byRole, roles));
  expect(pages(ledgerOfFile(recording, 'actors'), roles)).toEqual(pages(byActor, roles));
});

/** A server and two clients: two rounds of asking and answering, and a goodbye. */
function twoRounds(): Role[] {
  const names = ['client-1', 'client-2'];
  const server = actor(
    'server',
    function* () {
      yield* send('client-1', Note, { value: 1 });
      for (const number of [1, 2]) {
        yield* round(number);
        yield* phase('ask');
        yield* send(names, Note, { value: number });
        yield* phase('sum');
        yield* collect(Vector, { count: 2 });
        yield* compute(work, 100 * number);
        yield* compute(work, 1);
      }
      yield* phase('tell');
      yield* send(names, Note, { value: 3 });
      yield* finish('done');
    },
    { rate: () => 0.5e9 },
  );
  const client = actors('client', 2, function* ({ index }) {
    if (index === 0) yield* receive(Note);
    for (const number of [1, 2]) {
      yield* receive(Note);
      yield* round(number);
      yield* phase('answer');
      const values = yield* compute(squares, new Float64Array(4 - index));
      yield* send('server', Vector, { values });
    }
    yield* receive(Note);
    yield* sleep(1);
  });
  return [server, client];
}

const FRAMING = 10;
describe('the ledger of two rounds', () => {
  const recorded = record(twoRounds(), { network: { framingBytes: FRAMING } });

  test('has the traffic by round, phase, type and roles, as the sender labelled it', async () => {
    const [ledger] = (await recorded).ledgers;
    const wireOf = (messages: number, payloadBytes: number) => ({
      messages,
      payloadBytes,
      wireBytes: payloadBytes + FRAMING * messages,
    });
    const toClients = (number: number, label: string, messages: number, part = 'round') => ({
      part,
      round: number,
      phase: label,
      type: 'note',
      from: 'server',
      to: 'client',
      ...wireOf(messages, NOTE_BYTES * messages),
      elements: 0,
    });
    const answers = (number: number) => ({
      part: 'round',
      round: number,
      phase: 'answer',
      type: 'vector',
      from: 'client',
      to: 'server',
      elements: 7,
    });
    const traffic = ledger.traffic();
    const [notes, vectors] = ['note', 'vector'].map((name) => traffic.filter(({ type }) => type === name));
    expect(notes).toEqual([
      toClients(0, '', 1),
      toClients(1, 'ask', 2),
      toClients(2, 'ask', 2),
      toClients(2, 'tell', 2, 'delivery'),
    ]);
    expect(vectors).toMatchObject([answers(1), answers(2)]);
    expect(vectors.map(({ wireBytes, payloadBytes }) => wireBytes - payloadBytes)).toEqual([20, 20]);
  });

  test('has the traffic by actors when it is asked to', async () => {
    const [, ledger] = (await recorded).ledgers;
    const cells = ledger.traffic().map((cell) => [cell.round, cell.phase, cell.from, cell.to, cell.elements]);
    expect(cells).toEqual([
      [0, '', 'server', 'client-1', 0],
      [1, 'ask', 'server', 'client-1', 0],
      [1, 'ask', 'server', 'client-2', 0],
      [1, 'answer', 'client-2', 'server', 3],
      [1, 'answer', 'client-1', 'server', 4],
      [2, 'ask', 'server', 'client-1', 0],
      [2, 'ask', 'server', 'client-2', 0],
      [2, 'answer', 'client-2', 'server', 3],
      [2, 'answer', 'client-1', 'server', 4],
      [2, 'tell', 'server', 'client-1', 0],
      [2, 'tell', 'server', 'client-2', 0],
    ]);
  });

  test('has the work by round, phase, task and role, in virtual and in measured time', async () => {
    const { ledgers, played } = await recorded;
    const cells = ledgers[0].work().toSorted((a, b) => a.round - b.round || b.operations - a.operations);
    const sum = (number: number, operations: number) => ({
      round: number,
      phase: 'sum',
      task: 'work',
      by: 'server',
      runs: 2,
      operations,
      durationNs: 2 * operations,
    });
    const answer = (number: number) => ({
      round: number,
      phase: 'answer',
      task: 'squares',
      by: 'client',
      runs: 2,
      operations: 7,
      durationNs: 7,
    });
    expect(cells).toMatchObject([sum(1, 101), answer(1), sum(2, 201), answer(2)]);
    const measured = (task: string): number =>
      played.of('computed').reduce((total, done) => total + (done.task === task ? done.measuredNs : 0), 0);
    expect(cells[0].measuredNs + cells[2].measuredNs).toBe(measured('work'));
    expect(cells[1].measuredNs + cells[3].measuredNs).toBe(measured('squares'));
  });

  test('has what the slowest actor of a role computed in a round', async () => {
    const [ledger] = (await recorded).ledgers;
    const nothing = { operations: 0, durationNs: 0 };
    const client = { operations: 4, durationNs: 4 };
    const slowest = [0, 1, 2, 9].map((number) =>
      ['server', 'client'].map((role) => ledger.slowest(number, role)),
    );
    expect(slowest).toMatchObject([
      [nothing, nothing],
      [{ operations: 101, durationNs: 202 }, client],
      [{ operations: 201, durationNs: 402 }, client],
      [nothing, nothing],
    ]);
  });

  test('names the phases in the order in which they first came up', async () => {
    const [ledger] = (await recorded).ledgers;
    expect(ledger.phases).toEqual(['', 'ask', 'sum', 'answer', 'tell']);
  });

  test('has the rounds, from each to the next, and the last one to the end of who began it', async () => {
    const { ledgers, played } = await recorded;
    const second = 2 * LATENCY_NS + 4 + 2 * (100 + 1);
    const end = 2 * second + 2 * 100;
    expect(ledgers[0].rounds).toEqual([
      { round: 0, startNs: 0, endNs: 0 },
      { round: 1, startNs: 0, endNs: second },
      { round: 2, startNs: second, endNs: end },
    ]);
    expect(played.of('finished')[0]).toMatchObject({ actor: 0, timeNs: end });
  });

  test('balances: what was sent was delivered', async () => {
    const { ledgers, played } = await recorded;
    const wireBytes = played.of('sent').reduce((sum, sent) => sum + sent.wireBytes, 0);
    expect(ledgers[0].balance).toEqual({
      sent: { messages: 11, wireBytes },
      delivered: { messages: 11, wireBytes },
      lost: { messages: 0, wireBytes: 0 },
      refused: 0,
      retransmittedBytes: 0,
    });
  });
});

test('lost, refused, duplicated and retransmitted messages are in the balance', async () => {
  const verdicts = [
    { kind: 'drop', reason: 'cut cable' },
    { kind: 'duplicate', ns: 1 },
    { kind: 'delay', ns: 1, retransmissions: 3 },
    { kind: 'tamper', payload: Uint8Array.of(0xff) },
    { kind: 'pass' },
  ] as const;
  const rules: Rule[] = [{ name: 'each its own', apply: ({ id }) => verdicts[id] }];
  const sender = actor('a', function* () {
    for (let value = 0; value < 5; value++) yield* send('b', Note, { value });
  });
  const receiver = actor('b', function* () {
    for (;;) yield* receive(Note);
  });
  const { ledgers } = await record([sender, receiver], { rules });
  expect(ledgers[0].balance).toEqual({
    sent: { messages: 5, wireBytes: 5 * NOTE_BYTES },
    delivered: { messages: 5, wireBytes: 5 * NOTE_BYTES },
    lost: { messages: 1, wireBytes: NOTE_BYTES },
    refused: 1,
    retransmittedBytes: 3 * NOTE_BYTES,
  });
});

test('a run in which nobody names a round is one round, to the end of the last actor', async () => {
  const worker = actors('a', 3, function* ({ index }) {
    yield* compute(work, 100 * (index + 1));
  });
  const { ledgers } = await record([worker]);
  expect(ledgers[0].rounds).toEqual([{ round: 0, startNs: 0, endNs: 300 }]);
});

test('a run in which nothing is said or computed has no rounds', async () => {
  const { ledgers } = await record([actor('a', () => sleep(100))]);
  expect(ledgers[0].rounds).toEqual([]);
});

test('an actor that returns to a round, as after a crash, adds to what it has computed there', async () => {
  const returning = actor('server', function* () {
    for (const [number, operations] of [
      [1, 10],
      [2, 5],
      [3, 1],
      [1, 7],
      [2, 3],
      [1, 100],
    ]) {
      yield* round(number);
      yield* compute(work, operations);
    }
  });
  const { ledgers } = await record([returning]);
  const slowest = [1, 2, 3].map((number) => ledgers[0].slowest(number, 'server').operations);
  expect(slowest).toEqual([117, 8, 1]);
});
