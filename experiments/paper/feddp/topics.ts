/** Cost against total epsilon on pairs of topics at Stack Overflow, at client level (the paper's Figures 2 and 12 to 14). */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { costOf, meanIf, meanOver, runCells } from './cells.ts';
import { BUDGETS, FEDDP } from './clients.ts';
import { settingsOf } from './federation.ts';
import type { PrivateRun } from './job.ts';
import { METHODS, RIVALS } from './methods.ts';
import { cellOf } from './places.ts';
import { prepareTopics } from './questions.ts';

/** Two tags, and the figure whose place they take. */
interface Pair {
  readonly figure: 2 | 12 | 13 | 14;
  readonly tags: readonly [string, string];
}

/** The authors' pair of which there are enough questions, and frequent tags in place of their others. */
const PAIRS: readonly Pair[] = [
  { figure: 2, tags: ['asp.net', 'c'] },
  { figure: 12, tags: ['sql', 'html'] },
  { figure: 13, tags: ['facebook', 'hibernate'] },
  { figure: 14, tags: ['css', 'mysql'] },
];

const KFED = METHODS.filter(({ family }) => family === 'k-FED');

/** By method, the runs of all seeds at each budget; without privacy, the same at all. */
export interface TopicRuns extends Pair {
  readonly users: number;
  readonly rows: readonly { readonly title: string; readonly found: readonly (readonly PrivateRun[])[] }[];
}

export async function topicRuns(options: PaperOptions): Promise<readonly TopicRuns[]> {
  const pairs: TopicRuns[] = [];
  for (const pair of PAIRS) {
    const federation = prepareTopics(options.data, join(tmpdir(), 'cahoots-topics'), pair.tags);
    const places = [
      ...[FEDDP, ...RIVALS].flatMap((method) => BUDGETS.map((budget) => ({ method, budget }))),
      ...KFED.map((method) => ({ method, budget: 'none' as const })),
    ];
    const cells = places.map((place) => cellOf(place, scenarioFile('feddp-topics'), settingsOf(federation)));
    const found = await runCells(cells, options);
    const rows = [FEDDP, ...RIVALS, ...KFED].map((method) => ({
      title: method.title,
      found: BUDGETS.map(
        (wanted) =>
          found[
            places.findIndex(
              ({ method: own, budget }) => own === method && (budget === wanted || budget === 'none'),
            )
          ],
      ),
    }));
    pairs.push({ ...pair, users: federation.holders, rows });
  }
  return pairs;
}

/** For each of the two largest budgets and each other method, whether FedDP costs less in the mean. */
export function aheadOfOthers({ rows: [feddp, ...others] }: TopicRuns): boolean[] {
  const large = BUDGETS.map((_, at) => at).slice(-2);
  return others.flatMap(({ found }) =>
    large.map((at) => Number(meanIf(feddp.found[at], costOf)) < Number(meanIf(found[at], costOf))),
  );
}

/** Ends with a newline. */
export async function feddpTopics(options: PaperOptions): Promise<string> {
  const pairs = await topicRuns(options);
  const head = ['total epsilon at delta 1e-6', ...BUDGETS.map(String)];
  const parts = pairs.flatMap((pair) => {
    const ahead = aheadOfOthers(pair);
    return [
      `Titles with ${pair.tags.join(' or ')}, ${pair.users} users, in place of Figure ${pair.figure}: cost a point; seeds: ${options.seeds}\n`,
      table(
        head,
        pair.rows.map(({ title, found }) => [title, ...found.map((runs) => meanOver(runs, costOf))]),
        [head[0]],
      ),
      `the paper (curves only): FedDP best, except in a few cases with small budgets; here with the two largest in ${ahead.filter(Boolean).length} of ${ahead.length} cells\n`,
    ];
  });
  return parts.join('\n');
}
