/** Unlearning by k-means++ (MUFC, Algorithm 3). */

/**
 * The seeds that stay when rows are removed: those drawn before the first removed one, as row numbers among the
 * remaining rows. If the others are redrawn, seeds are distributed as if the removed points had never been there:
 * given those before it, a seed that stays was drawn as it would have been without them. This holds for requests that
 * do not depend on the seeds.
 * @param seeds rows, in the order in which they were drawn
 * @param rows ascending
 * @param most the number of seeds wanted: fewer than before if fewer points are left
 */
export function keptSeeds(seeds: Uint32Array, rows: readonly number[], most = seeds.length): Uint32Array {
  const gone = new Set(rows);
  const first = seeds.findIndex((row) => gone.has(row));
  const kept = seeds.subarray(0, Math.min(most, first < 0 ? seeds.length : first));
  return kept.map((row) => row - rows.filter((other) => other < row).length);
}
