/**
 * The field kernel in WebAssembly with SIMD. It accesses its own memory only: rows of a matrix that lies
 * there are read in place, everything else is copied through scratch space behind the matrix, one cache-sized
 * tile at a time.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import { packageFile } from '../../base/package.ts';
import type { FieldKernel } from './kernel.ts';
import { type PolynomialExports, type PolynomialKernel, wasmPolynomials } from './polynomial-kernel.ts';
import type { ResidueMatrix } from './residues.ts';
import { type AddUp, rememberedTotals, type RowMover } from './remembered-totals.ts';
import { warnOfFallback, wasmMemory } from './wasm-memory.ts';
import { type SealingExports, type SealingKernel, wasmSealing } from './sealing-kernel.ts';
import { type ElementExports, type ShortElements, shortElements } from './short-elements.ts';
import { reduceMod } from './word-field.ts';
import { distanceTerms } from './word-kernel.ts';
import { ScratchMemory } from './scratch-memory.ts';
import { type TransformExports, type TransformKernel, wasmTransforms } from './transform-kernel.ts';

/** The exports of wasm/kernel.ts; all arguments are addresses and counts. */
export interface Exports
  extends RowMover, ElementExports, PolynomialExports, SealingExports, TransformExports {
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
  /** Over the field of this prime below 2^50; see {@link wasmPolynomials}. */
  polynomials(modulus: number): PolynomialKernel;
  readonly sealing: SealingKernel;
  readonly transforms: TransformKernel;
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
    anywhere: new WasmKernel(exports, place, []),
    over(memory, planes) {
      const end = planes.reduce((last, plane) => Math.max(last, plane.byteOffset + plane.byteLength), 0);
      return new WasmKernel(open(memory), new ScratchMemory(memory, end), planes);
    },
    elements: (modulus, bits) => shortElements(exports, place, modulus, bits),
    polynomials: (modulus) => wasmPolynomials(exports, place, modulus),
    sealing: wasmSealing(exports, place),
    transforms: wasmTransforms(exports, place),
  };
}

/** The kernel over one memory. */
class WasmKernel implements FieldKernel {
  readonly #wasm: Exports;
  readonly #place: ScratchMemory;
  /** The memory of the matrix to which all rows belong; undefined if rows may lie anywhere. */
  readonly #home: ArrayBufferLike | undefined;
  readonly #totalsOf: AddUp;

  /** @param planes of the matrix in this memory to which all rows belong; none if rows may lie anywhere */
  constructor(wasm: Exports, place: ScratchMemory, planes: ResidueMatrix['planes']) {
    this.#wasm = wasm;
    this.#place = place;
    this.#home = planes[0]?.buffer;
    const addUp: AddUp = (rows, columns, labels, clusters) => this.#addUp(rows, columns, labels, clusters);
    this.#totalsOf = planes.length === 0 ? addUp : rememberedTotals(addUp, wasm, place, planes);
  }

  combine(
    p: number,
    weights: readonly (readonly number[])[],
    inputs: readonly Uint32Array[],
    outputs: readonly Uint32Array[],
  ): void {
    const length = outputs[0]?.length ?? 0;
    const tile = Math.max(4, Math.floor(TILE_WORDS / (inputs.length + outputs.length) / 4) * 4);
    const counts = [weights.length * inputs.length, tile * inputs.length, tile * outputs.length];
    this.#place.with(counts, (weightsAt, inputsAt, outputsAt) => {
      weights.forEach((row, a) => this.#place.put(weightsAt + a * inputs.length * 4, row));
      for (let start = 0; start < length; start += tile) {
        const end = Math.min(length, start + tile);
        const stride = Math.ceil((end - start) / 4) * 4;
        inputs.forEach((input, b) => this.#place.put(inputsAt + b * stride * 4, part(input, start, end)));
        this.#wasm.combine(p, weightsAt, inputsAt, inputs.length, outputsAt, outputs.length, stride);
        outputs.forEach((output, a) =>
          this.#place.take(outputsAt + a * stride * 4, part(output, start, end)),
        );
      }
    });
    provenance?.combined(p, weights, inputs, outputs);
  }

  innerProducts(
    p: number,
    vectors: readonly Uint32Array[],
    factors: readonly Uint32Array[],
    products: Uint32Array,
  ): void {
    const count = factors.length;
    const length = vectors[0]?.length ?? 0;
    const tile = Math.max(4, Math.floor(TILE_WORDS / (count + 1) / 4) * 4);
    const sums = new Float64Array(products.length); // 2^25 residues sum exactly
    const partial = new Uint32Array(count);
    // A distance without its other two terms is an inner product.
    this.#place.with([tile * count, count, tile, count], (factorsAt, zerosAt, vectorAt, productsAt) => {
      this.#place.clear(zerosAt, count);
      for (let start = 0; start < length; start += tile) {
        const end = Math.min(length, start + tile);
        const size = end - start;
        factors.forEach((factor, b) => this.#place.put(factorsAt + b * size * 4, part(factor, start, end)));
        vectors.forEach((vector, a) => {
          this.#place.put(vectorAt, part(vector, start, end));
          this.#wasm.scaledDistances(
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
          this.#place.take(productsAt, partial);
          for (let b = 0; b < count; b++) sums[a * count + b] += partial[b];
        });
      }
    });
    for (let i = 0; i < products.length; i++) products[i] = reduceMod(sums[i], p, 1 / p);
  }

  squaredNorms(p: number, rows: Uint32Array, columns: number, norms: Uint32Array): void {
    const tile = tileRows(columns);
    this.#place.with([this.#roomForRows(tile, columns), tile], (tileAt, normsAt) => {
      for (let start = 0; start < norms.length; start += tile) {
        const end = Math.min(norms.length, start + tile);
        const rowsAt = this.#locate(part(rows, start * columns, end * columns), tileAt);
        this.#wasm.squaredNorms(p, rowsAt, end - start, columns, normsAt);
        this.#place.take(normsAt, part(norms, start, end));
      }
    });
  }

  clusterSums(p: number, rows: Uint32Array, columns: number, labels: Uint16Array, sums: Uint32Array): void {
    const totals = this.#totalsOf(rows, columns, labels, columns === 0 ? 0 : sums.length / columns);
    // Sums of up to 2^25 residues are below 2^53; reading them as 32-bit halves avoids bigints.
    const halves = new Uint32Array(totals.buffer, totals.byteOffset, 2 * sums.length);
    for (let i = 0; i < sums.length; i++)
      sums[i] = reduceMod(halves[2 * i] + halves[2 * i + 1] * 2 ** 32, p, 1 / p);
  }

  scaledDistances(
    p: number,
    rows: Uint32Array,
    columns: number,
    norms: Uint32Array,
    sums: Uint32Array,
    sizes: ArrayLike<number>,
    distances: Uint32Array,
  ): void {
    const clusters = sizes.length;
    const { centres, squares, constants } = distanceTerms(p, sums, columns, sizes);
    const tile = tileRows(Math.max(columns, clusters));
    const counts = [
      centres.length,
      clusters,
      clusters,
      this.#roomForRows(tile, columns),
      tile,
      tile * clusters,
    ];
    this.#place.with(counts, (centresAt, squaresAt, constantsAt, tileAt, normsAt, distancesAt) => {
      this.#place.put(centresAt, centres);
      this.#place.put(squaresAt, squares);
      this.#place.put(constantsAt, constants);
      for (let start = 0; start < norms.length; start += tile) {
        const end = Math.min(norms.length, start + tile);
        const count = end - start;
        const rowsAt = this.#locate(part(rows, start * columns, end * columns), tileAt);
        this.#place.put(normsAt, part(norms, start, end));
        this.#wasm.scaledDistances(
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
        this.#place.take(distancesAt, part(distances, start * clusters, end * clusters));
      }
    });
  }

  /** The exact totals of the rows of each cluster. */
  #addUp(...[rows, columns, labels, clusters]: Parameters<AddUp>): BigUint64Array {
    const tile = tileRows(columns);
    const entries = clusters * columns;
    const totals = new BigUint64Array(entries);
    const counts = [2 * entries, entries, clusters, this.#roomForRows(tile, columns), Math.ceil(tile / 2)];
    this.#place.with(counts, (sumsAt, partsAt, countsAt, tileAt, labelsAt) => {
      this.#place.clear(sumsAt, 2 * entries);
      this.#place.clear(partsAt, entries);
      this.#place.clear(countsAt, clusters);
      for (let start = 0; start < labels.length; start += tile) {
        const end = Math.min(labels.length, start + tile);
        const rowsAt = this.#locate(part(rows, start * columns, end * columns), tileAt);
        new Uint16Array(this.#place.buffer, labelsAt, end - start).set(part(labels, start, end));
        this.#wasm.addRows(rowsAt, end - start, columns, labelsAt, clusters, sumsAt, partsAt, countsAt);
      }
      totals.set(new BigUint64Array(this.#place.buffer, sumsAt, entries));
    });
    return totals;
  }

  /** The words of a tile of rows in scratch space: none if they lie in this memory. */
  #roomForRows(count: number, columns: number): number {
    return this.#home === undefined ? count * columns : 0;
  }

  /** The address of these rows, which are copied to the tile if they lie elsewhere. */
  #locate(rows: Uint32Array, tile: number): number {
    if (this.#home === undefined) {
      this.#place.put(tile, rows);
      return tile;
    }
    assert(rows.buffer === this.#home, 'the rows lie in another memory');
    return rows.byteOffset;
  }
}

/** A part of a vector; the whole is the vector itself, as making a view takes longer than computing with a short one. */
function part<V extends Uint32Array | Uint16Array>(vector: V, start: number, end: number): V {
  return start === 0 && end === vector.length ? vector : (vector.subarray(start, end) as V);
}

function tileRows(columns: number): number {
  return Math.max(1, Math.floor(TILE_WORDS / Math.max(1, columns)));
}
