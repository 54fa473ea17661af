/** Each secure sum where protocols use it: the same results, faults, what coalitions learn. */

import { describe, expect, test } from 'vitest';
import { mufc } from '../../../../bin/standard.ts';
import { loadScenario, type Scenario } from '../../../../src/run/scenario/load.ts';
import { attackOf, attempt } from '../../../support/attack-attempts.ts';
import { feddpScenarios, playFeddp } from '../../../support/feddp-parties.ts';
import { plugins } from '../../../support/plugins.ts';
import { clusteringOf, dropping, play } from '../../../support/scenarios.ts';

const feddp = feddpScenarios();

/** All but proofs, which need a helper: test/actors/mufc/proven.test.ts and test/actors/feddp/proven.test.ts hold the same for these. */
const SUMS: readonly (readonly [string, object])[] = [
  ['malicious', { malicious: true }],
  ...['bell', 'lightsecagg', 'flamingo'].map((protocol) => [protocol, { protocol }] as const),
];

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

/** A run with these settings, which several tests compare theirs with, once. */
function playedOnce<T>(of: (settings: object) => Promise<T>, settings: object = {}): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= of(settings));
}

describe('the result is that of bonawitz', () => {
  const inFeddp = async (aggregation: object) => {
    const { clustered, figure } = await playFeddp(feddp(9, { rounds: 2, aggregation }));
    return { centres: clustered?.centres, loss: figure('loss'), epsilon: figure('epsilon') };
  };
  const bonawitzInFeddp = playedOnce(inFeddp);
  test.each(SUMS)('in FedDP, to the bit: %s', async (_, other) => {
    const bonawitz = await bonawitzInFeddp();
    expect(bonawitz.centres).toBeDefined();
    expect(await inFeddp(other)).toEqual(bonawitz);
  });

  const centresOf = async (scenario: Scenario) => clusteringOf(await play(scenario)).centres;

  const inMufc = (settings: object) => centresOf(mufcUnder(JSON.stringify(settings)));
  describe.each(['exact', 'hashed'])('in MUFC with cells by the code %s', (code) => {
    const bonawitz = playedOnce(inMufc, { code });
    test.each(SUMS)('%s', async (_, other) => {
      expect(await inMufc({ ...other, code })).toEqual(await bonawitz());
    });
  });

  const REQUESTS = 'protocol.remove=[{ points: random, requests: 2 }, { clients: [client-3] }]';
  const again = (settings: object) => centresOf(mufcUnder(JSON.stringify(settings), REQUESTS));
  const bonawitzAgain = playedOnce(again);
  test.each(SUMS)('in MUFC where changes and a client that leaves are summed again: %s', async (_, other) => {
    expect(await again(other)).toEqual(await bonawitzAgain());
  });

  const inSecfc = (settings: object) => {
    const set = ['data.points=60', `protocol.align=${JSON.stringify(settings)}`];
    return centresOf(loadScenario('scenarios/membership.yaml', { plugins, set }));
  };
  const bonawitzInSecfc = playedOnce(inSecfc);
  test.each(SUMS)('in SecFC, which aligns identifiers by it: %s', async (_, other) => {
    expect(await inSecfc(other)).toEqual(await bonawitzInSecfc());
  });
});

describe('flamingo', () => {
  const aggregation = { protocol: 'flamingo' };

  test('tells a client again that its report is in the sum, although the server has gone on', async () => {
    const scenario = mufcUnder('{ protocol: flamingo }', 'network.transport=datagram', 'network.loss=0');
    let sent = 0;
    const once = dropping(({ to, type }) => to === 'client-2' && type.name === 'taken' && sent++ === 0);
    const played = await play(scenario, { rules: [once] });
    expect(sent).toBeGreaterThan(1);
    expect(clusteringOf(played).missing).toBeUndefined();
  });

  test('sets up FedDP once for all of its sums', async () => {
    const played = await playFeddp(feddp(9, { rounds: 3, aggregation }), { guard: true });
    const sent = (type: string): number =>
      played.ledger.traffic().reduce((sum, cell) => sum + (cell.type === type ? cell.messages : 0), 0);
    expect(sent('keys')).toBe(9);
    expect(sent('system-key')).toBe(9);
    expect(sent('masked-report')).toBe(9 * 6);
  });

  test.each([
    ['masked-report', 8],
    ['consent', 9],
    ['opening', 9],
  ] as const)(
    'leaves the sum to the others if a client of FedDP vanishes after its %s',
    async (sent, first) => {
      const faults = [{ fault: 'dropout', who: 'client-3', when: { sent, messages: 1 } }];
      const played = await playFeddp(feddp(9, { rounds: 1, aggregation }, { faults }), { guard: true });
      expect(played.clustered?.opened.map(({ survivors }) => survivors).slice(1)).toEqual([8, 8, 8]);
      expect(played.clustered?.opened[0].survivors).toBeGreaterThanOrEqual(first);
    },
  );

  const undisturbed = playedOnce(
    (settings) => playFeddp(feddp(9, { rounds: 1, aggregation: settings })),
    aggregation,
  );
  test.each(['keys', 'dealing', 'masked-report', 'consent'])(
    'has clients in the sum that crash after their %s and come back',
    async (sent) => {
      const faults = [2, 5].map((j) => ({
        fault: 'crash',
        who: `client-${j}`,
        when: { sent, messages: 1 },
        restartAfter: '50ms',
      }));
      const played = await playFeddp(feddp(9, { rounds: 1, aggregation }, { faults }), { guard: true });
      const whole = await undisturbed();
      expect(played.clustered?.opened.map(({ survivors }) => survivors)).toEqual([9, 9, 9, 9]);
      expect(played.clustered?.centres).toEqual(whole.clustered?.centres);
    },
  );

  test('ends a run of FedDP whose server has too few clients to set up, with nothing opened', async () => {
    const gone = [1, 4, 6].map((j) => ({ fault: 'dropout', who: `client-${j}`, when: { at: '1ms' } }));
    const { findings, clustered } = await playFeddp(feddp(9, { aggregation }, { faults: gone }));
    expect(clustered).toBeUndefined();
    expect(findings.aborted).toContain('expected at least 7 ');
    expect(findings.aborted).toContain('3 of 9 are missing');
  });

  test.each([
    [
      '{ protocol: flamingo, malicious: true }',
      'protocol.aggregation.malicious: expected none with flamingo',
    ],
    ['{ protocol: flamingo, dropouts: 2 }', 'protocol.aggregation.dropouts: expected none with flamingo'],
    ['{ protocol: bonawitz, decryptors: 2 }', 'protocol.aggregation.decryptors: expected none with bonawitz'],
    ['{ protocol: flamingo, decryptors: 90 }', 'protocol.aggregation.decryptors: expected at most 8'],
    ['{ protocol: flamingo, neighbours: auto }', 'protocol.aggregation.neighbours: expected a number'],
  ])('is refused where it cannot be: %s', (settings, reason) => {
    expect(() => mufcUnder(settings)).toThrow(reason);
  });

  test('is refused where surplus noise is removed', () => {
    const noise = { policy: 'enforced', dropouts: 2 };
    expect(() => feddp(9, { noise, aggregation })).toThrow(
      'protocol.aggregation.protocol: expected bonawitz or bell',
    );
  });

  const single = attackOf(mufc, 'single-clients');
  const clients = (count: number): string[] => Array.from({ length: count }, (_, j) => `client-${j + 1}`);

  // Of eight decryptors three open masks.
  test.each([0, 1, 2])(
    'opens to the server and %d clients the sum of all others, and no single one',
    async (count) => {
      const { score } = await attempt(mufcUnder('{ protocol: flamingo }'), mufc, single, [
        'server',
        ...clients(count),
      ]);
      expect(score.exposed).toBe(0);
      expect(score.measures).toMatchObject({ 'sums opened': 1, 'smallest sum': 8 - count });
    },
  );

  test('opens everybody to the server and as many as decrypt', async () => {
    const coalition = ['server', ...clients(3)];
    const { score } = await attempt(mufcUnder('{ protocol: flamingo }'), mufc, single, coalition);
    expect(score.measures['clients opened']).toBe('5 of 5');
  });
});
