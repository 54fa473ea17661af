/** A role that uses every effect, as everything.py does in Python. */

import { abort, attempt } from '../../../../src/core/engine/actors/abort.ts';
import type { Self } from '../../../../src/core/engine/actors/actor.ts';
import {
  type Behaviour,
  clock,
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  save,
  send,
  sendEach,
  sleep,
} from '../../../../src/core/engine/actors/effects.ts';
import { defineTask } from '../../../../src/core/engine/compute/task.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import {
  binary,
  flag,
  integer,
  labels,
  message,
  numbers,
  reals,
} from '../../../../src/core/engine/wire/message.ts';
import { Note, Other } from '../../../support/cast.ts';

export const Mixed = message('mixed', {
  number: integer,
  yes: flag,
  bytes: binary,
  words: numbers,
  labels,
  reals,
});

export const add = defineTask('test/add', {
  operations: () => 1234,
  run: (values: readonly number[]) => values.reduce((all, value) => all + value, 0),
});

const BOTH = ['b-1', 'b-2'];

function* givingUp(): Behaviour {
  yield* sleep(1);
  yield* abort('too much', { iterations: 4 });
}

/** @param given what it is given, as its party agreed on it */
export function* everything(self: Self, given: object): Behaviour {
  yield* phase('first');
  yield* round(3);
  if (self.saved !== undefined) {
    yield* sleep(5);
    return yield* finish({ life: 2, ...self.saved });
  }
  yield* send(BOTH, Mixed, {
    number: 2 ** 40,
    yes: true,
    bytes: Uint8Array.of(0, 255),
    words: Uint32Array.of(1, 2 ** 32 - 1),
    labels: { clusters: 3, values: Uint16Array.of(0, 2, NO_CLUSTER) },
    reals: Float64Array.of(0.5, Number.NaN),
  });
  yield* sendEach(BOTH, Note, (place) => [{ value: 1 }, { value: -7 }][place]);
  const nothing = yield* receive(Note, { from: 'b-1', timeoutNs: 1000 });
  const first = yield* receive([Other, Note], { accept: ({ body }) => body.value > 3 || 'too small' });
  const rest = yield* collect(Mixed, { count: 2, from: BOTH, timeoutNs: 1e9, newest: true });
  yield* sleep(500);
  const now = yield* clock();
  const sums = yield* compute(add, [0, 1, 2, 3, 4]);
  const stream = self.random.stream('draws', 'one');
  const drawn = [
    stream.uniform(),
    ...[1, 2, 3, 10, 2 ** 31, 2 ** 32].map((bound) => stream.integer(bound)),
    ...stream.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  ];
  const gaveUp = yield* attempt(givingUp());
  yield* save({
    nothing: nothing ?? null,
    first: [first.from, first.type.name, first.body.value],
    from: rest.map(({ from }) => from),
    reals: rest[0].body.reals,
    now,
    sums,
    drawn,
    secret: self.random.secretKey('mine'),
    key: self.random.streamKey('draws', 'two'),
    why: gaveUp.kind === 'aborted' ? `${gaveUp.reason} ${gaveUp.iterations}` : '',
    given,
    matrix: { rows: 2, columns: 2, values: Float64Array.of(1.5, 2, 3, 4) },
    set: new Set([1, 3]),
    large: [2n ** 70n, -(2n ** 64n), 2 ** 53],
    small: [-1, -33, 128, -200, 70_000, -(2 ** 31)],
    text: 'ä'.repeat(40),
    many: Array.from({ length: 20 }, (_, i) => i),
    none: null,
    flags: [true, false],
    bytes: new Uint8Array(300),
    me: [self.name, 'a', self.index],
  });
  yield* send('b-1', Note, { value: 99 });
  yield* receive(Other, { from: 'b-1' });
}
