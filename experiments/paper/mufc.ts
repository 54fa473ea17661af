/** MUFC's tables and the figures about unlearning: what runs for each, and what the paper prints there. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CahootsError } from '../../src/base/errors.ts';
import { table } from '../../src/report/table.ts';
import { valuesOf } from '../../src/results/figures.ts';
import { spread } from '../../src/results/statistics.ts';
import { cellRun } from './cell.ts';
import { study } from '../../src/study/study.ts';
import { keysOf } from './keys.ts';
import { bestLoss, type RequestCosts, requestCosts } from './mufc-jobs.ts';
import type { PaperOptions } from './options.ts';

/** In the order of a scenario's variants: its own protocol, then its `compare` list. */
const ALGORITHMS = ['MUFC', 'MUFC, full at clients', 'k-FED', 'DC-KMeans'] as const;

interface DataSet {
  readonly name: string;
  readonly clusters: number;
  /** Settings that point at files, by file below the folder of data. */
  readonly files: Readonly<Record<string, string>>;
  /** Set besides, where the files are given. */
  readonly given?: readonly string[];
  /** Loss ratios of {@link ALGORITHMS}: the first from Table 1, the second from Table 2. */
  readonly printed?: readonly [string, string, string, string];
}

const DATA: readonly DataSet[] = [
  {
    name: 'celltype',
    clusters: 4,
    files: { 'data.points': 'celltype/points.npy', 'data.clients': 'celltype/clients.npy' },
    printed: ['1.14 ± 0.03', '1.03 ± 0.00', '1.72 ± 0.24', '1.46 ± 0.01'],
  },
  {
    name: 'gaussian',
    clusters: 10,
    files: { 'data.points': 'mufc-gaussian/points.npy', 'data.clients': 'mufc-gaussian/clients.npy' },
    given: ['data={source: npy, points: "", partition: {by: client}, scale: {minimum: -0.5, maximum: 0.5}}'],
    printed: ['1.25 ± 0.02', '1.02 ± 0.00', '1.25 ± 0.01', '1.02 ± 0.00'],
  },
  {
    name: 'postures',
    clusters: 5,
    files: { 'data.file': 'postures/Postures.csv' },
    printed: ['1.10 ± 0.01', '1.02 ± 0.00', '1.13 ± 0.01', '1.03 ± 0.00'],
  },
  { name: 'letter', clusters: 26, files: { 'data.file': 'letter/letter.csv' } },
];

const scenarioOf = ({ name }: DataSet): string =>
  fileURLToPath(new URL(`../../scenarios/paper/mufc-${name}.yaml`, import.meta.url));

/** Undefined where the files are not in the folder. */
function settingsOf(
  { files, given = [] }: DataSet,
  folder: string | undefined,
): readonly string[] | undefined {
  if (folder === undefined)
    throw new CahootsError('bad-input', "expected --data DIR with the paper's data sets, got nothing", {
      path: '--data',
    });
  const paths = Object.entries(files).map(([setting, file]) => [setting, resolve(join(folder, file))]);
  if (paths.some(([, path]) => !existsSync(path))) return undefined;
  return [...given, ...paths.map(([setting, path]) => `${setting}=${JSON.stringify(path)}`)];
}

/** Tables 1 and 2: the induced loss over the best centralised one. Ends with a newline. */
export async function mufcLosses(options: PaperOptions): Promise<string> {
  const { seeds, threads, onDone } = options;
  const found = DATA.flatMap((data) => {
    const set = settingsOf(data, options.data);
    return set === undefined ? [] : [{ data, set, file: scenarioOf(data) }];
  });
  const best = await study(
    bestLoss,
    found.map(({ data: { clusters }, set, file }) => ({ file, set: [...set], clusters })),
    { threads },
  );
  const orders = found.flatMap(({ set, file }) =>
    ALGORITHMS.flatMap((_, variant) =>
      Array.from({ length: seeds }, (__, i) => ({
        file,
        seed: i + 1,
        variant,
        set,
        centres: 'none' as const,
      })),
    ),
  );
  const keys = keysOf(orders);
  const runs = await study(cellRun, orders, {
    threads,
    journal: options.journal,
    keys,
    onDone,
  });
  const rows = ALGORITHMS.flatMap((algorithm, variant) => {
    const ours = found.map((_, d) => {
      const first = (d * ALGORITHMS.length + variant) * seeds;
      const losses = valuesOf(runs.slice(first, first + seeds), 'lossAtCentres');
      if (losses.length === 0) return 'failed';
      const { mean, deviation } = spread(losses.map((loss) => loss / best[d]));
      return `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
    });
    return [
      [algorithm, 'ours', ...ours],
      [algorithm, 'paper', ...found.map(({ data }) => data.printed?.[variant] ?? '')],
    ];
  });
  const missing = DATA.filter((data) => found.every((one) => one.data !== data)).map(({ name }) => name);
  return [
    `MUFC, Tables 1 and 2: induced loss over the best centralised loss; ${seeds} seeds\n`,
    table(['', ' ', ...found.map(({ data }) => data.name)], rows, ['', ' ']),
    ...(missing.length === 0 ? [] : [`not found in the folder: ${missing.join(', ')}\n`]),
  ].join('\n');
}

/** Requests in a row, of so many points each. */
const REQUESTS = 10;
const BATCHES = [1, 10, 30] as const;

const UNLEARNING = [
  { title: 'MUFC, exact', variant: 0, set: ['protocol.unlearning=exact'] },
  { title: 'MUFC, lazy', variant: 0, set: ['protocol.unlearning=lazy'] },
  { title: 'DC-KMeans', variant: 3, set: [] },
] as const;

/**
 * Figure 3 (e) to (l): how many times less unlearning takes than training all over again, on Celltype: the client that
 * computes most and the server, over all requests. Of the clustering, as the paper's code has no secrecy, and in the last
 * column with the sums in secret. Ends with a newline.
 */
export async function mufcUnlearning(options: PaperOptions): Promise<string> {
  const { threads, onDone } = options;
  const [celltype] = DATA;
  const data = settingsOf(celltype, options.data);
  if (data === undefined)
    throw new CahootsError('bad-input', 'expected celltype/ in the folder, got none', { path: '--data' });
  const file = scenarioOf(celltype);
  const cases = ['random', 'adversarial'].flatMap((points) => BATCHES.map((count) => ({ points, count })));
  const subjects = [{ title: 'retraining', variant: 0, set: ['protocol.unlearning=retrain'] }, ...UNLEARNING];
  const orders = cases.flatMap((one) =>
    subjects.map(({ variant, set }) => {
      const remove = `protocol.remove=${JSON.stringify([{ ...one, requests: REQUESTS }])}`;
      return { file, seed: 1, variant, set: [...data, 'protocol.restarts=1', remove, ...set] };
    }),
  );
  const keys = keysOf(orders);
  const costs = await study(requestCosts, orders, {
    threads,
    journal: options.journal,
    keys,
    onDone,
  });
  const rows = cases.flatMap(({ points, count }, c) => {
    const [retraining, ...others] = costs.slice(c * subjects.length, (c + 1) * subjects.length);
    return others.map((cost, s) => {
      const times = (of: (costs: RequestCosts) => number): string => ratioText(of(retraining), of(cost));
      const both =
        (key: keyof RequestCosts['client']) =>
        ({ client, server }: RequestCosts): number =>
          client[key] + server[key];
      return [
        `${points}, ${count} at once`,
        UNLEARNING[s].title,
        times(({ client }) => client.clustering),
        times(({ server }) => server.clustering),
        times(both('clustering')),
        times(both('measuredNs')),
        times(both('operations')),
      ];
    });
  });
  const head = ['removed', '', 'client', 'server', 'both', 'both, measured', 'both, with secrecy'];
  return `MUFC, unlearning: how many times less it takes than retraining, Celltype, ${REQUESTS} requests\n\n${table(head, rows, ['removed', ''])}`;
}

/** How many times less; a request that hits nothing may take nothing at all. */
function ratioText(retraining: number, unlearning: number): string {
  if (unlearning === 0) return 'nothing';
  const ratio = retraining / unlearning;
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;
}
