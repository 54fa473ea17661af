/** What must hold in SecFC at every moment, whatever is lost, repeated or forgotten on the way. */

import { wrongParties } from '../../src/core/kit/field.ts';
import { invariant, type SeenMessage } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { Assignment, CheckedShares, Distances, Shares } from './messages.ts';

type Values = readonly Uint32Array[];

/** Shares of two dealings to the same clients would reveal points, or make honest clients look Byzantine. */
export const oneDealing = invariant<Agreed>({
  name: 'one-dealing',
  summary:
    'the shares of one owner lie on one polynomial, and a client that is sent them again gets the same',
  reads: [Shares, CheckedShares],
  guard({ clients, code, moduli }) {
    const dealt = new Map<string, Map<string, Values>>();
    return {
      sent({ body, from, to }) {
        const { values } = body as { values: Values };
        const own = dealt.get(from) ?? new Map<string, Values>();
        dealt.set(from, own);
        const before = own.get(to);
        if (before !== undefined)
          return same(before, values) ? undefined : `${from} deals other shares to ${to} than before`;
        own.set(to, values);
        const dimension = code.l + code.t;
        if (own.size <= dimension || own.size < clients.length - 1) return undefined;
        const parties = [...own.keys()].map((name) => clients.indexOf(name));
        const wrong = wrongParties(code, moduli, parties, dimension, [...own.values()].map(sample));
        return wrong?.length === 0 ? undefined : `the shares of ${from} lie on no polynomial`;
      },
    };
  },
});

/** An answer to other labels, or with other randomness, would be one more equation in the points. */
export const oneAnswer = invariant<Agreed>({
  name: 'one-answer',
  summary: 'a round asks everybody for the same, and a client that answers again gives the same answer',
  reads: [Assignment, Distances],
  guard() {
    const orders = new Map<number, SeenMessage['digest']>();
    // Digests rather than the answers, which in a large run would not fit in memory.
    const answers = new Map<string, SeenMessage['digest']>();
    return {
      sent({ type, body, from, digest }) {
        if (type === Assignment) {
          const { round } = body as { round: number };
          const before = orders.get(round) ?? digest;
          orders.set(round, digest);
          return before === digest ? undefined : `round ${round} asks for other distances than before`;
        }
        const { round } = body as { round: number };
        const key = `${from} ${round}`;
        const before = answers.get(key);
        answers.set(key, digest);
        if (before === undefined || before === digest) return undefined;
        return `${from} gives another answer in round ${round} than before`;
      },
    };
  },
});

function same(a: Values, b: Values): boolean {
  return (
    a.length === b.length &&
    a.every((plane, at) => plane.length === b[at].length && plane.every((value, i) => value === b[at][i]))
  );
}

/** The first and the last entry of every plane: a share wrong in one entry is most likely wrong in all. */
function sample(values: Values): number[][] {
  return values.map((plane) => [plane[0] ?? 0, plane.at(-1) ?? 0]);
}
