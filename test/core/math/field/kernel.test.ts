import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldKernel } from '../../../../src/core/math/field/kernel.ts';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { referenceKernel } from '../../../../src/core/math/field/reference-kernel.ts';
import { fieldKernel, kernelOver } from '../../../../src/core/math/field/field-kernel.ts';
import {
  type ResidueMatrix,
  residentZeros,
  setRows,
  strideOf,
  workingZeros,
} from '../../../../src/core/math/field/residues.ts';
import { wordKernel } from '../../../../src/core/math/field/word-kernel.ts';
import { thoroughly } from '../../../support/long.ts';

/** The rows in a memory of their own, and the kernel that reads them there. */
function settle(p: number, rows: Uint32Array, columns: number): { kernel: FieldKernel; rows: Uint32Array } {
  const matrix = residentZeros(columns === 0 ? 0 : rows.length / columns, columns, [p]);
  matrix.planes[0].set(rows);
  return { kernel: kernelOver(matrix), rows: matrix.planes[0] };
}

const residentKernel: FieldKernel = {
  combine: (...operands) => settle(2, new Uint32Array(5), 1).kernel.combine(...operands),
  innerProducts: (...operands) => settle(2, new Uint32Array(5), 1).kernel.innerProducts(...operands),
  squaredNorms(p, rows, columns, norms) {
    const settled = settle(p, rows, columns);
    settled.kernel.squaredNorms(p, settled.rows, columns, norms);
  },
  clusterSums(p, rows, columns, labels, sums) {
    const settled = settle(p, rows, columns);
    settled.kernel.clusterSums(p, settled.rows, columns, labels, sums);
  },
  scaledDistances(p, rows, columns, norms, sums, sizes, distances) {
    const settled = settle(p, rows, columns);
    settled.kernel.scaledDistances(p, settled.rows, columns, norms, sums, sizes, distances);
  },
};

const kernels: [string, FieldKernel][] = [
  ['plain TypeScript', wordKernel],
  ['WebAssembly', fieldKernel],
  ["WebAssembly in the matrix's own memory", residentKernel],
];

test('the build brought WebAssembly kernels, and tasks compute with them', () => {
  expect(fieldKernel, 'run npm run build first').not.toBe(wordKernel);
  expect(kernelOver(residentZeros(1, 1, [97]))).not.toBe(fieldKernel);
});

const moduli = [2, 3, 97, 65_537, ...largestModuli(2)];

const modulus = fc.constantFrom(...moduli);
const size = fc.constantFrom(0, 1, 2, 3, 4, 5, 7, 8, 17, 33);
const residues = (p: number, length: number): fc.Arbitrary<Uint32Array> =>
  fc
    .array(fc.oneof(fc.constantFrom(0, 1 % p, p - 1), fc.nat(p - 1)), {
      minLength: length,
      maxLength: length,
    })
    .map((values) => Uint32Array.from(values));

describe.each(kernels)('the kernel in %s agrees with bigint', (_, kernel) => {
  test('on linear combinations of vectors', () => {
    const cases = fc.record({ p: modulus, outputs: size, inputs: size, length: size }).chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        weights: fc.array(residues(shape.p, shape.inputs), {
          minLength: shape.outputs,
          maxLength: shape.outputs,
        }),
        inputs: fc.array(residues(shape.p, shape.length), {
          minLength: shape.inputs,
          maxLength: shape.inputs,
        }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ shape, weights, inputs }) => {
        const run = (k: FieldKernel): Uint32Array[] => {
          const outputs = weights.map(() => new Uint32Array(shape.length).fill(7));
          k.combine(
            shape.p,
            weights.map((w) => [...w]),
            inputs,
            outputs,
          );
          return outputs;
        };
        expect(run(kernel)).toEqual(run(referenceKernel));
      }),
    );
  });

  test('on inner products, of vectors that are longer than a tile too', () => {
    const cases = fc
      .record({ p: modulus, vectors: size, factors: fc.nat(3), length: fc.oneof(size, fc.constant(70_001)) })
      .filter(({ vectors, length }) => vectors * length < 250_000)
      .chain(({ p, vectors, factors, length }) =>
        fc.record({
          p: fc.constant(p),
          seeds: fc.array(residues(p, 5), { minLength: vectors + factors, maxLength: vectors + factors }),
          shape: fc.constant({ vectors, length }),
        }),
      );
    fc.assert(
      fc.property(cases, ({ p, seeds, shape: { vectors, length } }) => {
        const long = seeds.map((seed) => Uint32Array.from({ length }, (_value, i) => (seed[i % 5] + i) % p));
        const run = (k: FieldKernel): Uint32Array => {
          const products = new Uint32Array(vectors * (long.length - vectors)).fill(7);
          k.innerProducts(p, long.slice(0, vectors), long.slice(vectors), products);
          return products;
        };
        expect(run(kernel)).toEqual(run(referenceKernel));
      }),
      { numRuns: thoroughly(12, 40) },
    );
  });

  test('on norms, cluster sums and distances, with points that no cluster holds', () => {
    const cases = fc.record({ p: modulus, rows: size, columns: size, clusters: size }).chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        rows: residues(shape.p, shape.rows * shape.columns),
        labels: fc
          .array(fc.nat(shape.clusters), { minLength: shape.rows, maxLength: shape.rows })
          .map((labels) => Uint16Array.from(labels)),
        sizes: fc.array(fc.nat(100_000), { minLength: shape.clusters, maxLength: shape.clusters }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ shape: { p, columns, clusters }, rows, labels, sizes }) => {
        const run = (k: FieldKernel): Uint32Array[] => {
          const norms = new Uint32Array(labels.length);
          const sums = new Uint32Array(clusters * columns);
          const distances = new Uint32Array(labels.length * clusters);
          k.squaredNorms(p, rows, columns, norms);
          k.clusterSums(p, rows, columns, labels, sums);
          k.scaledDistances(p, rows, columns, norms, sums, sizes, distances);
          return [norms, sums, distances];
        };
        expect(run(kernel)).toEqual(run(referenceKernel));
      }),
    );
  });

  test('where the accumulators are fullest: p-1 everywhere, beyond every block', () => {
    const p = moduli.at(-1) ?? 0;
    const full = (length: number): Uint32Array => new Uint32Array(length).fill(p - 1);
    const columns = 5000;
    const run = (k: FieldKernel): Uint32Array[] => {
      const norms = new Uint32Array(2);
      // Four clusters at a time and one that is left over.
      const distances = new Uint32Array(2 * 5);
      const combined = new Uint32Array(3);
      k.squaredNorms(p, full(2 * columns), columns, norms);
      k.scaledDistances(p, full(2 * columns), columns, norms, full(5 * columns), full(5), distances);
      k.combine(
        p,
        [[...full(columns)]],
        Array.from({ length: columns }, () => full(3)),
        [combined],
      );
      return [norms, distances, combined];
    };
    expect(run(kernel)).toEqual(run(referenceKernel));
  });

  test('on vectors that start in the middle of a buffer', () => {
    const p = 97;
    const buffer = Uint32Array.from({ length: 40 }, (_value, i) => (i * 31) % p);
    const run = (k: FieldKernel): Uint32Array => {
      const norms = new Uint32Array(6).subarray(1, 5);
      k.squaredNorms(p, buffer.subarray(3, 23), 5, norms);
      return norms;
    };
    expect(run(kernel)).toEqual(run(referenceKernel));
  });
});

describe('a matrix in WebAssembly memory', () => {
  const p = 97;
  const matrix = (): ResidueMatrix => {
    const shares = residentZeros(30, 7, [p, 101]);
    for (const plane of shares.planes) plane.forEach((_, i) => (plane[i] = (i * 31) % p));
    return shares;
  };

  test('keeps its residues, whatever is computed with it, and grows for what is large', () => {
    const { planes } = matrix();
    const shares = matrix();
    const clusters = 40_000;
    const sums = new Uint32Array(7 * clusters);
    kernelOver(shares).clusterSums(p, shares.planes[0], 7, new Uint16Array(30), sums);
    kernelOver(shares).squaredNorms(p, shares.planes[1], 7, new Uint32Array(30));
    expect(shares.planes).toEqual(planes);
    const expected = new Uint32Array(7);
    referenceKernel.clusterSums(p, planes[0], 7, new Uint16Array(30), expected);
    expect(sums.subarray(0, 7)).toEqual(expected);
  });

  test('has the sums of all rows, whatever moved since they were added up before', () => {
    const labelled = fc.array(fc.tuple(fc.nat(29), fc.nat(4)), { maxLength: 12 });
    const steps = fc.array(fc.record({ moves: labelled, clusters: fc.constantFrom(3, 3, 3, 4) }), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const shares = matrix();
        const labels = new Uint16Array(30);
        for (const { moves, clusters } of all) {
          for (const [row, label] of moves) labels[row] = label;
          // Every second time only in one of the planes, or something else in between.
          for (const [plane, q] of [p, 101].entries()) {
            if (plane === 1 && moves.length % 2 === 1) continue;
            const [sums, expected] = [new Uint32Array(7 * clusters), new Uint32Array(7 * clusters)];
            kernelOver(shares).clusterSums(q, shares.planes[plane], 7, labels, sums);
            referenceKernel.clusterSums(q, shares.planes[plane], 7, labels, expected);
            expect(sums).toEqual(expected);
          }
          kernelOver(shares).squaredNorms(p, shares.planes[0], 7, new Uint32Array(30));
        }
        expect(shares.planes).toEqual(matrix().planes);
      }),
    );
  });

  test('has rows of a multiple of four words, and the same norms, sums and distances', () => {
    for (const columns of [1, 2, 3, 4, 5, 7, 34]) {
      const rows = 700;
      const values = Uint32Array.from({ length: rows * columns }, (_, i) => (i * 31) % p);
      const padded = workingZeros(rows, columns, [101, p]);
      // In two pieces, as they come from several owners.
      setRows(padded, 1, 0, values.subarray(0, 200 * columns));
      setRows(padded, 1, 200, values.subarray(200 * columns));
      const stride = strideOf(padded);
      expect(stride % 4).toBe(0);
      const labels = Uint16Array.from({ length: rows }, (_, i) => i % 3);
      const run = (kernel: FieldKernel, plane: Uint32Array, width: number): Uint32Array[] => {
        const [norms, sums] = [new Uint32Array(rows), new Uint32Array(3 * width)];
        const distances = new Uint32Array(3 * rows);
        kernel.squaredNorms(p, plane, width, norms);
        kernel.clusterSums(p, plane, width, labels, sums);
        kernel.scaledDistances(p, plane, width, norms, sums, [234, 233, 233], distances);
        return [norms, sums.filter((_, i) => i % width < columns), distances];
      };
      expect(run(kernelOver(padded), padded.planes[1], stride)).toEqual(
        run(referenceKernel, values, columns),
      );
    }
  });

  test('is whole in another thread: memory and planes stay together', () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(matrix());
    const received = (receiveMessageOnPort(port2) as { message: ResidueMatrix }).message;
    const norms = [new Uint32Array(30), new Uint32Array(30)];
    kernelOver(received).squaredNorms(p, received.planes[0], 7, norms[0]);
    referenceKernel.squaredNorms(p, matrix().planes[0], 7, norms[1]);
    expect(norms[0]).toEqual(norms[1]);
    port1.close();
  });

  test('refuses rows that lie elsewhere, as it would read others in their place', () => {
    const shares = matrix();
    expect(() => kernelOver(shares).squaredNorms(p, new Uint32Array(7), 7, new Uint32Array(1))).toThrow(
      'lie in another memory',
    );
    // And is free again afterwards.
    kernelOver(shares).squaredNorms(p, shares.planes[0], 7, new Uint32Array(30));
  });
});
