import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { standard } from '../../../../bin/standard.ts';
import { ITEMS } from '../../../../experiments/paper/claims/experiments.ts';
import { DATA, dataIn } from '../../../../experiments/paper/mufc/data.ts';
import { scenarioFile } from '../../../../experiments/paper/options.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';

test('the seven data sets of the paper have a panel of Figure 3 and a speed-up each', () => {
  expect(DATA.map(({ panel }) => panel).toSorted()).toEqual(['f', 'g', 'h', 'i', 'j', 'k', 'l']);
  const items = new Set(ITEMS.map(({ id }) => id));
  for (const { name, panel } of DATA) {
    expect(items).toContain(`mufc-speed-up-${name}`);
    const where = ITEMS.find(({ id }) => id === `mufc-figure-3${panel}`)?.where;
    expect(where?.toLowerCase()).toBe(`figure 3${panel}, ${name}`);
  }
});

test('data that a folder lacks are left out, and of slow ones a part is used in haste', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-data-'));
  try {
    const names = (quick: boolean) => dataIn({ data: folder, quick }).map(({ data }) => data.name);
    expect(names(false)).toEqual(['tcga']);
    for (const file of ['images-idx3-ubyte.gz', 'labels-idx1-ubyte.gz']) {
      mkdirSync(join(folder, 'femnist'), { recursive: true });
      writeFileSync(join(folder, 'femnist', file), '');
    }
    expect(names(false)).toEqual(['tcga', 'femnist']);
    expect(names(true)).toEqual(['tcga', 'femnist']);
    const [, whole] = dataIn({ data: folder });
    const [, part] = dataIn({ data: folder, quick: true });
    expect(part.set).toEqual([...whole.set, ...(whole.data.part?.set ?? [])]);
    expect(part.set).toContain(`protocol.clusters=${part.data.clusters}`);
    expect(part.data.standIn).not.toBe(whole.data.standIn);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what stands in for TCGA has its rows, dimensions, clusters and clients', () => {
  const { data, sizes } = shapeOf('tcga');
  expect([data.points.rows, data.points.columns, sizes]).toEqual([1904, 57, [735, 503, 390, 276]]);
});

function shapeOf(name: string) {
  const { data } = loadScenario(scenarioFile(`mufc-${name}`), { plugins: [standard] });
  const sizes = [0, 1, 2, 3].map((h) => data.truth?.filter((one) => one === h).length);
  return { data, sizes };
}
