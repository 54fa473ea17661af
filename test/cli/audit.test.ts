import { expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';

const NOISY = ['examples/noisy-sum/scenario.yaml', '--plugin', 'examples/noisy-sum/plugin.ts'];
const SMALL = ['--set', 'data.dimension=200', '--set', 'data.points=200'];

test('prints a verdict for each audit, and says by its exit code that a claim is refuted', async () => {
  const { code, stdout } = await cahoots('audit', ...NOISY, ...SMALL, '--set', 'protocol.noise=0');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^one-run \(canaries\): \(2, 0\.00001\)-DP for a point: REFUTED\n {2}epsilon is at least 2\.\d+: of 200 canaries in 1 run, (\d+) of \1 guesses were right\n {2}it could have shown [^\n]*\n\nWith 95\.0 % confidence/,
  );
});

test('the same as JSON', async () => {
  const { code, stdout } = await cahoots('audit', ...NOISY, ...SMALL, '--runs', '2', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { audit: 'one-run', kind: 'canaries', status: 'not refuted', measures: { canaries: 400 } },
  ]);
});

test.each([
  [['scenarios/lloyd.yaml'], 'expected a protocol that brings audits, got lloyd'],
  [[...NOISY, '--audit', 'two-run'], '--audit: expected one of one-run, got two-run'],
  [[...NOISY, '--runs', '0'], '--runs: expected at least 1, got 0'],
  [[...NOISY, '--confidence', '1'], '--confidence: expected a share from 0.5 to below 1, got 1'],
])('refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await cahoots('audit', ...args);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
});
