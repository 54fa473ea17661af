/** A client with the shares that it kept answers the next order, whatever it missed. */

import type { Sealed } from '../../../src/core/engine/compute/sealed.ts';
import { planesOf } from '../../../src/core/engine/wire/sealed-residues.ts';
import { expect, test } from 'vitest';
import { type Agreed, agree, parameters } from '../../../actors/secfc/agreed.ts';
import { serve } from '../../../actors/secfc/client.ts';
import { codedDistances, codedNorms } from '../../../actors/secfc/iteration/distances.ts';
import { Holding } from '../../../actors/secfc/iteration/holding.ts';
import { Assignment, Distances, OutcomeMessage, Stopped } from '../../../actors/secfc/messages.ts';
import { type ResidueMatrix, residueZeros } from '../../../src/core/math/field/residues.ts';
import { attempt } from '../../../src/core/engine/actors/abort.ts';
import type { Received, Yields } from '../../../src/core/engine/actors/effects.ts';
import type { AnyMessageType } from '../../../src/core/engine/wire/message.ts';

const clients = ['client-1', 'client-2', 'client-3'];
const agreed: Agreed = agree(parameters.parse({ clusters: 2, privacy: 1 }), {
  clients,
  sizes: [1, 2, 1],
  points: 4,
  dimension: 2,
  minimum: [0, 0],
  maximum: [9, 9],
});
const shares = residueZeros(4, 2, agreed.moduli);
shares.planes.forEach((plane, at) => plane.set([1, 2, 3, 4, 5, 6, 7, 8].map((value) => value + 10 * at)));

type Order = [type: AnyMessageType, body: object];

interface Served {
  readonly effects: Yields[];
  /** Why it gave up, if it did. */
  readonly ended: string | undefined;
}

/** What a client that comes back with its shares does when it is told these things, one after the other. */
function serveWith(missing: readonly number[], orders: readonly Order[]): Served {
  const holding = new Holding({ shares, norms: codedNorms.run({ shares }) }, missing);
  const serving = attempt(serve(agreed, { holding, opened: undefined, answered: [] }));
  const effects: Yields[] = [];
  let mail: readonly Order[] = orders;
  let result: unknown;
  for (;;) {
    const { done, value } = serving.next(result);
    if (done === true) return { effects, ended: value.kind === 'aborted' ? value.reason : undefined };
    const effect = value;
    effects.push(effect);
    result = undefined;
    if (effect.kind === 'compute') result = effect.task.run(effect.input);
    if (effect.kind === 'wait') {
      const [[type, body] = [], ...rest] = mail;
      mail = rest;
      const letter = { from: 'server', type, body } as Received;
      const taken = type !== undefined && effect.filter.accept?.(letter) === true;
      result = taken ? [letter] : [];
    }
  }
}

const order = (round: number, missing: readonly number[], labels: readonly number[]): Order => [
  Assignment,
  {
    round,
    missing: Uint32Array.from(missing),
    labels: { clusters: 2, values: Uint16Array.from(labels) },
  },
];
/** What it sent, with what was under seal. */
const sent = ({ effects }: Served): object[] =>
  effects.flatMap((effect) =>
    effect.kind === 'send'
      ? [
          {
            ...effect,
            body: { ...effect.body, values: planesOf((effect.body as { values: Sealed }).values) },
          },
        ]
      : [],
  );
const distances = (of: ResidueMatrix, labels: readonly number[]): readonly Uint32Array[] => {
  const coded = codedDistances.run({
    shares: of,
    norms: codedNorms.run({ shares: of }),
    labels: Uint16Array.from(labels),
    clusters: 2,
  });
  return planesOf(coded);
};
const reply = (round: number, values: readonly Uint32Array[]): object => ({
  kind: 'send',
  to: 'server',
  type: Distances,
  body: { round, values },
});

test('it answers an order of any round with the coded distances of all points', () => {
  const labels = [0, 1, 0, 1];
  expect(sent(serveWith([], [order(7, [], labels)]))).toMatchObject([reply(7, distances(shares, labels))]);
});

test('it answers only for points of owners that take part, and needs no shares of others', () => {
  const planes = shares.planes.map((plane) => plane.filter((_, i) => i < 2 || i >= 6));
  const labels = [1, 0];
  const answer = reply(2, distances({ ...shares, rows: 2, planes }, labels));
  expect(sent(serveWith([1], [order(2, [1], labels)]))).toMatchObject([answer]);
  expect(sent(serveWith([], [order(2, [1], labels), order(3, [1], labels)]))).toHaveLength(2);
});

test('it learns that it cannot answer if it lacks shares, and says so in the end', () => {
  const outcome: Order = [
    OutcomeMessage,
    { missing: Uint32Array.of(0), labels: { clusters: 2, values: Uint16Array.of(0, 1, 1) }, reveal: false },
  ];
  const served = serveWith([1, 2], [order(1, [], [0, 1, 0, 1]), order(2, [2], [0, 1, 1]), outcome]);
  expect(sent(served)).toEqual([]);
  expect(served.ended).toBe('could not answer without the shares of client-2, client-3');
});

test.each([
  ['owners that there are not', order(1, [3], [0, 1, 0, 1])],
  ['owners in no order', order(1, [2, 0], [0, 1])],
  ['labels of more points than take part', order(1, [0], [0, 1, 0, 1])],
  ['labels of fewer points than take part', order(1, [], [0, 1])],
  ['a round after the last', order(101, [], [0, 1, 0, 1])],
])('it refuses an order with %s', (_, wrong) => {
  const served = serveWith([], [wrong]);
  expect(sent(served)).toEqual([]);
  expect(served.ended).toBe('the server fell silent');
});

test('it ends on the message that there will be no clustering', () => {
  const served = serveWith([], [[Stopped, { iterations: 3 }]]);
  expect(served.ended).toBe('the server stopped');
});
