/** FastLloyd through the door for audits: clients see no more than is claimed, and more where noise is missing. */

import { expect, test } from 'vitest';
import { fastlloyd } from '../../../bin/standard.ts';
import type { Agreed } from '../../../actors/fastlloyd/agreed.ts';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { stringify } from 'yaml';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();

const SCENARIO = {
  version: 2,
  name: 'audited',
  seed: 1,
  clients: 5,
  data: {
    source: 'gaussian-mixture',
    points: 120,
    dimension: 120,
    components: 2,
    deviation: 0.1,
    middle: 0.5,
    spread: 0.5,
  },
  protocol: { name: 'fastlloyd', clusters: 2, rounds: 2, budget: { epsilon: 1, delta: 1e-6 } },
  network: { preset: 'lan' },
};

/** So much of every variance is drawn, and nobody says so. */
function thinned(share: number): AnyProtocol {
  return {
    ...fastlloyd,
    agree(parameters, population) {
      const agreed = fastlloyd.agree(parameters as never, population) as Agreed;
      const stages = agreed.stages.map((stage) => {
        const ranges = stage.sum.ranges.map(({ length, noise }) => {
          if (noise.kind !== 'gaussian') throw new Error('sums have Gaussian noise');
          const numerator = BigInt(Math.ceil(Number(noise.variance.numerator) * share));
          return { length, noise: { ...noise, variance: { ...noise.variance, numerator } } };
        });
        return { ...stage, sum: { ...stage.sum, ranges } };
      });
      return { ...agreed, stages };
    },
  };
}

async function statusOf(protocol: AnyProtocol, runs: number): Promise<string | undefined> {
  const plugins = [plugin(import.meta.url, { name: 'audited', protocols: [protocol] })];
  const scenario = loadScenario(write('audited.yaml', stringify(SCENARIO)), { plugins });
  const found = await auditScenario(scenario, { plugins, runs, audits: ['totals'] });
  return found?.[0].status;
}

test('clients learn no more about a point than is claimed', async () => {
  expect(await statusOf(fastlloyd as AnyProtocol, 3)).toBe('not refuted');
});

test('and are found to learn more if 99 % of the noise is missing', async () => {
  expect(await statusOf(thinned(1 / 100), 3)).toBe('refuted');
});
