/** What the parties of FastLloyd compute, except masks and noise. */

import { assignToCentres, type Labels } from '../../src/core/kit/cluster.ts';
import { defineTask, type Matrix, type Population, Random } from '../../src/core/kit/index.ts';
import { ModularVectors, type Packed } from '../../src/core/kit/field.ts';
import { intoCube, onGrid } from './cube.ts';
import { localSums, movedCentres, type Step } from './iteration.ts';
import { packSpheres } from './packing.ts';

/** A client's points on the grid. */
export const place = defineTask('fastlloyd/place', {
  operations: ({ points }: PlacingInput) => points.rows * points.columns,
  run: ({ points, range, bits }): Matrix => intoCube(points, range, bits),
});

export interface PlacingInput {
  readonly points: Matrix;
  readonly range: Pick<Population, 'minimum' | 'maximum'>;
  readonly bits: number;
}

export interface StartingInput {
  readonly clusters: number;
  readonly dimension: number;
  readonly bits: number;
  /** Public: everybody draws the same. */
  readonly seed: number;
}

/** The initial centres, on the grid. */
export const begin = defineTask('fastlloyd/begin', {
  operations: ({ clusters, dimension }: StartingInput) => clusters * clusters * dimension,
  run: ({ clusters, dimension, bits, seed }): Matrix =>
    onGrid(packSpheres(clusters, dimension, new Random(seed).stream('spheres')), bits),
});

export interface SummingInput {
  readonly points: Matrix;
  readonly centres: Matrix;
  readonly step: Step;
}

/** A client's sums and counts. */
export const sumUp = defineTask('fastlloyd/sum', {
  operations: ({ points, centres }: SummingInput) => sumOperations(points.rows, points.columns, centres.rows),
  run: ({ points, centres, step }): Float64Array => localSums(points, centres, step),
});

/** Operations of assigning the points to centres and of summing them up. */
export function sumOperations(points: number, dimension: number, clusters: number): number {
  return points * dimension * (clusters + 1);
}

/** A client's centres after the noisy sums. */
export const move = defineTask('fastlloyd/move', {
  operations: ({ sums }: { sums: Float64Array; before: Matrix; step: Step }) => sums.length,
  run: ({ sums, before, step }): Matrix => movedCentres(sums, before, step),
});

export interface AddingInput {
  readonly modulus: bigint;
  readonly vectors: readonly Packed[];
  /** Residues of noise; absent: none. */
  readonly noise?: Uint32Array | undefined;
  readonly length: number;
}

/** The server's total: masked sums and its noise, added up modulo m. */
export const addUp = defineTask('fastlloyd/add', {
  operations: ({ vectors, length }: AddingInput) => vectors.length * length,
  run({ modulus, vectors, noise, length }): Packed {
    const ring = new ModularVectors(modulus);
    const sum = noise?.slice() ?? ring.zeros(length);
    for (const vector of vectors) ring.add(sum, ring.unpack(vector) ?? ring.zeros(length));
    return ring.pack(sum);
  },
});

/** A client's labels at the end: the nearest centre of each of its points, on the grid. */
export const label = defineTask('fastlloyd/label', {
  operations: ({ points, centres }: { points: Matrix; centres: Matrix }) =>
    points.rows * points.columns * centres.rows,
  run: ({ points, centres }): Labels => assignToCentres(points, centres),
});
