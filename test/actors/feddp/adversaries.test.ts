import { describe, expect, test } from 'vitest';
import { kneeOf } from '../../../actors/feddp/elbow.ts';
import { feddp } from '../../../bin/standard.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { feddpScenarios, playFeddp } from '../../support/feddp-parties.ts';

const scenario = feddpScenarios();

function against(name: string): AnyProtocol {
  const adversary = feddp.privacy?.adversaries?.find((one) => one.name === name);
  if (adversary === undefined) throw new Error(`there is no adversary ${name}`);
  return { ...feddp, roles: { ...feddp.roles, ...adversary.roles } };
}

const played = (name: string, settings: object) => {
  const plugins = [plugin(import.meta.url, { name: 'adversary', protocols: [against(name)] })];
  return playFeddp(scenario(8, settings), { plugins });
};

/** Places that several rounds are needed from. */
const FAR = [
  [1, 1, 1],
  [3, 1, 0],
  [0, 0, 5],
];

describe('a server that deviates from the protocol', () => {
  test('chosen-span: releases cost what they always do, and clusters are worse', async () => {
    const [honest, hostile] = [await playFeddp(scenario(8)), await played('chosen-span', {})];
    expect(hostile.figure('epsilon')).toBe(honest.figure('epsilon'));
    expect(hostile.clustered?.opened).toEqual(honest.clustered?.opened);
    expect(hostile.figure('lossAtCentres')).toBeGreaterThan(2 * (honest.figure('lossAtCentres') as number));
  });

  test('same-centres: sums of the same clusters in every round cost what rounds always do', async () => {
    const settings = { initial: 'server-kmeans++', server: { points: FAR }, rounds: 4 };
    const [honest, hostile] = [
      await playFeddp(scenario(8, settings)),
      await played('same-centres', settings),
    ];
    expect(hostile.figure('epsilon')).toBe(honest.figure('epsilon'));
    const sent = (history: typeof honest.history): number =>
      new Set(
        history.sent('centres').map(({ payload }) =>
          Buffer.from(payload as Uint8Array)
            .subarray(-60)
            .toString('hex'),
        ),
      ).size;
    expect(sent(honest.history)).toBe(4);
    expect(sent(hostile.history)).toBe(1);
  });

  test('sybils: where there is a single sum, the first client is alone among the last ones in it', async () => {
    const { history } = await played('sybils', { initial: 'server-lloyd', rounds: 1 });
    const senders = new Set(history.sent('unmasking').map(({ from }) => from));
    expect([...senders]).toEqual([1, 4, 5, 6, 7, 8]);
  });

  test('asking-again: nobody answers twice', async () => {
    const { findings } = await played('asking-again', {});
    expect(findings.aborted).toContain('the first sum was opened, and not again: expected at least');
    expect(findings.aborted).toContain('got 0 in time');
  });
});

describe('a client that lies', () => {
  const settings = { initial: 'server-kmeans++', rounds: 1 };
  const farthest = async (adversary?: string): Promise<number> => {
    const collusion = adversary === undefined ? [] : [{ members: ['client-1'], adversary }];
    const { clustered } = await playFeddp(scenario(8, settings, { collusion }));
    const { values = [], columns = 1, rows = 0 } = clustered?.centres ?? {};
    const lengths = Array.from({ length: rows }, (_, h) =>
      Math.hypot(...values.slice(h * columns, (h + 1) * columns)),
    );
    return Math.max(...lengths);
  };
  const CLIP = 6;

  test('about its points moves centres no farther than the clip', async () => {
    expect(await farthest('false-points')).toBeGreaterThan(await farthest());
    expect(await farthest('false-points')).toBeLessThan(1.05 * CLIP);
  });

  test('about its sums moves a centre arbitrarily far, undetected', async () => {
    expect(await farthest('beyond-the-clip')).toBeGreaterThan(2 * CLIP);
  });
});

describe('the elbow', () => {
  test('is where costs stop falling fast', () => {
    expect(kneeOf([10, 6, 2, 1.8, 1.6, 1.4])).toBe(3);
    expect(kneeOf([5])).toBe(1);
  });

  test('of three clusters is three, and nothing else changes', async () => {
    const settings = { clusters: 6, server: { points: manyPoints() } };
    const told = await playFeddp(scenario(8, { ...settings, elbow: true }));
    expect(told.figure('elbow')).toBe(3);
    const silent = await playFeddp(scenario(8, settings));
    expect(silent.figure('elbow')).toBeUndefined();
    expect(told.figure('epsilon')).toBe(silent.figure('epsilon'));
  });
});

/** Some of the server's own about each of the three places. */
function manyPoints(): number[][] {
  const places = [
    [0, 0, 4],
    [4, 0, 0],
    [0, 5, 0],
  ];
  return places.flatMap((place) =>
    [0.3, -0.3].flatMap((x) => [0, 1, 2].map((c) => place.map((value, i) => (i === c ? value + x : value)))),
  );
}
