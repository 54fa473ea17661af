/** The settings of SecFC, and what its parties agree on before it starts: all of it public. */

import {
  coordinateProblem,
  gridProblem,
  largestCoordinate,
  lloydParameters,
  restartsOf,
  subsetsOf,
  startProblems,
  z,
} from '../../src/core/kit/settings.ts';
import {
  answersNeeded,
  type Code,
  distanceBound,
  largestModuli,
  MAX_MODULI,
  moduliAbove,
  quantise,
} from '../../src/core/kit/field.ts';
import { type Population, type Problem } from '../../src/core/kit/index.ts';
import { type Alignment, alignment, alignmentProblems, sparseSumParameters } from '../blocks/index.ts';
import { FACTOR_BITS } from './shape.ts';

/**
 * How many timeouts a client waits for a message from the server, which waits up to two for ready clients, one for
 * stragglers among them and one for answers, and then computes.
 */
export const CLIENT_PATIENCE = 5;

/** The longest `timeout` with which all waits of a run can be represented: some 500 h, in ns. */
const LONGEST_TIMEOUT = 2 ** 53 / CLIENT_PATIENCE;

export const parameters = z.strictObject({
  ...lloydParameters,
  privacy: z.int().min(1).meta({ description: 't: this many colluding clients learn nothing' }),
  segments: z.int().min(1).default(1).meta({
    description:
      'l: number of parts into which a point is cut; more parts mean smaller shares and more answers',
  }),
  scale: z
    .number()
    .positive()
    .default(1000)
    .meta({ description: 'points are rounded down to multiples of 1/scale' }),
  moduli: z.int().min(1).max(MAX_MODULI).optional().meta({
    description:
      'number of 28-bit primes that make up the field; absent: as many as the announced ranges need',
    example: 2,
  }),
  align: sparseSumParameters.optional().meta({
    description:
      'how identifiers of points are aligned securely, so that nobody learns who holds which (section 6); absent: everybody knows',
  }),
  disclosure: z.enum(['distances', 'blinded', 'order']).default('distances').meta({
    description:
      'what the server sees of the distances: all; all times a random factor per point and round; which centre is nearer',
  }),
  minimumCluster: z.int().min(1).default(1).meta({
    description: 'clients refuse assignments with smaller clusters, and an honest server dissolves them',
  }),
  reveal: z
    .boolean()
    .default(false)
    .meta({ description: 'whether the clients reveal the final centres on purpose' }),
  publish: z.boolean().optional().meta({
    description:
      'whether clients publish in the end which identifiers are of their points (section 7), where align hides it',
    example: true,
  }),
  byzantine: z.int().min(0).default(0).meta({
    description:
      'A: number of Byzantine clients whose wrong answers are corrected and that are blamed; each takes two more answers',
  }),
  verifiableSharing: z.boolean().default(false).meta({
    description:
      'whether a secret sharing is verified before the first round (VSS): all shares of an owner lie on one polynomial',
  }),
});

export type Parameters = z.output<typeof parameters>;

export interface Agreed {
  readonly clients: readonly string[];
  /** n clients, l segments, t colluding clients that learn nothing. */
  readonly code: Code;
  readonly moduli: readonly number[];
  /** Private alignment of identifiers, which hides who holds which point; absent: everybody knows. */
  readonly alignment?: Alignment | undefined;
  /**
   * Number of points that each client shares, and the index of its first; with alignment everybody shares all points
   * (Appendix B).
   */
  readonly sizes: readonly number[];
  readonly offsets: readonly number[];
  /** m: the number of all points. */
  readonly points: number;
  readonly dimension: number;
  /** The announced range of each coordinate. */
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
  /** Entries of a segment: dimension / l, rounded up; the last segment is padded with zeros. */
  readonly width: number;
  /** k */
  readonly clusters: number;
  readonly scale: number;
  /** 2(l+t)-1: the number of answers needed to decode. */
  readonly answers: number;
  /** A: the number of wrong answers that are corrected, given two more answers for each. */
  readonly byzantine: number;
  readonly verifiableSharing: boolean;
  readonly centreSeparation: boolean;
  /** Per start. */
  readonly maxIterations: number;
  readonly restarts: number;
  /** The server starts from centres that are means of this many randomly drawn points; absent: from something else. */
  readonly subsets: number | undefined;
  readonly empty: 'keep' | 'farthest';
  readonly disclosure: 'distances' | 'blinded' | 'order';
  readonly minimumCluster: number;
  readonly reveal: boolean;
  /** Whether clients say in the end which aligned identifiers are theirs. */
  readonly publish?: true;
  readonly timeoutNs: number;
}

/** What all parties know: the code, the field's moduli, the quantisation, and the start. */
export function agree(settings: Parameters, population: Population): Agreed {
  const { clients, points, dimension, minimum, maximum } = population;
  const { align, timeout } = settings;
  const sizes = align === undefined ? population.sizes : clients.map(() => points);
  const rows = { universe: points, identifiers: points };
  const code = { n: clients.length, l: settings.segments, t: settings.privacy };
  const subsets = subsetsOf(settings.start);
  let next = 0;
  return {
    clients,
    code,
    moduli:
      settings.moduli === undefined
        ? moduliAbove(bound(settings, population))
        : largestModuli(settings.moduli),
    sizes,
    alignment: align && alignment(align, clients, rows, timeout),
    offsets: sizes.map((size) => (align === undefined ? (next += size) - size : 0)),
    points,
    dimension,
    minimum,
    maximum,
    width: Math.ceil(dimension / code.l),
    clusters: settings.clusters,
    scale: settings.scale,
    answers: answersNeeded(code),
    byzantine: settings.byzantine,
    verifiableSharing: settings.verifiableSharing,
    centreSeparation: settings.centreSeparation,
    maxIterations: settings.maxIterations,
    restarts: restartsOf(settings.start),
    subsets,
    empty: settings.empty,
    disclosure: settings.disclosure,
    minimumCluster: settings.minimumCluster,
    reveal: settings.reveal,
    ...(settings.publish === true && { publish: true }),
    timeoutNs: timeout,
  };
}

/**
 * What the size of the field must exceed, from the announced ranges and the number of points: every decoded distance
 * and, if centres are revealed, every sum of points, of either sign.
 */
function bound({ scale, reveal, disclosure }: Parameters, population: Population): bigint {
  const { points, minimum, maximum } = population;
  const grid = (x: number): number => quantise(x, scale);
  const plain = distanceBound(points, minimum.map(grid), maximum.map(grid));
  const factor = disclosure === 'distances' ? 1n : 2n ** BigInt(FACTOR_BITS);
  // Comparisons are scaled by a squared cluster size, and have either sign, with a gap between the two ranges.
  const distances = plain * factor * (disclosure === 'order' ? 4n * BigInt(points) ** 2n : 1n);
  // Rounding down may take a coordinate one step further from zero.
  const largest = grid(largestCoordinate(population)) + 1;
  const sums = 2n * BigInt(points) * BigInt(largest);
  return reveal && sums > distances ? sums : distances;
}

/** Settings that would need a server that can compare the distances of different points. */
function disclosureProblems({ disclosure, start, empty }: Parameters): Problem[] {
  if (disclosure === 'distances') return [];
  const where = `where disclosure is ${disclosure}, as the server cannot compare the distances of two points`;
  const restarts = restartsOf(start);
  return [
    ...(restarts > 1
      ? [{ path: 'protocol.start.restarts', expected: `1 ${where}`, got: `${restarts}` }]
      : []),
    ...(empty === 'farthest' ? [{ path: 'protocol.empty', expected: `keep ${where}`, got: empty }] : []),
  ];
}

/** All impossible combinations of settings, by section 4.2 and Appendix A. */
export function check(settings: Parameters, population: Population): Problem[] {
  const { privacy, segments, scale, minimumCluster, clusters, byzantine } = settings;
  const { clients, dimension } = population;
  const n = clients.length;
  const problems: Problem[] = [
    ...coordinateProblem(population),
    ...startProblems(settings, population),
    ...disclosureProblems(settings),
  ];
  if (segments > dimension) {
    problems.push({
      path: 'protocol.segments',
      expected: `at most the dimension, ${dimension}`,
      got: `${segments}`,
    });
  }
  const needed = answersNeeded({ n, l: segments, t: privacy });
  if (n < needed) {
    const rule = `n >= 2(l+t)-1 = ${needed} clients for segments l=${segments} and privacy t=${privacy}`;
    problems.push({ path: 'protocol.privacy', expected: rule, got: `n=${n}` });
  } else if (n < needed + 2 * byzantine) {
    const rule = `n >= 2(l+t)-1+2A = ${needed + 2 * byzantine} clients for segments l=${segments}, privacy t=${privacy} and byzantine A=${byzantine}`;
    problems.push({ path: 'protocol.byzantine', expected: rule, got: `n=${n}` });
  }
  if (minimumCluster > 1 && minimumCluster * clusters > population.points) {
    problems.push({
      path: 'protocol.minimumCluster',
      expected: `at most ${Math.floor(population.points / clusters)}, so that ${clusters} clusters can be`,
      got: `${minimumCluster}`,
    });
  }
  if (settings.disclosure === 'order' && settings.centreSeparation) {
    problems.push({
      path: 'protocol.centreSeparation',
      expected: 'false where the server sees the order of distances only',
      got: 'true',
    });
  }
  if (settings.publish === true && settings.align === undefined) {
    problems.push({
      path: 'protocol.publish',
      expected: 'it with align, as everybody knows otherwise who holds which point',
      got: 'true',
    });
  }
  if (settings.timeout > LONGEST_TIMEOUT) {
    const got = `${(settings.timeout / 3600e9).toPrecision(4)}h`;
    problems.push({ path: 'protocol.timeout', expected: 'at most 500h', got });
  }
  if (settings.align !== undefined)
    problems.push(...alignmentProblems(settings.align, n, population.points, 'protocol.align'));
  const tooFine = gridProblem(scale, population);
  if (tooFine !== undefined) {
    problems.push(tooFine);
  } else if (settings.moduli !== undefined) {
    const enough = moduliAbove(bound(settings, population)).length;
    if (settings.moduli < enough) {
      const why = `at least ${enough}: decoded values can reach ${bound(settings, population)}`;
      problems.push({ path: 'protocol.moduli', expected: why, got: `${settings.moduli}` });
    }
  }
  return problems;
}
