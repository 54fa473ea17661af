import { describe, expect, test } from 'vitest';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import type { ReleasedStage } from '../../../actors/blocks/noise/spent.ts';
import { enoughNoise, epsilonOf } from '../../../actors/blocks/noise/spent.ts';
import { feddpScenarios, playFeddp } from '../../support/feddp-parties.ts';
import { thoroughly } from '../../support/long.ts';

const scenario = feddpScenarios();

const POLICIES = [
  { policy: 'none' },
  { policy: 'honest-minimum', dropouts: 2 },
  { policy: 'enforced', dropouts: 2 },
] as const;

describe('clients that drop out', () => {
  test.each(POLICIES)('with $policy every sum is accounted for by the shares in it', async (noise) => {
    const { clustered, figure, agreed } = await playFeddp(
      scenario(
        9,
        { noise, rounds: 1 },
        { faults: [{ fault: 'dropout', who: 'client-3', when: { at: '1ms' } }] },
      ),
    );
    const opened = clustered?.opened as readonly ReleasedStage[];
    expect(opened.map(({ survivors }) => survivors)).toEqual([8, 8, 8, 8]);
    const reached = figure('epsilon') as number;
    expect(reached).toBe(epsilonOf(agreed, opened));
    const planned = figure('epsilonAgreed') as number;
    // Only with none provided for is a share missing.
    expect(reached > planned + 1e-9).toBe(noise.policy === 'none');
  });

  // What a client says once in every sum: it vanishes in the first of four, or in the last.
  const stages = ['keys', 'secret-shares', 'masked', 'unmasking'].flatMap((sent) =>
    [1, 4].map((messages) => ({ sent, messages })),
  );
  const all = POLICIES.flatMap((noise, nth) =>
    stages.map((when, at) => ({ nth: nth + at, noise, when, ...noise, ...when })),
  );
  // On every change each moment with one of the policies, or two.
  test.each(all.filter(({ nth }) => thoroughly(nth % 2 === 0, true)))(
    'with $policy, after $sent of sum $messages, open no sum with too little noise, and none unaccounted for',
    async ({ noise, when }) => {
      const faults = [{ fault: 'dropout', who: 'client-3', when }];
      const played = await playFeddp(scenario(9, { noise, rounds: 1 }, { faults }), { guard: true });
      const opened = played.clustered?.opened as readonly ReleasedStage[];
      const isIn = when.sent === 'masked' || when.sent === 'unmasking';
      const last = isIn ? when.messages : when.messages - 1;
      expect(opened.map(({ survivors }) => survivors)).toEqual(
        [1, 2, 3, 4].map((sum) => (sum <= last ? 9 : 8)),
      );
      expect(played.figure('epsilon')).toBe(epsilonOf(played.agreed, opened));
      // Only with none provided for may it fall short.
      const short =
        noise.policy === 'none' ? undefined : enoughNoise.violated(played.agreed, played.clustered);
      expect(short).toBeUndefined();
    },
  );

  test("colluding clients' shares count as missing", async () => {
    const at = async (colluding: number): Promise<number> => {
      const { figure } = await playFeddp(scenario(9, { noise: { policy: 'none', colluding } }));
      return figure('epsilon') as number;
    };
    const [nobody, three] = [await at(0), await at(3)];
    expect(three).toBeGreaterThan(nobody);
    const provided = await playFeddp(
      scenario(9, { noise: { policy: 'enforced', dropouts: 1, colluding: 3 } }),
    );
    expect(provided.figure('epsilon')).toBeLessThanOrEqual(
      (provided.figure('epsilonAgreed') as number) + 1e-9,
    );
  });

  test.each(POLICIES.slice(1))(
    'with $policy more than provided for prevent any sum from opening',
    async (noise) => {
      const crash = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { at: '1ms' } });
      const { clustered, findings, figure, history } = await playFeddp(
        scenario(9, { noise, rounds: 1, aggregation: { threshold: 3 } }, { faults: [1, 4, 6].map(crash) }),
      );
      expect(clustered).toBeUndefined();
      expect(findings.aborted).toContain('expected at least 7 masked vectors, got 6');
      expect(figure('epsilon')).toBe(0);
      expect(history.sent('unmasking')).toEqual([]);
    },
  );

  test('in a round leave the centres unchanged, and everything opened is accounted for', async () => {
    const noise = { policy: 'honest-minimum', dropouts: 1 };
    const crash = (j: number) => ({ fault: 'dropout', who: `client-${j}`, when: { round: 2 } });
    const { clustered, findings, figure, agreed } = await playFeddp(
      scenario(7, { noise, rounds: 3 }, { faults: [crash(2), crash(5)] }),
    );
    expect(clustered?.iterations).toBe(1);
    expect(clustered?.opened.length).toBe(4);
    expect(findings.caveat).toContain('round 2 came to nothing');
    expect(figure('epsilon')).toBe(
      epsilonOf(agreed as Agreed, clustered?.opened as readonly ReleasedStage[]),
    );
    expect(figure('epsilon')).toBeLessThan(figure('epsilonAgreed') as number);
  });

  test.each([undefined, 4])(
    'that withhold a seed have it reconstructed from shares, and nothing else changes (neighbours: %s)',
    async (neighbours) => {
      const noise = { policy: 'enforced', dropouts: 2 };
      const aggregation = { threshold: 3, ...(neighbours !== undefined && { neighbours }) };
      const withheld = (message: string, who: string | string[]) => ({ fault: 'withhold', who, message });
      const played = (faults: object[]) => playFeddp(scenario(7, { noise, aggregation }, { faults }));
      const whole = await played([]);
      const rebuilt = await played([withheld('seed', 'client-2')]);
      expect(rebuilt.history.sent('seed-shares').length).toBeGreaterThanOrEqual(3);
      expect(whole.history.sent('seed-shares').length).toBe(0);
      expect([...(rebuilt.clustered?.centres?.values ?? [])]).toEqual([
        ...(whole.clustered?.centres?.values ?? []),
      ]);
      expect(rebuilt.figure('epsilon')).toBe(whole.figure('epsilon'));
    },
  );

  test('with too few shares of a seed more noise is left, which hides no less', async () => {
    const noise = { policy: 'enforced', dropouts: 2 };
    const faults = [
      { fault: 'withhold', who: 'client-2', message: 'seed' },
      { fault: 'withhold', who: ['client-3', 'client-4', 'client-5'], message: 'seed-shares' },
    ];
    const { clustered, figure } = await playFeddp(scenario(7, { noise }, { faults }));
    expect(clustered?.opened.length).toBe(3);
    expect(figure('epsilon')).toBeLessThanOrEqual((figure('epsilonAgreed') as number) + 1e-9);
  });

  test('settings with enough colluding clients to reconstruct seeds are refused', () => {
    const noise = { policy: 'enforced', dropouts: 1, colluding: 3 };
    expect(() => scenario(7, { noise, aggregation: { threshold: 3 } })).toThrow(
      'protocol.aggregation.threshold: expected more than the 3 that collude',
    );
  });
});

test('a restarted server still accounts for what it opened before', async () => {
  const crash = { fault: 'crash', who: 'server', when: { round: 2 }, restartAfter: '5ms' };
  const whole = await playFeddp(scenario(7, { rounds: 3 }));
  const played = await playFeddp(scenario(7, { rounds: 3 }, { faults: [crash] }), { guard: true });
  expect(played.history.of('faulted').map(({ what }) => what)).toEqual(['crash', 'restart']);
  expect(played.clustered?.opened).toEqual(whole.clustered?.opened);
  expect(played.figure('epsilon')).toBe(whole.figure('epsilon'));
});
