/**
 * What the server of FedDP-KMeans learns, alone or with fewer clients than open a sum: the noisy sums of the others.
 * One honest client contributes the sum of all of them, see actors/blocks/sums/survivors.ts, with noise that the
 * functionality draws afresh; seeds of surplus noise, which are revealed, are its own.
 */

import {
  type Amendment,
  blankShard,
  clientsIn,
  type HoldingClient,
  programmed,
  randomIn,
  withOutput,
  withReceived,
} from '../../src/core/kit/attack.ts';
import { Coin, Fraction } from '../../src/core/kit/dp.ts';
import { powerOfTwo } from '../../src/core/kit/math.ts';
import { type Matrix, type RealRun, row, simulator, zeros } from '../../src/core/kit/index.ts';
import { componentsOf } from '../blocks/noise/agreement.ts';
import { idealNoise } from '../blocks/noise/ideal-noise.ts';
import { addNoise, type AddNoiseInput, nextSeed } from '../blocks/noise/tasks.ts';
import { HELPER } from '../blocks/prio3/index.ts';
import { DECIDING, decidedIn } from '../blocks/sums/decided.ts';
import { honestSurvivors, survivorsIn, SURVIVORS } from '../blocks/sums/survivors.ts';
import { type Agreed, FRACTION_STEPS, type Stage } from './agreed.ts';
import { client } from './client.ts';
import { Centres, ProjectedCentres, Projection } from './messages.ts';
import { firstMasked } from './sums.ts';
import { matrixOf, outer, sum, type SumsInput, weigh } from './tasks.ts';

/** What the server has told everybody before a sum. */
export interface Told {
  readonly directions: Float64Array;
  readonly serverPoints: Float64Array;
  readonly centres: Float64Array;
}

interface NoisySums {
  /** How many components of every client's noise are in a sum for good. */
  kept(stage: number): number;
  /** The honest clients' noisy sum, for the first of them; zeros for the others. */
  contribution(stage: number, index: number, told: Told): Float64Array;
}

export const withServer = simulator<Agreed, NoisySums>({
  reads: [...SURVIVORS, ...DECIDING],
  decided: (real) => decidedIn(real, firstMasked(real.agreed.stages)?.session),
  functionality: (real) => new Sums(real),
  standIns: {
    client(self, { agreed, population, functionality }) {
      let told = NOTHING_TOLD;
      let stage = 0;
      return programmed(
        client(self, { agreed, shard: blankShard(population, self.index), identifiers: new Uint32Array() }),
        ...whatIsTold((news) => (told = { ...told, ...news })),
        withOutput(addNoise, (input) => {
          const { number } = agreed.stages[stage++].sum;
          const values = functionality.contribution(number, self.index, told);
          return addNoise.run(withoutFirst(functionality.kept(number), { ...input, values }));
        }),
      );
    },
  },
});

const NONE = new Float64Array();

/** Before the first sum. */
export const NOTHING_TOLD: Told = { directions: NONE, serverPoints: NONE, centres: NONE };

/** Takes down what the server tells a client. */
export function whatIsTold(takeDown: (news: Partial<Told>) => void): readonly Amendment[] {
  return [
    withReceived(Projection, (body) => {
      takeDown({ directions: body.directions, serverPoints: body.points });
      return body;
    }),
    withReceived(ProjectedCentres, (body) => {
      takeDown({ centres: body.values });
      return body;
    }),
    withReceived(Centres, (body) => {
      takeDown({ centres: body.values });
      return body;
    }),
  ];
}

/** Without the first components of the noise, of which the others are those that they would have been. */
function withoutFirst(kept: number, input: AddNoiseInput): AddNoiseInput {
  if (kept === 0) return input;
  let seed = input.surplus;
  for (let k = 1; k < kept; k++) seed = nextSeed(seed);
  return { ...input, components: input.components.slice(kept), own: seed, surplus: nextSeed(seed) };
}

/** What honest clients contribute, as an ideal functionality computes it. */
export class Sums implements NoisySums {
  readonly #real: RealRun<Agreed>;
  readonly #clients: readonly HoldingClient[];

  constructor(real: RealRun<Agreed>) {
    this.#real = real;
    this.#clients = clientsIn(real);
  }

  kept(number: number): number {
    const { clients } = this.#real.agreed;
    const components = this.#components.length;
    const dropped = clients.length - survivorsIn(this.#real, number).length;
    return components <= 1 ? components : Math.min(dropped + 1, components);
  }

  contribution(number: number, index: number, told: Told): Float64Array {
    const { agreed } = this.#real;
    const stage = this.#stage(number);
    const all = new Float64Array(stage.sum.session.length);
    const survivors = honestSurvivors(this.#real, number);
    if (survivors[0] !== agreed.clients[index]) return all;
    const components = this.#components.slice(0, this.kept(number));
    for (const one of this.#clients.filter(({ name }) => survivors.includes(name))) {
      const random = one.random().scope('ideal', `${number}`);
      const keyOf = (share: number): Uint8Array => random.secretKey('ideal noise', `${share}`);
      const noise = idealNoise(stage.sum.ranges, keyOf, components);
      this.#values(stage, one, told).forEach((x, at) => (all[at] += x + noise[at]));
    }
    return all;
  }

  /**
   * The sum of the honest ones among these clients, with all of the noise that one aggregator adds to it: drawn with the key of the real
   * run, as what clients of the coalition send later follows from it, and could not be compared otherwise.
   */
  aggregated(number: number, parties: readonly number[], told: Told): Float64Array {
    const { coalition } = this.#real;
    const stage = this.#stage(number);
    const { noise, ranges } = stage.sum;
    const random = randomIn(this.#real, HELPER);
    const all =
      noise.by === 'nobody'
        ? new Float64Array(stage.sum.session.length)
        : idealNoise(ranges, () => random.secretKey('noise', `${number}`));
    const counts = ({ name, index }: HoldingClient): boolean =>
      parties.includes(index) && !coalition.includes(name);
    for (const one of this.#clients.filter(counts))
      this.#values(stage, one, told).forEach((x, at) => (all[at] += x));
    return all;
  }

  #stage(number: number): Stage {
    return this.#real.agreed.stages.find(({ sum: { number: own } }) => own === number) as Stage;
  }

  get #components() {
    const { noise, clients } = this.#real.agreed;
    return noise.by === 'nobody' ? [] : componentsOf(noise, clients.length);
  }

  /** What a client contributes to a stage (Algorithms 1 and 2), or zeros for a release in which it does not take part. */
  #values(stage: Stage, one: HoldingClient, told: Told): Float64Array {
    const { sampling } = this.#real.agreed;
    const values = this.#statistics(stage, one.shard, told);
    if (sampling === 1) return values;
    const coin = new Coin(one.random().scope('ideal', 'sampling').secretKey(`${stage.sum.number}`));
    const chance = new Fraction(Math.round(sampling * 2 ** 32), 2 ** 32);
    let at = 0;
    for (const { ranges } of stage.releases) {
      const length = ranges.reduce((total, range) => total + range.length, 0);
      if (!coin.tossed(chance)) values.fill(0, at, at + length);
      at += length;
    }
    return values;
  }

  #statistics({ kind }: Stage, shard: Matrix, told: Told): Float64Array {
    const { level, clip, clips, bits, dimension, clusters, margin } = this.#real.agreed;
    const byPoint = level === 'point';
    const points = byPoint ? clippedToBall(shard, clip, bits) : shard;
    const unit = byPoint ? clip / powerOfTwo(bits) : 1;
    const shape = (of: 'outer' | 'means' | 'sums') =>
      byPoint ? undefined : { clip: clips?.[of] ?? 1, bits };
    const around = (
      of: 'means' | 'sums',
      vector: Pick<SumsInput, 'compared' | 'centres' | 'margin'>,
    ): Float64Array => {
      const largest = (of === 'means' ? clips?.indicators : clips?.counts) ?? 1;
      const whole = shape(of);
      const counts = { clip: largest, steps: FRACTION_STEPS };
      return sum.run({ points, ...vector, whole: whole && { of, vector: whole, counts } });
    };
    if (kind === 'outer') return outer.run({ points, whole: shape('outer') });
    if (kind === 'round') {
      const centres = matrixOf(
        told.centres.map((x) => x / unit),
        dimension,
      );
      return around('sums', { compared: points, centres, margin: 1 });
    }
    const { weights, projected } = weigh.run({
      points,
      unit,
      directions: matrixOf(told.directions, dimension),
      serverPoints: matrixOf(told.serverPoints, clusters),
      whole: byPoint ? undefined : { clip: clips?.weights ?? 1, steps: FRACTION_STEPS },
    });
    if (kind === 'weights') return weights;
    return around('means', { compared: projected, centres: matrixOf(told.centres, clusters), margin });
  }
}

/** Points in a ball, in steps of 2^-bits of its radius, rounded toward zero. */
function clippedToBall(points: Matrix, radius: number, bits: number): Matrix {
  const clipped = zeros(points.rows, points.columns);
  for (let i = 0; i < points.rows; i++) {
    const point = row(points, i);
    const norm = Math.sqrt(point.reduce((total, x) => total + x * x, 0));
    const scale = powerOfTwo(bits) / Math.max(norm, radius);
    clipped.values.set(
      point.map((x) => Math.trunc(x * scale)),
      i * points.columns,
    );
  }
  return clipped;
}
