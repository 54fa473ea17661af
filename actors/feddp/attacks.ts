/**
 * What the server of FedDP-KMeans learns if it adds the noise itself, as in the authors' program: every client's sums
 * in the clear. A cluster in which a client has one point is that point; one point's outer product is the point up to
 * its sign.
 */

import { messagesOf } from '../../src/core/kit/attack.ts';
import {
  type Attack,
  type Claim,
  type Matrix,
  type Privacy,
  row,
  type Score,
  type Truth,
  type View,
} from '../../src/core/kit/index.ts';
import { besidesTime, epsilonAgreed } from '../blocks/noise/index.ts';
import { Clear } from '../blocks/noise/messages.ts';
import { HELPER } from '../blocks/prio3/index.ts';
import { Report } from '../blocks/prio3/messages.ts';
import { harmlessIn, learnersOf } from '../blocks/sums/index.ts';
import { adversaries } from './adversaries.ts';
import type { Agreed } from './agreed.ts';
import { helperAlone, serverOfProofs } from './proven-simulators.ts';
import { withServer } from './simulators.ts';
import { singleClients } from './single-clients.ts';
import { gridPoints } from './grid.ts';

/** A point in steps of the grid, whose sign may be unknown. */
interface KnownPoint {
  readonly point: Float64Array;
  readonly signed: boolean;
}

const clearSums: Attack<Agreed, readonly KnownPoint[]> = {
  name: 'clear-sums',
  summary:
    "reads points from clients' sums: those of clusters with one point, and the outer product of a client with one",
  needs: { server: true },
  inapplicable: ({ level }) => (level === 'point' ? undefined : 'contributions of whole clients are clipped'),
  reads: [Clear],
  guess: ({ agreed, members }: View<Agreed>): KnownPoint[] =>
    members
      .flatMap(({ received }) => messagesOf(received, Clear))
      .filter(({ from }) => members.every(({ name }) => name !== from))
      .flatMap(({ body: { aggregation, values } }) => claimsOf(agreed, aggregation, values)),
  score,
  fit: (claims, { agreed, points }) =>
    claims.filter((claim) => matches(claim, gridPoints(points, agreed.clip, agreed.bits))).length,
};

function claimsOf(
  { stages, dimension: d, clusters }: Agreed,
  stage: number,
  values: Float64Array,
): KnownPoint[] {
  switch (stages[stage].kind) {
    case 'outer': {
      const point = onlyPoint(values, d);
      return point === undefined ? [] : [{ point, signed: false }];
    }
    case 'weights':
      return [];
    case 'centres':
    case 'round':
      return Array.from({ length: clusters }, (_, h) => h)
        .filter((h) => values[clusters * d + h] === 1)
        .map((h) => ({ point: values.slice(h * d, (h + 1) * d), signed: true }));
  }
}

/** The one point whose outer product this is, up to its sign; undefined if it is the sum of several. */
function onlyPoint(triangle: Float64Array, d: number): Float64Array | undefined {
  const point = new Float64Array(d);
  let pivot = 0;
  for (let c = 1; c < d; c++) if (triangle[c] > triangle[pivot]) pivot = c;
  const root = Math.sqrt(triangle[pivot]);
  if (root === 0 || !Number.isInteger(root)) return undefined;
  const entry = (a: number, b: number): number => {
    const [i, j] = a < b ? [a, b] : [b, a];
    // The diagonal comes first, then, row after row, the entries right of it.
    return i === j ? triangle[i] : triangle[d + (i * (2 * d - i - 1)) / 2 + (j - i - 1)];
  };
  for (let c = 0; c < d; c++) point[c] = entry(pivot, c) / root;
  for (let a = 0; a < d; a++) {
    for (let b = a; b < d; b++) if (point[a] * point[b] !== entry(a, b)) return undefined;
  }
  return point;
}

function score(claims: readonly KnownPoint[], { agreed, points, hidden }: Truth<Agreed>): Score {
  const grid = gridPoints(points, agreed.clip, agreed.bits);
  const found = { signed: new Set<number>(), either: new Set<number>() };
  for (const claim of claims) {
    const at = rowOf(claim, grid, hidden);
    if (at !== undefined) (claim.signed ? found.signed : found.either).add(at);
  }
  const all = new Set([...found.signed, ...found.either]);
  return {
    exposed: all.size / Math.max(1, hidden.length),
    measures: {
      'points as they are': found.signed.size,
      'points up to their sign': [...found.either].filter((at) => !found.signed.has(at)).length,
    },
    meaning:
      all.size === 0
        ? 'no sum arrived in the clear, or none of a single point'
        : `${all.size} of ${hidden.length} points are known to a step of the grid, whatever epsilon says`,
  };
}

function rowOf(claim: KnownPoint, grid: Matrix, rows: readonly number[]): number | undefined {
  return rows.find((at) => {
    const point = row(grid, at);
    return (
      point.every((x, c) => x === claim.point[c]) ||
      (!claim.signed && point.every((x, c) => x === -claim.point[c]))
    );
  });
}

function matches(claim: KnownPoint, grid: Matrix): boolean {
  return (
    rowOf(
      claim,
      grid,
      Array.from({ length: grid.rows }, (_, i) => i),
    ) !== undefined
  );
}

export const privacy: Privacy<Agreed> = {
  attacks: [clearSums, singleClients],
  adversaries,
  shared: [Report],
  moduli({ stages }, message) {
    const { aggregation = 0 } = (message?.body ?? {}) as { readonly aggregation?: number };
    const stage = stages.at(aggregation);
    return stage === undefined ? [] : [stage.sum.session.modulus];
  },
  claims({ clients, noise, stages: [{ sum }] }) {
    // What is shown in the clear hides nothing, and how long noise takes tells of it.
    if (noise.by === 'server' || noise.time === 'words') return [];
    if (sum.proven !== undefined) return claimsOfProofs(clients.length);
    const client = harmlessIn(sum.session);
    return [
      {
        says: `${learnersOf(client)} the others' noisy sums, and nothing else`,
        coalition: { server: 1, client },
        attacks: [],
        simulator: withServer,
      },
    ];
  },
  statement(agreed) {
    const { noise, level, delta } = agreed;
    const unit = level === 'point' ? 'a point' : 'a client with all its points';
    if (noise.by === 'nobody') return 'No noise is added: what the server opens reveals single points.';
    const total = `epsilon ${epsilonAgreed(agreed).toPrecision(3)} at delta ${delta} for ${unit} that is added or removed${besidesTime(noise)}`;
    if (noise.by === 'server') {
      return `The server sees every client's sums in the clear; others see its results under noise: ${total}.`;
    }
    if (noise.by === 'aggregators') {
      return `The server and the helper see shares, and sums of all clients with noise of which each knows its own half: ${total}, unless the two collude.`;
    }
    const known = noise.colluding > 0 ? `, also if ${noise.colluding} clients reveal their shares to it` : '';
    return `The server sees sums of all clients with noise that no party knows: ${total}${known}.`;
  },
};

/** What one of the two aggregators learns, if the other one does not collude. */
function claimsOfProofs(clients: number): Claim[] {
  return [
    {
      says: "the helper by itself learns nothing about anybody's points",
      coalition: { [HELPER]: 1 },
      attacks: [],
      simulator: helperAlone,
    },
    {
      says: "the server, and clients with it, learn the others' sums with all of the helper's noise, and nothing else",
      coalition: { server: 1, client: clients - 1 },
      attacks: [],
      simulator: serverOfProofs,
    },
  ];
}
