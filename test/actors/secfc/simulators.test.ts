/** What coalitions see of SecFC is what its simulators make, and mutants show more than these can. */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { encodeShares, type EncodeInput } from '../../../actors/secfc/sharing/encode.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { scenarioFiles } from '../../support/scenarios.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const settings = {
  plain: { privacy: 2 },
  segments: { privacy: 1, segments: 2, reveal: true },
  'several starts': { privacy: 2, start: { subsets: 3, restarts: 3 }, minimumCluster: 2 },
  'verified dealing': { privacy: 2, verifiableSharing: true, byzantine: 1 },
  blinded: { privacy: 2, disclosure: 'blinded' },
  order: { privacy: 2, disclosure: 'order' },
  alignment: { privacy: 2, align: { threshold: 5 } },
};

const faults = {
  none: [],
  'a late client': [{ fault: 'slow', who: 'client-6', factor: 1e5 }],
  'a client that leaves': [{ fault: 'dropout', who: 'client-7', when: { round: 2 } }],
  'a client that never shares': [{ fault: 'dropout', who: 'client-7', when: { at: '0ms' } }],
  'a client that restarts': [{ fault: 'crash', who: 'client-5', when: { round: 2 }, restartAfter: '300ms' }],
  'a server that restarts': [{ fault: 'crash', who: 'server', when: { round: 2 }, restartAfter: '300ms' }],
};

const scenarioWith = (protocol: object, injected: readonly object[] = []) =>
  load({
    clients: 7,
    seed: 3,
    data: { source: 'gaussian-mixture', points: 42, dimension: 3, components: 3, deviation: 2 },
    protocol: { name: 'secfc', clusters: 3, maxIterations: 4, timeout: '2s', ...protocol },
    network: { preset: 'wan', loss: 0.02 },
    faults: injected,
  });

const coalitions = [
  ['client', ['client-1', 'client-3']],
  ['server', ['server']],
  ['client+server', ['server', 'client-2']],
] as const;

/** On every change each setting meets each coalition without faults, and with two of them. */
const afflicting = (at: number) =>
  Object.entries(faults).filter((_, fault) => fault === 0 || thoroughly((fault + at) % 3 === 0, true));

describe.each(Object.entries(settings).map(([name, protocol], at) => ({ name, protocol, at })))(
  'with $name',
  ({ protocol, at }) => {
    describe.each(coalitions.map(([roles, coalition], nth) => ({ roles, coalition, nth })))(
      'the claim of $roles',
      ({ roles, coalition, nth }) => {
        test.each(afflicting(at + nth))(
          'holds to the byte and nanosecond, with %s',
          async (_name, injected) => {
            const scenario = scenarioWith(protocol, injected);
            const simulator = simulatorsOf(secfc, scenario).get(roles);
            if (simulator === undefined) throw new Error('a claim without a simulator');
            const allowed = coalition.slice(0, roles === 'client' ? protocol.privacy : undefined);
            const pair = await simulated(scenario, secfc, simulator, allowed);
            expect(shapeOf(pair.simulated, secfc)).toEqual(shapeOf(pair.real, secfc));
            // What the claim lets members learn is what they learn.
            const told = ['assignment', 'outcome', 'stopped', 'ready', 'union'];
            expect(bytesOf(pair.simulated, secfc, told)).toEqual(bytesOf(pair.real, secfc, told));
            expect(pair.real.members.every(({ received }) => received.length > 0)).toBe(true);
          },
        );
      },
    );
  },
);

describe('a mutant', () => {
  const scenario = scenarioWith(settings.plain);
  const simulator = simulatorsOf(secfc, scenario).get('client');
  if (simulator === undefined) throw new Error('a claim without a simulator');

  test('with noise from one key deals the same in every run, which its simulation does not', async () => {
    const mutant = changed(secfc, (effect) =>
      effect.kind === 'compute' && effect.task.name === encodeShares.name
        ? [{ ...effect, input: { ...(effect.input as EncodeInput), noiseKey: new Uint8Array(32) } }]
        : [effect],
    );
    const [one, other] = await Promise.all(
      [1, 2].map((seed) => simulated(scenario, mutant, simulator, ['client-1'], seed)),
    );
    expect(bytesOf(one.real, mutant, ['shares'])).toEqual(bytesOf(other.real, mutant, ['shares']));
    expect(bytesOf(one.simulated, mutant, ['shares'])).not.toEqual(
      bytesOf(other.simulated, mutant, ['shares']),
    );
  });

  test('that shares twice sends more than its simulation', async () => {
    const mutant = changed(secfc, (effect) =>
      effect.kind === 'send-each' ? [effect, { ...effect, to: [...effect.to] }] : [effect],
    );
    const { real, simulated: made } = await simulated(scenario, mutant, simulator, ['client-1']);
    expect(shapeOf(made, mutant)).not.toEqual(shapeOf(real, mutant));
  });
});
