/** LightSecAgg where protocols use it: faults, what coalitions learn. */

import { describe, expect, test } from 'vitest';
import { mufc } from '../../../../bin/standard.ts';
import { loadScenario, type Scenario } from '../../../../src/run/scenario/load.ts';
import { attackOf, attempt, findingsOf } from '../../../support/attack-attempts.ts';
import { feddpScenarios, playFeddp } from '../../../support/feddp-parties.ts';
import { plugins } from '../../../support/plugins.ts';

const feddp = feddpScenarios();

const mufcUnder = (aggregation: string, ...set: string[]): Scenario =>
  loadScenario('scenarios/mufc.yaml', {
    plugins,
    set: [
      'data.points=160',
      'compare=[]',
      'protocol.remove=[]',
      `protocol.aggregation=${aggregation}`,
      ...set,
    ],
  });

const CODED = '{ protocol: lightsecagg }';

describe('what does not work together is refused before anything runs', () => {
  test.each([
    ['{ protocol: lightsecagg, code: integers }', 'protocol.aggregation.code: expected exact or hashed'],
    ['{ protocol: lightsecagg, malicious: true }', 'protocol.aggregation.malicious: expected none'],
    ['{ protocol: lightsecagg, neighbours: 4 }', 'protocol.aggregation.neighbours: expected none'],
    ['{ protocol: bonawitz, colluding: 2 }', 'protocol.aggregation.colluding: expected none with bonawitz'],
    [
      '{ protocol: lightsecagg, colluding: 6, dropouts: 2 }',
      'protocol.aggregation.colluding: expected at most 5',
    ],
  ])('%s', (aggregation, reason) => {
    expect(() => mufcUnder(aggregation)).toThrow(reason);
  });

  test('seeds of surplus noise, which pairwise masks share with theirs', () => {
    const noise = { policy: 'enforced', dropouts: 2 };
    expect(() => feddp(9, { noise, aggregation: { protocol: 'lightsecagg' } })).toThrow(
      'protocol.aggregation.protocol: expected bonawitz or bell',
    );
  });
});

describe('faults', () => {
  const STEPS = ['keys', 'secret-shares', 'masked', 'coded-sum'];

  test.each(STEPS)('a client of FedDP that vanishes after %s leaves the sum to the others', async (sent) => {
    const faults = [{ fault: 'dropout', who: 'client-3', when: { sent, messages: 1 } }];
    const aggregation = { protocol: 'lightsecagg' };
    const played = await playFeddp(feddp(9, { rounds: 1, aggregation }, { faults }), { guard: true });
    const first = sent === 'masked' || sent === 'coded-sum' ? 9 : 8;
    expect(played.clustered?.opened.map(({ survivors }) => survivors)).toEqual([first, 8, 8, 8]);
  });

  test('clients that crash in the middle of a sum and come back are in it', async () => {
    const faults = [2, 5].map((j) => ({
      fault: 'crash',
      who: `client-${j}`,
      when: { sent: 'secret-shares', messages: 1 },
      restartAfter: '50ms',
    }));
    const aggregation = { protocol: 'lightsecagg' };
    const played = await playFeddp(feddp(9, { rounds: 1, aggregation }, { faults }), { guard: true });
    const whole = await playFeddp(feddp(9, { rounds: 1, aggregation }));
    expect(played.clustered?.opened.map(({ survivors }) => survivors)).toEqual([9, 9, 9, 9]);
    expect(played.clustered?.centres).toEqual(whole.clustered?.centres);
  });

  test('fewer than U left end the run, and the server says how many are missing', async () => {
    const gone = [1, 4, 6].map((j) => ({ fault: 'dropout', who: `client-${j}`, when: { at: '1ms' } }));
    const aggregation = { protocol: 'lightsecagg' };
    const { findings, clustered } = await playFeddp(feddp(9, { aggregation }, { faults: gone }));
    expect(clustered).toBeUndefined();
    expect(findings.aborted).toContain('expected at least 7 ');
    expect(findings.aborted).toContain('3 of 9 are missing');
  });
});

describe('a coalition of the server and', () => {
  const single = attackOf(mufc, 'single-clients');
  const clients = (count: number): string[] => Array.from({ length: count }, (_, j) => `client-${j + 1}`);

  // Of eight clients: T = 4, D = 2, U = 6.
  test.each([0, 1, 4])('%d clients opens the sum of all others, and no single one', async (count) => {
    const { score } = await attempt(mufcUnder(CODED), mufc, single, ['server', ...clients(count)]);
    expect(score.exposed).toBe(0);
    expect(score.measures).toMatchObject({ 'sums opened': 1, 'smallest sum': 8 - count });
  });

  test('U clients opens everybody', async () => {
    const { score } = await attempt(mufcUnder(CODED), mufc, single, ['server', ...clients(6)]);
    expect(score.measures['clients opened']).toBe('2 of 2');
  });
});

test('a server that tells of different survivors opens a client only if 2U <= n', async () => {
  const opened = async (aggregation: string): Promise<unknown> => {
    const set = [`protocol.aggregation=${aggregation}`];
    const scenario = loadScenario('scenarios/attacks/split-view.yaml', { plugins, set });
    const [{ measures }] = await findingsOf(scenario);
    return measures['clients opened'];
  };
  expect(await opened('{ protocol: lightsecagg, colluding: 1, dropouts: 4, threshold: 4 }')).toBe('1 of 8');
  expect(await opened('{ protocol: lightsecagg, colluding: 1, dropouts: 3, threshold: 5 }')).toBe('0 of 8');
});
