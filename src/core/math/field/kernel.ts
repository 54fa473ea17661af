/**
 * The inner loops of protocols over one prime modulus. Every implementation passes the same suite of laws,
 * with the bigint field as the reference. Residues are canonical, in [0, p), in row-major vectors. The caller
 * allocates the outputs, so they can live in shared memory.
 */
export interface FieldKernel {
  /**
   * Linear combinations of long vectors: `outputs[a] = sum over b of weights[a][b] * inputs[b]`.
   * Share encoding (a: parties, b: segments and noise) and decoding (a: one, b: answers).
   * Operations: a * b * length.
   */
  combine(
    p: number,
    weights: readonly (readonly number[])[],
    inputs: readonly Uint32Array[],
    outputs: readonly Uint32Array[],
  ): void;

  /**
   * Inner products of long vectors: `products[a * factors.length + b] = <vectors[a], factors[b]>`.
   * Operations: a * b * length.
   */
  innerProducts(
    p: number,
    vectors: readonly Uint32Array[],
    factors: readonly Uint32Array[],
    products: Uint32Array,
  ): void;

  /** `norms[i] = ||x_i||^2` over the rows of `columns` entries. Operations: rows * columns. */
  squaredNorms(p: number, rows: Uint32Array, columns: number, norms: Uint32Array): void;

  /**
   * `sums[h] = sum over the rows with label h`; a row whose label is no row of `sums` belongs to no cluster.
   * Operations: rows * columns.
   */
  clusterSums(p: number, rows: Uint32Array, columns: number, labels: Uint16Array, sums: Uint32Array): void;

  /**
   * `distances[i][h] = ||sums[h] - sizes[h] x_i||^2`, computed as
   * ||sums[h]||^2 - 2 sizes[h] <sums[h], x_i> + sizes[h]^2 ||x_i||^2 from the rows' squared norms.
   * Operations: rows * clusters * (columns + 2) + clusters * columns.
   */
  scaledDistances(
    p: number,
    rows: Uint32Array,
    columns: number,
    norms: Uint32Array,
    sums: Uint32Array,
    sizes: ArrayLike<number>,
    distances: Uint32Array,
  ): void;
}
