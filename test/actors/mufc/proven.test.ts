/** MUFC over proven sums: aggregation.protocol prio3. */

import { describe, expect, test } from 'vitest';
import { mufc } from '../../../bin/standard.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { agreedOf } from '../../../src/run/execute/cast.ts';
import { attackOf, attempt, findingsOf } from '../../support/attack-attempts.ts';
import { counted, stated } from '../../support/counts.ts';
import { clusteringOf, play, plugins } from '../../support/scenarios.ts';

const under = (protocol: string, ...set: string[]): Scenario =>
  loadScenario('scenarios/mufc.yaml', {
    plugins,
    set: [
      'data.points=160',
      'clients=5',
      'compare=[]',
      'protocol.remove=[]',
      `protocol.aggregation={ protocol: ${protocol} }`,
      ...set,
    ],
  });

const centresOf = async (scenario: Scenario) => clusteringOf(await play(scenario)).centres?.values;

describe('MUFC with proofs', () => {
  test.each([
    ['one sum', []],
    ['changes in the clear', ['protocol.remove=[{ points: random, requests: 2 }, { clients: [client-3] }]']],
    ['sums of everybody', ['protocol.remove=[{ points: random, requests: 2 }]', 'protocol.change=everybody']],
    [
      'clusterings from scratch',
      ['protocol.remove=[{ points: random }, { clients: [client-3] }]', 'protocol.unlearning=retrain'],
    ],
  ])('finds the same centres as with masks: %s', async (_, set) => {
    const masked = await centresOf(under('bonawitz', ...set));
    expect(masked?.length).toBeGreaterThan(0);
    expect(await centresOf(under('prio3', ...set))).toEqual(masked);
  });

  test('costs what its formulas say', async () => {
    const scenario = under('prio3');
    const { ledger } = await play(scenario);
    const said = stated(mufc.cost(agreedOf(scenario, mufc) as never, scenario.population, 1));
    const got = counted(ledger);
    for (const type of [
      'assist',
      'report',
      'receipt',
      'verifiers',
      'accepted',
      'aggregate-share',
      'finished',
    ])
      expect(sumOf(got.messages, type, 'messages')).toBe(sumOf(said.messages, type, 'messages'));
    for (const task of ['prio3/shard', 'prio3/verify', 'prio3/decide', 'prio3/aggregate', 'scma/decode']) {
      expect(sumOf(said.work, task, 'operations')).toBeGreaterThan(0);
      expect(sumOf(got.work, task, 'operations')).toBe(sumOf(said.work, task, 'operations'));
    }
  });

  test('has a helper only where cells are proven', () => {
    expect(under('bonawitz').parties.servers).toEqual(['server']);
    expect(under('prio3').parties.servers).toEqual(['server', 'helper']);
    expect(under('prio3', 'protocol.secrecy=none').parties.servers).toEqual(['server']);
  });

  test.each([
    ['protocol.aggregation.code=hashed', 'hashes of places have no proof'],
    ['protocol.aggregation.code=integers', 'exact with prio3'],
    ['protocol.aggregation.blame=2', 'whose proofs name who lies'],
    ['protocol.aggregation.neighbours=4', 'nothing where there are no masks'],
    ['protocol.aggregation.threshold=1', 'a sum of one hides nothing'],
    ['protocol.change=secret', 'has no proof'],
    [
      'data.dimension=40',
      'expected a code of masks, as the field of proofs has fewer elements than the grid cells, got prio3',
    ],
  ])('%s: %s', (setting, reason) => {
    expect(() => under('prio3', setting, 'protocol.batch.requests=2')).toThrow(reason);
  });

  test.each([
    ['scenarios/membership.yaml', 'protocol.align={ protocol: prio3 }', 'no second aggregator'],
    ['scenarios/fastlloyd.yaml', 'protocol.aggregation.protocol=prio3', 'masked with a key of the clients'],
  ])('other protocols say why not: %s', (file, setting, reason) => {
    expect(() => loadScenario(file, { plugins, set: [setting] })).toThrow(reason);
  });
});

describe('a client that moves points of others', () => {
  const lie = 'collusion=[{ members: [client-1], adversary: moved-counts }]';
  // So few cells that others have points where it takes some.
  const coarse = ['data.dimension=2', 'protocol.levels=2', 'data.partition={ by: iid }'];

  test('is not noticed under masks, and moves centres', async () => {
    const honest = await centresOf(under('bonawitz', ...coarse));
    const { outcome } = await play(under('bonawitz', lie, ...coarse));
    expect(outcome).toMatchObject({ kind: 'clustered' });
    expect((outcome as { blamed?: unknown }).blamed).toBeUndefined();
    expect((outcome as { centres: { values: Float64Array } }).centres.values).not.toEqual(honest);
  });

  test('is blamed by its proof, and its cells are not counted', async () => {
    const clustered = clusteringOf(await play(under('prio3', lie, ...coarse)));
    expect(clustered.blamed).toEqual(['client-1']);
    expect(clustered.uncounted).toEqual(['client-1']);
  });

  test('is blamed again in every sum of everybody', async () => {
    const again = ['protocol.remove=[{ points: random, client: client-2 }]', 'protocol.change=everybody'];
    const clustered = clusteringOf(await play(under('prio3', lie, ...coarse, ...again)));
    expect(clustered.blamed).toEqual(['client-1']);
  });
});

describe('who learns what', () => {
  const single = attackOf(mufc, 'single-clients');

  test.each([
    [['helper'], { 'sums opened': 0 }],
    [['server'], { 'sums opened': 1, 'smallest sum': 5 }],
    [['server', 'client-2'], { 'sums opened': 1 }],
  ])('%s opens no single client', async (members, measures) => {
    const { score } = await attempt(under('prio3'), mufc, single, members);
    expect(score.exposed).toBe(0);
    expect(score.measures).toMatchObject(measures);
  });

  test('a certificate tries it for each aggregator by itself', async () => {
    const findings = await findingsOf(under('prio3'));
    const tried = findings.filter(({ attack }) => attack === single.name);
    expect(tried.map(({ coalition, exposed }) => [coalition, exposed.most])).toEqual([
      ['server', 0],
      ['helper', 0],
      ['server, client-1', 0],
    ]);
  });

  test('server and helper together open everybody', async () => {
    const { score } = await attempt(under('prio3'), mufc, single, ['server', 'helper']);
    expect(score.measures['clients opened']).toBe('5 of 5');
  });
});

describe('faults', () => {
  const faults = (...list: object[]): string => `faults=${JSON.stringify(list)}`;
  const gone = (who: string) => ({ fault: 'dropout', who, when: { at: '1ms' } });

  test.each([
    ['is gone', gone('client-2')],
    ['reaches one aggregator', { fault: 'partition', who: 'client-2', with: 'helper' }],
    ['sends damaged reports', { fault: 'malform', who: 'client-2', message: 'report' }],
  ])('a client that %s is not counted, and not blamed', async (_, fault) => {
    const clustered = clusteringOf(await play(under('prio3', faults(fault))));
    expect(clustered.uncounted).toEqual(['client-2']);
    expect(clustered.blamed).toBeUndefined();
  });

  test.each([
    ['the helper', [gone('helper')], 'helper'],
    [
      'clients down to the threshold',
      ['client-1', 'client-2'].map(gone),
      'expected at least 4 reports, got 3',
    ],
  ])('without %s nothing is opened', async (_, list, reason) => {
    const { outcome } = await play(under('prio3', faults(...list)));
    expect(outcome).toMatchObject({ kind: 'aborted' });
    expect((outcome as { reason: string }).reason).toContain(reason);
  });

  test.each(['server', 'helper', 'client-3'])('a crash of %s with a restart changes nothing', async (who) => {
    const crash = faults({ fault: 'crash', who, when: { at: '3ms' }, restartAfter: '500ms' });
    const clustered = clusteringOf(await play(under('prio3', crash)));
    expect(clustered.centres?.values).toEqual(await centresOf(under('prio3')));
    expect(clustered.uncounted).toBeUndefined();
  });
});

/** What is counted of a type of message, or of a task, in whatever phase. */
function sumOf(counts: Readonly<Record<string, object>>, name: string, of: string): number {
  return Object.entries(counts)
    .filter(([key]) => key.endsWith(` ${name}`))
    .reduce((sum, [, cell]) => sum + ((cell as Record<string, number>)[of] ?? 0), 0);
}
