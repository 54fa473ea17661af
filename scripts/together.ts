/** Mutants that one run of the tests can judge: no test that is near to one of them reaches the file of another. */

import { reaching, ringsAround } from './nearest.ts';

/** The tests that judge a mutant among others. */
const NEAREST = 4;
const MOST = 12;

export interface Judged<M> {
  readonly mutant: M;
  readonly tests: readonly string[];
}

/**
 * Groups of mutants, each with its nearest tests; those without any are left out.
 * @param texts all files of the tree, by path
 */
export function together<M extends { readonly path: string }>(
  mutants: readonly M[],
  texts: ReadonlyMap<string, string>,
): Judged<M>[][] {
  const groups: { readonly judged: Judged<M>; readonly reached: ReadonlySet<string> }[][] = [];
  for (const mutant of mutants) {
    const tests = (ringsAround(mutant.path, texts)[0] ?? []).slice(0, NEAREST);
    if (tests.length === 0) continue;
    const one = { judged: { mutant, tests }, reached: reaching(mutant.path, texts) };
    const room = groups.find(
      (group) =>
        group.length < MOST &&
        group.every(
          ({ judged, reached }) =>
            judged.mutant.path !== mutant.path &&
            !tests.some((test) => reached.has(test)) &&
            !judged.tests.some((test) => one.reached.has(test)),
        ),
    );
    if (room === undefined) groups.push([one]);
    else room.push(one);
  }
  return groups.map((group) => group.map(({ judged }) => judged));
}
