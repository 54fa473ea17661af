/**
 * What coalitions learn in FastLloyd: the server by itself nothing, as masks from a key that it does not have are
 * uniform (Diaa, Humphries and Kerschbaum 2025, section 4), and clients without it the noisy sums of everybody.
 */

import { squaredDistance } from '../../src/core/kit/cluster.ts';
import {
  blankShard,
  clientsIn,
  programmed,
  randomIn,
  withOutput,
  withReceived,
  withSent,
} from '../../src/core/kit/attack.ts';
import { ModularVectors } from '../../src/core/kit/field.ts';
import {
  type GivenStandIn,
  type Matrix,
  type RealRun,
  type Self,
  simulator,
} from '../../src/core/kit/index.ts';
import { idealNoise } from '../blocks/noise/ideal-noise.ts';
import type { Agreed, Stage } from './agreed.ts';
import { client } from './client.ts';
import { intoCube } from './cube.ts';
import { COUNT_STEPS, movedCentres } from './iteration.ts';
import { MaskedSums } from './messages.ts';
import { server } from './server.ts';
import { addUp, begin, sumUp } from './tasks.ts';

/** Clients send the server uniform residues. */
export const serverAlone = simulator<Agreed, object>({
  functionality: () => ({}),
  standIns: {
    client: (self, given) =>
      programmed(
        blankClient(self, given),
        withSent(MaskedSums, (body) => {
          const { session } = given.agreed.stages[body.iteration].sum;
          const ring = new ModularVectors(session.modulus);
          const stream = given.shared().stream('masked', self.name, `${body.iteration}`);
          // So many more bits than the modulus has that no residue is likelier than another.
          const words = Math.ceil((ring.bits + 64) / 16);
          const drawn = (): bigint =>
            Array.from({ length: words }, () => BigInt(stream.integer(2 ** 16))).reduce(
              (all, word) => (all << 16n) | word,
            );
          const values = Array.from({ length: session.length }, drawn);
          return { ...body, values: ring.pack(ring.from(values)) };
        }),
      ),
  },
});

interface Released {
  /**
   * The noisy sum of the honest clients among the last of these lists: who took part in each iteration so far, by
   * number.
   */
  others(parties: readonly (readonly number[])[]): Float64Array;
}

/** Honest clients contribute zeros under their masks, and the server adds the others' noisy sum that it is told. */
export const clientsAlone = simulator<Agreed, Released>({
  functionality: (real) => new Sums(real),
  standIns: {
    client: (self, given) =>
      programmed(
        blankClient(self, given),
        withOutput(sumUp, ({ centres: { rows, columns } }) => new Float64Array(rows * (columns + 1))),
      ),
    server(self, { agreed, functionality }) {
      const came: number[][] = agreed.stages.map(() => []);
      let iteration = 0;
      return programmed(
        server(self, { agreed }),
        withReceived(MaskedSums, (body, from) => {
          ({ iteration } = body);
          came[iteration].push(agreed.clients.indexOf(from));
          return body;
        }),
        withOutput(addUp, ({ modulus, vectors, length }) => {
          const parties = came.slice(0, iteration + 1).map((one) => one.toSorted((a, b) => a - b));
          const ring = new ModularVectors(modulus);
          const others = functionality.others(parties);
          return addUp.run({ modulus, vectors, noise: ring.from(others), length });
        }),
      );
    },
  },
});

function blankClient(self: Self, { agreed, population }: GivenStandIn<Agreed>) {
  return client(self, { agreed, shard: blankShard(population, self.index), identifiers: new Uint32Array() });
}

/** The sums of every iteration, and the centres that follow from them. */
class Sums implements Released {
  readonly #real: RealRun<Agreed>;
  readonly #points: readonly Matrix[];

  constructor(real: RealRun<Agreed>) {
    const { agreed } = real;
    this.#real = real;
    this.#points = clientsIn(real).map(({ shard }) => intoCube(shard, agreed, agreed.bits));
  }

  others(parties: readonly (readonly number[])[]): Float64Array {
    const { agreed, coalition } = this.#real;
    const { clusters, dimension, bits, packingSeed: seed, clients, stages } = agreed;
    let centres = begin.run({ clusters, dimension, bits, seed });
    let others: Float64Array = new Float64Array();
    for (const [iteration, present] of parties.entries()) {
      const stage = stages[iteration];
      others = this.#noise(stage);
      const members = new Float64Array(others.length);
      for (const one of present) {
        const into = coalition.includes(clients[one]) ? members : others;
        this.#sums(this.#points[one], centres, stage).forEach((x, at) => (into[at] += x));
      }
      const total = others.map((x, at) => x + members[at]);
      centres = movedCentres(total, centres, stage.step);
    }
    return others;
  }

  #noise({ sum: { number, ranges } }: Stage): Float64Array {
    const random = randomIn(this.#real, 'server').scope('released', `${number}`);
    return idealNoise(ranges, (share) => random.secretKey('ideal noise', `${share}`));
  }

  /** Sums around the nearest centres, of the points within the radius, and their numbers. */
  #sums({ rows, columns: d, values }: Matrix, centres: Matrix, { step }: Stage): Float64Array {
    const { rows: k } = centres;
    const sums = new Float64Array(k * (d + 1));
    const around = step.method === 'fastlloyd';
    const points: Matrix = { rows, columns: d, values };
    for (let i = 0; i < rows; i++) {
      let nearest = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let h = 0; h < k; h++) {
        const distance = squaredDistance(centres, h, points, i);
        if (distance < least) [nearest, least] = [h, distance];
      }
      if (around && least > step.radius * step.radius) continue;
      for (let c = 0; c < d; c++)
        sums[nearest * d + c] += values[i * d + c] - (around ? centres.values[nearest * d + c] : 0);
      sums[k * d + nearest] += COUNT_STEPS;
    }
    return sums;
  }
}
