import { describe, expect, test } from 'vitest';
import { scenarioOf } from '../../../../experiments/mutants/examine.ts';
import type { Mutant } from '../../../../experiments/mutants/mutant.ts';
import { mutants } from '../../../../experiments/mutants/mutants.ts';
import { twins } from '../../../../experiments/mutants/variations.ts';
import { claimsOf } from '../../../../src/lab/attack/claims.ts';
import { provoked, provokedBriefly } from '../../../../src/lab/attack/simulate/provoked.ts';
import { comparedText, missingIn } from '../../../../src/lab/attack/simulate/power.ts';
import { type Simulation, simulateClaims } from '../../../../src/lab/attack/simulate/simulations.ts';
import { agreedOf } from '../../../../src/run/execute/cast.ts';
import { loadScenario } from '../../../../src/run/scenario/load.ts';
import { plugins } from '../../../support/plugins.ts';

test('by default one client is gone, early or later', () => {
  const scenario = loadScenario('scenarios/dropouts.yaml', { plugins });
  const all = provoked(scenario, ['client-1'], 2400);
  expect(provokedBriefly(scenario, ['client-1'], 2400)).toEqual(all.slice(0, 2));
  expect(provokedBriefly(scenario, ['server', ...scenario.population.clients], 2400)).toEqual([]);
});

describe('parties outside a coalition fail', () => {
  const scenario = loadScenario('scenarios/dropouts.yaml', { plugins });
  const faultsFor = (members: readonly string[]) =>
    provoked(scenario, members, 2400).map(({ says, scenario: { faults } }) => {
      expect(faults.slice(0, -1)).toEqual(scenario.faults);
      return [says, faults.at(-1)] as const;
    });

  test('the last client, and every server', () => {
    const last = scenario.population.clients.at(-1) as string;
    const fault = (kind: string, who: string, at: number, settings = {}) =>
      expect.objectContaining({ fault: kind, who, when: { at }, ...settings }) as unknown;
    expect(faultsFor(['client-1'])).toEqual([
      [`${last} is gone from 0 % of the run on`, fault('dropout', last, 0)],
      [`${last} is gone from 33 % of the run on`, fault('dropout', last, 800)],
      [`${last} is gone from 67 % of the run on`, fault('dropout', last, 1600)],
      [`${last} is restarted`, fault('crash', last, 1200, { restartAfter: 300 })],
      [`${last} is late`, fault('delay', last, 800, { by: { constant: 300 }, direction: 'from' })],
      ['server is restarted', fault('crash', 'server', 1200, { restartAfter: 300 })],
    ]);
  });

  test('nobody in it', () => {
    const { clients } = scenario.population;
    const failing = faultsFor(['server', ...clients.slice(1)]).map(([, fault]) => fault?.who);
    expect(new Set(failing)).toEqual(new Set([clients[0]]));
    expect(faultsFor(['server', ...clients])).toEqual([]);
  });
});

/** What the claim about the server shows. */
async function ofServer(mutant: Mutant | undefined, thorough: boolean, pairs: number): Promise<Simulation> {
  if (mutant === undefined) throw new Error('no such mutant');
  const { scenario, plugins: own } = scenarioOf(mutant, 1);
  const claims = claimsOf(mutant.protocol, agreedOf(scenario, mutant.protocol));
  const claim = claims.filter(({ coalition }) => Object.keys(coalition).join() === 'server');
  const options = { plugins: own, thorough, pairs, endNs: 5e6 };
  const [simulation] = await simulateClaims(scenario, mutant.protocol, claim, options);
  return simulation;
}

test('claims about the same coalitions with the same simulator are examined once', async () => {
  const { protocol, ...twin } = twins.find(({ name }) => name === 'twin: secfc') as Mutant;
  const { scenario, plugins: own } = scenarioOf({ protocol, ...twin }, 1);
  const claim = claimsOf(protocol, agreedOf(scenario, protocol)).find(
    ({ coalition }) => Object.keys(coalition).join() === 'server',
  );
  if (claim === undefined) throw new Error('no such claim');
  let pairs = 0;
  const options = { plugins: own, pairs: 2, endNs: 5e6, onPair: () => pairs++ };
  const claims = [claim, { ...claim, says: 'the same in other words' }];
  const [one, other] = await simulateClaims(scenario, protocol, claims, options);
  expect(other).toEqual({ ...one, claim: 'the same in other words' });
  expect([one.coalitions.length, one.provoked.length, pairs]).toEqual([1, 2, 15]);
});

test('what shows only while somebody is missing is flagged', async () => {
  const bare = mutants.find(({ name }) => name === 'bare when somebody is missing');
  const { flagged, coalitions, provoked: failing } = await ofServer(bare, false, 16);
  expect(flagged.map(({ says }) => says)).toContain('client-5 is gone from 0 % of the run on');
  expect([coalitions.length, failing.length]).toEqual([1, 2]);
});

test('no recovery of a sound protocol is flagged', async () => {
  const sound = await ofServer(
    twins.find(({ name }) => name === 'twin: secfc'),
    true,
    2,
  );
  expect(sound.flagged).toEqual([]);
  expect(sound.provoked).toHaveLength(5);
  expect(sound.provoked.every(({ shape, pairs }) => shape.same === pairs)).toBe(true);
});

describe('where pairs are too few for all tests', () => {
  const sound = twins.find(({ name }) => name === 'twin: secfc');
  const pairsOf = (of: readonly { readonly pairs: number }[]) => of.map(({ pairs }) => pairs);

  test('a coalition gets three more, and leaks that are planted are found', async () => {
    const simulation = await ofServer(sound, false, 11);
    expect(missingIn(simulation)).toEqual([]);
    // Besides, there is one pair on each of three images of the points.
    expect(pairsOf(simulation.coalitions)).toEqual([17]);
    expect(pairsOf(simulation.provoked)).toEqual([14, 14]);
  });

  test('it gets none if three do not suffice', async () => {
    const simulation = await ofServer(sound, false, 5);
    expect(missingIn(simulation).join()).toContain('too weak');
    expect(pairsOf(simulation.coalitions)).toEqual([8]);
    const besides = comparedText(simulation).filter((text) => text.startsWith('not part of the verdict'));
    // If it is gone from the beginning, nobody sends anything.
    expect(besides).toEqual([
      'not part of the verdict: too weak for 1 of 1 field, while client-5 is gone from 33 % of the run on',
    ]);
  });
});
