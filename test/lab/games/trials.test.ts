/** Trials come to the same wherever they are played, and what is interrupted is not concluded. */

import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import { type Experiment, repeat } from '../../../src/lab/games/experiment.ts';
import { protocolNamed } from '../../../src/run/plugin/registry.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const data =
  '{ source: gaussian-mixture, points: 12, dimension: 2, components: 2, deviation: 0.1, middle: 0.5, spread: 0.5 }';
const scenarioWith = (protocol: string): string =>
  write(
    'scenario.yaml',
    `version: 2\nseed: 2\nclients: 3\ndata: ${data}\nprotocol: ${protocol}\nnetwork: { preset: lan }\n`,
  );

describe('audits', () => {
  const protocols = {
    mufc: '{ name: mufc, clusters: 2, secrecy: none, remove: [{ points: [0], client: client-1 }] }',
    feddp:
      '{ name: feddp, clusters: 2, clip: 1, bits: 8, server: { uniform: 6 }, budget: { outer: 1, weights: 1, sums: 1, counts: 1 } }',
  };

  // Audits of FedDP take many seconds.
  test.each(Object.entries(protocols).slice(0, thoroughly(1, 2)))(
    'of %s in a thread of their own are those in this one',
    async (_, protocol) => {
      const file = scenarioWith(protocol);
      const scenario = loadScenario(file, { plugins });
      const options = { plugins, runs: 3, origin: { file, folder: dirname(file), foreign: false } };
      const here = await auditScenario(scenario, options);
      expect(here?.filter(({ status }) => status !== 'not attempted').length).toBeGreaterThan(1);
      expect(await auditScenario(scenario, { ...options, threads: 1 })).toEqual(here);
    },
  );

  test.each([0, 1])('that are interrupted conclude nothing, with %i threads', async (threads) => {
    const file = scenarioWith(protocols.mufc);
    const scenario = loadScenario(file, { plugins });
    const stop = new AbortController();
    const origin = { file, folder: dirname(file), foreign: false };
    setTimeout(() => stop.abort(), 50);
    expect(
      await auditScenario(scenario, { plugins, runs: 10_000, threads, origin, signal: stop.signal }),
    ).toBe(undefined);
  });
});

describe('an experiment', () => {
  const scenario = loadScenario(scenarioWith('{ name: lloyd, clusters: 2 }'), { plugins });
  const protocol = protocolNamed({ plugins }, 'lloyd');

  function counting(stop?: AbortController): Experiment<string, number> {
    return {
      trials: 5,
      async trial(number, observe) {
        if (number === 3) stop?.abort();
        const { hash } = await observe({ ...scenario, seed: number }, ['server']);
        return hash;
      },
      conclude: (trials) => new Set(trials).size,
    };
  }

  test('plays every trial once, each under its own number', async () => {
    const experiment = counting();
    const trials = await repeat(experiment, protocol, { plugins });
    expect(trials).toHaveLength(5);
    expect(experiment.conclude(trials)).toBe(5);
    expect(await repeat(experiment, protocol, { plugins })).toEqual(trials);
  });

  test('that is interrupted keeps the trials before, and not the one under way', async () => {
    const stop = new AbortController();
    const trials = await repeat(counting(stop), protocol, { plugins, signal: stop.signal });
    expect(trials).toEqual((await repeat(counting(), protocol, { plugins })).slice(0, 3));
  });
});
