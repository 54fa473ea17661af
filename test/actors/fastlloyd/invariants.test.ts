import { expect, test } from 'vitest';
import type { Agreed } from '../../../actors/fastlloyd/agreed.ts';
import { oneTotal } from '../../../actors/fastlloyd/invariants.ts';

/** What the invariant finds in totals of iterations, each of some parties, one after the other. */
function found(...totals: readonly (readonly [iteration: number, parties: number[]])[]) {
  const guard = oneTotal.guard({ least: 2, noise: { by: 'clients' } } as unknown as Agreed);
  return totals.map(([iteration, parties]) =>
    guard.sent?.({ body: { iteration, parties: Uint32Array.from(parties) } } as never),
  );
}

test('a total that is sent again is the same one, and one of other parties is found', () => {
  expect(found([0, [1, 2, 3]], [0, [1, 2, 3]], [1, [1, 2]])).toEqual([undefined, undefined, undefined]);
  expect(found([0, [1, 2, 3]], [0, [1, 2]])).toEqual([
    undefined,
    'iteration 0 has a total of parties 1,2 after one of 1,2,3',
  ]);
});

test('a total of too few is found, and one of nobody is none', () => {
  expect(found([0, [1]], [1, []])).toEqual([
    'the total of iteration 0 is of 1 clients, fewer than 2',
    undefined,
  ]);
});
