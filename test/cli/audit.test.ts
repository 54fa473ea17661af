import { beforeAll, expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';

// In this thread, since the example's plugin is loaded from source.
const NOISY = [
  'examples/noisy-sum/scenario.yaml',
  '--plugin',
  'examples/noisy-sum/plugin.ts',
  '--threads',
  '0',
];
const SMALL = ['--set', 'data.dimension=200', '--set', 'data.points=200'];

// Read and translated before a command imports it, which has only so long.
beforeAll(() => import('../../examples/noisy-sum/plugin.ts'));

test('prints a verdict for each audit, and says by its exit code that a claim is refuted', async () => {
  const { code, stdout } = await cahoots('audit', ...NOISY, ...SMALL, '--set', 'protocol.noise=0');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^one-run \(canaries\): \(2, 0\.00001\)-DP for a point: REFUTED\n {2}epsilon is at least 2\.\d+: of 200 canaries in 1 run, (\d+) of \1 guesses were right\n {2}it could have shown [^\n]*\n\nWith 95\.0 % confidence/,
  );
});

test('says what it would have refuted, and is too weak where it would not even have refuted no noise at all', async () => {
  const sound = await cahoots('audit', ...NOISY, ...SMALL);
  expect(sound.stdout).toMatch(
    /: NOT REFUTED\n {2}epsilon is at least [^\n]*\n {2}its twins are refuted, with no noise in 10 of 10 audits of 1 run, with 0\.5 of the noise in \d+ of\n {4}10 audits/,
  );
  const few = ['--canaries', '4'];
  const { code, stdout } = await cahoots('audit', ...NOISY, ...SMALL, ...few);
  expect(code).toBe(0);
  expect(stdout).toMatch(/: TOO WEAK\n.*with no noise in 0 of 10 audits of 1 run: an audit that cannot see/s);
});

test('the same as JSON', async () => {
  const { code, stdout } = await cahoots('audit', ...NOISY, ...SMALL, '--runs', '2', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      audit: 'one-run',
      kind: 'canaries',
      status: 'not refuted',
      measures: { canaries: 400 },
      power: [{ noise: 0, audits: 100, refuted: 100 }, { noise: 0.5 }, { noise: 0.8 }],
    },
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
