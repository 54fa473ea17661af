/** The server's half of a noisy sum, called with `yield*` from any protocol's server. */

import { ModularVectors } from '../../../src/core/kit/field.ts';
import { abort, collect, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { SHARE_BYTES } from '../secagg/shares.ts';
import { type AgreedSum, sumSecretly } from '../sums/index.ts';
import { componentsOf, lengthOf, type NoisySum } from './agreement.ts';
import { Clear, Rebuild, Seed, SeedShares, Surplus } from './messages.ts';
import { rebuildSeeds, sharesBySeed } from './rebuild.ts';
import type { ReleasedStage } from './spent.ts';
import { addCentralNoise, removeNoise, timedCentralNoise } from './tasks.ts';

/** A sum that was opened. */
export interface ReleasedSum {
  /** Integers. */
  readonly values: Float64Array;
  readonly survivors: readonly string[];
}

const SEED_BYTES = 32;

/**
 * Sums up the clients' integers with noise. Aborts, before anything is opened, if too few take part.
 * @param opened receives what must be accounted for: the sum, as soon as the shares that open it are asked for, since
 * shares too late to be of use to an honest server can still be of use to a curious one
 */
export function* sumNoisily(self: Self, sum: NoisySum, opened: ReleasedStage[]) {
  const { number: stage, clients, noise, session } = sum;
  if (noise.by === 'server') return yield* sumInTheClear(self, sum, opened);
  const components = noise.by === 'nobody' ? [] : componentsOf(noise, clients.length);
  const place = opened.length;
  const { sum: masked, survivors: numbers } = yield* sumSecretly(self, session, (asked) => {
    opened[place] = { stage, survivors: asked.length, kept: components.length };
  });
  const survivors = numbers.map((party) => clients[party]);
  const dropped = clients.length - survivors.length;
  const kept = components.length <= 1 ? components.length : Math.min(dropped + 1, components.length);
  opened[place] = { stage, survivors: survivors.length, kept };
  const rest = components.length <= 1 ? masked : yield* takeOffSurplus(sum, masked, survivors, kept);
  return { values: new ModularVectors(session.modulus).centred(rest), survivors };
}

/**
 * Asks for the seeds of surplus noise and removes it. Seeds of clients that do not answer are reconstructed from the
 * others' shares; if there are too few of these, more noise stays in than is needed.
 */
function* takeOffSurplus(
  { number: aggregation, clients, noise, ranges, session }: NoisySum,
  masked: Uint32Array,
  survivors: readonly string[],
  from: number,
) {
  yield* phase('surplus');
  yield* send(survivors, Surplus, { aggregation, from });
  const components = componentsOf(noise, clients.length).slice(from);
  if (components.length === 0) return masked;
  const received = yield* collect(Seed, {
    count: survivors.length,
    from: survivors,
    timeoutNs: session.timeoutNs,
    accept: ({ body }) => {
      if (body.aggregation !== aggregation) return 'late';
      return body.seed.length === SEED_BYTES || 'wrong shape';
    },
  });
  // In order of the clients rather than of arrival: the sum is the same, but so should be the task's input.
  const told = new Map(received.map(({ from: client, body }) => [client, body.seed]));
  const silent = survivors.filter((client) => !told.has(client));
  const rebuilt = yield* rebuild(aggregation, session, survivors, silent);
  const seeds = [...survivors.flatMap((client) => told.get(client) ?? []), ...rebuilt];
  const { modulus } = session;
  return yield* compute(removeNoise, { modulus, sum: masked, ranges, components, seeds });
}

/** Announces whose seeds are missing, if any, and reconstructs them from shares. */
function* rebuild(
  aggregation: number,
  { clients, threshold, timeoutNs }: AgreedSum,
  survivors: readonly string[],
  silent: readonly string[],
) {
  const parties = Uint32Array.from(silent, (client) => clients.indexOf(client));
  yield* send(survivors, Rebuild, { aggregation, parties });
  if (silent.length === 0) return [];
  const received = yield* collect(SeedShares, {
    count: survivors.length,
    from: survivors,
    timeoutNs,
    accept: ({ body }) => {
      if (body.aggregation !== aggregation) return 'late';
      const right = body.parties.every((party) => parties.includes(party));
      return (right && body.shares.length === SHARE_BYTES * body.parties.length) || 'wrong shape';
    },
  });
  const told = received
    .map(({ from, body }) => ({ holder: clients.indexOf(from), ...body }))
    .toSorted((a, b) => a.holder - b.holder);
  const held = sharesBySeed([...parties], told);
  return yield* compute(rebuildSeeds, { threshold, held });
}

function* sumInTheClear(self: Self, sum: NoisySum, opened: ReleasedStage[]) {
  const { number: aggregation, clients, noise, ranges, session } = sum;
  const length = lengthOf(ranges);
  yield* phase('collect');
  const received = yield* collect(Clear, {
    count: clients.length,
    from: clients,
    timeoutNs: session.timeoutNs,
    accept: ({ body: { aggregation: number, values } }) => {
      if (number !== aggregation) return 'late';
      return (values.length === length && values.every(Number.isSafeInteger)) || 'wrong shape';
    },
  });
  if (received.length === 0) return yield* abort('no vectors came in time', { missing: clients });
  opened.push({ stage: aggregation, survivors: received.length, kept: 1 });
  const total = new Float64Array(length);
  for (const { body } of received) body.values.forEach((x, i) => (total[i] += x));
  const senders = new Set(received.map(({ from }) => from));
  const survivors = clients.filter((client) => senders.has(client));
  const key = self.random.secretKey('noise', `${aggregation}`);
  const drawn = timedCentralNoise(noise, { sum: total, ranges, key });
  return { values: yield* compute(addCentralNoise, drawn), survivors };
}
