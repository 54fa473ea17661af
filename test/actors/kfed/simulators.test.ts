/** What coalitions see of k-FED is what its simulators make to the byte and nanosecond, and a mutant shows more. */

import { expect, test } from 'vitest';
import { kfed } from '../../../bin/standard.ts';
import { Centres } from '../../../actors/kfed/messages.ts';
import { changed } from '../../../experiments/mutants/broken.ts';
import { bytesOf, shapeOf, simulated, simulatorsOf } from '../../support/simulated.ts';
import { scenarioFiles } from '../../support/scenarios.ts';

const load = scenarioFiles();

const scenarioWith = (faults: readonly object[], protocol: object = {}) =>
  load({
    clients: 5,
    seed: 3,
    data: { source: 'gaussian-mixture', points: 60, dimension: 3, components: 3, deviation: 2 },
    protocol: { name: 'kfed', clusters: 3, timeout: '2s', ...protocol },
    network: { preset: 'wan', loss: 0.02 },
    faults,
  });

const simulatorFor = (scenario: ReturnType<typeof load>, roles: string) => {
  const simulator = simulatorsOf(kfed, scenario).get(roles);
  if (simulator === undefined) throw new Error('a claim without a simulator');
  return simulator;
};

const shown = ['local-centres', 'clusters'];

test.each([
  ['client', ['client-2', 'client-4']],
  ['client+server', ['server']],
  ['client+server', ['server', 'client-2']],
])('the claim of %s holds, for %j', async (roles, coalition) => {
  for (const [faults, protocol] of [
    [[], {}],
    [[], { clustersPerClient: 2 }],
    [[{ fault: 'dropout', who: 'client-1', when: { at: '0ms' } }], {}],
    [[{ fault: 'crash', who: 'client-5', when: { at: '15ms' }, restartAfter: '300ms' }], {}],
    [[{ fault: 'slow', who: 'client-3', factor: 1e6 }], {}],
  ] as const) {
    const scenario = scenarioWith(faults, protocol);
    const { real, simulated: made } = await simulated(
      scenario,
      kfed,
      simulatorFor(scenario, roles),
      coalition,
    );
    expect(shapeOf(made, kfed)).toEqual(shapeOf(real, kfed));
    expect(bytesOf(made, kfed, shown)).toEqual(bytesOf(real, kfed, shown));
    expect(bytesOf(real, kfed, shown)).not.toEqual([]);
  }
});

test('a mutant whose centres are points shows others than its simulation', async () => {
  const mutant = changed(kfed, (effect, _self, { columns, values }) =>
    effect.kind === 'send' && effect.type === Centres
      ? [{ kind: 'send', to: effect.to, type: Centres, body: { values: values.slice(0, 3 * columns) } }]
      : [effect],
  );
  const scenario = scenarioWith([]);
  const { real, simulated: made } = await simulated(
    scenario,
    mutant,
    simulatorFor(scenario, 'client+server'),
    ['server'],
  );
  expect(bytesOf(made, mutant, shown)).not.toEqual(bytesOf(real, mutant, shown));
});
