/** Pages of the runs that all views are held against, each made once. */

import { pageOfRun, pageOfTwo } from '../../src/output/page/run-page.ts';
import { type PageRun, pageRunOf } from '../../src/output/page/run.ts';
import type { Page } from '../../src/output/page/page.ts';
import type { Made } from './agreement-runs.ts';

interface Pages {
  readonly run: PageRun;
  readonly one: Page;
  /** The run beside itself. */
  readonly two: Page;
}

const made = new Map<string, Promise<Pages>>();

/** The pages of a run, from its trace alone. */
export function pagesOf(of: Made): Promise<Pages> {
  const pages = made.get(of.name) ?? make(of);
  made.set(of.name, pages);
  return pages;
}

async function make({ trace, known }: Made): Promise<Pages> {
  const options = { plugins: known, label: 'a', folder: '.', replay: false };
  const run = await pageRunOf('run.trace', trace, options);
  return { run, one: pageOfRun(run), two: pageOfTwo('two', [run, run]) };
}
