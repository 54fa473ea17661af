import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thoroughly } from '../../support/long.ts';
import { plugins } from '../../support/plugins.ts';
import type { Role } from '../../../src/core/engine/actors/actor.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  receive,
  round,
  send,
  sleep,
} from '../../../src/core/engine/actors/effects.ts';
import { silent } from '../../../src/core/engine/actors/abort.ts';
import { work } from '../../support/tasks.ts';
import { actor, actors, LATENCY_NS, Note, NOTE_BYTES } from '../../support/cast.ts';
import { record } from '../../support/recording.ts';
import { reported, reportOf } from '../../support/report-runs.ts';

const folder = fileURLToPath(new URL('../../../scenarios/', import.meta.url));
/** What is large, or of protocols that other scenarios run too, in the same way. */
const LATER = /^((attacks|sweep)\/|(flamingo|sums|proven|proven-cells|unlearning-clients)\.yaml)/;
const scenarios = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('paper'))
  .filter((file) => thoroughly(!LATER.test(file), true))
  .toSorted();

test.each(scenarios)(
  'rounds, delivery and what is late add up to the run, to the nanosecond and byte: %s',
  async (file) => {
    const { live, trace, result } = await reported(folder + file, { plugins });
    const sum = (
      key: 'durationNs' | 'messages' | 'toServer' | 'fromServer' | 'betweenClients' | 'betweenServers',
    ): number => live.rounds.reduce((total, row) => total + row[key], 0);
    const { sent } = result.ledger.balance;
    expect(sum('durationNs')).toBe(result.endNs);
    expect(sum('messages')).toBe(sent.messages);
    expect(sum('toServer') + sum('fromServer') + sum('betweenClients') + sum('betweenServers')).toBe(
      sent.wireBytes,
    );
    expect(reportOf(trace)).toEqual(live);
  },
);

const NAMES = ['client-1', 'client-2', 'client-3'];

/** A server that needs two of three clients, of whom one is slow; it tells everybody. */
function slowOne(afterwards: () => Behaviour = function* () {}): Role[] {
  return [
    actor('server', function* () {
      yield* round(1);
      yield* send(NAMES, Note, { value: 1 });
      yield* collect(Note, { count: 2 });
      yield* compute(work, 100);
      yield* send(NAMES, Note, { value: 2 });
      yield* finish({});
    }),
    actors('client', 3, function* ({ index }) {
      yield* receive(Note);
      yield* round(1);
      if (index === 2) yield* sleep(5 * LATENCY_NS);
      yield* send('server', Note, { value: 3 });
      yield* receive(Note);
      if (index === 0) yield* afterwards();
    }),
  ];
}

const RESULT_NS = 2 * LATENCY_NS + 100;

test('the result is known when the server is done, and to all when the last client has it; its late answer is late', async () => {
  const { ledgers, played } = await record(slowOne());
  const ends = { resultNs: RESULT_NS, knownNs: 6 * LATENCY_NS, endNs: 7 * LATENCY_NS };
  expect(ledgers[0].ends(played.result.endNs)).toEqual(ends);
  expect(ledgers[0].stretches(played.result.endNs)).toEqual([
    { part: 'round', round: 1, startNs: 0, endNs: RESULT_NS },
    { part: 'delivery', round: 1, startNs: RESULT_NS, endNs: 6 * LATENCY_NS },
    { part: 'late', round: 1, startNs: 6 * LATENCY_NS, endNs: 7 * LATENCY_NS },
  ]);
});

test('what the server says with the result is the delivery; a late answer stays in its round', async () => {
  const { ledgers } = await record(slowOne());
  const cells = ledgers[0].traffic().map(({ part, round: number, from, messages, wireBytes }) => ({
    part,
    number,
    from,
    messages,
    wireBytes,
  }));
  const notes = (part: string, from: string) => ({
    part,
    number: 1,
    from,
    messages: 3,
    wireBytes: 3 * NOTE_BYTES,
  });
  expect(cells).toEqual([notes('round', 'server'), notes('round', 'client'), notes('delivery', 'server')]);
});

test('a round that begins after the result is part of the delivery', async () => {
  const { ledgers, played } = await record(
    slowOne(function* () {
      yield* round(7);
      yield* compute(work, 10);
      yield* send('client-2', Note, { value: 4 });
    }),
  );
  expect(ledgers[0].rounds.map((span) => span.round)).toEqual([1]);
  const delivered = ledgers[0].traffic().filter(({ part }) => part === 'delivery');
  expect(delivered.map(({ round: number, from, messages }) => [number, from, messages])).toEqual([
    [1, 'server', 3],
    [1, 'client', 1],
  ]);
  expect(ledgers[0].slowest(1, 'client', 'delivery').operations).toBe(10);
  expect(ledgers[0].stretches(played.result.endNs).at(-1)?.endNs).toBe(played.result.endNs);
});

test('who gives up does not know the result, however long it takes', async () => {
  const { ledgers, played } = await record([
    actor('server', () => finish({})),
    actor('client', function* () {
      const mail = yield* receive(Note, { timeoutNs: 1e9 });
      if (mail === undefined) yield* silent('server');
    }),
  ]);
  expect(ledgers[0].ends(played.result.endNs)).toEqual({ resultNs: 0, knownNs: 0, endNs: 1e9 });
  expect(ledgers[0].knowing).toEqual({ parties: 0, of: 1 });
});

test('where the server never finishes there is no result, and the run is its rounds', async () => {
  const { ledgers, played } = await record([
    actor('server', function* () {
      yield* receive(Note);
    }),
    actor('client', function* () {
      yield* compute(work, 50);
    }),
  ]);
  expect(played.result.ending).toBe('stalled');
  expect(ledgers[0].ends(played.result.endNs)).toEqual({ endNs: 50 });
  expect(ledgers[0].stretches(played.result.endNs)).toEqual([
    { part: 'round', round: 0, startNs: 0, endNs: 50 },
  ]);
});
