/** How many clusters the server's weighted points suggest, which costs no privacy (the paper's Figure 7). */

import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { type Cell, runCells } from './cells.ts';
import type { PrivateRun } from './job.ts';

/** K of the run: enough directions for any k that is asked about. */
const MOST = 15;
const SHOWN = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export const EPSILONS = [0.41, 0.82, 1.65] as const;
/** Where the paper sees the elbow, which is the true number of clusters; it prints its costs as a curve only. */
export const PRINTED = 10;

/** For each total epsilon, the runs of all seeds. */
export function elbowRuns(options: PaperOptions): Promise<PrivateRun[][]> {
  const file = scenarioFile('feddp-gaussians');
  const set = [`protocol.clusters=${MOST}`, 'protocol.elbow=true'];
  const shares = { outer: 0.4, weights: 0.4, sums: 0.1, counts: 0.1 };
  const cells = EPSILONS.map((epsilon): Cell => {
    return { file, set, epsilon, shares, server: { each: 20, cube: 100 } };
  });
  return runCells(cells, options);
}

/** Ends with a newline. */
export async function feddpElbow(options: PaperOptions): Promise<string> {
  const found = await elbowRuns(options);
  const rows = EPSILONS.map((epsilon, e) => {
    const costs = SHOWN.map((k) => {
      const values = found[e].flatMap(({ elbow }) => elbow?.costs[k - 1] ?? []);
      return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
    });
    const chosen = found[e].map(({ elbow }) => elbow?.chosen ?? 'none').join(' ');
    return [`${epsilon}`, ...costs, chosen];
  });
  rows.push(['paper, Figure 7', ...SHOWN.map(() => ''), `${PRINTED}`]);
  const head = ['total epsilon', ...SHOWN.map((k) => `k=${k}`), 'elbow, seed by seed'];
  return [
    `FedDP-KMeans, Gaussians of 10 clusters: what k clusters of the server's weighted points cost, in ${MOST} directions; seeds: ${options.seeds}\n`,
    table(head, rows, ['total epsilon', 'elbow, seed by seed']),
  ].join('\n');
}
