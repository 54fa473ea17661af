/**
 * `npm run paper -- attacks-protocols --data DIR`: every protocol on small excerpts of every data set, with its
 * characteristic coalitions and all attacks that these can attempt. A cell shows the result of the strongest attack,
 * and its advantage over a guess from public information.
 */

import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Finding } from '../../src/lab/attack/finding.ts';
import { fittingTable } from '../../src/run/report/wide-table.ts';
import { readNpy } from '../../src/run/data/npy.ts';
import { writeNpy } from '../paper/feddp/federation.ts';
import { prepareAcs } from '../paper/feddp/persons.ts';
import type { PaperOptions } from '../paper/options.ts';
import { attackAll, type Sections } from './attacked.ts';

/** Number of points that take part, and of points held out for membership tests. */
const POINTS = 200;

interface Excerpt {
  readonly title: string;
  readonly clusters: number;
  readonly rows: number;
  readonly data: object;
  /** A protocol that takes too long on it. */
  readonly without?: string;
}

const excerpts = (folder: string, acs: string): Excerpt[] => [
  { title: 'Iris', clusters: 3, rows: 150, data: csv(folder, 'iris/iris.csv', 'label') },
  {
    title: 'Celltype',
    clusters: 4,
    rows: 12_009,
    data: { source: 'npy', points: join(folder, 'celltype/points.npy') },
  },
  { title: 'S1', clusters: 15, rows: 5000, data: csv(folder, 's1/s1.csv', 'label') },
  { title: 'Letter', clusters: 26, rows: 20_000, data: csv(folder, 'letter/letter.csv', 'class') },
  {
    title: 'mixture',
    clusters: 4,
    rows: 2 * POINTS,
    data: { source: 'gaussian-mixture', points: 2 * POINTS, dimension: 20, components: 4, deviation: 4 },
  },
  {
    title: 'acs',
    clusters: 10,
    rows: 2 * POINTS,
    data: { source: 'npy', points: acs },
    without: 'secfc, order',
  },
];

/** Persons spaced evenly over all of them: membership is judged beside all held-out ones, in 117 dimensions. */
function acsExcerpt(folder: string | undefined, scratch: string): string {
  const {
    shape: [rows, columns],
    values,
  } = readNpy(prepareAcs(folder, scratch).points);
  const taken = Array.from({ length: 2 * POINTS }, (_, i) => Math.floor((i * rows) / (2 * POINTS)));
  const file = join(scratch, 'acs-excerpt.npy');
  const own = Float64Array.from(taken.flatMap((i) => [...values.subarray(i * columns, (i + 1) * columns)]));
  writeNpy(file, '<f8', [taken.length, columns], own);
  return file;
}

function csv(folder: string, file: string, label: string): object {
  return { source: 'csv', file: join(folder, file), label };
}

const CUBE = { minimum: -0.5, maximum: 0.5 };

const REMOVE = [{ points: 'random', requests: 2 }];

const BUDGET = { outer: 0.2, weights: 0.2, sums: 0.4, counts: 0.2 };

interface Protocol {
  readonly title: string;
  /** Whether points are first scaled into the unit cube. */
  readonly cube?: true;
  /** The most clusters; more take too long. */
  readonly most?: number;
  readonly protocol: object;
}

const PROTOCOLS: readonly Protocol[] = [
  { title: 'secfc', protocol: { name: 'secfc', privacy: 4, maxIterations: 20 } },
  { title: 'secfc, reveal', protocol: { name: 'secfc', privacy: 4, maxIterations: 20, reveal: true } },
  {
    title: 'secfc, blinded',
    protocol: { name: 'secfc', privacy: 4, maxIterations: 20, disclosure: 'blinded' },
  },
  {
    title: 'secfc, order',
    most: 15,
    protocol: { name: 'secfc', privacy: 4, maxIterations: 20, disclosure: 'order' },
  },
  { title: 'secfc, align', protocol: { name: 'secfc', privacy: 4, maxIterations: 20, align: {} } },
  { title: 'mufc', cube: true, protocol: { name: 'mufc', aggregation: { code: 'hashed' }, remove: REMOVE } },
  { title: 'mufc, no secrecy', cube: true, protocol: { name: 'mufc', secrecy: 'none', remove: REMOVE } },
  { title: 'dckmeans', cube: true, protocol: { name: 'dckmeans' } },
  {
    title: 'feddp, noise of the server',
    cube: true,
    protocol: {
      name: 'feddp',
      clip: 2,
      rounds: 0,
      budget: BUDGET,
      server: { uniform: 60 },
      noise: { by: 'server' },
    },
  },
  { title: 'fastlloyd', cube: true, protocol: { name: 'fastlloyd', budget: { epsilon: 0.95, delta: 1e-6 } } },
  { title: 'kfed', protocol: { name: 'kfed' } },
  { title: 'lloyd', protocol: { name: 'lloyd', maxIterations: 20 } },
];

/**
 * Ends with a newline.
 * @throws CahootsError if the data folder is missing
 */
export async function protocolAttacks(options: PaperOptions): Promise<string> {
  // A fixed folder, as paths are part of the key of a run.
  const acs = acsExcerpt(options.data, join(tmpdir(), 'cahoots-acs'));
  const all = excerpts(resolve(options.data ?? ''), acs);
  const places = all.flatMap((excerpt) => PROTOCOLS.filter(fits(excerpt)).map((own) => ({ excerpt, own })));
  const found = await attackAll(
    places.map(({ excerpt, own }) => sectionsOf(excerpt, own)),
    options,
  );
  const cells = new Map<string, Map<string, string>>();
  places.forEach(({ excerpt, own }, at) => {
    for (const finding of found[at].findings) {
      const row = [own.title, finding.coalition, finding.attack].join('\t');
      const cell = cells.get(row) ?? new Map<string, string>();
      cells.set(row, cell.set(excerpt.title, cellText(finding)));
    }
  });
  const columns = all.map(({ title }) => title);
  const rows = [...cells].map(([row, cell]) => [
    ...row.split('\t'),
    ...columns.map((name) => cell.get(name) ?? ''),
  ]);
  return `What coalitions learn, and their advantage over a public guess; one run each, seed 1\n\n${fittingTable(['protocol', 'coalition', 'attack'], columns, rows)}`;
}

const fits =
  ({ clusters, without }: Excerpt) =>
  ({ title, most = clusters }: Protocol): boolean =>
    clusters <= most && title !== without;

function sectionsOf({ clusters, rows, data }: Excerpt, { cube, protocol }: Protocol): Sections {
  const holdOut = Math.max(Math.ceil(rows / 4), rows - POINTS);
  return { data: { ...data, holdOut, ...(cube && { scale: CUBE }) }, protocol: { clusters, ...protocol } };
}

function cellText({ exposed, advantage }: Finding): string {
  const got = `${(100 * exposed.most).toFixed(exposed.most === 0 || exposed.most === 1 ? 0 : 1)} %`;
  return advantage === undefined ? got : `${got} (${advantage.value.toFixed(2)})`;
}
