/** Measuring and printing, for all benchmarks. */

import { median } from '../src/core/math/statistics/summary.ts';
import { table } from '../src/run/report/table.ts';

/** The milliseconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * The median milliseconds of several candidates, which take turns, so that other work on this machine affects all
 * alike. Each runs once before, to warm up.
 */
export async function compare<K extends string>(
  runs: number,
  candidates: Readonly<Record<K, () => unknown>>,
): Promise<Record<K, number>> {
  const entries = Object.entries(candidates) as [K, () => unknown][];
  const times = new Map<K, number[]>(entries.map(([name]) => [name, []]));
  for (const [, candidate] of entries) await candidate();
  for (let i = 0; i < runs; i++) {
    for (const [name, candidate] of entries) times.get(name)?.push(await timed(candidate));
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<K, number>;
}

/** Prints rows of cells under a title; the first row is the head. */
export function print(title: string, rows: readonly (readonly string[])[]): void {
  const [head, ...body] = rows;
  process.stdout.write(`${title}\n\n${table(head, body, head.slice(0, 1))}\n`);
}

/** A ratio beside its limit. */
export function against(ratio: number, relation: 'at least' | 'at most', limit: number, digits = 2): string {
  const met = relation === 'at least' ? ratio >= limit : ratio <= limit;
  return `${ratio.toFixed(digits)} (${relation} ${limit}${met ? '' : ', missed'})`;
}
