/** A coalition's pooled shares of the others' points, and what remains when the noise cancels. */

import {
  fieldKernel,
  Reconstruction,
  sharedWords,
  type Weights,
  WordField,
} from '../../../src/core/kit/field.ts';
import {
  type Learned,
  messagesOf,
  noiseSolver,
  pearson,
  solvedForSegments,
} from '../../../src/core/kit/attack.ts';
import {
  type ObservedMessage,
  type Matrix,
  type Member,
  row,
  selectRows,
  type Truth,
  type View,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { secretsOf, sharedEntries } from '../sharing/encode.ts';
import { CheckedShares, Shares } from '../messages.ts';
import { checkResidues } from '../shape.ts';

/** What the coalition holds of one owner's points, modulo one of the primes. */
interface Plane {
  readonly p: number;
  /** For each member that has the owner's shares: all entries, and the public weights of segments and noise in them. */
  readonly shares: readonly Uint32Array[];
  readonly weights: readonly (readonly number[])[];
  /** Their noise-free combinations, and the value of each at every entry. */
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

/**
 * One entry for each client outside the coalition of which a member holds shares. With alignment, one for all of them
 * together: everybody shares a vector for every point, zero for those of others, and only the sum is the points.
 */
export function pool({ agreed, members }: View<Agreed>, weightsOf: Weights): Pooled[] {
  const { clients, alignment, sizes, offsets, points } = agreed;
  const inbox = clientsOf(members).map(({ index, received }) => ({
    index,
    dealt: dealtTo(received, agreed),
  }));
  const others = clients.filter((owner) => members.every(({ name }) => name !== owner));
  if (alignment !== undefined) {
    const held = inbox.flatMap(({ index, dealt }) => {
      const parts = others.flatMap((owner) => {
        const own = dealt.get(owner);
        return own === undefined ? [] : [own];
      });
      // A sum that lacks somebody's shares lies on another polynomial.
      return parts.length < others.length || others.length === 0
        ? []
        : [{ index, values: summed(parts, agreed) }];
    });
    const rows = Array.from({ length: points }, (_, i) => i);
    return held.length === 0 ? [] : [{ rows, planes: planesOf(held, weightsOf, agreed) }];
  }
  return others.flatMap((owner) => {
    const held = inbox.flatMap(({ index, dealt }) => {
      const values = dealt.get(owner);
      return values === undefined ? [] : [{ index, values }];
    });
    if (held.length === 0) return [];
    const o = clients.indexOf(owner);
    const rows = Array.from({ length: sizes[o] }, (_, i) => offsets[o] + i);
    return [{ rows, planes: planesOf(held, weightsOf, agreed) }];
  });
}

/** The shares of points received from each owner, without those of masks; values of any other shape are left out. */
function dealtTo(received: readonly ObservedMessage[], agreed: Agreed): Map<string, readonly Uint32Array[]> {
  const { clients, sizes, width, moduli } = agreed;
  const dealt = new Map<string, readonly Uint32Array[]>();
  for (const { from, body } of [...messagesOf(received, Shares), ...messagesOf(received, CheckedShares)]) {
    const length = (sizes[clients.indexOf(from)] ?? 0) * width;
    const whole = sharedEntries(length / width, width, agreed.verifiableSharing);
    if (dealt.has(from) || checkResidues(body.values, moduli, whole) !== true) continue;
    dealt.set(
      from,
      body.values.map((plane) => plane.subarray(0, length)),
    );
  }
  return dealt;
}

function summed(parts: readonly (readonly Uint32Array[])[], { moduli }: Agreed): Uint32Array[] {
  return moduli.map((p, plane) => {
    const [sum] = combined(
      p,
      [parts.map(() => 1)],
      parts.map((planes) => planes[plane]),
    );
    return sum;
  });
}

function planesOf(
  held: readonly { readonly index: number; readonly values: readonly Uint32Array[] }[],
  weightsOf: Weights,
  { moduli, code }: Agreed,
): Plane[] {
  return moduli.map((p, plane) => {
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
}

/** The points of these rows as they were shared: with zeros in place of the coalition's own. */
function sharedPoints(rows: readonly number[], { agreed, points, hidden }: Truth<Agreed>): Matrix {
  const selected = selectRows(points, rows);
  if (agreed.alignment === undefined) return selected;
  const others = new Set(hidden);
  rows.forEach((at, i) => {
    if (!others.has(at)) row(selected, i).fill(0);
  });
  return selected;
}

/** How many values of noise-free combinations there are, and how many of them match these points. */
export function compareValues(
  pooled: readonly Pooled[],
  truth: Truth<Agreed>,
): { readonly values: number; readonly equal: number } {
  let values = 0;
  let equal = 0;
  for (const { rows, planes } of pooled) {
    const secrets = secretsOf({ ...truth.agreed, points: sharedPoints(rows, truth) });
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

/** The quantised coordinates that are recovered completely: `coordinates[row][column]`, undefined where they stay hidden. */
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
    rows.forEach((at, i) => {
      const coordinates = Array.from({ length: dimension }, (_, c) => {
        const segment = segments[Math.floor(c / width)];
        return segment && reconstruction.exactSigned(segment, i * width + (c % width));
      });
      recovered.set(at, coordinates);
    });
  }
  return recovered;
}

/** Whether a combination is one segment and nothing else. */
function isSegment({ segments }: Learned<number>, u: number): boolean {
  return segments.every((coefficient, v) => coefficient === Number(u === v));
}

/**
 * How far the noise would be from uniform if these were the points. With t shares of t noise vectors, any candidate
 * points determine the noise; if it was drawn uniformly, it looks equally uniform for all candidates. Noise that
 * repeats from point to point, or comes from a small range, does so for the true points only. 0 where the noise is
 * not determined.
 */
export function noiseStructure(pooled: readonly Pooled[], truth: Truth<Agreed>): number {
  const { agreed } = truth;
  let structure = 0;
  for (const { rows, planes } of pooled) {
    const secrets = secretsOf({ ...truth.agreed, points: sharedPoints(rows, truth) });
    planes.forEach(({ p, shares, weights }, plane) => {
      const field = new WordField(p);
      const solver = noiseSolver(field, weights, agreed.code.l);
      if (solver === undefined) return;
      const ofSegments = combined(
        p,
        weights.map((own) => own.slice(0, agreed.code.l)),
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
