/** Where a command's runs are done, as its flags say, and what is told meanwhile, and whom. */

import { availableParallelism } from 'node:os';
import type { StudyOptions } from '../studies/study/study.ts';
import { type Count, sayOutdated } from './progress.ts';
import type { WatchedStudy } from './watched-study.ts';

export function whereOf(
  {
    threads = availableParallelism(),
    on,
  }: { readonly threads: number | undefined; readonly on: string | undefined },
  progress: Count,
): StudyOptions {
  return {
    threads,
    ...(on !== undefined && { on }),
    onNews: progress.say,
    onOutdated: sayOutdated,
    onDone: progress.update,
  };
}

/** A page that is told as well, with `--watch`: loaded where it is asked for, as all that few studies need. */
export async function watchStudy(
  title: string,
  { watch, out }: { readonly watch: boolean; readonly out: string | undefined },
): Promise<WatchedStudy | undefined> {
  if (!watch) return undefined;
  const { WatchedStudy } = await import('./watched-study.ts');
  return WatchedStudy.of(title, out);
}
