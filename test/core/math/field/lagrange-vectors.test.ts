import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../../src/core/base/errors.ts';
import { nearestClusters } from '../../../../src/core/math/cluster/scaled-distances.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import {
  answersNeeded,
  type Code,
  decodingWeights,
  encodingWeights,
  type EvaluationPoints,
  evaluationPoints,
  lagrangeBasis,
} from '../../../../src/core/math/field/lagrange.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { distanceBound } from '../../../../src/core/math/field/quantise.ts';
import { WORD_BITS, WordField } from '../../../../src/core/math/field/word-field.ts';
import { vectors } from '../../../support/vectors.ts';
import { checkCode } from '../../../support/checked-code.ts';
import { dot } from '../../../support/field-sums.ts';

/** Integers of the vectors are decimal strings. */
type Row = readonly string[];

type Table = readonly Row[];

interface CodeVector {
  readonly name: string;
  readonly p: string;
  readonly n: string;
  readonly l: string;
  readonly t: string;
  readonly alphas: Row;
  readonly betas: Row;
}

interface Case extends CodeVector {
  readonly data: Table;
  /** `noise[i][w]` is a vector. */
  readonly noise: readonly Table[];
  readonly clusters: Table;
  readonly no_wraparound: boolean;
  readonly decoded_sum: Table;
  readonly true_integer_sum: Table;
  /** Only where nothing wraps. */
  readonly next_assignment_lowest_index_ties?: Row;
}

interface Run extends CodeVector {
  readonly k: string;
  readonly signed_data: Table;
  readonly noise: readonly Table[];
  readonly initial_assignment: Row;
  readonly iterations: readonly { readonly wraps: boolean }[];
}

interface Coalition extends CodeVector {
  readonly learned_combinations: readonly {
    readonly combos: readonly { readonly share_coeffs: Row; readonly data_segment_coeffs: Row }[];
  }[];
}

interface Lcc {
  readonly cases: readonly Case[];
  readonly secfc_runs: readonly Run[];
  readonly collusion: readonly Coalition[];
  readonly invalid_parameters: readonly (Partial<CodeVector> & {
    readonly p: string;
    readonly d?: string;
    readonly why: string;
  })[];
}

const lcc = vectors<Lcc>('lcc.json');

const { cases, secfc_runs, collusion, invalid_parameters }: Lcc = lcc.absent
  ? { cases: [], secfc_runs: [], collusion: [], invalid_parameters: [] }
  : lcc.read();

const mersenne61 = new PrimeField(2n ** 61n - 1n);

describe.skipIf(lcc.absent)(`${lcc.title}`, () => {
  test.each(cases)('$name: shares, answers, decoded sums and weights are those of the vector', (vector) => {
    expect(vector).toMatchObject(replay(new PrimeField(BigInt(vector.p)), vector));
  });

  test.each(cases.filter(({ p }) => Number(p) < 2 ** WORD_BITS))('$name: words give the same', (vector) => {
    expect(vector).toMatchObject(replay(new WordField(Number(vector.p)), vector));
  });

  test.each(cases)('$name: a decoded sum is the distance in integers, modulo p where it wraps', (vector) => {
    const { p, decoded_sum, true_integer_sum, no_wraparound } = vector;
    const wrapped = true_integer_sum.map((row) => row.map((value) => `${BigInt(value) % BigInt(p)}`));
    expect(decoded_sum).toEqual(no_wraparound ? true_integer_sum : wrapped);
  });

  test.each(cases.filter(({ no_wraparound }) => no_wraparound))(
    '$name: decoded sums give the next assignment, the lowest index where two are equal',
    ({ clusters, decoded_sum, next_assignment_lowest_index_ties }) => {
      const next = nearest(
        decoded_sum.map((row) => row.map(BigInt)),
        clusters.map(({ length }) => length),
      );
      expect(next.map(String)).toEqual(next_assignment_lowest_index_ties);
    },
  );

  test.each(secfc_runs.filter((run) => !wraps(run)))(
    '$name: the bound is below p, and every iteration is that of exact Lloyd',
    (run) => {
      const field = new PrimeField(BigInt(run.p));
      expect(boundOf(run)).toBeLessThan(field.modulus);
      expect(run).toMatchObject(secureLloyd(field, run));
    },
  );

  test.each(secfc_runs.filter(wraps))(
    '$name: the bound is not below p, and a field above it follows exact Lloyd',
    (run) => {
      expect(boundOf(run)).toBeGreaterThanOrEqual(BigInt(run.p));
      expect(boundOf(run)).toBeLessThan(mersenne61.modulus);
      expect(run).toMatchObject(secureLloyd(mersenne61, run));
    },
  );

  test.each(collusion)('$name: shares combine, free of noise, to what the vector lists', (vector) => {
    const field = new PrimeField(BigInt(vector.p));
    const weights = encodingWeights(field, pointsOf(field, vector));
    const combinations = vector.learned_combinations.flatMap(({ combos }) => combos);
    const combined = combinations.map(({ share_coeffs }) =>
      combine(field, share_coeffs.map(BigInt), weights.slice(0, share_coeffs.length)).map(String),
    );
    const noise = Array.from({ length: Number(vector.t) }, () => '0');
    expect(combined).toEqual(
      combinations.map(({ data_segment_coeffs }) => data_segment_coeffs.concat(noise)),
    );
  });

  test('points are accepted, but for an alpha on the beta of a noise vector, which would do no harm', () => {
    const refused = [...cases, ...secfc_runs, ...collusion].flatMap((vector) => {
      const field = new PrimeField(BigInt(vector.p));
      const reason = refusal(() => checkCode(field, codeOf(vector), pointsOf(field, vector)));
      return reason === undefined ? [] : [[vector.name, reason]];
    });
    expect(refused.map(([name]) => name)).toContain('harmless_alpha1_eq_noise_beta');
    for (const [name, reason] of refused) {
      expect(name).toMatch(/^harmless_/);
      expect(reason).toMatch(/^expected distinct alphas and betas, got \d+ twice$/);
    }
  });

  test('parameters that cannot work are refused with the reason', () => {
    // Without `l does not divide d`, the one that gives d: points are padded with zeros instead.
    const invalid = invalid_parameters.filter(({ d }) => d === undefined);
    const outcomes = invalid.map(({ p, n, l = '1', t = '1', alphas, betas, why }) => {
      const code = { n: Number(n ?? alphas?.length), l: Number(l), t: Number(t) };
      const reason = refusal(() => {
        const field = new PrimeField(BigInt(p));
        const points = evaluationPoints(field, code);
        checkCode(field, code, {
          alphas: alphas?.map(BigInt) ?? points.alphas,
          betas: betas?.map(BigInt) ?? points.betas,
        });
      });
      return { why, reason };
    });
    const unexpected = outcomes.filter(
      ({ why, reason = '' }) => !REASONS.some(([theirs, ours]) => theirs.test(why) && ours.test(reason)),
    );
    expect(unexpected).toEqual([]);
  });
});

/** Why the vectors call parameters invalid, and what we say of them. */
const REASONS: readonly (readonly [RegExp, RegExp])[] = [
  [/no distinct alphas/, /^expected at least n\+l\+t = \d+ field elements, got \d+$/],
  [/> n=/, /^expected n >= 2\(l\+t\)-1 = \d+ parties, got \d+$/],
  [/not prime/, /^expected a prime modulus, got \d+$/],
  [/repeated|raw segment/, /^expected distinct alphas and betas, got \d+ twice$/],
];

/** What the vectors call by these names, in their notation. */
function replay<E extends bigint | number>(field: Field<E>, vector: Case): object {
  const { alphas, betas } = pointsOf(field, vector);
  const code = codeOf(vector);
  const segmentPoints = betas.slice(0, code.l);
  const members = vector.clusters.map((cluster) => cluster.map(Number));
  const shares = share(field, vector, vector.data);
  const centres = shares.map((rows) => members.map((cluster) => sumRows(field, pick(rows, cluster))));
  const answers = shares.map((rows, j) => scaledDistances(field, rows, centres[j], members));

  const first = alphas.slice(0, answersNeeded(code));
  const last = alphas.slice(-answersNeeded(code));
  const basis = lagrangeBasis(field, first, segmentPoints);
  const firstWeights = decodingWeights(field, first, segmentPoints);
  const lastWeights = decodingWeights(field, last, segmentPoints);
  return inDecimal({
    shares,
    coded_centers: centres,
    coded_distances: answers,
    phi_at_betas: answers[0].map((row, i) =>
      row.map((_, h) =>
        basis.map((weights) =>
          dot(
            field,
            weights,
            first.map((__, j) => answers[j][i][h]),
          ),
        ),
      ),
    ),
    decoded_sum: decode(field, firstWeights, answers.slice(0, first.length)),
    decoded_sum_from_last_K: decode(field, lastWeights, answers.slice(-last.length)),
    decode_weights_first_K: firstWeights,
  });
}

/** Algorithm 1 of SecFC, in the notation of the vectors; the last parties are left out. */
function secureLloyd<E extends bigint | number>(field: Field<E>, run: Run): object {
  const code = codeOf(run);
  const { alphas, betas } = pointsOf(field, run);
  const parties = alphas.slice(0, answersNeeded(code));
  const weights = decodingWeights(field, parties, betas.slice(0, code.l));
  const shares = share(field, run, run.signed_data).slice(0, parties.length);
  const clusters = Array.from({ length: Number(run.k) }, (_, h) => h);

  const assignments: number[][] = [];
  const iterations: object[] = [];
  let next = run.initial_assignment.map(Number);
  for (let labels: number[] | undefined; labels?.join() !== next.join();) {
    labels = next;
    assignments.push(labels);
    const members = clusters.map((h) => [...next.keys()].filter((i) => next[i] === h));
    const sizes = members.map(({ length }) => length);
    if (sizes.includes(0)) {
      const status = `empty cluster at iteration ${iterations.length}`;
      return inDecimal({ assignments_per_iteration: assignments, iterations, status });
    }
    const answers = shares.map((rows) => {
      const centres = members.map((cluster) => sumRows(field, pick(rows, cluster)));
      return scaledDistances(field, rows, centres, members);
    });
    const distances = decode(field, weights, answers);
    next = nearest(
      distances.map((row) => row.map(BigInt)),
      sizes,
    );
    iterations.push({ sizes, d_prime: distances, new_assignment: next });
  }
  return inDecimal({ assignments_per_iteration: assignments, iterations, status: 'converged' });
}

/** `shares[j][i]`: what party j holds of point i. */
function share<E>(field: Field<E>, vector: CodeVector & { noise: readonly Table[] }, data: Table): E[][][] {
  const columns = data[0].length / Number(vector.l);
  const secrets = data.map((point, i) => {
    const segments = Array.from({ length: Number(vector.l) }, (_, u) =>
      point.slice(u * columns, (u + 1) * columns),
    );
    return [...segments, ...vector.noise[i]].map((row) => elements(field, row));
  });
  return encodingWeights(field, pointsOf(field, vector)).map((weights) =>
    secrets.map((rows) => combine(field, weights, rows)),
  );
}

/** `||mu_h - |S_h| x_i||^2` of a party's shares. */
function scaledDistances<E>(field: Field<E>, rows: E[][], centres: E[][], members: number[][]): E[][] {
  return rows.map((x) =>
    centres.map((centre, h) => {
      const size = field.from(members[h].length);
      const differences = centre.map((value, c) => field.sub(value, field.mul(size, x[c])));
      return dot(field, differences, differences);
    }),
  );
}

/** `decoded[i][h]` from `answers[j][i][h]`. */
function decode<E>(field: Field<E>, weights: E[], answers: E[][][]): E[][] {
  return answers[0].map((row, i) =>
    row.map((_, h) =>
      dot(
        field,
        weights,
        answers.map((answer) => answer[i][h]),
      ),
    ),
  );
}

function nearest(distances: readonly (readonly bigint[])[], sizes: readonly number[]): number[] {
  const labels = nearestClusters({
    points: distances.length,
    sizes: Uint32Array.from(sizes),
    approximate: (i, h) => Number(distances[i][h]),
    exact: (i, h) => distances[i][h],
  });
  return [...labels];
}

function wraps({ iterations }: Run): boolean {
  return iterations.some((iteration) => iteration.wraps);
}

function boundOf({ signed_data }: Run): bigint {
  const columns = signed_data[0].map((_, c) => signed_data.map((point) => Number(point[c])));
  return distanceBound(
    signed_data.length,
    columns.map((values) => Math.min(...values)),
    columns.map((values) => Math.max(...values)),
  );
}

function codeOf({ n, l, t }: CodeVector): Code {
  return { n: Number(n), l: Number(l), t: Number(t) };
}

function pointsOf<E>(field: Field<E>, { alphas, betas }: CodeVector): EvaluationPoints<E> {
  return { alphas: elements(field, alphas), betas: elements(field, betas) };
}

function elements<E>(field: Field<E>, row: Row): E[] {
  return row.map((value) => field.from(BigInt(value)));
}

/** The sum of rows, each times its weight. */
function combine<E>(field: Field<E>, weights: readonly E[], rows: readonly (readonly E[])[]): E[] {
  return rows[0].map((_, c) =>
    dot(
      field,
      weights,
      rows.map((row) => row[c]),
    ),
  );
}

function sumRows<E>(field: Field<E>, rows: readonly (readonly E[])[]): E[] {
  return combine(
    field,
    rows.map(() => field.one),
    rows,
  );
}

function pick<T>(items: readonly T[], indices: readonly number[]): T[] {
  return indices.map((index) => items[index]);
}

/** Numbers and bigints as decimal strings, at any depth. */
function inDecimal(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item === 'bigint' || typeof item === 'number' ? `${item}` : item,
    ),
  );
}

/** Why a {@link CahootsError} was thrown; undefined when none was. */
function refusal(act: () => void): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof CahootsError) return error.message;
    throw error;
  }
  return undefined;
}
