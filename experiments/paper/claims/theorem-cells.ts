/** Theorem 3 of FedDP-KMeans where its assumptions hold and where they do not, and the assumptions on the paper's Gaussians. */

import { fromRows, type Matrix, row } from '../../../src/core/base/matrix.ts';
import { Random, type Stream } from '../../../src/core/base/random.ts';
import { separationRatio } from '../../../src/core/math/cluster/separation-ratio.ts';
import { gaussianMultiplier } from '../../../src/core/math/dp/gaussian.ts';
import { normalDraws } from '../../../src/core/math/statistics/draws.ts';
import { privateClusters } from '../feddp/proof/private-clusters.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';

const [CLUSTERS, DIMENSION, EACH] = [3, 3, 130_000];
const ROUNDS = 4;
const [EPSILON, DELTA] = [16, 1e-6];
/** A quarter of the budget for each of the algorithm's steps. */
const STEP = EPSILON / 4;

/** A mixture of deviation 1 with centres that all lie `apart`, as a multiple of the deviation. */
const SETTINGS = [
  { at: 'separated', apart: 650, item: 'feddp-theorem-3', converges: true, theorem: true },
  { at: 'six deviations apart', apart: 6, item: 'feddp-theorem-3', converges: true, theorem: false },
  { at: 'not separated', apart: 1.5, item: 'feddp-separation-needed', converges: false, theorem: false },
] as const;

/** What the two assumptions compare, each as a multiple of what it may be. */
interface Assumptions {
  /** (1): the spectral norm of the noise on the outer products over that of the clusters' own spread. */
  readonly diameter: number;
  /** (2): the number of the server's points over epsilon n k sigma² / diameter². */
  readonly serverPoints: number;
}

/**
 * The assumptions as the proofs use them (Fact 18 and Lemma 22, without their logarithms), since the text at hand lost the
 * printed ones.
 */
function assumptionsOf(given: {
  readonly points: number;
  readonly dimension: number;
  readonly clusters: number;
  readonly variance: number;
  readonly radius: number;
  readonly own: number;
  readonly epsilons: readonly [number, number];
}): Assumptions {
  const { points, dimension, clusters, variance, radius, own, epsilons } = given;
  const noise = 2 * Math.sqrt(dimension) * radius * radius * gaussianMultiplier(epsilons[0], DELTA);
  const most = (epsilons[1] * points * clusters * variance) / (2 * radius) ** 2;
  return { diameter: noise / (points * clusters * variance), serverPoints: own / most };
}

const text = ({ diameter, serverPoints }: Assumptions): string =>
  `(1) at ${diameter.toPrecision(2)} and (2) at ${serverPoints.toPrecision(2)} of what they allow`;

interface Tried {
  readonly ratio: number;
  readonly assumptions: Assumptions;
  /** The largest distance of a centre from its component's mean, after the start and after each round. */
  readonly errors: readonly number[];
  /** What noise adds to that. */
  readonly floor: number;
}

function tryMixture(apart: number, seed: number): Tried {
  const random = new Random(seed);
  // The corners of a simplex.
  const centres = fromRows(
    Array.from({ length: CLUSTERS }, (_, k) =>
      Array.from({ length: DIMENSION }, (_unused, c) => (c === k ? apart / Math.SQRT2 : 0)),
    ),
  );
  const points = drawn(centres, EACH, random.stream('points'));
  const own = drawn(centres, 1, random.stream('server'));
  const labels = Uint16Array.from({ length: points.rows }, (_, i) => Math.floor(i / EACH));
  // Of the simplex about its middle, and the samples about a corner.
  const clip = apart * Math.sqrt((CLUSTERS - 1) / (2 * CLUSTERS)) + 6;
  const history = privateClusters(
    points,
    own,
    { clusters: CLUSTERS, rounds: ROUNDS, clip, epsilon: EPSILON, delta: DELTA },
    random.stream('run'),
  );
  const releases = ROUNDS + 1;
  const multiplier = gaussianMultiplier(STEP / (2 * releases), DELTA / 2 / releases);
  return {
    ratio: separationRatio(points, labels, CLUSTERS) ?? 0,
    assumptions: assumptionsOf({
      points: points.rows,
      dimension: DIMENSION,
      clusters: CLUSTERS,
      variance: 1,
      radius: clip,
      own: own.rows,
      epsilons: [STEP, STEP],
    }),
    errors: history.map((found) => errorOf(found, centres)),
    // Three standard deviations in every coordinate, of the noise and of a component's mean.
    floor: 3 * Math.sqrt(DIMENSION) * Math.hypot((clip * multiplier) / EACH, 1 / Math.sqrt(EACH)),
  };
}

function drawn(centres: Matrix, each: number, stream: Stream): Matrix {
  const draw = normalDraws(stream);
  const rows = Array.from({ length: centres.rows * each }, (_, i) =>
    row(centres, Math.floor(i / each)).map((x) => x + draw()),
  );
  return fromRows(rows);
}

function errorOf(found: Matrix, centres: Matrix): number {
  const distances = Array.from({ length: centres.rows }, (_, k) => {
    const mean = row(centres, k);
    const each = Array.from({ length: found.rows }, (_unused, h) =>
      Math.hypot(...row(found, h).map((x, c) => x - mean[c])),
    );
    return Math.min(...each);
  });
  return Math.max(...distances);
}

/** Whether the error is at most halved in every round, but for what noise adds: in each round and seed. */
function halved({ errors: [start, ...later], floor }: Tried): boolean[] {
  return later.map((error, round) => error <= start * 0.5 ** (round + 1) + floor);
}

function convergence(options: PaperOptions): Promise<readonly Cell[]> {
  return Promise.resolve(
    SETTINGS.map(({ at, apart, item, converges, theorem }): Cell => {
      const tried = Array.from({ length: options.seeds }, (_, i) => tryMixture(apart, i + 1));
      const [{ ratio, assumptions }] = tried;
      const last = tried.map((one) => halved(one)[ROUNDS - 1]);
      const held = converges ? tried.flatMap(halved) : last.map((one) => !one);
      return {
        item,
        at: `${at}: ratio ${ratio.toPrecision(3)}, ${text(assumptions)}`,
        found: {
          kind: 'cases',
          held: held.filter(Boolean).length,
          of: held.length,
          ...(theorem && { theorem }),
        },
      };
    }),
  );
}

const GAUSSIANS = { points: 100_000, dimension: 100, clusters: 10, variance: 0.5, own: 300 } as const;
/** The radius that Table 1 prints. */
const RADIUS = 10.57;

/** Appendix G.2: both assumptions hold for the Gaussians, each release with an epsilon of 1. */
function onGaussians(): Promise<readonly Cell[]> {
  const found = assumptionsOf({ ...GAUSSIANS, radius: RADIUS, epsilons: [1, 1] });
  return Promise.resolve(
    [found.diameter, found.serverPoints].map((share, at) => ({
      item: `feddp-assumption-${at + 1}`,
      at: `${share.toPrecision(2)} of what it allows, as the proof uses it`,
      found: { kind: 'cases', held: Number(share <= 1), of: 1 },
    })),
  );
}

export const THEOREMS: readonly Experiment[] = [
  { name: 'feddp-theorem-3', command: 'npm run paper -- claims', quick: 3, cells: convergence },
  { name: 'feddp-assumptions', command: 'npm run paper -- claims', quick: 1, cells: onGaussians },
];
