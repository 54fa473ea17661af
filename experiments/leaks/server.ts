/**
 * `npm run paper -- attacks-server [--data DIR]`: what the server of SecFC learns about real data and the paper's
 * mixtures. DIR holds the data sets; without it only the mixtures are used, which are drawn by seed.
 *
 * Three runs per row: l = 1 and l = 2 with a semi-honest server, and l = 1 with one that steers.
 */

import { join, resolve } from 'node:path';
import type { Finding } from '../../src/lab/attack/finding.ts';
import { wideTable } from '../../src/run/report/wide-table.ts';
import type { PaperOptions } from '../paper/options.ts';
import { attackAll, type Attacked, type Sections } from './attacked.ts';

interface Case {
  readonly title: string;
  readonly clusters: number;
  readonly data: object;
}

const mixture = (components: number, deviation: number): Case => ({
  title: `mixture of ${components}, sigma ${deviation}`,
  clusters: components,
  data: { source: 'gaussian-mixture', points: 4000, dimension: 100, components, deviation },
});

const fromFolder = (folder: string): Case[] => [
  {
    title: 'Iris',
    clusters: 3,
    data: { source: 'csv', file: join(folder, 'iris/iris.csv'), label: 'label' },
  },
  { title: 'Celltype', clusters: 4, data: { source: 'npy', points: join(folder, 'celltype/points.npy') } },
  { title: 'S1', clusters: 15, data: { source: 'csv', file: join(folder, 's1/s1.csv'), label: 'label' } },
  {
    title: 'Letter, 2000 of 20000',
    clusters: 26,
    data: { source: 'csv', file: join(folder, 'letter/letter.csv'), label: 'class', holdOut: 18_000 },
  },
];

const TITLES = [
  'm',
  'd',
  'k',
  'rounds',
  'full after',
  'within 0.1 | 1 | 10 %',
  'by a public guess',
  'anchored, exact',
  'R2 above 0.5 | 0.9 | 0.99',
  'segments',
  'steering',
  'its distances exact',
] as const;

const LOOK = { members: ['server'], attacks: ['geometry'] };
const ANCHOR = { members: ['server', 'client-1'], attacks: ['anchored-geometry'] };

/** Ends with a newline. */
export async function serverAttacks(options: PaperOptions): Promise<string> {
  const cases = [
    ...(options.data === undefined ? [] : fromFolder(resolve(options.data))),
    ...[1, 20].flatMap((deviation) => [mixture(4, deviation), mixture(16, deviation)]),
  ];
  const found = await attackAll(cases.flatMap(runsOf), options);
  const rows = cases.map((one, i) => rowOf(one, found.slice(3 * i, 3 * i + 3)));
  return `What the server of SecFC learns; one run each, seed 1\n\n${wideTable(TITLES, rows, ['data'])}`;
}

function runsOf({ clusters, data }: Case): Sections[] {
  const protocol = { name: 'secfc', scale: 1000, maxIterations: 40, clusters };
  const whole = { ...protocol, privacy: 4, segments: 1 };
  return [
    { data, protocol: whole, collusion: [LOOK, ANCHOR] },
    {
      data,
      protocol: { ...protocol, privacy: 3, segments: 2 },
      collusion: [{ members: ['server'], attacks: ['segments'] }],
    },
    { data, protocol: whole, collusion: [{ ...LOOK, adversary: 'steering' }] },
  ];
}

function rowOf({ title, clusters }: Case, [plain, halves, steered]: readonly Attacked[]): string[] {
  const [map, anchored] = plain.findings;
  const text = ({ measures }: Finding, key: string): string => `${measures[key]}`;
  return [
    title,
    `${plain.points}`,
    `${plain.dimension}`,
    `${clusters}`,
    `${plain.iterations}`,
    text(map, 'full after round'),
    text(map, 'within 0.1 | 1 | 10 %'),
    text(map, 'by a public guess'),
    text(anchored, 'coordinates back'),
    text(anchored, 'columns with R2 above 0.5 | 0.9 | 0.99'),
    text(halves.findings[0], 'full after round'),
    text(steered.findings[0], 'full after round'),
    text(steered.findings[0], 'distances exact'),
  ];
}
