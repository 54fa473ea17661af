/**
 * Whether the server, with some clients, can tell who holds which of two vectors. In both worlds the sum is the same, so a sum that
 * shows nothing else leaves it to chance.
 */

import {
  type AnyAudit,
  type AnyMessageType,
  audit,
  type Matrix,
  row,
  selectRows,
  type Setup,
} from '../../../src/core/kit/index.ts';
import type { CheckedAgreed } from './agreed.ts';
import { inputOf } from './input.ts';
import { matches, toldBy, vectorsFrom } from './matches.ts';

/** Pairs of runs: if all are told apart, they show an epsilon of about 1.4. */
const PAIRS = 20;

/** Two honest clients whose points change hands, and what the first then contributes. */
interface Target {
  readonly one: number;
  readonly other: number;
  /** Its own vector, and the one after the exchange. */
  readonly own: Uint32Array;
  readonly exchanged: Uint32Array;
}

/** The setup of a checked sum. */
type CheckedSetup = Setup & { readonly parameters: { readonly colluding: number } };

/**
 * The game. Its adversary looks for either vector of a client in all numbers that this client sent, in their differences and sums,
 * and in all of these plus or minus a number that the server itself sent, element by element.
 * @param messages all that the sum sends
 */
export function singleInputs(messages: readonly AnyMessageType[]): AnyAudit {
  return audit<CheckedAgreed, Target>({
    kind: 'game',
    name: 'single-inputs',
    summary: 'two clients hold their own points, or those of each other',
    runs: PAIRS,
    watches: ({ clients, colluding }) => ['server', ...clients.slice(clients.length - colluding)],
    claim: () => ({
      epsilon: 0,
      delta: 0,
      of: "a client's own vector",
    }),
    target(setup, random) {
      const { points, shards, parameters, population } = setup as CheckedSetup;
      const honest = shards.length - parameters.colluding;
      const one = random.integer(honest);
      const other = (one + 1 + random.integer(honest - 1)) % honest;
      const vectorIn = (all: Matrix): Uint32Array => inputOf(selectRows(all, [...shards[one]]), population);
      return {
        one,
        other,
        own: vectorIn(points),
        exchanged: vectorIn(exchange(points, shards[one], shards[other])),
      };
    },
    world({ points, shards }, { one, other }, isIn) {
      return isIn ? {} : { points: exchange(points, shards[one], shards[other]) };
    },
    score({ view: { agreed, members } }, { one, own, exchanged }) {
      const sent = vectorsFrom(agreed.clients[one], members, messages);
      const told = toldBy('server', members, messages);
      return matches(own, exchanged, sent, told) - matches(exchanged, own, sent, told);
    },
  });
}

/** The points with those of two clients exchanged, as many as both have. */
function exchange(points: Matrix, one: Uint32Array, other: Uint32Array): Matrix {
  const values = points.values.slice();
  const { columns } = points;
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    values.set(row(points, other[i]), one[i] * columns);
    values.set(row(points, one[i]), other[i] * columns);
  }
  return { ...points, values };
}
