import { describe, expect, test } from 'vitest';
import type { Violation } from '../../../src/run/scenario/expect/expectation.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { plugins } from '../../support/scenarios.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';
import { pluginsOf } from '../../support/plugins.ts';
import { lloyd } from '../../../bin/standard.ts';

const write = temporaryFiles();
const { mistakes } = scenarios();
// One coordinate: whatever is made up between a client's own lies in the announced range.
const LLOYD = edited(
  SMALL,
  ['dimension: 3', 'dimension: 1'],
  ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2\n  timeout: 10s'],
);
const KFED = edited(LLOYD, ['name: lloyd', 'name: kfed']);
const HASTY = edited(SMALL, ['privacy: 2', 'privacy: 2\n  timeout: 10s']);
const GONE = '{ fault: withhold, who: client-2 }';
const LIAR = '{ fault: falsify, who: client-4, message: points }';

async function findings(text: string, expectations: string, ...faults: readonly string[]) {
  const rest = `expect: ${expectations}\nfaults: [${faults.join(', ')}]\n`;
  const scenario = loadScenario(write('expect.yaml', `${text}${rest}`), { plugins });
  return (await run(scenario, { plugins })).findings;
}

const violated = async (...given: Parameters<typeof findings>): Promise<readonly Violation[] | undefined> =>
  (await findings(...given)).violated;

describe('what holds is not violated', () => {
  test.each([
    ['{}', LLOYD, []],
    ['{ finishes: true, matches: lloyd, missing: [], properties: [converges] }', LLOYD, []],
    ['{ finishes: true, matches: lloyd, missing: [client-2] }', LLOYD, [GONE]],
    ['{ finishes: true, missing: [client-2] }', KFED, [GONE]],
    ['{ finishes: false }', SMALL, [GONE]],
    ['{ blamesByzantine: true }', SMALL, []],
    ['{ rounds: 100, bytes: 1GB, time: 1h }', SMALL, []],
  ])('%s', async (expectations, text, faults) => {
    const found = await findings(text, expectations, ...faults);
    expect(found).not.toHaveProperty('violated');
    expect(found).not.toHaveProperty('trouble');
  });
});

describe('what does not hold says what was expected and what came', () => {
  test.each([
    [
      '{ finishes: true }',
      HASTY,
      [GONE],
      'expected a clustering, got expected 5 ready clients, got 4 in time',
    ],
    ['{ finishes: false }', LLOYD, [], /^expected no clustering, got one after \d+ iterations$/],
    ['{ matches: lloyd }', LLOYD, [LIAR], "expected Lloyd's labels in every iteration, got others"],
    ['{ matches: lloyd }', SMALL, [GONE], "expected Lloyd's labels in every iteration, got none to compare"],
    ['{ blamesByzantine: true }', LLOYD, [LIAR], 'expected client-4, got nobody'],
    ['{ missing: [] }', LLOYD, [GONE], 'expected nobody, got client-2'],
    ['{ missing: [client-1, client-2] }', LLOYD, [GONE], 'expected client-1, client-2, got client-2'],
    ['{ rounds: 1 }', LLOYD, [], /^expected at most 1 rounds, got \d rounds$/],
    ['{ bytes: 1KB }', LLOYD, [], /^expected at most 1000 B, got \d{4} B$/],
    ['{ time: 1us }', LLOYD, [], /^expected at most 1000 ns, got \d+ ns$/],
    ['{ properties: [converges] }', SMALL, [GONE], 'expected labels that repeat, got 0 iterations'],
  ])('%s', async (expectations, text, faults, message) => {
    const [property] = /\w+/.exec(expectations) ?? [];
    const found = await violated(text, expectations, ...faults);
    expect(found).toHaveLength(1);
    expect(found?.[0].property).toBe(property === 'properties' ? 'converges' : property);
    expect(found?.[0].message).toMatch(message);
  });

  test('all of it, in the order of the schema', async () => {
    const found = await violated(SMALL, '{ time: 1us, missing: [client-1], finishes: true }', GONE);
    expect(found?.map(({ property }) => property)).toEqual(['finishes', 'missing', 'time']);
  });
});

describe('the first sign of trouble', () => {
  test.each([
    ['a fault', LLOYD, GONE, 'withhold 1: withhold at client-2'],
    [
      'a loss',
      edited(LLOYD, ['preset: lan', 'preset: lan\n  loss: 0.9\n  transport: datagram']),
      '',
      /^points from client-\d to server lost: lost$/,
    ],
  ])('is %s', async (_, text, fault, what) => {
    const { trouble } = await findings(text, '{ rounds: 0 }', fault);
    expect(trouble?.what).toMatch(what);
    expect(trouble?.timeNs).toBeGreaterThanOrEqual(0);
  });

  test('is none where nothing went wrong', async () => {
    expect(await findings(LLOYD, '{ rounds: 0 }')).not.toHaveProperty('trouble');
  });
});

test('a server that lies about what it found is held against nothing', async () => {
  const lying = '{ fault: falsify, who: server, message: result }';
  expect(await findings(LLOYD, '{}', lying)).not.toHaveProperty('equalsLloyd');
});

test('a property of a protocol of the user is held against what the parties agreed on', async () => {
  const sums = {
    ...lloyd,
    properties: {
      'few clusters': {
        summary: 'at most one cluster',
        violated: ({ clusters }: { clusters: number }) => `expected 1 cluster, got ${clusters}`,
      },
    },
  };
  const text = `${LLOYD}expect: { properties: [few clusters] }\n`;
  const known = pluginsOf(sums);
  const { findings: found } = await run(loadScenario(write('own.yaml', text), { plugins: known }), {
    plugins: known,
  });
  expect(found.violated).toEqual([{ property: 'few clusters', message: 'expected 1 cluster, got 2' }]);
});

test.each([false, true, null])('a property that says %j says nothing in words', async (said) => {
  const silent = { ...lloyd, properties: { silent: { summary: '', violated: () => said as never } } };
  const known = pluginsOf(silent);
  const text = `${LLOYD}expect: { properties: [silent] }\n`;
  await expect(
    run(loadScenario(write('own.yaml', text), { plugins: known }), { plugins: known }),
  ).rejects.toThrow('property silent does not say in words what was found');
});

test.each([
  [KFED, '{ matches: lloyd }', 'expect.matches: expected nothing that kfed does not promise, got lloyd'],
  [LLOYD, '{ missing: [client-6] }', 'expect.missing.0: expected client-1 to client-5, got client-6'],
  [LLOYD, '{ properties: [ends] }', 'expect.properties.0: expected one of converges of lloyd, got ends'],
  [
    LLOYD,
    '{ bytes: 3 }',
    'expect.bytes: expected an amount of data such as 20MB (units: B, KB, MB, GB, KiB, MiB, GiB), got 3',
  ],
])('what cannot be expected is refused before anything runs: %#', (text, expectations, message) => {
  const [said] = mistakes(`${text}expect: ${expectations}\n`);
  expect(said).toMatch(/^s\.yaml:\d+:\d+ /);
  expect(said).toContain(message);
});
