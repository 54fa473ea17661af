/** Where a command's runs are executed, according to its flags, and where progress is shown. */

import { availableParallelism } from 'node:os';
import { CahootsError } from '../core/base/errors.ts';
import type { BatchOptions } from '../studies/batch/batch.ts';
import { type Count, sayOutdated } from './progress.ts';
import type { WatchedStudy } from './watched-study.ts';

/**
 * Where the runs of a command take place, from its flags.
 * @param progress shows news from workers
 * @throws CahootsError for the key of a broker's workers without a broker
 */
export function whereOf(
  {
    threads = availableParallelism(),
    on,
    key,
  }: {
    readonly threads: number | undefined;
    readonly on: string | undefined;
    readonly key: string | undefined;
  },
  progress: Count,
): BatchOptions {
  if (key !== undefined && on === undefined)
    throw new CahootsError('bad-input', 'expected --on as well, got none', { path: '--key' });
  return {
    threads,
    on,
    key,
    onNews: progress.print,
    onOutdated: sayOutdated,
    onDone: progress.update,
  };
}

/**
 * With `--watch`, a page that shows progress as well: loaded only when requested, like everything that few
 * studies need.
 */
export async function watchStudy(
  title: string,
  { watch, out }: { readonly watch: boolean; readonly out: string | undefined },
): Promise<WatchedStudy | undefined> {
  if (!watch) return undefined;
  const { WatchedStudy } = await import('./watched-study.ts');
  return WatchedStudy.of(title, out);
}
