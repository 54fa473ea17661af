/** Commands that run one scenario start it in one place, and say where. */

import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/run/tidy/rows.ts';
import { cahoots } from '../support/program.ts';
import { SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const file = write('one.yaml', `${SMALL}compare: [lloyd]\nsweep: { protocol: [secfc, lloyd], seeds: 3 }\n`);

/** What a command prints without threads. */
async function said(command: string, ...flags: readonly string[]): Promise<string> {
  const { code, stdout } = await cahoots(command, file, ...flags, '--threads', '0');
  expect(code).toBe(0);
  return stdout;
}

describe.each([
  ['the protocol’s own start', [], 'a random cluster for every point'],
  ['a fair start', ['--fair-start'], 'centres from 1 point each, the best of 5 starts'],
])('%s', (_, fair, start) => {
  test('is taken by run, compare and sweep, so a run has the same hash in each', async () => {
    const runs: Row[] = [];
    for (const seed of [1, 2, 3]) {
      const { run } = JSON.parse(await said('run', '--seed', `${seed}`, '--json', ...fair)) as { run: Row };
      runs.push(run);
    }
    const swept = (await said('sweep', '--json', ...fair)).trimEnd().split('\n');
    const rows = swept.map((line) => JSON.parse(line) as Row);
    expect(rows.map((row) => row['start'])).toEqual(Array(6).fill(start));
    expect(rows.filter(({ protocol }) => protocol === 'secfc').map(({ hash }) => hash)).toEqual(
      runs.map(({ hash }) => hash),
    );
    const [head, ...lines] = (await said('compare', '--seeds', '3', '--csv', ...fair)).trimEnd().split('\n');
    expect(head.split(',')).toContain('start');
    expect(lines).toHaveLength(6);
    for (const { hash } of rows) expect(lines.filter((line) => line.includes(String(hash)))).toHaveLength(1);
  });

  test('is named in the text of each, and of swarm', async () => {
    expect(await said('run', ...fair)).toMatch(new RegExp(`^start +${start}$`, 'm'));
    expect(await said('compare', ...fair)).toContain(`\nstart: ${start} (2 runs of secfc, lloyd)\n`);
    expect(await said('sweep', ...fair)).toContain(`\nstart: ${start} (6 runs of secfc, lloyd)\n`);
    expect(await said('swarm', '--runs', '2', ...fair)).toContain(`\nstart: ${start} (2 runs: seed 1, 2)\n`);
  });
});

test('a file without a seed has seed 0, and one hash for it wherever it comes from', async () => {
  const seedless = write('seedless.yaml', SMALL.replace('seed: 1\n', ''));
  const plain = ['--threads', '0'];
  const hashes: unknown[] = [];
  for (const flags of [[], ['--seed', '0'], ['--set', 'seed=0']]) {
    const { stdout } = await cahoots('run', seedless, ...flags, '--json', ...plain);
    hashes.push((JSON.parse(stdout) as { run: Row }).run.hash);
  }
  const { stdout } = await cahoots('sweep', seedless, '--set', 'sweep={seeds: 2}', '--json', ...plain);
  const [zero, one] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(new Set([...hashes, zero.hash]).size).toBe(1);
  expect(one.hash).not.toBe(zero.hash);
});
