/** SecFC, Tables 1 to 3, k-FED: which start gives the published accuracies, tried one by one. */

import { accuracy } from '../../../src/core/math/cluster/accuracy.ts';
import { assignToCentres, centresOf } from '../../../src/core/math/cluster/centres.ts';
import { assert } from '../../../src/core/base/errors.ts';
import { projectToSingularVectors } from '../../../src/core/math/cluster/projection.ts';
import { selectRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { table } from '../../../src/run/report/table.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import { type PublishedCell, publishedCells } from '../accuracy-table.ts';
import { verdictOfNumbers } from '../claims/verdict.ts';
import { detailsOf } from '../keys.ts';
import type { PaperOptions } from '../options.ts';
import {
  type Federation,
  induced,
  localAsPublished,
  localAtRandom,
  misplacedAccuracy,
  SERVER_STARTS,
} from './federation.ts';

const [PUBLISHED] = Object.keys(SERVER_STARTS);
/** What differs from k-FED as published besides the server's start. */
const OTHERS = [
  'clients from a random cluster for every point',
  "clients look for k clusters, not k'",
  'points to the nearest of the final centres',
  'labels in the order of the clients, classes in that of the data',
] as const;

/** All that is tried, by name. */
export const TRIED: readonly string[] = [...Object.keys(SERVER_STARTS), ...OTHERS];

interface StartRequest {
  readonly file: string;
  readonly seed: number;
  readonly set: readonly string[];
  readonly clusters: number;
  readonly classesPerClient: number;
}

/** The accuracies of one seed, in the order of {@link TRIED}. */
export const startAccuracies = defineJob(
  import.meta.url,
  'paper-kfed-starts',
  (request: StartRequest, surroundings): Promise<readonly number[]> => {
    const { file, seed, set, clusters, classesPerClient } = request;
    const { data, shards } = loadScenario(file, { ...surroundings, seed, set });
    const { points, truth } = data;
    assert(truth !== undefined, 'points with classes');
    const federation: Federation = { points, truth, rows: shards };
    const streams = new Random(seed).family('start');
    let used = 0;
    const stream = () => streams(`${used++}`);
    const own = shards.map((shard) => selectRows(points, shard));
    const projections = own.map((shard) => projectToSingularVectors(shard, clusters));
    const locals = (of: typeof localAsPublished, count: number) =>
      own.map((shard, client) => of(shard, count, stream(), projections[client]));
    const published = locals(localAsPublished, classesPerClient);
    const labelled = (name: string, at = published) =>
      induced(federation, at, clusters, SERVER_STARTS[name], stream());
    const usual = labelled(PUBLISHED);
    const nearest = assignToCentres(points, centresOf(points, usual, clusters));
    return Promise.resolve([
      ...Object.keys(SERVER_STARTS).map((name) =>
        accuracy(name === PUBLISHED ? usual : labelled(name), truth),
      ),
      accuracy(labelled(PUBLISHED, locals(localAtRandom, classesPerClient)), truth),
      accuracy(labelled(PUBLISHED, locals(localAsPublished, clusters)), truth),
      accuracy(nearest, truth),
      misplacedAccuracy(federation, usual),
    ]);
  },
);

/** One published accuracy of k-FED, and ours by what is tried, a number for every seed in percent. */
export interface StartCell extends PublishedCell {
  readonly tried: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Of the tables whose data are there. */
export async function kfedStartCells(options: PaperOptions): Promise<readonly StartCell[]> {
  const cells = publishedCells('k-FED', options);
  const requests = cells.flatMap(({ file, set, clusters, classesPerClient }) =>
    Array.from({ length: options.seeds }, (_, i): StartRequest & { variant: number } => {
      return { file, seed: i + 1, set, clusters, classesPerClient, variant: 0 };
    }),
  );
  const found = await runBatch(startAccuracies, requests, { ...options, ...detailsOf(requests) });
  return cells.map((cell, c) => {
    const own = found.slice(c * options.seeds, (c + 1) * options.seeds);
    return {
      ...cell,
      tried: TRIED.map((name, at) => ({ name, values: own.map((accuracies) => 100 * accuracies[at]) })),
    };
  });
}

/** Whether values are what a paper prints, over ten runs, as far as so many seeds can tell. */
export function fits(printed: string, values: readonly number[]): boolean {
  return verdictOfNumbers(printed, 10, values) === 'reproduced';
}

/** Ends with a newline. */
export async function kfedStarts(options: PaperOptions): Promise<string> {
  const cells = await kfedStartCells(options);
  const rows = TRIED.map((name, at) => [
    name,
    ...cells.map(({ tried, printed }) => {
      const { values } = tried[at];
      const { mean, deviation } = spread(values);
      return `${mean.toFixed(1)} ± ${deviation.toFixed(1)}${fits(printed, values) ? ' =' : ''}`;
    }),
    `${cells.filter(({ tried, printed }) => fits(printed, tried[at].values)).length}`,
  ]);
  rows.push(['paper', ...cells.map(({ printed }) => printed), `${cells.length}`]);
  return [
    `SecFC, Tables 1 to 3: accuracy (%) of k-FED by its start; ${options.seeds} seeds; =: as printed\n`,
    table(['', ...cells.map(({ heading }) => heading), 'as printed'], rows, ['']),
  ].join('\n');
}
