import { describe, expect, test } from 'vitest';
import { feddp } from '../../../bin/standard.ts';
import { clipSumToGrid, clipToGrid, gridPoints } from '../../../actors/feddp/grid.ts';
import { outerTriangle, symmetric } from '../../../actors/feddp/statistics.ts';
import type { NoisyOutcome } from '../../../actors/blocks/noise/spent.ts';
import { fromRows, type Matrix, row } from '../../../src/core/base/matrix.ts';
import { vectors } from '../../support/vectors.ts';
import { bodyOf, type Played, play, scenarioFiles } from '../../support/scenarios.ts';

interface EndToEnd {
  readonly clients: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly server: readonly (readonly number[])[];
  readonly clipped: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly K: number;
  readonly clip: number;
  readonly minimum_weight: number;
  readonly projector: readonly (readonly number[])[];
  readonly weight_sum: readonly number[];
  readonly projected_centres: readonly (readonly number[])[];
  readonly initial_centres: readonly (readonly number[])[];
  readonly lloyd: readonly { readonly centres: readonly (readonly number[])[] }[];
  readonly client_level_step3: { readonly initial_centres: readonly (readonly number[])[] };
}

interface Dp {
  readonly sensitivity: {
    readonly points: readonly {
      readonly point: readonly number[];
      readonly clip: string;
      readonly clipped: readonly string[];
      readonly outer: readonly (readonly string[])[];
      readonly upper_triangle_squared: string;
      readonly isometric_squared: string;
    }[];
  };
  readonly end_to_end: { readonly cases: readonly EndToEnd[] };
  readonly client_clipping: readonly {
    readonly norm: 1 | 2;
    readonly clip: number;
    readonly value: readonly number[];
    readonly clipped: readonly number[];
  }[];
  readonly message_elements: {
    readonly cases: readonly {
      d: number;
      K: number;
      server_points: number;
      T: number;
      level: string;
      up_per_client: number;
      down_per_client: number;
    }[];
  };
}

const dp = vectors<Dp>('dp.json');
const all: Dp | undefined = dp.absent ? undefined : dp.read();
const load = scenarioFiles();

/** A run without noise on a grid so fine that it is not seen. */
async function silently(
  vector: EndToEnd,
  settings: object,
): Promise<{ played: Played; outcome: NoisyOutcome }> {
  const scenario = load({
    shards: Object.values(vector.clients),
    protocol: {
      name: 'feddp',
      clusters: vector.K,
      clip: vector.clip,
      minimumWeight: vector.minimum_weight,
      starts: 50,
      bits: 16,
      server: { points: vector.server },
      noise: { by: 'nobody' },
      ...settings,
    },
  });
  const played = await play(scenario);
  return { played, outcome: played.outcome as NoisyOutcome };
}

/** Of a rational number, such as 6/5. */
function fraction(text: string): number {
  const [numerator, denominator = 1] = text.split('/').map(Number);
  return numerator / denominator;
}

/** Centres in an order of their own. */
function sorted(rows: Iterable<ArrayLike<number>>): number[][] {
  return [...rows].map((one) => Array.from(one)).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function rowsOf(matrix: Matrix): Float64Array[] {
  return Array.from({ length: matrix.rows }, (_, i) => row(matrix, i));
}

function expectNear(got: readonly (readonly number[])[], wanted: readonly (readonly number[])[], digits = 2) {
  expect(got.length).toBe(wanted.length);
  got.forEach((values, i) => values.forEach((x, c) => expect(x).toBeCloseTo(wanted[i][c], digits)));
}

describe.skipIf(dp.absent)(`${dp.title}`, () => {
  test.each(all?.end_to_end.cases ?? [])(
    'every stage of a run without noise is as computed elsewhere',
    async (v) => {
      const { played, outcome } = await silently(v, { rounds: v.lloyd.length });
      const { body: projection } = bodyOf<{ directions: Float64Array; points: Float64Array }>(
        feddp,
        played.history.sent('projection')[0].payload as Uint8Array,
      );
      const d = v.server[0].length;
      const basis = { rows: v.K, columns: d, values: projection.directions };
      const projector = v.projector.map((_, a) =>
        v.projector.map((__, b) =>
          rowsOf(basis).reduce((sum, direction) => sum + direction[a] * direction[b], 0),
        ),
      );
      expectNear(projector, v.projector, 3);

      const { body: told } = bodyOf<{ values: Float64Array }>(
        feddp,
        played.history.sent('projected-centres')[0].payload as Uint8Array,
      );
      // In the coordinates of the span; the vectors have them in those of the data.
      const lifted = rowsOf({ rows: v.K, columns: v.K, values: told.values }).map((centre) =>
        Array.from({ length: d }, (_, c) => centre.reduce((sum, x, h) => sum + x * row(basis, h)[c], 0)),
      );
      expectNear(sorted(lifted), sorted(v.projected_centres));

      const rounds = played.history
        .sent('centres')
        .map(({ payload }) => bodyOf<{ values: Float64Array }>(feddp, payload as Uint8Array).body.values);
      const perRound = rounds.filter((_, i) => i % Object.keys(v.clients).length === 0);
      expect(perRound.length).toBe(v.lloyd.length);
      expectNear(sorted(rowsOf({ rows: v.K, columns: d, values: perRound[0] })), sorted(v.initial_centres));
      for (const [i, { centres }] of v.lloyd.entries()) {
        const after = perRound[i + 1] ?? (outcome.centres as Matrix).values;
        expectNear(sorted(rowsOf({ rows: v.K, columns: d, values: after })), sorted(centres));
      }
    },
  );

  test.each(all?.end_to_end.cases ?? [])('at client level centres are means of means', async (v) => {
    const wide = 1e4;
    // A whole client is clipped in what it adds, and not in its points.
    const clipped = { ...v, clients: v.clipped };
    const { outcome } = await silently(clipped, {
      level: 'client',
      clip: undefined,
      bits: 22,
      minimumWeight: v.minimum_weight - 0.5,
      clips: { outer: wide, weights: 50, means: 100, indicators: v.K },
    });
    const found = sorted(rowsOf(outcome.centres as Matrix));
    expect(found.length).toBe(v.K);
    expectNear(found, sorted(v.client_level_step3.initial_centres), 1);
  });

  test.each(all?.client_clipping ?? [])('$value is clipped to $clip in L$norm', (v) => {
    const steps = 2 ** 20;
    const value = Float64Array.from(v.value);
    const integers = v.norm === 1 ? clipSumToGrid(value, v.clip, steps) : clipToGrid(value, v.clip, 20);
    v.clipped.forEach((x, i) => expect((integers[i] * v.clip) / steps).toBeCloseTo(x, 4));
  });

  test.each(all?.sensitivity.points ?? [])(
    '$point at a clip of $clip has the norm that its clip allows',
    (v) => {
      const clip = fraction(v.clip);
      const d = v.point.length;
      const placed = gridPoints(fromRows([v.point]), clip, 20).values;
      // Truncated toward zero, by less than a step but for the rounding of doubles.
      v.clipped.forEach((x, c) => expect((placed[c] * clip) / 2 ** 20).toBeCloseTo(fraction(x), 4));
      const triangle = outerTriangle(fromRows([v.clipped.map(fraction)]));
      const outer = v.outer.flat().map(fraction);
      symmetric(triangle, d).values.forEach((x, at) => expect(x).toBeCloseTo(outer[at], 9));
      const squares = (weight: number): number =>
        triangle.reduce((sum, x, at) => sum + (at < d ? 1 : weight) * x * x, 0);
      expect(squares(2) / fraction(v.isometric_squared)).toBeCloseTo(1, 9);
      expect(squares(1) / fraction(v.upper_triangle_squared)).toBeCloseTo(1, 9);
      expect(squares(2)).toBeLessThanOrEqual(clip ** 4 * (1 + 1e-9));
    },
  );

  test.each(all?.message_elements.cases ?? [])(
    'd=$d, K=$K, $server_points points of the server, T=$T: $up_per_client up, $down_per_client down',
    ({ d, K, server_points: q, T, level, up_per_client: up, down_per_client: down }) => {
      const population = {
        clients: ['a', 'b', 'c'],
        sizes: [4, 4, 4],
        points: 12,
        dimension: d,
        minimum: Array<number>(d).fill(0),
        maximum: Array<number>(d).fill(1),
      };
      const parameters = feddp.parameters.parse({
        clusters: K,
        level,
        rounds: T,
        server: { uniform: q },
        noise: { by: 'server' },
        ...(level === 'client' && { clips: { outer: 1, means: 1, sums: 1, counts: 1 } }),
      });
      const cost = feddp.cost(feddp.agree(parameters as never, population), population, T);
      const total = (names: readonly string[]): number =>
        cost
          .flatMap(({ messages }) => messages)
          .filter(({ type }) => names.includes(type.name))
          .reduce((sum, { elements }) => sum + elements, 0);
      expect(total(['clear'])).toBe(3 * up);
      expect(total(['projection', 'projected-centres', 'centres'])).toBe(3 * down);
    },
  );
});
