import { expect, test } from 'vitest';
import { calibrate } from '../../src/run/execute/calibrate.ts';
import { corrected } from '../../src/real/rehearsal.ts';
import type { Profile } from '../../src/run/scenario/profile.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { builtMachine } from '../support/built.ts';
import { plugins } from '../support/plugins.ts';

const built = await builtMachine();

const profile: Profile = {
  profile: 1,
  machine: 'some',
  tasks: {
    add: [
      { operations: 10, coldNs: [1000, 500], warmNs: 100 },
      { operations: 20, coldNs: [2000, 1000], warmNs: 200 },
    ],
    idle: [{ operations: 1, coldNs: [5], warmNs: 3 }],
  },
  messages: {},
};
const add = (operations: number, ranNs: number) => ({ task: 'add', operations, ranNs });

test('a profile is corrected by what processes used, run by run and turn by turn', () => {
  const one = { tasks: [add(10, 3000), add(10, 500), add(10, 150), add(20, 300)], turnsNs: [40, 20, 20] };
  const other = { tasks: [add(20, 3000)], turnsNs: [60, 10] };
  const { tasks, turns, machine } = corrected(profile, [one, other]);
  expect(machine).toBe('some');
  // Twice as long in the first run of each process, as long in the second, half as long again in all later ones.
  expect(tasks.add).toEqual([
    { operations: 10, coldNs: [2000, 500], warmNs: 150 },
    { operations: 20, coldNs: [4000, 1000], warmNs: 300 },
  ]);
  expect(tasks.idle).toEqual(profile.tasks.idle);
  expect(turns).toEqual({ coldNs: [50, 15, 20], warmNs: 20 });
});

test('later turns are told together', () => {
  const turnsNs = Array.from({ length: 19 }, (_, turn) => (turn < 16 ? 100 - turn : turn));
  const { turns } = corrected(profile, [{ tasks: [], turnsNs }]);
  expect(turns?.coldNs).toEqual(turnsNs.slice(0, 16));
  expect(turns?.warmNs).toBe(17);
});

test('a real run says what its processes used', { timeout: 180_000 }, async () => {
  const [file, set] = ['scenarios/swarm/lloyd.yaml', ['clients=2']] as const;
  const alone = await calibrate(loadScenario(file, { plugins, set }), { plugins });
  const scenario = built.loadScenario(file, { plugins: built.plugins, set });
  const profiled = await built.rehearsed(scenario, alone, { plugins: built.plugins });
  expect(Object.keys(profiled.tasks)).toEqual(Object.keys(alone.tasks));
  const { coldNs = [], warmNs = 0 } = profiled.turns ?? {};
  expect(coldNs.length).toBeGreaterThan(2);
  for (const ns of [...coldNs, warmNs]) {
    expect(ns).toBeGreaterThan(0);
    expect(ns).toBeLessThan(1e9);
  }
});
