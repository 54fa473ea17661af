import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { kindOf } from '../../../src/run/fault/kind.ts';
import { KINDS } from '../../../src/run/fault/kinds.ts';
import type { FaultDocument, ScenarioValues } from '../../../src/studies/swarm/document.ts';
import { shrink, type Shrunk } from '../../../src/studies/swarm/shrink.ts';
import { simplerFaults, withClients, withNames } from '../../../src/studies/swarm/simpler.ts';
import { filesFrom } from '../../../src/run/scenario/data-files.ts';
import { movedScenario, writtenScenario } from '../../../src/studies/swarm/written.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { plugins } from '../../support/swarm-scenario.ts';

const write = temporaryFiles();

const LLOYD = `name: lying
description: many things that have nothing to do with it
seed: 4
clients: 6
data: { source: gaussian-mixture, points: 40, dimension: 1, components: 2, deviation: 2 }
protocol: { name: lloyd, clusters: 2, timeout: 20s }
network: { preset: wan }
devices: { clients: 10Mop/s }
faults:
  - { fault: slow, who: everyone, factor: 3 }
  - { fault: delay, who: [client-1, client-6], rate: 0.5, by: 13ms, when: { at: 17ms } }
  - { fault: falsify, who: [client-5, client-6], message: points, together: true, for: 1234ms, when: { at: 0ms } }
  - { fault: withhold, who: client-2 }
expect: { matches: lloyd, bytes: 1GB }
`;

async function shrunk(text: string): Promise<Shrunk> {
  const file = write('large.yaml', text);
  return await shrink(loadScenario(file, { plugins }), { plugins, name: file, folder: dirname(file) });
}

test('what is left is what it takes, and it is the same every time', async () => {
  const once = await shrunk(LLOYD);
  const { outcome, values, smallest, runs } = once;
  expect(outcome).toEqual({ kind: 'wrong' });
  expect(smallest).toBe(true);
  expect(runs).toBeLessThan(200);
  expect(values.faults).toEqual([{ fault: 'falsify', who: expect.stringMatching(/^client-\d$/) }]);
  expect(values.clients).toBeLessThanOrEqual(2);
  expect(values.data['points']).toBeLessThan(10);
  expect(Object.keys(values)).toEqual(['name', 'seed', 'clients', 'data', 'protocol', 'faults']);
  expect(await shrunk(LLOYD)).toEqual(once);
});

test('faults keep the names that they have in the run, as their random draws go by these', () => {
  const { faults, source } = loadScenario(write('named.yaml', LLOYD), { plugins });
  const named = withNames(source as ScenarioValues).faults?.map(({ name }) => name);
  expect(named).toEqual(faults.map(({ name }) => name));
  expect(named).toEqual(['slow 1', 'delay 1', 'falsify 1', 'withhold 1']);
});

test('an expectation that is violated stays, and only it', async () => {
  const { outcome, values } = await shrunk(
    `${LLOYD.replace(/expect:.*\n/, '').replace(/ {2}- \{ fault: falsify.*\n/, '')}expect: { time: 10s, missing: [] }\n`,
  );
  expect(outcome.kind).toBe('violated');
  expect(outcome.reason).toBe('missing, time');
  expect(values['expect']).toEqual({ time: '10s', missing: [] });
});

test('a scenario that breaks nothing is refused', async () => {
  await expect(shrunk(LLOYD.replace(/ {2}- \{ fault: falsify.*\n/, ''))).rejects.toThrow(
    /large\.yaml: expected a run that fails, got one whose outcome is without some/,
  );
});

describe('a scenario with fewer clients', () => {
  const values: ScenarioValues = {
    clients: 9,
    data: { source: 'csv' },
    protocol: { name: 'lloyd' },
    faults: [{ fault: 'pause', who: ['client-8', 'client-2'], with: 'client-9', for: '1s' }],
    expect: { missing: ['client-9'] },
  };

  test('keeps those that are named, under names that there are', () => {
    const { clients, faults, expect: expected } = withClients(values, 3, 'client');
    expect(clients).toBe(3);
    expect(faults).toEqual([{ fault: 'pause', who: ['client-1', 'client-2'], with: 'client-3', for: '1s' }]);
    expect(expected).toEqual({ missing: ['client-3'] });
  });

  test('names some who are not there where there is no place for all, which cannot run', () => {
    expect(JSON.stringify(withClients(values, 2, 'client'))).toContain('client-9');
  });
});

const simplerOf = (fault: FaultDocument): FaultDocument[] =>
  simplerFaults(fault, kindOf(fault.fault, KINDS), ['server', 'clients']);

test('simpler faults have one thing less, and are none where nothing is left', () => {
  const fault: FaultDocument = {
    fault: 'lose',
    who: ['client-3', 'server'],
    when: { at: '1234ms' },
    for: '2s',
    burst: 4,
  };
  expect(simplerOf(fault)).toEqual([
    { fault: 'lose', who: ['client-3', 'server'], for: '2s', burst: 4 },
    { ...fault, who: 'client-3' },
    { ...fault, who: 'server' },
    { fault: 'lose', who: ['client-3', 'server'], when: { at: '1234ms' }, burst: 4 },
    { fault: 'lose', who: ['client-3', 'server'], when: { at: '1234ms' }, for: '2s' },
    { ...fault, when: { at: '1s' } },
  ]);
  expect(simplerOf({ fault: 'dropout', who: 'client-1' })).toEqual([]);
  expect(simplerOf({ fault: 'dropout', who: 'everyone' }).map(({ who }) => who)).toEqual([
    'server',
    'clients',
  ]);
  expect(simplerOf({ fault: 'dropout', who: { fraction: 0.5 } })).toEqual([
    { fault: 'dropout', who: { clients: 1 } },
  ]);
});

describe('a scenario that is written', () => {
  const values = loadValues(LLOYD);

  test('is the same when it is read, in the order and the shape that people use', () => {
    const text = writtenScenario({ faults: values.faults ?? [], ...values }, ['one line', 'and another']);
    expect(parse(text)).toEqual(values);
    expect(text).toMatch(/^# one line\n# and another\n\nname: lying\n/);
    expect(text).toContain('\nprotocol:\n  name: lloyd\n');
    expect(text).toContain('\nfaults:\n  - { fault: slow, who: everyone, factor: 3 }\n');
    expect(text.indexOf('clients: 6')).toBeLessThan(text.indexOf('faults:'));
  });

  test('names its files as its new folder calls them', () => {
    const file = write('points.csv', 'x0\n1\n');
    const folder = dirname(file);
    const csv = { ...values, data: { source: 'csv', file: 'points.csv', label: 'points.csv.label' } };
    expect(movedScenario(csv, filesFrom(folder), join(folder, 'deep/down')).data).toEqual({
      source: 'csv',
      file: '../../points.csv',
      label: 'points.csv.label',
    });
    expect(movedScenario(csv, filesFrom(folder), folder)).toEqual(csv);
    const several = { ...values, data: { source: 'csv', files: 'p*.csv' } };
    expect(movedScenario(several, filesFrom(folder), join(folder, 'deep')).data).toEqual({
      source: 'csv',
      files: '../p*.csv',
    });
    expect(movedScenario(several, filesFrom(folder), folder)).toEqual(several);
  });
});

function loadValues(text: string): ScenarioValues {
  return parse(text) as ScenarioValues;
}
