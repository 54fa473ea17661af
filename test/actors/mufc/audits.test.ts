/** The audits of unlearning: what is exact stands, and each way of not being exact that is known is found out. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { mufc } from '../../../bin/standard.ts';
import { seed } from '../../../actors/mufc/tasks.ts';
import { Removed } from '../../../actors/mufc/removal/messages.ts';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import type { AnyMessageType, Behaviour } from '../../../src/core/kit/index.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { plugins, scenarioFiles } from '../../support/scenarios.ts';

const file = fileURLToPath(new URL('../../../scenarios/unlearning.yaml', import.meta.url));

type Effect = Behaviour extends Generator<infer E> ? E : never;

/** MUFC with clients that ask for something else than they should. */
function deviating(name: string, change: (effect: Effect) => Effect) {
  function* play(honest: Behaviour): Behaviour {
    let result: unknown;
    for (;;) {
      const { done, value } = honest.next(result);
      if (done === true) return;
      result = yield change(value);
    }
  }
  const { client } = mufc.roles;
  const roles = {
    ...mufc.roles,
    client: { ...client, play: (self: never, given: never) => play(client.play(self, given)) },
  };
  return { ...mufc, name, roles } as typeof mufc;
}

/** All centres are drawn again where one is hit, as in the authors' code. */
const resetting = deviating('resetting', (effect) => {
  if (effect.kind !== 'compute' || effect.task.name !== seed.name) return effect;
  const { kept: _, ...input } = effect.input as { kept?: unknown };
  return { ...effect, input };
});

/** The point is gone from the client, and its weight stays where it was. */
const weighing = deviating('weighing', (effect) =>
  effect.kind === 'send' && effect.type === (Removed as AnyMessageType)
    ? { ...effect, body: { ...effect.body, points: 0, changed: false } }
    : effect,
);

const all = [...plugins, plugin(import.meta.url, { name: 'deviating', protocols: [resetting, weighing] })];

const write = scenarioFiles(all);

const load = (...set: string[]) => loadScenario(file, { plugins: all, set });

async function audited(name: string, runs: number, ...set: string[]) {
  return auditOf(load(...set), name, runs);
}

async function auditOf(scenario: Scenario, name: string, runs: number) {
  const audits = await auditScenario(scenario, { plugins: all, audits: [name], runs, threads: 0 });
  return audits![0];
}

describe('the distribution of results after unlearning', () => {
  test.each(['none', 'scma'])('is that of a run that never had the points: secrecy %s', async (secrecy) => {
    const set = [`protocol.secrecy=${secrecy}`, 'protocol.representatives=middles', 'protocol.levels=6'];
    const aggregation = 'protocol.aggregation={threshold: 2}';
    const { status } = await audited('unlearning', secrecy === 'scma' ? 25 : 80, ...set, aggregation);
    expect(status).toBe('not refuted');
  });

  test('differs if only removed centres are reported: lazy', async () => {
    expect((await audited('unlearning', 60, 'protocol.unlearning=lazy')).status).toBe('refuted');
  });

  test('differs if the weight of a removed point stays', async () => {
    expect((await audited('unlearning', 60, 'protocol.name=weighing')).status).toBe('refuted');
  });

  test('is reported as too weakly visible in the centres if a hit redraws all of them', async () => {
    const shards = [[0.01, 0.12, 0.43, 0.21, 0.14, 0.08, 0.3, 0.05].map((x) => [x])];
    const remove = [0, 6, 2].map((point) => ({ points: [point], client: 'client-1' }));
    const protocol = { name: 'resetting', clusters: 3, secrecy: 'none', remove };
    const { status, sees } = await auditOf(write({ shards, protocol }), 'unlearning', 60);
    expect(status).toBe('not refuted');
    expect(sees).toMatch(/variation above 0\.\d+/);
  });

  test('cannot be tested for requests that depend on the clustering, and the audit says so', async () => {
    const { status, ...rest } = await audited('unlearning', 10, 'protocol.remove=[{points: adversarial}]');
    expect(status).toBe('not attempted');
    expect(JSON.stringify(rest)).toContain('depend on the clustering');
  });
});

describe("the distribution of clients' contributions", () => {
  const clients = fileURLToPath(new URL('../../../scenarios/unlearning-clients.yaml', import.meta.url));
  const given = (runs: number, ...set: string[]) =>
    auditOf(loadScenario(clients, { plugins: all, set }), 'contributions', runs);

  test('is that of a run that never had the points', async () => {
    expect((await given(40)).status).toBe('not refuted');
  });

  // Redrawn centres show in hundreds of runs.
  test.each(['weighing', ...thoroughly([], ['resetting'])])('differs if they are %s', async (name) => {
    const { status, measures } = await given(name === 'resetting' ? 400 : 20, `protocol.name=${name}`);
    expect(status).toBe('refuted');
    expect(measures['pValue']).toBeLessThan(0.01);
  });

  test('differs if only removed centres are reported: lazy', async () => {
    expect((await given(20, 'protocol.unlearning=lazy')).status).toBe('refuted');
  });
});

test('centres before and after a request tell better than chance which point was removed', async () => {
  const { status, measures } = await audited('membership-difference', 90);
  expect(status).toBe('measured');
  expect(measures['advantage']).toBeGreaterThan(0.15);
});

test.each([
  ['protocol.remove=[{points: [0], client: client-1}]', 'holds'],
  ['protocol.remove=[{points: adversarial}]', 'refuted'],
  ['protocol.unlearning=lazy', 'refuted'],
])('the certificate of deletion of %s: %s', async (set, status) => {
  expect((await audited('deletion', 1, set)).status).toBe(status);
});
