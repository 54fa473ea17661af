import { expect, test } from 'vitest';
import { pageText } from '../../../src/output/page/page.ts';
import { everyRun } from '../../../src/run/figures/table.ts';
import { pageOfResults } from '../../../src/output/page/results-page.ts';

const rows = [1, 2, 3].flatMap((seed) =>
  [10, 20].map((clients) => ({
    protocol: 'mufc',
    seed,
    clients,
    clustered: true,
    accuracy: 0.9 + seed / 100,
    warnings: `${250 + seed} of 2000 points are in no cluster`,
  })),
);
const textOf = (own: typeof rows): string =>
  pageText(pageOfResults('runs', own, everyRun)).replaceAll(/<[^>]+>/g, '');

test('means over seeds have intervals; one seed under several settings does not make them narrower', () => {
  expect(textOf(rows.filter(({ clients }) => clients === 10))).toMatch(
    /92\.00 % \[\d\d\.\d\d %, \d\d\.\d\d %\]/,
  );
  const together = rows.flatMap((row) => [row, { ...row, 'protocol.privacy': 2, 'protocol.clusters': 3 }]);
  const pooledText = textOf(together as typeof rows);
  expect(pooledText).toContain('have no intervals for that');
  expect(pooledText).not.toMatch(/92\.00 % \[/);
});

test('warnings that differ in their numbers alone are one line', () => {
  const text = textOf(rows.filter(({ clients }) => clients === 10));
  expect(text).toMatch(/251 to 253 of 2000 points are in no cluster \(3 runs: seed 1, 2, 3\)/);
  expect(text.match(/points are in no cluster/g)).toHaveLength(1);
});

test('the starts are named, with what begins there', () => {
  const started = rows.map((row) => ({ ...row, start: 'a random cluster for every point' }));
  expect(textOf(started)).toMatch(/start\s*a random cluster for every point \(6 runs of clients 10, 20\)/);
  expect(textOf(rows)).not.toContain('a random cluster');
});

test('what made the rows is told whole, each once', () => {
  const made = rows.map((row, i) => ({ ...row, cahoots: '0.2.0', node: i === 0 ? '20.1.0' : '22.3.0' }));
  const text = textOf(made);
  expect(text).toMatch(/cahoots\s*0\.2\.0\s*node\s*20\.1\.0, 22\.3\.0/);
});
