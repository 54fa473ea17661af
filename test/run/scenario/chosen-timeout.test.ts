/** A scenario that sets no timeout gets one that nobody waits for in vain but for a party that is gone. */

import { expect, test } from 'vitest';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { notesOf } from '../../../src/run/report/notes.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { lloyd } from '../../../bin/standard.ts';
import { protocol } from '../../../src/core/kit/index.ts';
import { duration } from '../../../src/core/kit/settings.ts';
import { plugins, pluginsWith } from '../../support/plugins.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load } = scenarios();
const SECOND = 1e9;
const SECFC = 'secfc\n  clusters: 2\n  privacy: 2';

/** In seconds. */
const chosen = (text: string, ...set: string[]): number => {
  const scenario = load(text, { set });
  expect(scenario.parameters).toMatchObject({ timeout: scenario.timeout?.timeoutNs });
  return (scenario.timeout?.timeoutNs ?? Number.NaN) / SECOND;
};
const faults = (...all: string[]): string => `faults=[${all.join(', ')}]`;

test('a timeout that a scenario sets is kept', () => {
  const scenario = load(SMALL, { set: ['protocol.timeout=7s'] });
  expect(scenario.timeout).toBeUndefined();
  expect(scenario.parameters).toMatchObject({ timeout: 7 * SECOND });
});

test.each<[what: string, seconds: number, ...set: string[]]>([
  ['no less than half a minute', 30],
  ['20 times a step of a slow device', 300, 'devices.overrides=[{ actors: [client-2], rate: 1Kop/s }]'],
  ['20 times a step of a slow server', 300, 'devices.server=5Kop/s'],
  ['20 times a step over a narrow link', 60, 'network.clients={ uplink: 20kbps }'],
  [
    '20 times a step over a narrow link of one',
    60,
    'devices.overrides=[{ actors: [client-2], uplink: 20kbps }]',
  ],
  [
    '20 times a step through a throttled link',
    1800,
    faults('{ fault: throttle, who: client-1, bandwidth: 10kbps }'),
  ],
  ['20 times a step under latency', 600, 'network.latency=2s'],
  ['20 times a step under latency that varies', 600, 'network.latency={ exponential: { mean: 2s } }'],
  ['20 times a step of messages that are late', 600, faults('{ fault: delay, who: client-1, by: 2s }')],
  ['20 times a step that is slowed down', 300, faults('{ fault: slow, who: client-1, factor: 10000 }')],
  ['3 times a crash', 60, faults('{ fault: crash, who: client-1, when: { at: 1ms }, restartAfter: 20s }')],
  ['3 times a pause', 300, faults('{ fault: pause, who: server, when: { at: 1ms }, for: 1min }')],
  ['no more than an hour', 3600, faults('{ fault: pause, who: server, when: { at: 1ms }, for: 5h }')],
  [
    'not longer for a party that never comes back',
    30,
    faults('{ fault: dropout, who: client-1, when: { at: 1ms } }'),
  ],
])('it is %s', (_, seconds, ...set) => {
  expect(chosen(SMALL, ...set)).toBe(seconds);
});

test('it does not depend on the seed, so that runs under several seeds wait equally long', () => {
  const of = (seed: number): Scenario =>
    load(edited(SMALL, ['preset: lan', 'preset: mobile']), {
      seed,
      set: ['devices.clients={ lognormal: { median: 100Kop/s, sigma: 1 } }', 'data.partition={ by: iid }'],
    });
  const all = Array.from({ length: 30 }, (_, seed) => of(seed).timeout);
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('it is an hour where times are measured, and where the protocol has no formulas, and says so', async () => {
  const measured = load(SMALL, { set: ['devices.durations=measured'] });
  expect(measured.timeout).toEqual({ timeoutNs: 3600 * SECOND, faultNs: 0 });
  const { cost: _, ...others } = lloyd;
  const unpriced = [
    protocol({ ...others, name: 'unpriced' }),
    protocol({
      ...lloyd,
      name: 'mispriced',
      cost: () => {
        throw new Error('nobody knows');
      },
    }),
  ];
  for (const one of unpriced) {
    const text = edited(SMALL, [SECFC, `${one.name}\n  clusters: 2`]);
    const set = [faults('{ fault: dropout, who: client-1, when: { at: 0ms } }')];
    const known = pluginsWith(one);
    const scenario = load(text, { plugins: known, set });
    expect(scenario.timeout).toEqual({ timeoutNs: 3600 * SECOND, faultNs: 0 });
    const { findings } = await run(scenario, { plugins: known });
    expect(notesOf(findings).find(({ title }) => title === 'timeout')?.text).toBe(
      '1h, chosen because the scenario sets none: the longest, as no formula tells how long a step takes',
    );
  }
});

test('a protocol with a timeout of its own keeps it', () => {
  const patient = protocol({
    ...lloyd,
    name: 'patient',
    parameters: lloyd.parameters.extend({
      timeout: duration().prefault('2h'),
    }) as unknown as typeof lloyd.parameters,
  });
  const known = pluginsWith(patient);
  const scenario = load(edited(SMALL, [SECFC, 'patient\n  clusters: 2']), { plugins: known });
  expect(scenario.timeout).toBeUndefined();
  expect(scenario.parameters).toMatchObject({ timeout: 7200 * SECOND });
});

test('a run in which a client is gone takes as long as the timeout, and tells which was chosen', async () => {
  const text = edited(SMALL, [SECFC, 'lloyd\n  clusters: 2']);
  const of = (...set: string[]): Promise<RunResult> =>
    run(load(text, { set: [faults('{ fault: dropout, who: client-1, when: { at: 0ms } }'), ...set] }), {
      plugins,
    });
  const { endNs, findings } = await of();
  expect(findings.missing).toEqual(['client-1']);
  expect(endNs / SECOND).toBeGreaterThan(30);
  expect(endNs / SECOND).toBeLessThan(91);
  expect(notesOf(findings).find(({ title }) => title === 'timeout')?.text).toMatch(
    /^30s, chosen because the scenario sets none: at least 20 times a step \(some \d+\.\d ms by its formulas\)$/,
  );
  const { findings: given } = await of('protocol.timeout=30s');
  expect(notesOf(given).filter(({ title }) => title === 'timeout')).toEqual([]);
  const { findings: unwaited } = await run(load(text), { plugins });
  expect(unwaited.timeout).toMatchObject({ timeoutNs: 30 * SECOND, expired: false });
  expect(notesOf(unwaited).filter(({ title }) => title === 'timeout')).toEqual([]);
});
