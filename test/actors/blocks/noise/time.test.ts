/** How long noise takes to draw: the same whatever is drawn, unless the setting lets time tell of it. */

import { describe, expect, test } from 'vitest';
import { noiseParameters, type NoisyRange } from '../../../../actors/blocks/noise/agreement.ts';
import { addNoise, timedAddNoise } from '../../../../actors/blocks/noise/tasks.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { claimsOf } from '../../../../src/lab/attack/claims.ts';
import { agreedOf } from '../../../../src/run/execute/cast.ts';
import { run } from '../../../../src/run/execute/run.ts';
import { protocolNamed } from '../../../../src/run/plugin/registry.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import { plugins } from '../../../support/plugins.ts';

const MODULUS = 1n << 40n;
const DRAWS = 2000;

/** Operations and magnitude of noise, over many keys. */
function draws(noise: NoisyRange['noise'], time: 'constant' | 'words'): (readonly [number, number])[] {
  const parameters = noiseParameters.parse({ time });
  return Array.from({ length: DRAWS }, (_, at) => {
    const input = timedAddNoise(parameters, {
      modulus: MODULUS,
      values: new Float64Array(1),
      ranges: [{ length: 1, noise }],
      components: [{ numerator: 1, denominator: 1 }],
      own: new Random(at).secretKey('own'),
      surplus: new Uint8Array(),
    });
    const [low, high] = addNoise.run(input);
    const residue = BigInt(low) + (BigInt(high) << 32n);
    const drawn = Number(2n * residue < MODULUS ? residue : residue - MODULUS);
    return [addNoise.operations(input), Math.abs(drawn)];
  });
}

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const product = (a: 0 | 1, b: 0 | 1): number =>
    pairs.reduce((sum, pair) => sum + (pair[a] - [x, y][a]) * (pair[b] - [x, y][b]), 0);
  return product(0, 1) / Math.sqrt(product(0, 0) * product(1, 1));
}

describe.each([
  ['Gaussian', { kind: 'gaussian', variance: { numerator: 10n ** 6n, denominator: 1n } }],
  ['Laplace', { kind: 'laplace', s: 1, t: 1000 }],
] as const)('%s noise', (_, noise) => {
  test('takes as long whatever is drawn', () => {
    expect(new Set(draws(noise, 'constant').map(([operations]) => operations)).size).toBe(1);
  });

  test('takes longer the larger it is if the words that it consumes count', () => {
    // By chance it is above 0.1 once in 200,000 times.
    expect(correlation(draws(noise, 'words'))).toBeGreaterThan(0.1);
  });
});

describe.each([
  ['feddp', 'noise/add'],
  ['fastlloyd', 'noise/add'],
  ['proven', 'noise/central'],
])('in %s', (name, wanted) => {
  const played = async (time: string) => {
    const set = ['clients=5', 'data.points=400', `protocol.noise.time=${time}`];
    const scenario = loadScenario(`scenarios/${name}.yaml`, { plugins, set });
    const bus = new Bus();
    const durations = new Set<number>();
    bus.on('computing', ({ task, durationNs }) => void (task === wanted && durations.add(durationNs)));
    const { outcome } = await run(scenario, { plugins, bus });
    return { outcome, durations };
  };

  test('the setting changes durations, and nothing that is computed', async () => {
    const [constant, words] = [await played('constant'), await played('words')];
    expect(words.outcome).toEqual(constant.outcome);
    expect(words.durations.size).toBeGreaterThan(constant.durations.size);
  });

  test('who sees the times is the subject of no claim', () => {
    const claimed = (time: string) => {
      const scenario = loadScenario(`scenarios/${name}.yaml`, {
        plugins,
        set: ['data.points=400', `protocol.noise.time=${time}`],
      });
      const protocol = protocolNamed({ plugins }, scenario.protocol);
      const agreed = agreedOf(scenario, protocol) as never;
      return {
        coalitions: claimsOf(protocol, agreed).map(({ coalition }) => coalition),
        statement: protocol.privacy?.statement(agreed),
      };
    };
    expect(claimed('constant').coalitions).not.toEqual([]);
    expect(claimed('words').coalitions).toEqual(name === 'fastlloyd' ? [{ server: 1 }] : []);
    expect(claimed('words').statement).toContain('not counting what the time that noise takes to draw tells');
  });
});
