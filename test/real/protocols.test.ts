/** Whole protocols over real sockets: the labels and centres of the simulation, and its payloads to the byte. */

import { expect, test } from 'vitest';
import { reproduce } from '../../src/run/replay/reproduce.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import { reportOfTrace } from '../../src/run/report/of-trace.ts';
import { reportText } from '../../src/run/report/text.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import type { Outcome } from '../../src/core/protocol/outcome.ts';
import type { Ledger } from '../../src/run/trace/ledger.ts';
import { plugins } from '../support/plugins.ts';
import { playReal } from '../support/real-play.ts';

const centresOf = (outcome: Outcome | undefined): number[] | undefined =>
  outcome?.kind === 'clustered' && outcome.centres ? [...outcome.centres.values] : undefined;

const payloadOf = (ledger: Ledger): number =>
  ledger.traffic().reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);

const load = (name: string, ...set: string[]): Scenario =>
  loadScenario(`scenarios/swarm/${name}.yaml`, { plugins, set });

/** Nothing is drawn then that no seed knows. */
const NO_NOISE = ['protocol.noise={ by: nobody }'];

test.each([
  ['secfc', []],
  ['mufc', []],
  ['dckmeans', []],
  ['kfed', []],
  ['lloyd', []],
  ['feddp', NO_NOISE],
  ['fastlloyd', NO_NOISE],
])('%s comes to what it comes to in a simulation', async (name, set) => {
  const scenario = load(name, ...set);
  const simulated = await run(scenario, { plugins });
  const real = await playReal(scenario, name === 'mufc');
  expect(real.ending).toBe('done');
  expect([...(real.labels ?? [])]).toEqual([...(simulated.labels ?? [])]);
  expect(real.labels?.length).toBe(scenario.population.points);
  expect(centresOf(real.outcome)).toEqual(centresOf(simulated.outcome));
  expect(real.outcome?.iterations).toBe(simulated.outcome?.iterations);
  expect(real.ledger.balance.sent.messages).toBe(simulated.ledger.balance.sent.messages);
  expect(payloadOf(real.ledger)).toBe(payloadOf(simulated.ledger));
});

test('its trace is read as any other, tells real time, and is not made again', async () => {
  const scenario = load('kfed');
  const chunks: Uint8Array[] = [];
  const real = await playReal(scenario, false, undefined, (bytes) => chunks.push(Uint8Array.from(bytes)));
  const bytes = Buffer.concat(chunks);
  const { report, problem } = reportOfTrace('real.trace', bytes, registryOf([]));
  expect(problem).toBeUndefined();
  expect(report.timing).toBeUndefined();
  expect(report.outcome?.hash).toBe(real.hash);
  expect(reportText(report)).toMatch(/done at .* of real time/);
  expect(reportText(report)).not.toContain('virtual');
  await expect(reproduce(scenario, { plugins }, { name: 'real.trace', bytes })).rejects.toThrow(
    'expected the trace of a simulation, got that of a real run',
  );
});

test.each(['fastlloyd', 'feddp'])('%s ends as well with secrets that no seed knows', async (name) => {
  const scenario = load(name);
  const [real, again] = [await playReal(scenario, false), await playReal(scenario, false)];
  for (const { outcome, labels } of [real, again]) {
    expect(outcome?.kind).toBe('clustered');
    expect(labels?.length).toBe(scenario.population.points);
  }
  // Its noise is another every time.
  expect(centresOf(real.outcome)).not.toEqual(centresOf(again.outcome));
});

test.each([
  ['secfc', 'server'],
  ['secfc', 'client-2'],
  ['mufc', 'server'],
  ['mufc', 'client-2'],
])('%s comes to the same where %s is ended and comes back', async (name, who) => {
  const scenario = load(name);
  const simulated = await run(scenario, { plugins });
  const real = await playReal(scenario, false, { who, afterMs: 60 });
  expect(real.ending).toBe('done');
  expect(real.findings.missing).toBeUndefined();
  expect([...(real.labels ?? [])]).toEqual([...(simulated.labels ?? [])]);
});
