/** One part of a sweep that several machines share: every n-th of its runs, so that all parts take about equally long. */

import { CahootsError } from '../../core/base/errors.ts';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

export const WHOLE: Shard = { index: 1, of: 1 };

const MOST = 100_000;

/**
 * `3/16`.
 * @throws CahootsError for anything else
 */
export function shardOf(text: string, flag: string): Shard {
  const [, index, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index >= 1 && of >= index && of <= MOST) return { index, of };
  const message = `expected a part and how many there are, such as 3/16, got ${text}`;
  throw new CahootsError('bad-input', message, { path: flag });
}

/** The indices of its own runs among all, in order. */
export function runsOf({ index, of }: Shard, runs: number): number[] {
  return Array.from({ length: Math.ceil((runs - (index - 1)) / of) }, (_, i) => index - 1 + i * of);
}
