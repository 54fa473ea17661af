/** Cost against total epsilon on persons of the American Community Survey (the paper's Figures 1, 8 and 9). */

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { costOf, meanIf, runCells } from './cells.ts';
import { type Federation, settingsOf } from './federation.ts';
import type { PrivateRun } from './job.ts';
import { EPSILONS, type Method, METHODS } from './methods.ts';
import { prepareAcs, prepareStates } from './persons.ts';
import { drawCosts } from './picture.ts';
import { cellOf, curvesOf, HEAD, type Place, placesOf, rowsOf } from './places.ts';

/** Cost per point that a prototype reached on the same data. */
const PROTOTYPE = ['5.471', '5.341', '5.284', '5.298'] as const;
/** The lowest cost per point found without privacy. */
const OPTIMAL = 5.262;

/** Persons in place of the paper's, who are not to be had. */
interface Task {
  /** The figure whose place they take. */
  readonly figure: 1 | 8 | 9;
  readonly title: string;
  /** The folder below the data folder that it needs. */
  readonly needs: string;
  readonly prepare: (folder: string | undefined, out: string) => Federation;
}

const TASKS: readonly [Task, Task, Task] = [
  { figure: 1, title: '36,529 persons of 26 areas', needs: 'acs-excerpts', prepare: prepareAcs },
  {
    figure: 8,
    title: '58,837 persons with wages of 20 states',
    needs: 'acs-20states',
    prepare: (folder, out) => prepareStates(folder, out, 'wages'),
  },
  {
    figure: 9,
    title: '41,123 persons without wages of 20 states',
    needs: 'acs-20states',
    prepare: (folder, out) => prepareStates(folder, out, 'no wages'),
  },
];

/** The first, and those of the others whose folder there is. */
export function tasksIn({ data }: Pick<PaperOptions, 'data'>): readonly [Task, ...Task[]] {
  const [first, ...others] = TASKS;
  return [first, ...others.filter(({ needs }) => existsSync(join(data ?? '', needs)))];
}

/** A task's data, and the runs of some methods at each of their budgets. */
export interface TaskRuns {
  readonly federation: Federation;
  readonly methods: readonly Method[];
  readonly places: readonly Place[];
  readonly found: readonly (readonly PrivateRun[])[];
}

const FEDDP = 'FedDP, T = 0';
const RIVALS = /^ServerLloyds, T/;

/** FedDP without rounds and its rivals at each of their budgets, or all methods. */
export async function taskRuns(
  { prepare }: Task,
  options: PaperOptions,
  wanted = (title: string): boolean => title === FEDDP || RIVALS.test(title),
): Promise<TaskRuns> {
  const federation = prepare(options.data, join(tmpdir(), 'cahoots-acs'));
  const methods = METHODS.filter(({ title }) => wanted(title));
  const places = placesOf(methods);
  const settings = settingsOf(federation);
  const cells = places.map((place) => cellOf(place, scenarioFile('feddp-acs'), settings));
  return { federation, methods, places, found: await runCells(cells, options) };
}

/** For each budget that all have and each rival, whether FedDP without rounds costs less in the mean. */
export function aheadOfServers({ methods, places, found }: TaskRuns): boolean[] {
  const costsOf = (title: string, epsilon: number): number =>
    Number(
      meanIf(
        found[places.findIndex(({ method, budget }) => method.title === title && budget === epsilon)],
        costOf,
      ),
    );
  const rivals = methods.filter(({ title }) => RIVALS.test(title));
  return EPSILONS.slice(2).flatMap((epsilon) =>
    rivals.map(({ title }) => costsOf(FEDDP, epsilon) < costsOf(title, epsilon)),
  );
}

/** Ends with a newline; writes its picture. */
export async function feddpAcs(options: PaperOptions): Promise<string> {
  const runs = await taskRuns(TASKS[0], options, (title) =>
    /^FedDP|^ServerLloyds, T|^FastLloyd|^k-FED/.test(title),
  );
  const { federation, methods, places, found } = runs;
  const rows = rowsOf(methods, places, found, costOf);
  rows.push(['prototype, T = 0', ...PROTOTYPE, '']);
  const above = ({ cost }: PrivateRun) => (cost === undefined ? undefined : 100 * (cost / OPTIMAL - 1));
  drawCosts(options, 'feddp-acs.svg', curvesOf(places, found, above), {
    title: 'Private clustering of persons of the American Community Survey',
    caption: `means of ${options.seeds} seeds; ${federation.holders} areas; above the best found without privacy (${OPTIMAL} a point)`,
    y: '% above the best',
  });
  return [
    `FedDP-KMeans and others, American Community Survey, ${federation.holders} areas: cost a point (${OPTIMAL} is the best found without privacy); seeds: ${options.seeds}\n`,
    table(HEAD, rows, [HEAD[0]]),
    sentenceOf(runs),
  ].join('\n');
}

/** The same survey in place of the paper's other two tasks, without a picture. Ends with a newline. */
export async function feddpStates(options: PaperOptions): Promise<string> {
  const parts: string[] = [];
  for (const task of TASKS.slice(1)) {
    const runs = await taskRuns(task, options);
    parts.push(
      `American Community Survey, ${task.title}, in place of Figure ${task.figure}: cost a point; seeds: ${options.seeds}\n`,
      table(HEAD, rowsOf(runs.methods, runs.places, runs.found, costOf), [HEAD[0]]),
      sentenceOf(runs),
    );
  }
  return parts.join('\n');
}

function sentenceOf(runs: TaskRuns): string {
  const ahead = aheadOfServers(runs);
  return `the paper (Figures 1, 8 and 9, curves only): FedDP ahead but at the smallest budgets; here, T = 0 is ahead of ServerLloyds in ${ahead.filter(Boolean).length} of ${ahead.length} cells\n`;
}
