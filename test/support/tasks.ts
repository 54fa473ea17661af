/** Tasks to run in tests, in this thread or in another. */

import { threadId } from 'node:worker_threads';
import { CahootsError } from '../../src/core/base/errors.ts';
import { SharedOnce } from '../../src/core/base/shared-once.ts';
import { opened, sealed, type Sealed } from '../../src/core/engine/compute/sealed.ts';
import { defineTask } from '../../src/core/engine/compute/task.ts';

/** Takes as many operations as it is told, and gives their number back. */
export const work = defineTask('work', {
  operations: (operations: number) => operations,
  run: (operations) => operations,
});

/** The squares of a vector, in shared memory. */
export const squares = defineTask('squares', {
  operations: (values: Float64Array) => values.length,
  run: (values): Float64Array => {
    const squared = new Float64Array(new SharedArrayBuffer(values.byteLength));
    for (const [i, value] of values.entries()) squared[i] = value * value;
    return squared;
  },
});

/** What the last {@link keep} of this thread gave back. */
let kept: Float64Array | undefined;

/** Gives shared memory away, and remembers it. */
export const keep = defineTask('keep', {
  operations: () => 1,
  run: (length: number): Float64Array => {
    kept = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
    return kept;
  },
});

/** What the memory given away holds by now. */
export const look = defineTask('look', {
  operations: () => 1,
  run: (): number[] => [...(kept ?? [])],
});

/** Writes into its input, which a task should not do, to show whose memory that is. */
export const scribble = defineTask('scribble', {
  operations: () => 1,
  run: (values: Float64Array): boolean => {
    values.fill(7);
    return values.buffer instanceof SharedArrayBuffer;
  },
});

const alike = new SharedOnce('alike');

/** Whether nobody had computed this before. */
export const first = defineTask('first', {
  operations: () => 1,
  run: (key: Uint8Array): boolean => {
    let isFirst = false;
    alike.of(key, key, [0, 0], () => {
      isFirst = true;
      return key;
    });
    return isFirst;
  },
});

export const thread = defineTask('thread', {
  operations: () => 1,
  run: (): number => threadId,
});

/** Waits until as many others do too as shared memory says, in other threads: fails when nobody comes. */
export const meet = defineTask('meet', {
  operations: () => 1,
  run: ({ here, expected }: { here: Int32Array; expected: number }): number => {
    Atomics.add(here, 0, 1);
    Atomics.notify(here, 0);
    for (let count = Atomics.load(here, 0); count < expected; count = Atomics.load(here, 0)) {
      if (Atomics.wait(here, 0, count, 20_000) === 'timed-out') throw new Error('nobody came');
    }
    return threadId;
  },
});

/** Counts in shared memory for as long as its thread lives. */
export const countForever = defineTask('count forever', {
  operations: () => 1,
  run: (counter: Int32Array): void => {
    for (;;) Atomics.add(counter, 0, 1);
  },
});

export const fail = defineTask('fail', {
  operations: () => 1,
  run: (reason: string): never => {
    throw new Error(reason);
  },
});

/** Finds a mistake of the user's. */
export const err = defineTask('err', {
  operations: () => 1,
  run: (got: string): never => {
    throw new CahootsError('bad-input', `expected a number, got ${got}`);
  },
});

/** Two planes of numbers below 1000, under seal. */
export const sealUp = defineTask('seal-up', {
  operations: () => 1,
  run: ({ seed, length }: { readonly seed: number; readonly length: number }): Sealed =>
    sealed(2, length, (planes) =>
      planes.forEach((plane) => plane.forEach((_, i) => (plane[i] = (seed + i) % 1000))),
    ),
});

interface UnderSeal {
  readonly values: Sealed;
}

/** The sum of all that is under a seal. */
export const sumOf = defineTask('sum-of', {
  operations: () => 1,
  seals: ({ values }: UnderSeal) => [values],
  run: ({ values }): number => sum(opened(values)),
});

/** The same of a task that does not say what it is handed. */
export const sumWithout = defineTask('sum-without', {
  operations: () => 1,
  run: ({ values }: UnderSeal): number => sum(opened(values)),
});

/** A part of what is under a seal, in place. */
export const giveAway = defineTask('give-away', {
  operations: () => 1,
  seals: ({ values }: UnderSeal) => [values],
  run: ({ values }) => new Map([['words', [opened(values)[0].subarray(1)]]]),
});

function sum(planes: readonly Uint32Array[]): number {
  return planes.reduce((all, plane) => plane.reduce((some, word) => some + word, all), 0);
}
