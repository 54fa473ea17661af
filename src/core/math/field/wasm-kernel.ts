/**
 * The field kernel in WebAssembly with SIMD. It accesses its own memory only: rows of a matrix that lies
 * there are read in place, everything else is copied through scratch space behind the matrix, one cache-sized
 * tile at a time.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { packageFile } from '../../base/package.ts';
import type { FieldKernel } from './kernel.ts';
import type { ResidueMatrix } from './residues.ts';
import { type AddUp, rememberedTotals, type RowMover } from './remembered-totals.ts';
import { warnOfFallback, wasmMemory } from './wasm-memory.ts';
import { type ElementExports, type ShortElements, shortElements } from './short-elements.ts';
import { reduceMod } from './word-field.ts';
import { distanceTerms } from './word-kernel.ts';
import { ScratchMemory } from './scratch-memory.ts';

/** The exports of wasm/kernel.ts; all arguments are addresses and counts. */
export interface Exports extends RowMover, ElementExports {
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
  addRows(
    rows: number,
    count: number,
    columns: number,
    labels: number,
    clusters: number,
    sums: number,
    parts: number,
    counts: number,
  ): void;
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

/** The total number of words in a tile's vectors: half of a typical second-level cache. */
const TILE_WORDS = 2 ** 16;

/**
 * Kernels over this thread's memory or a matrix's; undefined if they were not built, there is no SIMD, or the
 * process may not have the memory, which shared systems often limit.
 */
export interface WasmKernels {
  /** For vectors anywhere in memory. */
  readonly anywhere: FieldKernel;
  /** For the rows of a matrix alone in a WebAssembly memory; see {@link FieldKernel}. */
  over(memory: WebAssembly.Memory, planes: ResidueMatrix['planes']): FieldKernel;
  /** For vectors modulo m anywhere in memory; see {@link shortElements}. */
  elements(modulus: bigint, bits: number): ShortElements | undefined;
}

/** The WebAssembly kernels; undefined, with a warning, if there is no build of them or no SIMD. */
export function loadWasmKernels(): WasmKernels | undefined {
  const file = packageFile('dist/src/core/math/field/kernel.wasm');
  if (file === undefined) return undefined;
  const bytes = platform.files.read(file);
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(bytes)) {
    warnOfFallback(`this ${platform.name} runs no WebAssembly with SIMD`);
    return undefined;
  }
  const own = wasmMemory(1);
  if (own === undefined) return undefined;
  const module = new WebAssembly.Module(bytes);
  const open = (memory: WebAssembly.Memory): Exports =>
    new WebAssembly.Instance(module, { env: { memory } }).exports as Exports;
  const exports = open(own);
  const place = new ScratchMemory(own, 0);
  return {
    anywhere: kernelOf(exports, place, []),
    over(memory, planes) {
      const end = planes.reduce((last, plane) => Math.max(last, plane.byteOffset + plane.byteLength), 0);
      return kernelOf(open(memory), new ScratchMemory(memory, end), planes);
    },
    elements: (modulus, bits) => shortElements(exports, place, modulus, bits),
  };
}

/** @param planes of the matrix in this memory to which all rows belong; none if rows may lie anywhere */
function kernelOf(wasm: Exports, place: ScratchMemory, planes: ResidueMatrix['planes']): FieldKernel {
  const home = planes[0]?.buffer;
  /** The words of a tile of rows in scratch space: none if they lie in this memory. */
  const roomForRows = (count: number, columns: number): number => (home === undefined ? count * columns : 0);
  /** The address of these rows, which are copied to the tile if they lie elsewhere. */
  const locate = (rows: Uint32Array, tile: number): number => {
    if (home === undefined) {
      place.put(tile, rows);
      return tile;
    }
    assert(rows.buffer === home, 'the rows lie in another memory');
    return rows.byteOffset;
  };

  const addUp: AddUp = (rows, columns, labels, clusters) => {
    const tile = tileRows(columns);
    const entries = clusters * columns;
    const totals = new BigUint64Array(entries);
    const counts = [2 * entries, entries, clusters, roomForRows(tile, columns), Math.ceil(tile / 2)];
    place.with(counts, (sumsAt, partsAt, countsAt, tileAt, labelsAt) => {
      place.clear(sumsAt, 2 * entries);
      place.clear(partsAt, entries);
      place.clear(countsAt, clusters);
      for (let start = 0; start < labels.length; start += tile) {
        const end = Math.min(labels.length, start + tile);
        const rowsAt = locate(part(rows, start * columns, end * columns), tileAt);
        new Uint16Array(place.buffer, labelsAt, end - start).set(part(labels, start, end));
        wasm.addRows(rowsAt, end - start, columns, labelsAt, clusters, sumsAt, partsAt, countsAt);
      }
      totals.set(new BigUint64Array(place.buffer, sumsAt, entries));
    });
    return totals;
  };
  const totalsOf = home === undefined ? addUp : rememberedTotals(addUp, wasm, place, planes);

  return {
    combine(p, weights, inputs, outputs) {
      const length = outputs[0]?.length ?? 0;
      const tile = Math.max(4, Math.floor(TILE_WORDS / (inputs.length + outputs.length) / 4) * 4);
      const counts = [weights.length * inputs.length, tile * inputs.length, tile * outputs.length];
      place.with(counts, (weightsAt, inputsAt, outputsAt) => {
        weights.forEach((row, a) => place.put(weightsAt + a * inputs.length * 4, row));
        for (let start = 0; start < length; start += tile) {
          const end = Math.min(length, start + tile);
          const stride = Math.ceil((end - start) / 4) * 4;
          inputs.forEach((input, b) => place.put(inputsAt + b * stride * 4, part(input, start, end)));
          wasm.combine(p, weightsAt, inputsAt, inputs.length, outputsAt, outputs.length, stride);
          outputs.forEach((output, a) => place.take(outputsAt + a * stride * 4, part(output, start, end)));
        }
      });
    },

    innerProducts(p, vectors, factors, products) {
      const count = factors.length;
      const length = vectors[0]?.length ?? 0;
      const tile = Math.max(4, Math.floor(TILE_WORDS / (count + 1) / 4) * 4);
      const sums = new Float64Array(products.length); // 2^25 residues sum exactly
      const partial = new Uint32Array(count);
      // A distance without its other two terms is an inner product.
      place.with([tile * count, count, tile, count], (factorsAt, zerosAt, vectorAt, productsAt) => {
        place.clear(zerosAt, count);
        for (let start = 0; start < length; start += tile) {
          const end = Math.min(length, start + tile);
          const size = end - start;
          factors.forEach((factor, b) => place.put(factorsAt + b * size * 4, part(factor, start, end)));
          vectors.forEach((vector, a) => {
            place.put(vectorAt, part(vector, start, end));
            wasm.scaledDistances(
              p,
              vectorAt,
              1,
              size,
              zerosAt,
              factorsAt,
              zerosAt,
              zerosAt,
              count,
              productsAt,
            );
            place.take(productsAt, partial);
            for (let b = 0; b < count; b++) sums[a * count + b] += partial[b];
          });
        }
      });
      for (let i = 0; i < products.length; i++) products[i] = reduceMod(sums[i], p, 1 / p);
    },

    squaredNorms(p, rows, columns, norms) {
      const tile = tileRows(columns);
      place.with([roomForRows(tile, columns), tile], (tileAt, normsAt) => {
        for (let start = 0; start < norms.length; start += tile) {
          const end = Math.min(norms.length, start + tile);
          const rowsAt = locate(part(rows, start * columns, end * columns), tileAt);
          wasm.squaredNorms(p, rowsAt, end - start, columns, normsAt);
          place.take(normsAt, part(norms, start, end));
        }
      });
    },

    clusterSums(p, rows, columns, labels, sums) {
      const totals = totalsOf(rows, columns, labels, columns === 0 ? 0 : sums.length / columns);
      // Sums of up to 2^25 residues are below 2^53; reading them as 32-bit halves avoids bigints.
      const halves = new Uint32Array(totals.buffer, totals.byteOffset, 2 * sums.length);
      for (let i = 0; i < sums.length; i++)
        sums[i] = reduceMod(halves[2 * i] + halves[2 * i + 1] * 2 ** 32, p, 1 / p);
    },

    scaledDistances(p, rows, columns, norms, sums, sizes, distances) {
      const clusters = sizes.length;
      const { centres, squares, constants } = distanceTerms(p, sums, columns, sizes);
      const tile = tileRows(Math.max(columns, clusters));
      const counts = [centres.length, clusters, clusters, roomForRows(tile, columns), tile, tile * clusters];
      place.with(counts, (centresAt, squaresAt, constantsAt, tileAt, normsAt, distancesAt) => {
        place.put(centresAt, centres);
        place.put(squaresAt, squares);
        place.put(constantsAt, constants);
        for (let start = 0; start < norms.length; start += tile) {
          const end = Math.min(norms.length, start + tile);
          const count = end - start;
          const rowsAt = locate(part(rows, start * columns, end * columns), tileAt);
          place.put(normsAt, part(norms, start, end));
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
          place.take(distancesAt, part(distances, start * clusters, end * clusters));
        }
      });
    },
  };
}

/** A part of a vector; the whole is the vector itself, as making a view takes longer than computing with a short one. */
function part<V extends Uint32Array | Uint16Array>(vector: V, start: number, end: number): V {
  return start === 0 && end === vector.length ? vector : (vector.subarray(start, end) as V);
}

function tileRows(columns: number): number {
  return Math.max(1, Math.floor(TILE_WORDS / Math.max(1, columns)));
}
