/** A client of FastLloyd: it moves the centres itself, by noisy sums that only clients can unmask. */

import { ModularVectors } from '../../src/core/kit/field.ts';
import {
  abort,
  attempt,
  collect,
  compute,
  finish,
  type GivenShard,
  handedOver,
  type LocalClustering,
  type Matrix,
  phase,
  round,
  type Self,
  send,
  silent,
} from '../../src/core/kit/index.ts';
import { KEY_BYTES } from '../blocks/secagg/curve25519.ts';
import { sealedBytes } from '../blocks/secagg/primitives.ts';
import { contributeNoisily } from '../blocks/noise/index.ts';
import { type Agreed, patience, type Stage } from './agreed.ts';
import { outOfCube } from './cube.ts';
import { introduce, mask, sealForAll, unmask, unseal } from './group.ts';
import { CommonKey, Introduction, MaskedSums, MaskedTotal, NoisyTotal } from './messages.ts';
import { begin, label, move, place, sumUp } from './tasks.ts';

/** The client of FastLloyd, as a behaviour: places its points on the grid, and moves the centres by noisy sums. */
export function* client(self: Self, { agreed, shard }: GivenShard<Agreed>) {
  const { clusters, dimension, bits, noise } = agreed;
  const group = noise.by === 'clients' ? undefined : yield* agreeOnKey(self, agreed);
  yield* phase('local');
  const points = yield* compute(place, { points: shard, range: agreed, bits });
  let centres: Matrix = yield* compute(begin, { clusters, dimension, bits, seed: agreed.packingSeed });
  for (const stage of agreed.stages) {
    yield* round(stage.sum.number + 1);
    yield* phase('sum');
    const { step } = stage;
    const values = yield* compute(sumUp, { points, centres, step });
    const sums =
      group === undefined
        ? yield* sumByShares(self, agreed, stage, values)
        : yield* sumUnderMasks(self, agreed, stage, group, values);
    // The iterations are over: the last centres stay.
    if (sums === undefined) break;
    yield* phase('move');
    centres = yield* compute(move, { sums, before: centres, step });
  }
  yield* phase('label');
  const labels = yield* compute(label, { points, centres });
  const local: LocalClustering = { labels, centres: outOfCube(centres, agreed, bits) };
  yield* finish(local);
}

/** The clients' common key: the first client draws it, and sends it to all others. */
function* agreeOnKey(self: Self, { clients, timeout }: Agreed) {
  yield* phase('key');
  const own = clients.indexOf(self.name);
  const [first, ...others] = clients;
  const secret = self.random.secretKey('introduction');
  const key = yield* compute(introduce, secret);
  if (own > 0) {
    yield* send(first, Introduction, { key });
    const [sealedKey] = yield* collect(CommonKey, {
      count: 1,
      from: first,
      // The first client waits for the slowest of the others.
      timeoutNs: 2 * timeout,
      accept: ({ body }) =>
        (body.key.length === KEY_BYTES && body.sealed.length === sealedBytes(KEY_BYTES)) || 'wrong shape',
    });
    if (sealedKey === undefined) return yield* silent(first);
    const opened = yield* compute(unseal, { secret, own, ...sealedKey.body });
    return opened ?? (yield* abort('the common key was not sealed for this client'));
  }
  const group = self.random.secretKey('common key');
  const received = yield* collect(Introduction, {
    count: others.length,
    from: others,
    timeoutNs: timeout,
    accept: ({ body }) => body.key.length === KEY_BYTES || 'wrong shape',
  });
  const introduced = received
    .map(({ from, body }) => ({ party: clients.indexOf(from), key: body.key }))
    .toSorted((a, b) => a.party - b.party);
  const sealed = yield* compute(sealForAll, { secret, group, own, others: introduced });
  for (const [i, { party }] of introduced.entries()) {
    if (sealed[i].length > 0) yield* send(clients[party], CommonKey, { key, sealed: sealed[i] });
  }
  return group;
}

/** A sum with noise from the server, which sees only residues; undefined when the server says that the iterations are over. */
function* sumUnderMasks(self: Self, agreed: Agreed, { sum }: Stage, group: Uint8Array, values: Float64Array) {
  const { clients, timeout } = agreed;
  const { modulus, length } = sum.session;
  const iteration = sum.number;
  const party = clients.indexOf(self.name);
  yield* phase('mask');
  const masked = yield* compute(mask, { modulus, group, party, iteration, values });
  yield* send('server', MaskedSums, { iteration, values: masked });
  const vectors = new ModularVectors(modulus);
  // Only the first total of an iteration is accepted: the difference of two, over different clients, would reveal
  // single clients.
  const [total] = yield* collect(MaskedTotal, {
    count: 1,
    from: 'server',
    timeoutNs: patience(agreed, iteration) + timeout,
    accept: ({ body }) => {
      if (body.iteration !== iteration) return 'late';
      const { parties } = body;
      const known = parties.every((one, i) => one < clients.length && (i === 0 || one > parties[i - 1]));
      if (!known) return 'wrong parties';
      const wanted = parties.length === 0 ? 0 : length;
      return (body.values.length === wanted && vectors.holds(body.values)) || 'wrong shape';
    },
  });
  if (total === undefined) return yield* silent('server');
  const parties = [...total.body.parties];
  if (parties.length === 0) return undefined;
  yield* phase('unmask');
  const residues = vectors.unpack(total.body.values) as Uint32Array;
  return yield* compute(unmask, { modulus, group, parties, iteration, length, values: residues });
}

/** The most waits of the server in one aggregation. */
const WAITS = 8;

/** A sum with noise from the clients' shares, which the server reads and sends to everybody. */
function* sumByShares(self: Self, { timeout }: Agreed, { sum }: Stage, values: Float64Array) {
  // A client that is left out of a sum still follows the centres.
  const added = yield* attempt(contributeNoisily(self, sum, handedOver(values)));
  const [total] = yield* collect(NoisyTotal, {
    count: 1,
    from: 'server',
    timeoutNs: (added.kind === 'aborted' ? WAITS : 2) * timeout,
    accept: ({ body }) => {
      if (body.iteration !== sum.number) return 'late';
      const right = body.values.length === 0 || body.values.length === sum.session.length;
      return (right && body.values.every(Number.isSafeInteger)) || 'wrong shape';
    },
  });
  if (total === undefined) return yield* silent('server');
  return total.body.values.length === 0 ? undefined : total.body.values;
}
