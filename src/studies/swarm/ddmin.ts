/** Delta debugging: reduces a list of items that together cause a failure to a few that still do. */

/**
 * Zeller and Hildebrandt's ddmin (2002): no single item of the result can be left out.
 *
 * @param items which together cause the failure
 * @param breaks whether a subset of them, in the same order, does
 */
export async function ddmin<T>(
  items: readonly T[],
  breaks: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (items.length === 0 || (await breaks([]))) return [];
  let left = items;
  let parts = 2;
  while (left.length >= 2) {
    const size = Math.ceil(left.length / parts);
    const chunks = Array.from({ length: Math.ceil(left.length / size) }, (_, i) =>
      left.slice(i * size, (i + 1) * size),
    );
    const [only] = await firstThat(chunks, breaks);
    const complements = chunks.map((chunk) => left.filter((item) => !chunk.includes(item)));
    const [rest] = only === undefined ? await firstThat(complements, breaks) : [];
    if (only !== undefined) {
      left = only;
      parts = 2;
    } else if (rest !== undefined) {
      left = rest;
      parts = Math.max(parts - 1, 2);
    } else if (size === 1) break;
    else parts = Math.min(2 * parts, left.length);
  }
  return left;
}

async function firstThat<T>(
  candidates: readonly (readonly T[])[],
  breaks: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly (readonly T[])[]> {
  for (const candidate of candidates) if (await breaks(candidate)) return [candidate];
  return [];
}

/**
 * The smallest integer that still causes a failure, by bisection; it is the smallest if all larger integers also cause the
 * failure.
 *
 * @param value one that causes the failure
 */
export async function smallest(
  value: number,
  least: number,
  breaks: (candidate: number) => Promise<boolean>,
): Promise<number> {
  let low = least;
  let high = value;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await breaks(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
