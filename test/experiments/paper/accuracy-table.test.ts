import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { accuracyTable } from '../../../experiments/paper/accuracy-table.ts';
import { type CellRequest, cellRun, type CellRun } from '../../../experiments/paper/cell.ts';
import type { PaperOptions } from '../../../experiments/paper/options.ts';
import { ALGORITHMS, type PaperTable, type Setting, TABLES } from '../../../experiments/paper/tables.ts';
import { Journal } from '../../../src/studies/batch/journal.ts';
import { npyBytes } from '../../support/npy-writer.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const HERE = { plugins: [standard], locate: (name: string) => name };
const fresh = (name: string): string => join(dirname(write('beside', '')), name);
const less = (setting: Setting): Setting => ({
  ...setting,
  set: [...setting.set, 'data.points=160', 'data.dimension=3', 'data.deviation=8'],
});
/** Two columns of the second table, over few points of few dimensions. */
const TINY: PaperTable = {
  title: 'a tiny table',
  settings: TABLES['secfc-table-2'].settings.slice(0, 2).map(less),
};

async function made(table: PaperTable, path: string, options: Partial<PaperOptions> = {}): Promise<string> {
  const journal = new Journal(path, 'this build');
  const onDone = (): void => undefined;
  try {
    const given = { seeds: 3, threads: 0, data: undefined, figures: dirname(path), journal, onDone };
    return await accuracyTable(table, { ...given, ...options });
  } finally {
    journal.close();
  }
}

/** The rows below the head, cells two spaces apart. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .slice(3, -5)
    .map((line) => line.trim().split(/\s{2,}/));

/** Mean and sample deviation in percent, as they are defined. */
function percent(values: readonly number[]): string {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return `${(100 * mean).toFixed(1)} ± ${(100 * Math.sqrt(squares / (values.length - 1))).toFixed(1)}`;
}

/** What the cells of a row come to when each is run by itself. */
async function byHand(
  variant: number,
  score: (run: CellRun) => number | undefined,
  centres: CellRequest['centres'] = 'drawn',
): Promise<string[]> {
  const cells: string[] = [];
  for (const { scenario, set } of TINY.settings) {
    const scores: number[] = [];
    for (const seed of [1, 2, 3]) {
      scores.push(
        score(await cellRun.run({ file: scenario, seed, variant, set, centres }, HERE)) ?? Number.NaN,
      );
    }
    cells.push(percent(scores));
  }
  return cells;
}

describe('a table of mixtures that are drawn', () => {
  let text = '';
  let path = '';
  beforeAll(async () => {
    path = fresh('drawn.jsonl');
    text = await made(TINY, path);
  });

  test('has a title, a column for each setting, says how often SecFC equals Lloyd, and where all start', () => {
    const [title, , head] = text.split('\n');
    expect(title).toBe('a tiny table; 3 seeds');
    expect(head.trim().split(/\s{2,}/)).toEqual(["k=4, k'=1", "k=4, k'=2"]);
    expect(text.split('\n').slice(-5)).toEqual([
      '',
      'SecFC equals Lloyd in every iteration of 6 of 6 runs',
      '',
      'start: k-means++, drawn outside the protocol (12 runs of Lloyd, SecFC)',
      '',
    ]);
  });

  test("has for each algorithm our mean and spread under both readings of the truth, and the paper's", async () => {
    const rows = rowsOf(text);
    expect(rows).toHaveLength(9);
    for (const [a, { name, variant }] of ALGORITHMS.entries()) {
      expect(rows.slice(3 * a, 3 * a + 3)).toEqual([
        [name, 'ours, by component', ...(await byHand(variant, ({ accuracy }) => accuracy))],
        [name, 'ours, by nearest centre', ...(await byHand(variant, (run) => run.nearestCentreAccuracy))],
        [
          name,
          'paper',
          ...TINY.settings.map(({ printed }) => printed[a].map((value) => value.toFixed(1)).join(' ± ')),
        ],
      ]);
    }
    // SecFC clusters as Lloyd does.
    expect(rows[6].slice(2)).toEqual(rows[0].slice(2));
  });

  test('is the same from the journal, on threads, and one seed after the other', async () => {
    const before = readFileSync(path);
    expect(before.toString().trimEnd().split('\n')).toHaveLength(18);
    expect(await made(TINY, path)).toBe(text);
    expect(readFileSync(path).equals(before)).toBe(true);
    const steps = fresh('steps.jsonl');
    await made(TINY, steps, { seeds: 1, threads: 2 });
    expect(await made(TINY, steps, { seeds: 3 })).toBe(text);
  });
});

describe('a table of mixtures from files', () => {
  const POINTS = Array.from({ length: 80 }, (_, i) => [
    10 * (i % 4) + (i % 7),
    (i % 5) - 10 * (i % 4),
    i % 3,
  ]);
  const CENTRES = [0, 1, 2, 3].map((h) => [10 * h + 3, 2 - 10 * h, 1]);
  /** A folder with the files of both columns. */
  function given(centres: readonly (readonly number[])[] = CENTRES): string {
    for (const { given: prefix } of TINY.settings) {
      write(`${prefix}.points.npy`, npyBytes(POINTS.flat(), { shape: [80, 3] }));
      write(
        `${prefix}.labels.npy`,
        npyBytes(
          POINTS.map((_, i) => i % 4),
          { descr: '<i4' },
        ),
      );
      write(`${prefix}.centers.npy`, npyBytes(centres.flat(), { shape: [4, 3] }));
    }
    return dirname(write('beside', ''));
  }

  test('is of these, by their labels and by their centres', async () => {
    const rows = rowsOf(await made(TINY, fresh('given.jsonl'), { data: given() }));
    expect(rows.map(([name, what]) => `${name}: ${what}`)).toContain('SecFC: ours, by nearest centre');
    // Blobs far apart: their labels are their closest centres, and k-means++ begins with a point of each.
    const [component, nearest] = [rows[0], rows[1]].map((row) => row.slice(2));
    expect(component).toEqual(nearest);
    expect(component[0]).toBe('100.0 ± 0.0');
  });

  test('scores against the centres, whatever the labels say', async () => {
    // All points lie closest to the first centre, so at best one cluster is right.
    const far = CENTRES.map((centre, h) => (h === 0 ? centre : centre.map(() => 1e6 * h)));
    const rows = rowsOf(await made(TINY, fresh('far.jsonl'), { data: given(far) }));
    expect(rows[1][2]).not.toBe(rows[0][2]);
    expect(Number.parseFloat(rows[1][2])).toBeLessThan(60);
  });

  test('is run anew where the centres have changed, and not taken from the journal', async () => {
    const path = fresh('changed.jsonl');
    const far = CENTRES.map((centre, h) => (h === 0 ? centre : centre.map(() => 1e6 * h)));
    await made(TINY, path, { data: given() });
    const again = await made(TINY, path, { data: given(far) });
    expect(again).toBe(await made(TINY, fresh('anew.jsonl'), { data: given(far) }));
  });
});

test('a table of images says that it needs them', async () => {
  await expect(made(TABLES['secfc-table-3'], fresh('digits.jsonl'))).rejects.toThrow(
    '--data: expected --data DIR with the images and labels of MNIST, got nothing',
  );
  const folder = dirname(write('beside', ''));
  await expect(made(TABLES['secfc-table-3'], fresh('digits.jsonl'), { data: folder })).rejects.toThrow(
    `--data: expected a folder with t10k-images-idx3-ubyte.gz or train-images-idx3-ubyte.gz, got ${folder}`,
  );
});
