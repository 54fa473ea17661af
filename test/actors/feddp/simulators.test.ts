/** What the server of FedDP-KMeans sees, alone or with clients, is what its simulator makes, and a mutant shows more. */

import { expect, test } from 'vitest';
import { feddp } from '../../../bin/standard.ts';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import { addNoise, type AddNoiseInput } from '../../../actors/blocks/noise/tasks.ts';
import { openedSums } from '../../../actors/blocks/sums/index.ts';
import { ModularVectors } from '../../../src/core/math/field/modular-vectors.ts';
import type { View } from '../../../src/core/protocol/view.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { scenarioFiles } from '../../support/scenarios.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const scenarioWith = (protocol: object = {}, faults: readonly object[] = []) =>
  load({
    clients: 6,
    seed: 3,
    data: { source: 'gaussian-mixture', points: 120, dimension: 2, components: 2, deviation: 0.5, spread: 1 },
    protocol: {
      name: 'feddp',
      clusters: 2,
      rounds: 2,
      clip: 2,
      timeout: '2s',
      budget: { outer: 1, weights: 1, sums: 1, counts: 1, roundSums: 1, roundCounts: 1, delta: 0.001 },
      server: { uniform: 10 },
      ...protocol,
    },
    network: { preset: 'wan', loss: 0.02 },
    faults,
  });

const simulatorFor = (scenario: ReturnType<typeof load>) => {
  const simulator = simulatorsOf(feddp, scenario).get('client+server');
  if (simulator === undefined) throw new Error('a claim without a simulator');
  return simulator;
};

/** With the place of each, which says which coalition `npm test` looks at. */
const numbered = (cases: readonly (readonly [string, object, readonly object[]])[]) =>
  cases.map((one, at) => [...one, at] as const);

const leaves = (phase: string): object => ({
  fault: 'dropout',
  who: 'client-6',
  when: { round: 0, phase },
});

const CLAIMED: readonly (readonly [string, object, readonly object[]])[] = [
  ['as published', {}, []],
  [
    'of whole clients',
    { level: 'client', clips: { outer: 20, weights: 20, means: 2, indicators: 2, sums: 20, counts: 20 } },
    [],
  ],
  ['with a sample', { sampling: 0.5 }, []],
  ['with surplus noise', { noise: { policy: 'enforced', dropouts: 2 } }, []],
  ['with surplus noise and a dropout', { noise: { policy: 'enforced', dropouts: 2 } }, [leaves('mask')]],
  ['with a dropout before seeds', { noise: { policy: 'enforced', dropouts: 2 } }, [leaves('unmask')]],
  ['with signatures', { aggregation: { malicious: true } }, []],
  ['among neighbours', { aggregation: { protocol: 'bell', neighbours: 4, threshold: 3 } }, []],
  ['with coded masks', { aggregation: { protocol: 'lightsecagg', colluding: 2, dropouts: 1 } }, []],
  ['with decrypted masks', { aggregation: { protocol: 'flamingo' } }, []],
  ['with decrypted masks and a dropout', { aggregation: { protocol: 'flamingo' } }, [leaves('mask')]],
  ['without noise', { noise: { by: 'nobody' } }, []],
  [
    'with a client that restarts',
    {},
    [{ fault: 'crash', who: 'client-4', when: { round: 0, phase: 'mask' }, restartAfter: '300ms' }],
  ],
  [
    'with a late client',
    {},
    [{ fault: 'delay', who: 'client-5', direction: 'from', message: 'masked', by: '5s' }],
  ],
];
const COALITIONS = [['server'], ['server', 'client-1', 'client-3']];

test.each(numbered(CLAIMED))('the claim holds %s', async (_, protocol, faults, at) => {
  const scenario = scenarioWith(protocol, faults);
  for (const coalition of thoroughly([COALITIONS[at % 2]], COALITIONS)) {
    const pair = await simulated(scenario, feddp, simulatorFor(scenario), coalition);
    expect(shapeOf(pair.simulated, feddp)).toEqual(shapeOf(pair.real, feddp));
    const told = ['survivors', 'surplus', 'rebuild'];
    expect(bytesOf(pair.simulated, feddp, told)).toEqual(bytesOf(pair.real, feddp, told));
    expect(pair.real.members[0].received.length).toBeGreaterThan(0);
  }
});

const PROVEN: typeof CLAIMED = [
  ['as published', {}, []],
  [
    'of whole clients',
    { level: 'client', clips: { outer: 20, weights: 20, means: 2, indicators: 2, sums: 20, counts: 20 } },
    [],
  ],
  ['without noise', { noise: { by: 'nobody' } }, []],
  ['with a client that is gone', {}, [{ fault: 'dropout', who: 'client-6', when: { at: '0ms' } }]],
  [
    'with a late report',
    {},
    [{ fault: 'delay', who: 'client-5', direction: 'from', message: 'report', by: '5s' }],
  ],
];

test.each(numbered(PROVEN))('claims about proofs hold %s', async (_, protocol, faults, at) => {
  const proven = { noise: { by: 'aggregators' }, aggregation: { protocol: 'prio3' }, ...protocol };
  const scenario = scenarioWith(proven, faults);
  const simulators = simulatorsOf(feddp, scenario);
  const coalitions = [['helper'], ...COALITIONS];
  for (const names of thoroughly([coalitions[at % 3]], coalitions)) {
    const coalition = names[0] === 'helper' ? 'helper' : 'client+server';
    const simulator = simulators.get(coalition);
    if (simulator === undefined) throw new Error('a claim without a simulator');
    const pair = await simulated(scenario, feddp, simulator, names);
    expect(shapeOf(pair.simulated, feddp)).toEqual(shapeOf(pair.real, feddp));
    const told = ['accepted', 'receipt'];
    expect(bytesOf(pair.simulated, feddp, told)).toEqual(bytesOf(pair.real, feddp, told));
    expect(pair.real.members[0].received.length).toBeGreaterThan(0);
  }
});

test.each([
  ['without noise', 'nobody'],
  ["with the helper's noise", 'aggregators'],
])('%s the server opens the same sums as in its simulation', async (_, by) => {
  const proven = { noise: { by }, aggregation: { protocol: 'prio3' } };
  const scenario = scenarioWith(proven);
  const simulator = simulatorsOf(feddp, scenario).get('client+server');
  if (simulator === undefined) throw new Error('a claim without a simulator');
  const pair = await simulated(scenario, feddp, simulator, ['server', 'client-2']);
  const told = ['projection', 'projected-centres', 'centres', 'result'];
  expect(bytesOf(pair.simulated, feddp, told)).toEqual(bytesOf(pair.real, feddp, told));
});

/** The first sum that the server opens, in several runs. */
async function firstSums(protocol: AnyProtocol, runs: number) {
  const scenario = scenarioWith();
  const of = (view: View): number[] => {
    const { session } = (view.agreed as Agreed).stages[0].sum;
    const [{ sum }] = openedSums(view.members, session);
    return [...new ModularVectors(session.modulus).centred(sum)];
  };
  const pairs = await Promise.all(
    Array.from({ length: runs }, (_, seed) =>
      simulated(scenario, protocol, simulatorFor(scenario), ['server'], seed),
    ),
  );
  return { real: pairs.map(({ real }) => of(real)), made: pairs.map((pair) => of(pair.simulated)) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const spread = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((x) => (x - mean(values)) ** 2)));

test('sums are the same, with as much noise', async () => {
  const runs = thoroughly(12, 24);
  const { real, made } = await firstSums(feddp, runs);
  for (const at of real[0].keys()) {
    const [one, other] = [real, made].map((all) => all.map((sums) => sums[at]));
    expect(Math.abs(mean(one) - mean(other))).toBeLessThan(
      6 * Math.sqrt((spread(one) ** 2 + spread(other) ** 2) / runs),
    );
    expect(spread(one) / spread(other)).toBeGreaterThan(0.4);
    expect(spread(one) / spread(other)).toBeLessThan(2.5);
  }
});

test('a mutant without noise opens the same sum in every run, which its simulation does not', async () => {
  const mutant = changed(feddp, (effect) =>
    effect.kind === 'compute' && effect.task.name === addNoise.name
      ? [{ ...effect, input: { ...(effect.input as AddNoiseInput), components: [] } }]
      : [effect],
  );
  const { real, made } = await firstSums(mutant, 2);
  expect(real[1]).toEqual(real[0]);
  expect(made[1]).not.toEqual(made[0]);
});
