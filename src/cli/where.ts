/** Where a command's runs are done, as its flags say, and what is told meanwhile. */

import { availableParallelism } from 'node:os';
import type { StudyOptions } from '../study/study.ts';
import { type Count, sayOutdated } from './progress.ts';

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
