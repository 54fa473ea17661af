/** Shares of the others' points that a coalition puts together, and what comes out when the noise cancels. */

import { messagesOf } from '../../../src/attack/messages.ts';
import { type Learned, noiseSolver, solvedForSegments } from '../../../src/attack/shares.ts';
import { pearson } from '../../../src/attack/statistics.ts';
import type { Weights } from '../../../src/field/code.ts';
import { fieldKernel } from '../../../src/field/field-kernel.ts';
import { Reconstruction, sharedWords } from '../../../src/field/residues.ts';
import { WordField } from '../../../src/field/word-field.ts';
import { selectRows } from '../../../src/base/matrix.ts';
import type { Member, Truth, View } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { secretsOf } from '../sharing/encode.ts';
import { Shares } from '../messages.ts';

/** What the coalition holds of one owner's points, modulo one of the primes. */
interface Plane {
  readonly p: number;
  /** Of each member that has the owner's shares: all entries, and the public weights of segments and noise in them. */
  readonly shares: readonly Uint32Array[];
  readonly weights: readonly (readonly number[])[];
  /** The noiseless combinations of them, and the value of each at every entry. */
  readonly learned: readonly Learned<number>[];
  readonly values: readonly Uint32Array[];
}

/** What the coalition holds of one owner's points. */
export interface Pooled {
  /** The rows of the owner's points. */
  readonly rows: readonly number[];
  readonly planes: readonly Plane[];
}

/** The clients among the members: those who hold points. */
export function clientsOf(members: readonly Member[]): readonly Member[] {
  return members.filter(({ shard }) => shard !== undefined);
}

/** Why an attack that goes by who holds which point cannot be attempted, where it cannot. */
export function mixed({ alignment }: Agreed): string | undefined {
  return alignment === undefined ? undefined : 'nobody knows who holds which point, and it goes by that';
}

/** One entry for each client that is not in the coalition. */
export function pool({ agreed, members }: View<Agreed>, weightsOf: Weights): Pooled[] {
  const { clients, code, moduli, sizes, offsets } = agreed;
  const inbox = clientsOf(members).map(({ index, received }) => ({
    index,
    sharesOf: new Map(messagesOf(received, Shares).map(({ from, body }) => [from, body.values])),
  }));
  return clients.flatMap((owner, o) => {
    if (members.some(({ name }) => name === owner)) return [];
    const held = inbox.flatMap(({ index, sharesOf }) => {
      const values = sharesOf.get(owner);
      return values === undefined ? [] : [{ index, values }];
    });
    const planes = moduli.map((p, plane) => {
      const weights = held.map(({ index }) => weightsOf[plane][index]);
      const shares = held.map(({ values }) => values[plane]);
      const learned = solvedForSegments(new WordField(p), weights, code.l);
      const values = combined(
        p,
        learned.map((one) => one.shares),
        shares,
      );
      return { p, shares, weights, learned, values };
    });
    return [{ rows: Array.from({ length: sizes[o] }, (_, i) => offsets[o] + i), planes }];
  });
}

/** How many values of noiseless combinations there are, and how many of them these points have too. */
export function compareValues(
  pooled: readonly Pooled[],
  { agreed, points }: Truth<Agreed>,
): { readonly values: number; readonly equal: number } {
  let values = 0;
  let equal = 0;
  for (const { rows, planes } of pooled) {
    const secrets = secretsOf({ ...agreed, points: selectRows(points, rows) });
    planes.forEach(({ p, learned, values: found }, plane) => {
      const expected = combined(
        p,
        learned.map(({ segments }) => segments),
        secrets[plane],
      );
      found.forEach((vector, at) => {
        values += vector.length;
        vector.forEach((value, i) => (equal += Number(value === expected[at][i])));
      });
    });
  }
  return { values, equal };
}

/** The quantised coordinates that come back whole: `coordinates[row][column]`, undefined where they stay hidden. */
export function recoveredCoordinates(
  pooled: readonly Pooled[],
  { code, moduli, width, dimension }: Agreed,
): Map<number, readonly (bigint | undefined)[]> {
  const reconstruction = new Reconstruction(moduli);
  const recovered = new Map<number, readonly (bigint | undefined)[]>();
  for (const { rows, planes } of pooled) {
    const segments = Array.from({ length: code.l }, (_, u) => {
      const own = planes.map(({ learned, values }) => values[learned.findIndex((one) => isSegment(one, u))]);
      return own.every((plane) => plane !== undefined) ? own : undefined;
    });
    rows.forEach((row, i) => {
      const coordinates = Array.from({ length: dimension }, (_, c) => {
        const segment = segments[Math.floor(c / width)];
        return segment && reconstruction.exactSigned(segment, i * width + (c % width));
      });
      recovered.set(row, coordinates);
    });
  }
  return recovered;
}

/** Whether a combination is one segment and nothing else. */
function isSegment({ segments }: Learned<number>, u: number): boolean {
  return segments.every((coefficient, v) => coefficient === Number(u === v));
}

/**
 * How little the noise would look like noise if these were the points. From t shares of t noise vectors the noise
 * follows for any points whatever; for uniform noise it is as uniform for all of them. Noise that repeats from point to
 * point, or comes from a small range, does so for the true points only. 0 where the noise does not follow.
 */
export function noiseStructure(pooled: readonly Pooled[], { agreed, points }: Truth<Agreed>): number {
  let structure = 0;
  for (const { rows, planes } of pooled) {
    const secrets = secretsOf({ ...agreed, points: selectRows(points, rows) });
    planes.forEach(({ p, shares, weights }, plane) => {
      const field = new WordField(p);
      const solver = noiseSolver(field, weights, agreed.code.l);
      if (solver === undefined) return;
      const ofSegments = combined(
        p,
        weights.map((row) => row.slice(0, agreed.code.l)),
        secrets[plane],
      );
      const ofNoise = shares.map((share, j) => share.map((value, i) => field.sub(value, ofSegments[j][i])));
      for (const noise of combined(p, solver, ofNoise)) structure += clustering(noise, p);
    });
  }
  return structure;
}

const RANGES = 16;

/** How uneven values are over equal ranges of the field. */
function clustering(values: Uint32Array, p: number): number {
  const counts = new Float64Array(RANGES);
  for (const value of values) counts[Math.floor((value / p) * RANGES)]++;
  return pearson(counts);
}

function combined(
  p: number,
  weights: readonly (readonly number[])[],
  inputs: readonly Uint32Array[],
): Uint32Array[] {
  const outputs = weights.map(() => sharedWords(inputs[0]?.length ?? 0));
  if (outputs.length > 0) fieldKernel.combine(p, weights, inputs, outputs);
  return outputs;
}
