import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALGORITHMS, type Setting, TABLES } from '../../../experiments/paper/tables.ts';
import { standard } from '../../../bin/standard.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { sharedPath } from '../../support/vectors.ts';

const plugins = [standard];

const settings = Object.entries(TABLES).flatMap(([name, { settings: all }]) =>
  all.map((setting): [string, Setting] => [`${name}, ${setting.heading}`, setting]),
);

/** Images, if there are any, and otherwise few enough points to load every setting of every table. */
const images = sharedPath('data/mnist-t10k');
function small({ given, set, scenario }: Setting): { file: string; set: string[] } {
  const folder = images ?? dirname(scenario);
  const less =
    given === undefined
      ? [
          `data.images=${JSON.stringify(join(folder, 't10k-images-idx3-ubyte.gz'))}`,
          `data.labels=${JSON.stringify(join(folder, 't10k-labels-idx1-ubyte.gz'))}`,
        ]
      : ['data.points=640', 'data.dimension=6'];
  return { file: scenario, set: [...set, ...less] };
}

describe('a setting of a table', () => {
  const here = settings.filter(([, { given }]) => given !== undefined || images !== undefined);

  test.skipIf(images !== undefined)('of MNIST (skipped where its files are there)', () => {
    for (const [, setting] of settings.filter(([, { given }]) => given === undefined)) {
      const { file, set } = small(setting);
      expect(() => loadScenario(file, { plugins, set })).toThrow(
        /t10k-images-idx3-ubyte\.gz: expected a readable file, got no such file$/,
      );
    }
  });

  test.each(here)('runs each algorithm, told what the paper tells it: %s', (_, setting) => {
    const { file, set } = small(setting);
    const [lloyd, kfed, secfc] = ALGORITHMS.map(({ variant }) =>
      loadScenario(file, { plugins, set, variant }),
    );
    expect(ALGORITHMS.map(({ name }) => name)).toEqual(['Lloyd', 'k-FED', 'SecFC']);
    expect([lloyd, kfed, secfc].map(({ protocol }) => protocol)).toEqual(['lloyd', 'kfed', 'secfc']);
    // The same points on the same clients, from the same start, on the same grid.
    expect(lloyd.shards).toEqual(secfc.shards);
    expect(kfed.shards).toEqual(secfc.shards);
    const { clusters, start, centreSeparation, scale } = secfc.parameters as unknown as Record<
      string,
      unknown
    >;
    expect(lloyd.parameters).toMatchObject({ clusters, start, centreSeparation, scale });
    expect({ start, centreSeparation }).toEqual({ start: 'k-means++', centreSeparation: true });
    expect(kfed.parameters).toMatchObject({ clusters, clustersPerClient: setting.classesPerClient });
    const clients = secfc.population.clients.length;
    expect(secfc.parameters).toMatchObject({ privacy: Math.ceil(clients / 3) });
  });

  test.each(here)("gives every client points of at most k' classes, and some that many: %s", (_, setting) => {
    const { file, set } = small(setting);
    const { shards, data } = loadScenario(file, { plugins, set });
    const classes = shards.map((shard) => new Set(Array.from(shard, (row) => data.truth?.[row])).size);
    expect(Math.max(...classes)).toBe(setting.classesPerClient);
  });

  test('of a mixture is of the size in section 5.1', () => {
    for (const [, setting] of settings.filter(([, { given }]) => given !== undefined)) {
      const { population, source } = loadScenario(setting.scenario, {
        plugins,
        set: [...setting.set, 'data.points=64'],
      });
      expect(population.dimension).toBe(100);
      const [k, sigma] = (/^k(\d+)-sigma(\d+)$/.exec(setting.given ?? '') ?? []).slice(1).map(Number);
      expect(source).toMatchObject({ data: { deviation: sigma, components: k } });
      const whole = readFileSync(setting.scenario, 'utf8');
      expect(whole).toContain(k === 4 ? 'points: 10000\n' : 'points: 16384\n');
      expect(population.clients).toHaveLength(k === 4 ? 10 : 16);
    }
  });
});

describe('what the paper prints', () => {
  const paper = sharedPath('papers/secfc.md');
  const title = paper === undefined ? ' (skipped: shared/papers is not there)' : '';

  /** A number in LaTeX and a spread, such as `$96.3 \pm 0.1$`. */
  const printed = (cell: string): number[] => cell.replaceAll(/[$\s]/g, '').split('\\pm').map(Number);

  /** The lines of a table, as cells. */
  function tableOf(text: string, number: number): string[][] {
    const lines = text.split('\n');
    const first = lines.findIndex((line) => line.startsWith(`Table ${number}: Clustering accuracy`)) + 2;
    return lines.slice(first, lines.indexOf('', first)).map((line) => line.split('\t'));
  }

  test.skipIf(paper === undefined).each([1, 2, 3])(`stands in Table %d cell for cell${title}`, (number) => {
    const [groups, columns, ...rows] = tableOf(readFileSync(paper ?? '', 'utf8'), number);
    const { settings: ours } = TABLES[`secfc-table-${number}`];
    // A group's name stands over its first column only.
    let group = '';
    const headings = columns.slice(1).map((column, c) => {
      group = groups[c + 1] || group;
      return `${group}, ${column}`.replaceAll(/[$]|(?<==) | (?==)/g, '').replace('Digit', 'digit');
    });
    expect(ours.map(({ heading }) => heading)).toEqual(headings);
    const named = ['Centralized Lloyd', '$k$ -FED', 'SecFC'];
    expect(rows.map(([name]) => name)).toEqual(named);
    expect(ALGORITHMS.map((_, row) => ours.map((setting) => setting.printed[row]))).toEqual(
      rows.map(([, ...cells]) => cells.map(printed)),
    );
  });
});
