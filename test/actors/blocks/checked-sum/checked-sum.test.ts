import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MODULUS } from '../../../../actors/blocks/checked-sum/input.ts';
import { matches } from '../../../../actors/blocks/checked-sum/matches.ts';
import { SUMS } from '../../../../actors/blocks/index.ts';
import { auditScenario } from '../../../../src/lab/audit/audit.ts';
import { auditText } from '../../../../src/lab/audit/text.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import { holdToSum } from '../../../../src/testing/index.ts';
import sums from '../../../support/checked-sums.ts';
import { cahoots } from '../../../support/program.ts';

const plugins = [sums];
const folder = mkdtempSync(join(tmpdir(), 'cahoots-checked-sum-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string): string => `examples/checked-sum/${name}.yaml`;

async function audited(name: string, runs: number | undefined, ...set: string[]) {
  const scenario = loadScenario(example('own-masks'), { plugins, set: [`protocol.name=${name}`, ...set] });
  const results = await auditScenario(scenario, { plugins, runs });
  return Object.fromEntries((results ?? []).map((result) => [result.audit, result]));
}

describe('the sum whose check has masks of its own', () => {
  holdToSum(example('own-masks'), plugins, { dropouts: 0 });
});

describe('bonawitz with a threshold of three of five', () => {
  const file = join(folder, 'bonawitz.yaml');
  writeFileSync(
    file,
    `version: 2
seed: 1
clients: 5
data: { source: gaussian-mixture, points: 60, dimension: 3, components: 3, deviation: 0.1 }
protocol: { name: checked-bonawitz, threshold: 3, timeout: 2s }
network: { preset: lan }
`,
  );
  holdToSum(file, plugins, { dropouts: 2 });
});

test.each([
  ['same-masks', 'refuted', 20],
  ['own-masks', 'not refuted', 0],
])(
  'the check of %s is judged by what it shows of single inputs, as the document prints',
  async (name, status, told) => {
    const results = await auditScenario(loadScenario(example(name), { plugins }), { plugins });
    const [right, single] = results ?? [];
    expect(right.status).toBe('holds');
    expect(single).toMatchObject({ status, measures: { pairs: 20, told } });
    const text = auditText([right, single]);
    expect(readFileSync('docs/sums.md', 'utf8')).toContain(
      `${name}.yaml --plugin examples/checked-sum/plugin.ts\n${text}`,
    );
  },
);

test.each([
  ['same', 1, 'REFUTED'],
  ['own', 0, 'NOT REFUTED'],
])(
  'the command tells by its exit code what the check of the %s masks shows',
  async (masks, status, verdict) => {
    const plugged = ['--plugin', 'examples/checked-sum/plugin.ts', '--threads', '0', '--runs', '10'];
    // Read and translated before the command imports it, which has only so long.
    await import('../../../../examples/checked-sum/plugin.ts');
    const { code, stdout } = await cahoots('audit', example(`${masks}-masks`), ...plugged);
    expect(stdout).toContain('of the vectors of those that it names: HOLDS\n');
    expect(stdout).toContain(`whether a client's own vector is there: ${verdict}\n`);
    expect(code).toBe(status);
  },
);

test.each(SUMS)('%s shows nothing of single inputs, to the server and a client', async (sum) => {
  const { 'right-sum': right, 'single-inputs': single } = await audited(
    `checked-${sum}`,
    3,
    'protocol.colluding=1',
  );
  expect(right.status).toBe('holds');
  expect(single.measures['told']).toBe(0);
});

test('a wrong sum is refuted, and so is none', async () => {
  const wrong = await audited('checked-wrong', 1);
  expect(wrong['right-sum'].status).toBe('refuted');
  expect(wrong['right-sum'].because).toContain('1 of 4 elements differ');
  const faults = "faults=[{ fault: dropout, who: client-2, when: { at: '1ns' } }]";
  const none = await audited('own-masks', 1, faults);
  expect(none['right-sum'].because).toContain('there is a sum: expected keys of 5, got 4');
});

test.each([
  ['protocol.threshold=6', 'expected at most 5, as many as there are clients, got 6'],
  ['protocol.colluding=4', 'expected at most 3, as a sum hides'],
])('a setting that cannot be is refused: %s', (set, reason) => {
  expect(() => loadScenario(example('own-masks'), { plugins, set: [set] })).toThrow(reason);
});

describe('a vector shows', () => {
  const own = Uint32Array.of(5, 70, 9);
  const twin = Uint32Array.of(5, 60, 8);
  const mask = Uint32Array.of(1000, Number(MODULUS) - 7, 3);
  const masked = own.map((value, j) => (value + mask[j]) % Number(MODULUS));

  test.each([
    ['as it is', [own], [0], 2],
    ['as the difference of what was masked and its mask', [masked, mask], [0], 2],
    [
      'as that and a number that was told',
      [masked, mask.map((value) => (value + 12) % Number(MODULUS))],
      [0, 12],
      2,
    ],
    ['in its first elements only', [masked, mask.subarray(0, 2)], [0], 1],
    ['not in a masked vector', [masked], [0], 0],
  ] as const)('%s', (_, received, told, expected) => {
    expect(matches(own, twin, received, told)).toBe(expected);
  });
});
