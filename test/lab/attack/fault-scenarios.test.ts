/**
 * Attacks on runs in which something goes wrong: whoever took part is exposed as if all had gone well, since a view with
 * fewer messages still has what was said in the others.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pluginsWith } from '../../support/plugins.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';

const folder = fileURLToPath(new URL('../../../scenarios/faults/', import.meta.url));
const plugins = pluginsWith();
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
const load = (file: string, set: readonly string[] = []) => loadScenario(folder + file, { plugins, set });
const secfc = files.filter((file) => load(file).protocol === 'secfc');

/** `attack: measure` of each finding of these coalitions. */
async function found(file: string, set: readonly string[] = []): Promise<readonly string[]> {
  const { certificate } = await attackRun(load(file, set), {
    plugins,
    coalitions: [
      { members: ['server', 'client-1'], attacks: ['assignments', 'geometry', 'anchored-geometry'] },
      { members: ['client-1', 'client-2', 'client-4', 'client-5'], attacks: ['share-pooling'] },
    ],
  });
  return (certificate?.findings ?? []).map(
    ({ attack, measures }) =>
      `${attack}: ${measures['clusters known'] ?? measures['distances exact'] ?? measures['coordinates back']}`,
  );
}

const all = (points: number, shared: number): readonly string[] => [
  `assignments: ${points} of ${points}`,
  'geometry: 100.0 %',
  `anchored-geometry: ${4 * points} of ${4 * points}`,
  `share-pooling: ${4 * shared} of ${4 * shared}`,
];

test.each(secfc)('%s: everything of everybody who took part comes back', async (file) => {
  // Where a client is silent, two of the four who pool lack its shares: of its points they have too few.
  const silent = [...all(270, 180).slice(0, 3), 'share-pooling: 600 of 720'];
  const expected: Record<string, readonly string[]> = {
    'dropout-while-sharing.yaml': all(240, 180),
    'withheld.yaml': silent,
  };
  expect(await found(file)).toEqual(expected[file] ?? all(270, 180));
});

test.each([
  ['checked dealing', 'protocol.verifiableSharing=true'],
  ['a star', 'network.paths=star'],
  ['many rounds', 'protocol.clusters=5'],
])('so it does with %s', async (_, setting) => {
  expect(await found('straggler.yaml', [setting])).toEqual(all(270, 180));
});

test('so it does where nobody knows who holds which point', async () => {
  const aligned = ['protocol.align={threshold: 6}', 'faults=[]'];
  expect(await found('straggler.yaml', aligned)).toEqual(all(270, 180));
});

test('so it does where distances are blinded, for most points', async () => {
  const [, , anchored] = await found('straggler.yaml', [
    'protocol.disclosure=blinded',
    'protocol.clusters=6',
  ]);
  const [back, of] = (anchored.match(/\d+/g) ?? []).map(Number);
  expect(of).toBe(1080);
  expect(back).toBeGreaterThan(0);
});
