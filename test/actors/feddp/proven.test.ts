/** FedDP-KMeans over proven sums: aggregation.protocol prio3. */

import { describe, expect, test } from 'vitest';
import type { ProvenSession } from '../../../actors/blocks/index.ts';
import { takesLong } from '../../../actors/blocks/prio3/waiting.ts';
import { feddp } from '../../../bin/standard.ts';
import { counted, stated } from '../../support/counts.ts';
import { feddpScenarios, playFeddp } from '../../support/feddp-parties.ts';

const scenario = feddpScenarios();

const proven = { aggregation: { protocol: 'prio3' }, noise: { by: 'aggregators' } };
const exact = { aggregation: { protocol: 'prio3' }, noise: { by: 'nobody' } };
const masked = { noise: { by: 'nobody' } };
const wholeClients = {
  level: 'client',
  clip: undefined,
  clips: { outer: 400, means: 9, sums: 90, counts: 12 },
};

describe('FedDP-KMeans with proofs', () => {
  test.each([
    ['points', {}],
    ['whole clients', wholeClients],
  ])('finds the same centres as with masks, without noise: %s', async (_, settings) => {
    const one = await playFeddp(scenario(5, { rounds: 1, ...settings, ...masked }));
    const other = await playFeddp(scenario(5, { rounds: 1, ...settings, ...exact }));
    expect(other.clustered?.centres?.values).toEqual(one.clustered?.centres?.values);
    expect(other.clustered?.centres?.values.length).toBe(9);
    expect(other.clustered?.missing).toBeUndefined();
  });

  test.each([
    ['points', { rounds: 2, ...proven }],
    ['whole clients', { rounds: 1, ...wholeClients, ...proven }],
    ['no noise', { rounds: 1, ...exact }],
  ])('costs what its formulas say: %s', async (_, settings) => {
    const all = scenario(5, settings);
    const { ledger, agreed } = await playFeddp(all);
    const said = stated(feddp.cost(agreed, all.population, 2));
    const got = counted(ledger);
    expect(totals(got.messages)).toEqual(totals(said.messages));
    expect(totals(got.work)).toEqual(totals(said.work));
  });

  test('sends no report twice where verification takes longer than clients wait for the server', async () => {
    const all = scenario(12, { rounds: 1, timeout: '20ms', ...exact });
    const { ledger, agreed, clustered } = await playFeddp(all);
    const long = agreed.stages.filter(({ sum }) => takesLong(sum.proven as ProvenSession));
    expect(long.length).toBe(3);
    const said = stated(feddp.cost(agreed, all.population, 2));
    expect(totals(counted(ledger).messages)).toEqual(totals(said.messages));
    expect(clustered?.iterations).toBe(1);
  });

  test('reaches the epsilon that was agreed on: each aggregator knows its own noise only', async () => {
    const { figure } = await playFeddp(scenario(5, { rounds: 1, ...proven }));
    expect(figure('epsilon')).toBe(figure('epsilonAgreed'));
  });

  test('has a helper only where sums are proven', () => {
    expect(scenario(5).parties.servers).toEqual(['server']);
    expect(scenario(5, proven).parties.servers).toEqual(['server', 'helper']);
  });

  test.each([
    ['noise of clients', { aggregation: { protocol: 'prio3' } }, 'protocol.noise.by'],
    ['noise of aggregators under masks', { noise: { by: 'aggregators' } }, 'protocol.aggregation.protocol'],
    [
      'signatures',
      { ...proven, aggregation: { protocol: 'prio3', malicious: true } },
      'protocol.aggregation.malicious',
    ],
    [
      'sums of one',
      { ...proven, aggregation: { protocol: 'prio3', threshold: 1 } },
      'protocol.aggregation.threshold',
    ],
  ])('refuses %s', (_, settings, path) => {
    expect(() => scenario(5, settings)).toThrow(new RegExp(path.split('.').at(-1) ?? ''));
  });
});

describe('a client that lies', () => {
  const settings = { initial: 'server-kmeans++', rounds: 1, ...exact };
  const collusion = [{ members: ['client-1'], adversary: 'beyond-the-clip' }];

  test('about its sums is blamed, and its sums are not counted', async () => {
    const { clustered } = await playFeddp(scenario(8, settings, { collusion }));
    expect(clustered?.blamed).toEqual(['client-1']);
    expect(clustered?.missing).toEqual(['client-1']);
    expect(Math.max(...lengthsOf(clustered?.centres?.values))).toBeLessThan(6);
  });

  test('within the clip moves no centre beyond it, however many lie, as there is no noise', async () => {
    const members = [1, 2, 3, 4, 5, 6].map((j) => `client-${j}`);
    const within = [{ members, adversary: 'false-points' }];
    const { clustered } = await playFeddp(scenario(8, settings, { collusion: within }));
    expect(clustered?.blamed).toBeUndefined();
    const farthest = Math.max(...lengthsOf(clustered?.centres?.values));
    expect(farthest).toBeGreaterThan(5.5);
    expect(farthest).toBeLessThanOrEqual(6);
  });
});

describe('faults', () => {
  const settings = { initial: 'server-kmeans++', rounds: 1, ...exact };
  const gone = (who: string | readonly string[]) => ({ fault: 'dropout', who, when: { at: '1ms' } });
  const under = async (...faults: readonly object[]) => {
    return await playFeddp(scenario(5, settings, { faults }));
  };

  test('a client that is gone is missing, and not blamed', async () => {
    const { clustered } = await under(gone('client-2'));
    expect(clustered?.missing).toEqual(['client-2']);
    expect(clustered?.blamed).toBeUndefined();
  });

  test('a client whose reports are damaged is missing, and not blamed', async () => {
    const { clustered } = await under({ fault: 'malform', who: 'client-2', message: 'report' });
    expect(clustered?.missing).toEqual(['client-2']);
    expect(clustered?.blamed).toBeUndefined();
  });

  test('a client whose report reaches one aggregator is missing, and not blamed', async () => {
    const cut = { fault: 'partition', who: 'client-2', with: 'helper' };
    const { clustered } = await under(cut);
    expect(clustered?.missing).toEqual(['client-2']);
    expect(clustered?.blamed).toBeUndefined();
  });

  test('too few clients open nothing', async () => {
    const { clustered } = await under(gone(['client-1', 'client-2', 'client-3']));
    expect(clustered?.iterations).toBe(0);
    expect(clustered?.opened).toEqual([]);
    expect(clustered?.caveat).toContain('expected at least 4 reports, got 2');
  });

  test('without the helper nothing is opened', async () => {
    const { clustered } = await under(gone('helper'));
    expect(clustered?.iterations).toBe(0);
    expect(clustered?.opened).toEqual([]);
    expect(clustered?.caveat).toContain('helper');
  });

  test.each(['server', 'helper', 'client-3'])('a crash of %s with a restart changes nothing', async (who) => {
    const crash = { fault: 'crash', who, when: { at: '3ms' }, restartAfter: '500ms' };
    const [whole, crashed] = [await under(), await under(crash)];
    expect(crashed.clustered?.centres?.values).toEqual(whole.clustered?.centres?.values);
    expect(crashed.clustered?.missing).toBeUndefined();
  });
});

/** How far each of three centres is from the origin. */
function lengthsOf(centres: Float64Array = new Float64Array()): number[] {
  return Array.from({ length: 3 }, (_, h) => Math.hypot(...centres.subarray(3 * h, 3 * h + 3)));
}

/** Counts by what is counted, whatever phase it is in: clients are still in another when a message wakes them. */
function totals<C extends object>(
  counts: Readonly<Record<string, C>>,
): Record<string, Record<string, number>> {
  const all: Record<string, Record<string, number>> = {};
  for (const [key, cell] of Object.entries(counts)) {
    const total = (all[key.slice(key.indexOf(' ') + 1)] ??= {});
    for (const [name, value] of Object.entries(cell)) total[name] = (total[name] ?? 0) + value;
  }
  return all;
}
