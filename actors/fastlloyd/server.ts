/** The server of FastLloyd: it adds noise to sums that it cannot read, and never learns a centre. */

import { ModularVectors } from '../../src/core/kit/field.ts';
import {
  abort,
  attempt,
  collect,
  compute,
  defined,
  finish,
  type Given,
  phase,
  round,
  type Self,
  send,
  unlessEmpty,
} from '../../src/core/kit/index.ts';
import { addNoise, timedAddNoise, WHOLE } from '../blocks/noise/tasks.ts';
import { abortAfter, sumNoisily } from '../blocks/noise/index.ts';
import type { ReleasedStage, NoisyOutcome } from '../blocks/noise/spent.ts';
import { type Agreed, patience, type Stage } from './agreed.ts';
import { MaskedSums, MaskedTotal, NoisyTotal } from './messages.ts';
import { addUp } from './tasks.ts';

/**
 * The server of FastLloyd, as a behaviour: adds noise to masked sums and opens them to the clients; reports labels if it
 * gets any.
 */
export function* server(self: Self, { agreed }: Given<Agreed>) {
  const { stages, clients, noise } = agreed;
  const released: ReleasedStage[] = [];
  let iterations = 0;
  let missing: readonly string[] = [];
  let caveat: string | undefined;
  for (const [stage, iteration] of stages.entries()) {
    yield* round(stage + 1);
    const came =
      noise.by === 'clients'
        ? yield* attempt(openSum(self, agreed, iteration, released))
        : yield* attempt(addMasked(self, agreed, iteration, released));
    if (came.kind === 'aborted') {
      yield* sayOver(agreed, iteration);
      // Centres that no data has moved are not a clustering.
      if (stage === 0) return yield* abortAfter(came, released);
      caveat = `iteration ${stage + 1} came to nothing: ${came.reason}`;
      break;
    }
    iterations++;
    missing = clients.filter((client) => !came.value.includes(client));
  }
  const outcome: NoisyOutcome = defined({
    kind: 'clustered',
    iterations,
    converged: false,
    opened: released,
    missing: unlessEmpty(missing),
    caveat,
  });
  yield* finish(outcome);
}

/**
 * Sends everybody the total of the masked sums that arrived, with noise; each iteration is released only once.
 * Returns whose sums these are.
 */
function* addMasked(
  self: Self,
  agreed: Agreed,
  { sum: { number: iteration, ranges, session } }: Stage,
  released: ReleasedStage[],
) {
  const { clients, least, noise } = agreed;
  const { modulus, length } = session;
  yield* phase('aggregate');
  const ring = new ModularVectors(modulus);
  const received = yield* collect(MaskedSums, {
    count: clients.length,
    from: clients,
    timeoutNs: patience(agreed, iteration),
    accept: ({ body }) => {
      if (body.iteration !== iteration) return 'late';
      return (body.values.length === length && ring.unpack(body.values) !== undefined) || 'wrong shape';
    },
  });
  if (received.length < least) {
    return yield* abort(`expected at least ${least} masked sums, got ${received.length} in time`);
  }
  const byParty = new Map(received.map(({ from, body }) => [clients.indexOf(from), body.values]));
  const parties = Uint32Array.from(byParty.keys()).toSorted();
  yield* phase('release');
  const residues =
    noise.by === 'nobody'
      ? undefined
      : yield* compute(
          addNoise,
          timedAddNoise(noise, {
            modulus,
            values: new Float64Array(length),
            ranges,
            components: [WHOLE],
            own: self.random.secretKey('noise', `${iteration}`),
            surplus: new Uint8Array(),
          }),
        );
  const vectors = [...parties].flatMap((party) => byParty.get(party) ?? []);
  const values = yield* compute(addUp, { modulus, vectors, noise: residues, length });
  yield* send(clients, MaskedTotal, { iteration, parties, values });
  released.push({ stage: iteration, survivors: parties.length, kept: noise.by === 'nobody' ? 0 : 1 });
  return [...parties].map((party) => clients[party]);
}

/** Opens a sum with noise from shares, and sends it in the clear; returns whose sum it is. */
function* openSum(self: Self, { clients, least }: Agreed, { sum }: Stage, released: ReleasedStage[]) {
  const { values, survivors } = yield* sumNoisily(self, sum, released);
  if (survivors.length < least) {
    return yield* abort(`expected at least ${least} clients in a sum, got ${survivors.length}`);
  }
  yield* phase('release');
  yield* send(clients, NoisyTotal, { iteration: sum.number, values });
  return survivors;
}

function* sayOver({ clients, noise }: Agreed, { sum: { number: iteration, session } }: Stage) {
  if (noise.by === 'clients') {
    yield* send(clients, NoisyTotal, { iteration, values: new Float64Array() });
    return;
  }
  const ring = new ModularVectors(session.modulus);
  yield* send(clients, MaskedTotal, {
    iteration,
    parties: new Uint32Array(),
    values: ring.pack(ring.zeros(0)),
  });
}
