import { expect, test } from 'vitest';
import { mufc } from '../../../bin/standard.ts';
import { defined } from '../../../src/core/base/defined.ts';
import { plansOf } from '../../../src/lab/attack/certificate.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { plugins } from '../../support/plugins.ts';

test('where nothing else is asked for, a client, each party without data, and the reporting one with a client attempt it', () => {
  const set = ['protocol.aggregation={ protocol: prio3 }'];
  const scenario = loadScenario('scenarios/mufc.yaml', { plugins, set });
  const plans = plansOf(scenario, defined({ ...mufc, privacy: undefined }), []);
  expect(scenario.parties.servers).toEqual(['server', 'helper']);
  expect(plans.map(({ coalitions }) => coalitions)).toEqual([
    { members: ['client-1'] },
    { members: ['server'] },
    { members: ['helper'] },
    { members: ['server', 'client-1'] },
  ]);
});
