/** Games about noise on two neighbouring data sets: the target changes what is released as much as is accounted for. */

import { describe, expect, test } from 'vitest';
import { fastlloyd, feddp } from '../../bin/standard.ts';
import { accountDelta } from '../../src/core/math/dp/accountant.ts';
import { mostPairsTold } from '../../src/core/math/dp/trade-off.ts';
import { experimentOf } from '../../src/lab/audit/experiment-of.ts';
import { HALF, NONE } from '../../src/lab/audit/power.ts';
import { observer } from '../../src/lab/games/experiment.ts';
import type { NoisePart } from '../../src/core/math/dp/less-noise.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { agreedOf } from '../../src/run/execute/cast.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { thoroughly } from '../support/long.ts';
import { plugins } from '../support/plugins.ts';

const PROTOCOLS: Readonly<Record<string, AnyProtocol>> = { fastlloyd, feddp };

interface Pair {
  readonly with: number;
  readonly without: number;
}

async function pairsOf(name: string, noise: NoisePart | undefined, count: number, set: string[] = []) {
  const protocol = PROTOCOLS[name];
  const scenario = loadScenario(`scenarios/${name}.yaml`, { plugins, set });
  const audit = protocol.audits!.find((one) => one.name === 'neighbours')!;
  const asked = { audit: audit.name, runs: count, confidence: 0.95, noise };
  const experiment = experimentOf(audit, scenario, protocol, asked);
  const observe = observer(protocol, { plugins, noise });
  const pairs: Pair[] = [];
  for (let number = 0; number < count; number++)
    pairs.push((await experiment.trial(number, observe)) as Pair);
  return { pairs, result: experiment.conclude(pairs), agreed: agreedOf(scenario, protocol), audit };
}

/** Noise that hides nothing, but that is there: an entry without any is evidence of its own. */
const HARDLY: NoisePart = { numerator: 1, denominator: 100 };

const VARIANTS = [
  ['fastlloyd', []],
  ['fastlloyd', ['protocol.noise.by=clients']],
  ['fastlloyd', ['protocol.method=glloyd']],
  ['feddp', []],
  ['feddp', ['clients=6', 'protocol.noise={policy: enforced, dropouts: 1, colluding: 1}']],
] as const;

describe.each(VARIANTS)('%s %j', (name, set) => {
  test('without noise every pair is told, and half of the noise leaves as much as it should', async () => {
    const none = await pairsOf(name, NONE, thoroughly(2, 3), [...set]);
    expect(none.pairs.every((pair) => pair.with > pair.without)).toBe(true);
    // Almost without noise the score of the target is half of what all releases together tell of it on average.
    const [hardly] = (await pairsOf(name, HARDLY, 1, [...set])).pairs;
    const told = 2 * hardly.with;
    const count = thoroughly(6, 12);
    const half = await pairsOf(name, HALF, count, [...set]);
    const squares = half.pairs.map((pair) => (pair.with - pair.without - told) ** 2);
    const spread = squares.reduce((sum, square) => sum + square, 0) / (2 * count);
    // Scores differ by half of the noise's deviation; within wide bounds, as there are few.
    expect(Math.sqrt(spread / told)).toBeGreaterThan(0.2);
    expect(Math.sqrt(spread / told)).toBeLessThan(0.9);
  });
});

test('a game has no more points than are announced', async () => {
  const set = ['data.points=240', 'protocol.clusters=3', 'protocol.rounds=3'];
  const { pairs } = await pairsOf('fastlloyd', undefined, 1, set);
  expect(pairs).toHaveLength(1);
});

test('FastLloyd releases nearly as much of the target as is accounted for', async () => {
  const { pairs, agreed, audit } = await pairsOf('fastlloyd', HARDLY, 2);
  const claim = audit.kind === 'game' ? audit.claim?.(agreed) : undefined;
  const deviation = Math.sqrt(2 * pairs[0].with);
  const told = mostPairsTold(
    [0, 0.05, 0.1, 0.2, 0.4].map((epsilon) => ({
      epsilon,
      delta: accountDelta([{ noise: { kind: 'gaussian', multiplier: 1 / deviation } }], epsilon),
    })),
  );
  const accounted = mostPairsTold(claim!.family!.curve(1));
  expect(told).toBeLessThanOrEqual(accounted + 1e-3);
  expect(told - 0.5).toBeGreaterThan(0.85 * (accounted - 0.5));
});
