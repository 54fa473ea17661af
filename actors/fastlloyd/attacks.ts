/**
 * What coalitions learn in FastLloyd. Trust is split between the server, which knows the noise, and the clients,
 * which know the masks: one client colluding with the server reveals everybody's sums, and without noise clients read
 * each other's.
 */

import { ModularVectors } from '../../src/core/kit/field.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import { type Attack, type Matrix, type Score, selectRows, type Truth } from '../../src/core/kit/index.ts';
import { intoCube } from './cube.ts';
import type { Agreed } from './agreed.ts';
import { unmask } from './group.ts';
import { COUNT_STEPS, localSums } from './iteration.ts';
import { CommonKey, MaskedSums, MaskedTotal, NoisyTotal } from './messages.ts';
import { knownCentres, keyOf, receivedTotals } from './received.ts';

/** Sums of some clients in an iteration that a coalition knows. */
interface KnownSums {
  readonly iteration: number;
  readonly clients: readonly number[];
  /** The centres to which points were assigned. */
  readonly centres: Matrix;
  readonly sums: Float64Array;
}

export const commonKey: Attack<Agreed, readonly KnownSums[]> = {
  name: 'common-key',
  summary: 'the server removes all masks with the common key of a client that colludes with it',
  needs: { server: true },
  inapplicable: ({ noise }) => (noise.by === 'clients' ? 'clients have no common key' : undefined),
  reads: [CommonKey, MaskedSums, MaskedTotal],
  guess(view) {
    const key = keyOf(view);
    const centres = knownCentres(view);
    const seen = view.members.flatMap(({ received }) => messagesOf(received, MaskedSums));
    const names = new Set(view.members.map(({ name }) => name));
    return seen
      .filter(({ from }) => !names.has(from))
      .flatMap(({ from, body: { iteration, values } }) => {
        const client = view.agreed.clients.indexOf(from);
        const { modulus, length } = view.agreed.stages[iteration].sum.session;
        const residues = new ModularVectors(modulus).unpack(values);
        const before = centres[iteration];
        if (residues === undefined || before === undefined) return [];
        // Without the key, masked sums are taken as they are.
        const parties = key === undefined ? [] : [client];
        const group = key ?? new Uint8Array();
        const sums = unmask.run({ modulus, group, parties, iteration, length, values: residues });
        return [{ iteration, clients: [client], centres: before, sums }];
      });
  },
  score,
  fit: (known, truth) => exactOf(known, truth),
};

export const othersSums: Attack<Agreed, readonly KnownSums[]> = {
  name: 'others-sums',
  summary: "clients subtract their own part from the sums that they are sent, which leaves the others'",
  needs: { clients: 1 },
  reads: [CommonKey, MaskedTotal, NoisyTotal],
  guess(view) {
    const centres = knownCentres(view);
    const own = new Set(view.members.map(({ name }) => view.agreed.clients.indexOf(name)));
    return receivedTotals(view).map(({ iteration, clients, sums }) => {
      const rest = sums.slice();
      for (const { shard } of view.members) {
        if (shard === undefined) continue;
        const part = sumsOf(view.agreed, shard, centres[iteration], iteration);
        part.forEach((x, at) => (rest[at] -= x));
      }
      const others = clients.filter((client) => !own.has(client));
      return { iteration, clients: others, centres: centres[iteration], sums: rest };
    });
  },
  score,
  fit: (known, truth) => exactOf(known, truth),
};

function sumsOf(agreed: Agreed, points: Matrix, centres: Matrix, iteration: number): Float64Array {
  return localSums(intoCube(points, agreed, agreed.bits), centres, agreed.stages[iteration].step);
}

/** How many of the known sums equal those of the clients' points exactly. */
function exactOf(known: readonly KnownSums[], { agreed, population, points }: Truth<Agreed>): number {
  const firsts = population.sizes.map((_, j) => population.sizes.slice(0, j).reduce((a, b) => a + b, 0));
  return known.filter(({ clients, centres, iteration, sums }) => {
    const truth = new Float64Array(sums.length);
    for (const client of clients) {
      const rows = Array.from({ length: population.sizes[client] }, (_, i) => firsts[client] + i);
      const part = sumsOf(agreed, selectRows(points, rows), centres, iteration);
      part.forEach((x, at) => (truth[at] += x));
    }
    return truth.every((x, at) => x === sums[at]);
  }).length;
}

/** In exact sums, clusters of one point are the point itself. */
function score(known: readonly KnownSums[], truth: Truth<Agreed>): Score {
  const { agreed, points, hidden } = truth;
  const exact = known.filter((one) => exactOf([one], truth) === 1);
  const { clusters: k, dimension: d } = agreed;
  const grid = intoCube(points, agreed, agreed.bits);
  const read = new Set<number>();
  for (const { sums, centres, iteration } of exact) {
    const isRelative = agreed.stages[iteration].step.method === 'fastlloyd';
    for (let h = 0; h < k; h++) {
      if (sums[k * d + h] !== COUNT_STEPS) continue;
      const at = hidden.find((row) => {
        for (let c = 0; c < d; c++) {
          const centre = isRelative ? centres.values[h * d + c] : 0;
          if (grid.values[row * d + c] !== centre + sums[h * d + c]) return false;
        }
        return true;
      });
      if (at !== undefined) read.add(at);
    }
  }
  return {
    exposed: known.length === 0 ? 0 : exact.length / known.length,
    measures: {
      'sums known exactly': exact.length,
      'of sums': known.length,
      'points read from them': read.size,
    },
    meaning:
      exact.length === 0
        ? 'nobody else’s sums are known exactly'
        : `${exact.length} of ${known.length} sums of others are known to the last unit, whatever epsilon says`,
  };
}
