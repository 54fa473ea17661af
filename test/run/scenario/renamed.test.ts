import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'renamed-'));

const BASE = `clients: 5
data: { source: gaussian-mixture, points: 20, dimension: 2, components: 2, deviation: 1 }
`;
const load = (text: string): unknown => {
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, BASE + text);
  return loadScenario(file, { plugins: [standard] });
};
const SECFC = 'protocol: { name: secfc, clusters: 2, privacy: 1';
const PLAIN = `${SECFC} }\n`;

test.each([
  ['protocol.liars', 'byzantine', `${SECFC}, liars: 1 }`],
  ['protocol.checkDealing', 'verifiableSharing', `${SECFC}, checkDealing: true }`],
  ['protocol.distances', 'disclosure', `${SECFC}, distances: order }`],
  ['compare.0.liars', 'byzantine', `${PLAIN}compare: [{ name: secfc, liars: 1 }]`],
  ['expect.namesLiars', 'blamesByzantine', `${PLAIN}expect: { namesLiars: true }`],
  ['swarm.liars', 'byzantine', `${PLAIN}swarm: { liars: 1 }`],
  ['swarm.lies', 'falsify', `${PLAIN}swarm: { lies: [shares] }`],
  ['collusion.0.hostile', 'adversary', `${PLAIN}collusion: [{ members: [server], hostile: steering }]`],
])('%s is refused with its name of today, %s, where it stands', (path, now, text) => {
  const old = path.split('.').at(-1);
  expect(() => load(text)).toThrow(
    new RegExp(`scenario\\.yaml:[34]:\\d+ ${path}: expected ${now}, as it is called now, got ${old}`),
  );
});

test.each([
  ['lie', 'falsify'],
  ['silence', 'withhold'],
  ['bloat', 'oversize'],
  ['garble', 'malform'],
])('the fault %s is refused with its name of today, %s', (old, now) => {
  const said = `expected ${now}, as it is called now, got ${old}`;
  expect(() => load(`${PLAIN}faults: [{ fault: ${old}, who: client-1 }]`)).toThrow(`faults.0.fault: ${said}`);
  expect(() => load(`${PLAIN}swarm: { families: [${old}] }`)).toThrow(`swarm.families.0: ${said}`);
});

test('all old names are said at once', () => {
  const text = `${SECFC}, liars: 1, checkDealing: true }\nswarm: { liars: 1, lies: [shares] }`;
  expect(() => load(text)).toThrow(/byzantine[^]*falsify[^]*byzantine[^]*verifiableSharing/);
});

test('a scenario of another version is refused, one that says none is of this one', () => {
  expect(() => load(`version: 1\n${PLAIN}`)).toThrow(
    /scenario\.yaml:3:10 version: expected 2, the version of scenarios that is read, got 1/,
  );
  expect(() => load(`version: 2\n${PLAIN}`)).not.toThrow();
  expect(() => load(PLAIN)).not.toThrow();
});

test.each(['7', '[3]', 'null'])('sections of another shape are left to the schema: %s', (wrong) => {
  expect(() => load(`${PLAIN}swarm: ${wrong}\nfaults: ${wrong}\ncompare: ${wrong}`)).toThrow(/expected/);
});
