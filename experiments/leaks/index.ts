/**
 * `npm run attacks [-- DIR]`: what the server of SecFC learns of real data and of the paper's mixtures, as a table. DIR
 * holds the data sets; without it there are the mixtures, which are drawn by seed.
 *
 * `npm run attacks -- DIR protocols [NAMES]` is the table of all protocols instead, `npm run attacks -- controls [RUNS [JOURNAL]]` that of
 * null controls.
 *
 * Three runs a row: l = 1 and l = 2 with a server that only looks, and l = 1 with one that steers.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { standard } from '../../actors/index.ts';
import type { Finding } from '../../src/lab/attack/finding.ts';
import { attackRun } from '../../src/lab/attack/attack-run.ts';
import { table } from '../../src/results/report/table.ts';
import type { Collusion } from '../../src/scenario/collusion.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { controlsTable } from './controls.ts';
import { protocolsTable } from './protocols.ts';

const plugins = [standard];

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

const [, , folder, which, names] = process.argv;
if (folder === 'controls') {
  process.stdout.write(await controlsTable(Number(which ?? 200), names));
  process.exit(0);
}
if (folder !== undefined && which === 'protocols') {
  process.stdout.write(await protocolsTable(resolve(folder), names?.split(',')));
  process.exit(0);
}
const cases = [
  ...(folder === undefined ? [] : fromFolder(resolve(folder))),
  ...[1, 20].flatMap((deviation) => [mixture(4, deviation), mixture(16, deviation)]),
];
const scratch = mkdtempSync(join(tmpdir(), 'cahoots-attacks-'));
try {
  const rows: string[][] = [];
  for (const one of cases) {
    rows.push(await measure(one));
    process.stderr.write(`${one.title}\n`);
  }
  process.stdout.write(
    table(
      [
        'data',
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
      ],
      rows,
      ['data'],
    ),
  );
} finally {
  rmSync(scratch, { recursive: true });
}

async function measure({ title, clusters, data }: Case): Promise<string[]> {
  const look = { members: ['server'], attacks: ['geometry'] };
  const anchor = { members: ['server', 'client-1'], attacks: ['anchored-geometry'] };
  const whole = { privacy: 4, segments: 1 };
  const plain = await attempt(data, { ...whole, clusters }, [look, anchor]);
  const halves = await attempt(data, { privacy: 3, segments: 2, clusters }, [
    { members: ['server'], attacks: ['segments'] },
  ]);
  const steered = await attempt(data, { ...whole, clusters }, [{ ...look, adversary: 'steering' }]);
  const [map, anchored] = plain.findings;
  const text = ({ measures }: Finding, key: string): string => `${measures[key]}`;
  return [
    title,
    `${plain.points}`,
    `${plain.dimension}`,
    `${clusters}`,
    `${plain.rounds}`,
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

async function attempt(data: object, protocol: object, collusion: readonly Collusion[]) {
  const file = join(scratch, 'scenario.yaml');
  writeFileSync(
    file,
    stringify({
      version: 2,
      seed: 1,
      clients: 10,
      data,
      protocol: { name: 'secfc', scale: 1000, maxIterations: 40, ...protocol },
      network: { preset: 'lan' },
      collusion,
    }),
  );
  const scenario = loadScenario(file, { plugins });
  const { result, certificate } = await attackRun(scenario, { plugins });
  const { points, dimension } = scenario.population;
  return { findings: certificate?.findings ?? [], rounds: result.findings.iterations, points, dimension };
}
