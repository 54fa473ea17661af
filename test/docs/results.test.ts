import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { runRow } from '../../src/run/tidy/run-row.ts';
import { Subject } from '../../src/run/tidy/about.ts';
import { provenanceOf } from '../../src/studies/tables/provenance.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';

const page = readFileSync('docs/results.md', 'utf8');

test('columns that the page names are columns of a run', async () => {
  const file = 'examples/by-hand/lloyd.yaml';
  const scenario = loadScenario(file, { plugins: [standard] });
  const result = await run(scenario, { plugins: [standard], timing: true });
  const row = runRow(Subject.of(scenario, { file }, provenanceOf([])).under(0), result);
  const sql = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const used = ['loss', 'resultNs', 'seed', 'protocol', 'cahoots'].filter((name) => sql.includes(name));
  const named = ['scenario', 'files', 'code', 'measuredNs', 'node', 'machine', 'run', 'data.partition.by'];
  for (const column of [...used, ...named]) {
    expect(row).toHaveProperty([column]);
    expect(page).toContain(column);
  }
  expect(used).toHaveLength(5);
  expect([...everyRun].filter(({ name }) => row[name] !== undefined).length).toBeGreaterThan(30);
});

test('the scenarios that the page names load', () => {
  for (const file of ['scenarios/dropouts.yaml', 'scenarios/start/mixture.yaml']) {
    expect(page).toContain(file);
    expect(loadScenario(file, { plugins: [standard] }).population.points).toBeGreaterThan(0);
  }
});
