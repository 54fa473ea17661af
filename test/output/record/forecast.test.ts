import { expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { forecasts } from '../../../src/output/record/forecast.ts';
import { plugins } from '../../support/plugins.ts';
import { traced } from '../../support/traced-runs.ts';

const FILE = 'scenarios/quickstart.yaml';
/** Without the straggler, whose answers would be too late to be sent. */
const ALIKE = ['devices.overrides=[]'];

test('a forecast is what a run under the other setting costs', async () => {
  const { record, result } = await traced(FILE);
  const scenario = loadScenario(FILE, { plugins });
  const found = forecasts(scenario, secfc, result.findings.iterations, record.report.traffic);
  const forecast = (setting: string, value: number) =>
    found.find((one) => one.setting === setting && one.value === value);

  const now = forecast('privacy', 4);
  expect(now).toMatchObject({
    now: true,
    clients: 10,
    costs: { messages: record.report.balance.sent.messages },
  });
  expect(now?.costs?.bytes).toBe(record.report.balance.sent.wireBytes);

  const other = await traced(FILE, ['protocol.privacy=2', ...ALIKE]);
  const work = other.record.report.work.reduce((sum, { operations }) => sum + operations, 0);
  const iterations = [result, other.result].map(({ findings }) => findings.iterations);
  const scaled = forecasts(scenario, secfc, iterations[1], record.report.traffic).find(
    (one) => one.setting === 'privacy' && one.value === 2,
  );
  // Who answers when enough have answered already may come too late to be asked again.
  const { sent } = other.record.report.balance;
  const real = [sent.messages, work, sent.wireBytes];
  const { messages = 0, operations = 0, bytes = 0 } = scaled?.costs ?? {};
  [messages, operations, bytes].forEach((cost, i) => {
    expect(cost).toBeGreaterThanOrEqual(real[i]);
    expect(cost / real[i]).toBeLessThan(1.05);
  });
});

test('what cannot be is said, with the clients that it would take', async () => {
  const { record } = await traced(FILE);
  const scenario = loadScenario(FILE, { plugins });
  const found = forecasts(scenario, secfc, 4, record.report.traffic);
  const five = found.find((one) => one.setting === 'privacy' && one.value === 5);
  expect(five?.refused).toContain('2(l+t)-1 = 11');
  expect(five?.clients).toBe(11);
  // Nor is anything refused how the run is now.
  const refused = found.filter((one) => one.refused !== undefined);
  expect(refused.some(({ setting }) => setting === 'clients')).toBe(true);
  expect(refused.filter(({ now }) => now)).toEqual([]);
  const real = await traced(FILE, ['protocol.privacy=5', 'clients=11', ...ALIKE]);
  const again = forecasts(scenario, secfc, real.result.findings.iterations, record.report.traffic);
  const forecast = again.find((one) => one.setting === 'privacy' && one.value === 5);
  expect(forecast?.costs?.messages).toBe(real.record.report.balance.sent.messages);
  const { wireBytes } = real.record.report.balance.sent;
  expect(Math.abs((forecast?.costs?.bytes ?? 0) - wireBytes) / wireBytes).toBeLessThan(0.02);
});
