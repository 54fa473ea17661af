/** What coalitions with the server see of one-shot clusterings is what their simulator makes, and mutants show more. */

import { describe, expect, test } from 'vitest';
import { dckmeans, mufc } from '../../../bin/standard.ts';
import { Masked } from '../../../actors/blocks/secagg/messages.ts';
import { Removed } from '../../../actors/mufc/removal/messages.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { scenarioFiles } from '../../support/scenarios.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const REMOVE = [
  { points: 'random', requests: 2 },
  { points: 'adversarial', count: 3 },
  { points: [0, 2], client: 'client-2' },
  { clients: ['client-3'] },
];

const settings = {
  'clear changes': { remove: REMOVE },
  'secret changes': { remove: REMOVE, change: 'secret', batch: { requests: 2 } },
  'sums of everybody': { remove: REMOVE, change: 'everybody' },
  retraining: { remove: REMOVE, unlearning: 'retrain' },
  'lazy unlearning': { remove: REMOVE, unlearning: 'lazy' },
  'local iterations': { remove: REMOVE, local: 'full' },
  signatures: { aggregation: { malicious: true } },
  neighbours: { aggregation: { neighbours: 4, threshold: 3 } },
  'coded masks': { aggregation: { protocol: 'lightsecagg', colluding: 2, dropouts: 2 } },
  'decrypted masks': { aggregation: { protocol: 'flamingo' } },
  'masks that some decrypt': { aggregation: { protocol: 'flamingo', decryptors: 4 } },
  'centres in the clear': { remove: REMOVE, secrecy: 'none' },
};

const faults = {
  none: [],
  'a client that sends no keys': [{ fault: 'dropout', who: 'client-6', when: { at: '0ms' } }],
  'a client that leaves before it shares secrets': [
    { fault: 'dropout', who: 'client-6', when: { round: 0, phase: 'secrets' } },
  ],
  'a client that leaves before it masks': [
    { fault: 'dropout', who: 'client-6', when: { round: 0, phase: 'mask' } },
  ],
  'a client that leaves before it unmasks': [
    { fault: 'dropout', who: 'client-6', when: { round: 0, phase: 'unmask' } },
  ],
  'a masked vector that comes too late': [
    { fault: 'delay', who: 'client-5', direction: 'from', message: 'masked', by: '5s' },
  ],
  'a client that restarts': [
    { fault: 'crash', who: 'client-4', when: { round: 0, phase: 'mask' }, restartAfter: '300ms' },
  ],
};

const scenarioWith = (protocol: object, injected: readonly object[] = [], name = 'mufc') =>
  load({
    clients: 6,
    seed: 3,
    data: {
      source: 'gaussian-mixture',
      points: 60,
      dimension: 2,
      components: 3,
      deviation: 2,
      scale: { minimum: -0.5, maximum: 0.5 },
    },
    protocol: { name, clusters: 3, clustersPerClient: 2, timeout: '2s', ...protocol },
    network: { preset: 'wan', loss: 0.02 },
    faults: injected,
  });

const simulatorFor = (protocol: AnyProtocol, scenario: ReturnType<typeof load>) => {
  const simulator = simulatorsOf(protocol, scenario).get('client+server');
  if (simulator === undefined) throw new Error('a claim without a simulator');
  return simulator;
};

/** What is shown in the clear. */
const shown = ['removed', 'offer', 'summary', 'survivors', 'centres', 'probe', 'remove', 'finished'];

/** Every setting without faults and with two of them, so that each fault meets four settings; or all with all. */
const afflicting = (at: number) =>
  Object.entries(faults).filter((_, fault) => fault === 0 || (fault + at) % 3 === 0);

describe.each(Object.entries(settings).map(([name, protocol], at) => ({ name, protocol, at })))(
  'with $name',
  ({ protocol, at }) => {
    const tried = thoroughly(afflicting(at), Object.entries(faults));
    test.each(tried)('and %s', async (_name, injected) => {
      const scenario = scenarioWith(protocol, injected);
      // Without faults both; of the others one, so that each fault meets both.
      const coalitions = [['server'], ['server', 'client-1']];
      const isOne = injected.length > 0 && thoroughly(true, false);
      for (const coalition of isOne ? [coalitions[at % 2]] : coalitions) {
        const pair = await simulated(scenario, mufc, simulatorFor(mufc, scenario), coalition);
        expect(shapeOf(pair.simulated, mufc)).toEqual(shapeOf(pair.real, mufc));
        expect(bytesOf(pair.simulated, mufc, shown)).toEqual(bytesOf(pair.real, mufc, shown));
        expect(pair.real.members[0].received.length).toBeGreaterThan(0);
      }
    });
  },
);

const provenFaults = {
  none: [],
  'a client that sends no report': [{ fault: 'dropout', who: 'client-6', when: { at: '0ms' } }],
  'a report that comes too late': [
    { fault: 'delay', who: 'client-5', direction: 'from', message: 'report', by: '5s' },
  ],
  'a client that restarts': [
    { fault: 'crash', who: 'client-4', when: { round: 0, phase: 'prove' }, restartAfter: '300ms' },
  ],
};

describe.each(Object.entries(provenFaults))('with proofs and %s', (_, injected) => {
  test.each([
    ['one sum', {}],
    ['sums of everybody', { remove: REMOVE, change: 'everybody' }],
    ['one of points', { representatives: 'points' }],
    ['one of middles', { representatives: 'middles', restarts: 3 }],
  ])('and %s', async (_name, protocol) => {
    const scenario = scenarioWith({ ...protocol, aggregation: { protocol: 'prio3' } }, injected);
    const simulators = simulatorsOf(mufc, scenario);
    for (const coalition of [['helper'], ['server'], ['server', 'client-1']]) {
      const simulator = simulators.get(coalition[0]);
      if (simulator === undefined) continue;
      const pair = await simulated(scenario, mufc, simulator, coalition);
      expect(shapeOf(pair.simulated, mufc)).toEqual(shapeOf(pair.real, mufc));
      const told = [...shown, 'assist', 'accepted'];
      expect(bytesOf(pair.simulated, mufc, told)).toEqual(bytesOf(pair.real, mufc, told));
      expect(pair.real.members[0].received.length).toBeGreaterThan(0);
    }
    const without = 'remove' in protocol ? ['server'] : ['helper', 'server'];
    expect([...simulators.keys()].toSorted()).toEqual(without);
  });
});

test('a shifted grid shows what its simulation does', async () => {
  const scenario = scenarioWith({ remove: REMOVE, shift: 7 });
  const pair = await simulated(scenario, mufc, simulatorFor(mufc, scenario), ['server', 'client-1']);
  expect(bytesOf(pair.simulated, mufc, shown)).toEqual(bytesOf(pair.real, mufc, shown));
  const plain = scenarioWith({ remove: REMOVE });
  const other = await simulated(plain, mufc, simulatorFor(mufc, plain), ['server', 'client-1']);
  expect(bytesOf(pair.real, mufc, shown)).not.toEqual(bytesOf(other.real, mufc, shown));
});

test('DC-KMeans shows every centre, and nothing else', async () => {
  for (const round of [0, 1, 2]) {
    const crash = { fault: 'crash', who: 'client-2', when: { round }, restartAfter: '300ms' };
    const scenario = scenarioWith({ remove: REMOVE }, [crash], 'dckmeans');
    const simulator = simulatorFor(dckmeans, scenario);
    const pair = await simulated(scenario, dckmeans, simulator, ['server', 'client-4']);
    expect(shapeOf(pair.simulated, dckmeans)).toEqual(shapeOf(pair.real, dckmeans));
    expect(bytesOf(pair.simulated, dckmeans, shown)).toEqual(bytesOf(pair.real, dckmeans, shown));
  }
});

test('a mutant that shows its points beside its sums shows more than its simulation', async () => {
  const mutant = changed(mufc, (effect, _self, shard) =>
    effect.kind === 'send' && effect.type === Removed
      ? [{ ...effect, body: { ...effect.body, differences: shard.values.slice(0, 2) } }]
      : [effect],
  );
  const scenario = scenarioWith({ remove: REMOVE, change: 'everybody' });
  const pair = await simulated(scenario, mutant, simulatorFor(mufc, scenario), ['server']);
  expect(bytesOf(pair.simulated, mutant, shown)).not.toEqual(bytesOf(pair.real, mutant, shown));
});

test('a simulation goes on where a run of a mutant broke off, and differs from it', async () => {
  const mutant = changed(mufc, (effect) =>
    effect.kind === 'send' && effect.type === Masked
      ? [
          {
            ...effect,
            body: { ...effect.body, tag: new Uint8Array((effect.body as { tag: Uint8Array }).tag.length) },
          },
        ]
      : [effect],
  );
  const scenario = scenarioWith({ remove: REMOVE, unlearning: 'retrain' });
  const pair = await simulated(scenario, mutant, simulatorFor(mufc, scenario), ['server']);
  expect(shapeOf(pair.simulated, mutant)).not.toEqual(shapeOf(pair.real, mutant));
});
