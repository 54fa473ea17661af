/** What the server of FastLloyd, or clients without it, see is what simulators make, and mutants show more. */

import { expect, test } from 'vitest';
import { fastlloyd } from '../../../bin/standard.ts';
import type { Agreed } from '../../../actors/fastlloyd/agreed.ts';
import { MaskedSums } from '../../../actors/fastlloyd/messages.ts';
import { receivedTotals } from '../../../actors/fastlloyd/received.ts';
import type { View } from '../../../src/core/protocol/view.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import { scenarioFiles } from '../../support/scenarios.ts';

const load = scenarioFiles();

const scenarioWith = (faults: readonly object[] = [], protocol: object = {}) =>
  load({
    clients: 4,
    seed: 3,
    data: { source: 'gaussian-mixture', points: 80, dimension: 2, components: 2, deviation: 2 },
    protocol: {
      name: 'fastlloyd',
      clusters: 2,
      rounds: 3,
      budget: { epsilon: 1, delta: 0.001 },
      timeout: '2s',
      ...protocol,
    },
    network: { preset: 'wan', loss: 0.02 },
    faults,
  });

const simulatorFor = (scenario: ReturnType<typeof load>, roles: string) => {
  const simulator = simulatorsOf(fastlloyd, scenario).get(roles);
  if (simulator === undefined) throw new Error('a claim without a simulator');
  return simulator;
};

test.each([
  ['server', ['server']],
  ['client', ['client-1']],
  ['client', ['client-2', 'client-3', 'client-4']],
])('the claim of %s holds for %j', async (roles, coalition) => {
  for (const [faults, protocol] of [
    [[], {}],
    [[], { method: 'glloyd' }],
    [[{ fault: 'dropout', who: 'client-2', when: { round: 2 } }], {}],
    [[{ fault: 'slow', who: 'client-4', factor: 1e7 }], {}],
    [[{ fault: 'crash', who: 'client-3', when: { round: 2 }, restartAfter: '300ms' }], {}],
    [[{ fault: 'crash', who: 'server', when: { round: 2 }, restartAfter: '300ms' }], {}],
  ] as const) {
    const scenario = scenarioWith(faults, protocol);
    const pair = await simulated(scenario, fastlloyd, simulatorFor(scenario, roles), coalition);
    expect(shapeOf(pair.simulated, fastlloyd)).toEqual(shapeOf(pair.real, fastlloyd));
    expect(pair.real.members[0].received.length).toBeGreaterThan(0);
  }
});

/** The totals of the first iteration, as members unmask them, in several runs. */
async function firstTotals(protocol: AnyProtocol, runs: number) {
  const scenario = scenarioWith();
  const of = (view: View): Float64Array => receivedTotals(view as View<Agreed>)[0].sums;
  const pairs = await Promise.all(
    Array.from({ length: runs }, (_, seed) =>
      simulated(scenario, protocol, simulatorFor(scenario, 'client'), ['client-1', 'client-2'], seed),
    ),
  );
  return { real: pairs.map(({ real }) => of(real)), made: pairs.map((pair) => of(pair.simulated)) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const spread = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((x) => (x - mean(values)) ** 2)));

test('totals are around the same sums, with as much noise', async () => {
  const runs = 30;
  const { real, made } = await firstTotals(fastlloyd, runs);
  for (const at of real[0].keys()) {
    const [one, other] = [real, made].map((all) => all.map((sums) => sums[at]));
    expect(Math.abs(mean(one) - mean(other))).toBeLessThan(
      6 * Math.sqrt((spread(one) ** 2 + spread(other) ** 2) / runs),
    );
    expect(spread(one) / spread(other)).toBeGreaterThan(0.4);
    expect(spread(one) / spread(other)).toBeLessThan(2.5);
  }
});

test('a mutant without noise has totals that do not vary, which its simulation does not make', async () => {
  const [quiet] = fastlloyd.privacy?.adversaries ?? [];
  const mutant: AnyProtocol = {
    ...fastlloyd,
    roles: { ...fastlloyd.roles, ...quiet.roles },
  };
  const { real, made } = await firstTotals(mutant, 3);
  expect(real[1]).toEqual(real[0]);
  expect(made[1]).not.toEqual(made[0]);
});

test('a mutant that reuses a mask sends equal sums, which its simulation does not', async () => {
  const scenario = scenarioWith();
  const first = new Map<string, object>();
  const mutant = changed(fastlloyd, (effect, { name }) => {
    if (effect.kind !== 'send' || effect.type !== MaskedSums) return [effect];
    const { values } = effect.body as { values: object };
    const kept = first.get(name) ?? values;
    first.set(name, kept);
    return [{ ...effect, body: { ...effect.body, values: kept } }];
  });
  const pair = await simulated(scenario, mutant, simulatorFor(scenario, 'server'), ['server']);
  const tails = (view: View): number =>
    new Set(bytesOf(view, mutant, ['masked-sums']).map(([, bytes]) => bytes.slice(-16))).size;
  expect(tails(pair.real)).toBe(4);
  expect(tails(pair.simulated)).toBe(12);
});
