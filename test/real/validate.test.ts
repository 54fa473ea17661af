import { beforeAll, expect, test } from 'vitest';
import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { calibrate } from '../../src/run/execute/calibrate.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import type { Profile, TaskShape } from '../../src/run/scenario/profile.ts';
import { Durations, withoutComputing } from '../../src/real/durations.ts';
import { isOfHere, isWithin, offBy, type Validation } from '../../src/real/validate.ts';
import { builtMachine } from '../support/built.ts';
import { plugins } from '../support/plugins.ts';
import { thoroughly } from '../support/long.ts';

const built = await builtMachine();

/** Enough points for computations that count beside turns of the scheduler. */
const SET = ['clients=3', 'data.points=40000', 'network.preset=lan'];
let profile: Profile;

beforeAll(async () => {
  profile = await calibrate(load(), { plugins });
}, 60_000);

const SCENARIO = 'scenarios/swarm/lloyd.yaml';
const settings = (own?: Profile): string[] =>
  own === undefined ? SET : [...SET, `devices.profile=${JSON.stringify(own)}`];
const load = (own?: Profile): Scenario => loadScenario(SCENARIO, { plugins, set: settings(own) });

/** The profile of a machine on which computations take as many times as long. */
function scaled(times: number): Profile {
  const shape = ({ operations, coldNs, warmNs }: TaskShape): TaskShape => ({
    operations,
    coldNs: coldNs.map((ns) => Math.round(ns * times)),
    warmNs: Math.round(warmNs * times),
  });
  const tasks = Object.entries(profile.tasks).map(([task, shapes]) => [task, shapes.map(shape)] as const);
  return { ...profile, tasks: Object.fromEntries(tasks) };
}

const asks = { plugins: built.plugins, runs: 1, plain: true, tolerance: 0.1, roundTolerance: 0.25 };

test('a profile of this machine is told from one of another, and from counted devices', () => {
  expect(isOfHere(load(profile))).toBe(true);
  expect(isOfHere(load({ ...profile, machine: 'another' }))).toBe(false);
  expect(isOfHere(load())).toBe(false);
});

test.each([[3000, 'slow'] as const, ...thoroughly([], [[0.01, 'fast'] as const])])(
  'a profile that is %d times as slow does not hold',
  { timeout: 120_000 },
  async (times, off) => {
    const scenario = built.loadScenario(SCENARIO, { plugins: built.plugins, set: settings(scaled(times)) });
    const found = (await built.validate(scenario, asks)) as Validation;
    expect(found.holds).toBe(false);
    expect(isWithin(found.computations)).toBe(false);
    expect(offBy(found.computations) > 1 ? 'slow' : 'fast').toBe(off);
    expect(found.tasks.map(({ what }) => what)).toEqual(Object.keys(profile.tasks));
    // The whole is not paced, so it does not repeat the profile's mistake.
    expect(found.compared[0].median).toBeLessThan(60e9);
    expect(found.network.predicted).toBeLessThan(found.compared[0].median);
  },
);

test('a simulation in which each computation takes as long as it took gives the times of that run', async () => {
  const bus = new Bus();
  // In a simulation, a computation also waits while messages are coded.
  const scenario = load({ ...scaled(3), messages: {} });
  const durations = new Durations(scenario, bus);
  const one = await run(scenario, { plugins, executor: inlineExecutor, bus });
  const again = await run(durations.asTaken(), { plugins, executor: inlineExecutor });
  expect(again.endNs).toBe(one.endNs);
  const [[task, { runs, predictedNs }]] = [...durations.tasks];
  expect(predictedNs).toBe(one.ledger.work().reduce((sum, { durationNs }) => sum + durationNs, 0));
  expect(runs).toBeGreaterThan(0);
  const free = await run(withoutComputing(scenario, [task]), { plugins, executor: inlineExecutor });
  expect(free.ledger.work().reduce((sum, { durationNs }) => sum + durationNs, 0)).toBe(0);
  expect(free.endNs).toBeLessThan(one.endNs);
});
