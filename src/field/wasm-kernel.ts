/**
 * The field kernel in WebAssembly with SIMD. Vectors are copied through the module's own memory, a tile at a time that
 * stays in the cache; every thread has a memory of its own.
 */

import { existsSync, readFileSync } from 'node:fs';
import type { FieldKernel } from './kernel.ts';
import { reduceMod } from './word-field.ts';
import { distanceTerms } from './word-kernel.ts';

/** What wasm/kernel.ts exports; all addresses and counts. */
interface Exports {
  combine(
    p: number,
    weights: number,
    inputs: number,
    inputCount: number,
    outputs: number,
    outputCount: number,
    length: number,
  ): void;
  squaredNorms(p: number, rows: number, count: number, columns: number, norms: number): void;
  addRows(rows: number, count: number, columns: number, labels: number, clusters: number, sums: number): void;
  scaledDistances(
    p: number,
    rows: number,
    count: number,
    columns: number,
    norms: number,
    centres: number,
    squares: number,
    constants: number,
    clusters: number,
    distances: number,
  ): void;
}

/** Words of all vectors of a tile together: half of a common second-level cache. */
const TILE_WORDS = 2 ** 16;
const PAGE_BYTES = 2 ** 16;

/** The kernel, or undefined where it was not built or this machine has no SIMD. */
export function loadWasmKernel(): FieldKernel | undefined {
  // Next to this module in the build; from source, where the build put it.
  const path = import.meta.url.endsWith('.ts') ? '../../dist/src/field/kernel.wasm' : './kernel.wasm';
  const file = new URL(path, import.meta.url);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  if (!WebAssembly.validate(bytes)) return undefined;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return kernelOf(exports as Exports, memory);
}

function kernelOf(wasm: Exports, memory: WebAssembly.Memory): FieldKernel {
  /** Lays out vectors of so many words one behind the other, on 16-byte boundaries; returns their addresses. */
  const layOut = (...words: number[]): number[] => {
    let top = 0;
    const addresses = words.map((count) => {
      const address = top;
      top += Math.ceil(count / 4) * 16;
      return address;
    });
    const missing = top - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return addresses;
  };
  const put = (address: number, values: ArrayLike<number>): void => {
    new Uint32Array(memory.buffer, address, values.length).set(values);
  };
  const take = (address: number, target: Uint32Array): void => {
    target.set(new Uint32Array(memory.buffer, address, target.length));
  };

  return {
    combine(p, weights, inputs, outputs) {
      const length = outputs[0]?.length ?? 0;
      const tile = Math.max(4, Math.floor(TILE_WORDS / (inputs.length + outputs.length) / 4) * 4);
      const counts = [weights.length * inputs.length, tile * inputs.length, tile * outputs.length];
      const [weightsAt, inputsAt, outputsAt] = layOut(...counts);
      weights.forEach((row, a) => put(weightsAt + a * inputs.length * 4, row));
      for (let start = 0; start < length; start += tile) {
        const end = Math.min(length, start + tile);
        const stride = Math.ceil((end - start) / 4) * 4;
        inputs.forEach((input, b) => put(inputsAt + b * stride * 4, input.subarray(start, end)));
        wasm.combine(p, weightsAt, inputsAt, inputs.length, outputsAt, outputs.length, stride);
        outputs.forEach((output, a) => take(outputsAt + a * stride * 4, output.subarray(start, end)));
      }
    },

    innerProducts(p, vectors, factors, products) {
      const count = factors.length;
      const length = vectors[0]?.length ?? 0;
      const tile = Math.max(4, Math.floor(TILE_WORDS / (count + 1) / 4) * 4);
      // A distance without its other two terms is an inner product.
      const [factorsAt, zerosAt, vectorAt, productsAt] = layOut(tile * count, count, tile, count);
      put(zerosAt, new Uint32Array(count));
      const sums = new Float64Array(products.length); // 2^25 residues sum exactly
      for (let start = 0; start < length; start += tile) {
        const end = Math.min(length, start + tile);
        const size = end - start;
        factors.forEach((factor, b) => put(factorsAt + b * size * 4, factor.subarray(start, end)));
        vectors.forEach((vector, a) => {
          put(vectorAt, vector.subarray(start, end));
          wasm.scaledDistances(p, vectorAt, 1, size, zerosAt, factorsAt, zerosAt, zerosAt, count, productsAt);
          const partial = new Uint32Array(memory.buffer, productsAt, count);
          for (let b = 0; b < count; b++) sums[a * count + b] += partial[b];
        });
      }
      for (let i = 0; i < products.length; i++) products[i] = reduceMod(sums[i], p, 1 / p);
    },

    squaredNorms(p, rows, columns, norms) {
      const tile = tileRows(columns);
      const [rowsAt, normsAt] = layOut(tile * columns, tile);
      for (let start = 0; start < norms.length; start += tile) {
        const end = Math.min(norms.length, start + tile);
        put(rowsAt, rows.subarray(start * columns, end * columns));
        wasm.squaredNorms(p, rowsAt, end - start, columns, normsAt);
        take(normsAt, norms.subarray(start, end));
      }
    },

    clusterSums(p, rows, columns, labels, sums) {
      const clusters = columns === 0 ? 0 : sums.length / columns;
      const tile = tileRows(columns);
      const [sumsAt, rowsAt, labelsAt] = layOut(2 * sums.length, tile * columns, Math.ceil(tile / 2));
      new Uint32Array(memory.buffer, sumsAt, 2 * sums.length).fill(0);
      for (let start = 0; start < labels.length; start += tile) {
        const end = Math.min(labels.length, start + tile);
        put(rowsAt, rows.subarray(start * columns, end * columns));
        new Uint16Array(memory.buffer, labelsAt, end - start).set(labels.subarray(start, end));
        wasm.addRows(rowsAt, end - start, columns, labelsAt, clusters, sumsAt);
      }
      const totals = new BigUint64Array(memory.buffer, sumsAt, sums.length);
      // Sums of up to 2^25 residues are below 2^53.
      for (let i = 0; i < sums.length; i++) sums[i] = reduceMod(Number(totals[i]), p, 1 / p);
    },

    scaledDistances(p, rows, columns, norms, sums, sizes, distances) {
      const clusters = sizes.length;
      const { centres, squares, constants } = distanceTerms(p, sums, columns, sizes);
      const tile = tileRows(columns);
      const [centresAt, squaresAt, constantsAt, rowsAt, normsAt, distancesAt] = layOut(
        centres.length,
        clusters,
        clusters,
        tile * columns,
        tile,
        tile * clusters,
      );
      put(centresAt, centres);
      put(squaresAt, squares);
      put(constantsAt, constants);
      for (let start = 0; start < norms.length; start += tile) {
        const end = Math.min(norms.length, start + tile);
        const count = end - start;
        put(rowsAt, rows.subarray(start * columns, end * columns));
        put(normsAt, norms.subarray(start, end));
        wasm.scaledDistances(
          p,
          rowsAt,
          count,
          columns,
          normsAt,
          centresAt,
          squaresAt,
          constantsAt,
          clusters,
          distancesAt,
        );
        take(distancesAt, distances.subarray(start * clusters, end * clusters));
      }
    },
  };
}

function tileRows(columns: number): number {
  return Math.max(1, Math.floor(TILE_WORDS / Math.max(1, columns)));
}
