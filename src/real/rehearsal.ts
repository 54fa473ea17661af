/**
 * A device profile corrected by one real run of its scenario on this machine, over the loopback interface. In a process that plays a
 * party, code is colder than where tasks are measured one by one, threads that compile it and collect garbage take processors too, and
 * the party has more to do than its tasks: it begins, receives, decodes, goes on, encodes, records and sends. What counts is the time of
 * processors, as the kernel adds it up, and not how long anything took: parties that wait for each other's processors use no more.
 */

import { median, sum } from 'd3-array';
import { CahootsError } from '../core/base/errors.ts';
import { Profiled } from '../run/execute/profiled.ts';
import type { Profile, TaskShape } from '../run/scenario/profile.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { playHere, type RealOptions } from './machine.ts';
import type { UsedTime } from './metered.ts';

/** So many first turns of a process are recorded one by one. */
const COLD_TURNS = 16;

/**
 * @param profile of the tasks of the scenario
 * @throws CahootsError if the scenario asks for what is only simulated, or the system does not count the time of threads
 */
export async function rehearsed(
  scenario: Scenario,
  profile: Profile,
  options: Pick<RealOptions, 'plugins' | 'signal'>,
): Promise<Profile> {
  const { used } = await playHere(scenario, { ...options, plain: true });
  if (used.every(({ turnsNs }) => turnsNs.length === 0))
    throw new CahootsError('bad-input', 'expected a system that counts the time of threads, such as Linux', {
      path: '--parties',
    });
  return corrected(profile, used);
}

/** The profile with what processes used. */
export function corrected(profile: Profile, used: readonly UsedTime[]): Profile {
  const tasks = Object.entries(profile.tasks).map(([task, shapes]) => {
    const factors = factorsOf(profile, task, used);
    return [task, shapes.map((shape) => scaled(shape, factors))] as const;
  });
  return { ...profile, tasks: Object.fromEntries(tasks), turns: turnsOf(used.map(({ turnsNs }) => turnsNs)) };
}

/**
 * By how much the runs of a task took longer than the profile says, by their number in their process: of those that are recorded one by
 * one, and, last, of all others together.
 */
function factorsOf(profile: Profile, task: string, used: readonly UsedTime[]): readonly number[] {
  const most = Math.max(...profile.tasks[task].map(({ coldNs }) => coldNs.length));
  const ran = Array.from({ length: most + 1 }, () => ({ usedNs: [] as number[], saidNs: [] as number[] }));
  for (const { tasks } of used) {
    const said = new Profiled(() => profile);
    for (const [run, { operations, ranNs }] of tasks.filter((one) => one.task === task).entries()) {
      const { usedNs, saidNs } = ran[Math.min(run, most)];
      usedNs.push(ranNs);
      saidNs.push(said.computeNs(0, task, operations) ?? 0);
    }
  }
  return ran.map(({ usedNs, saidNs }) => (sum(saidNs) === 0 ? 1 : sum(usedNs) / sum(saidNs)));
}

function scaled({ operations, coldNs, warmNs }: TaskShape, factors: readonly number[]): TaskShape {
  const last = factors[factors.length - 1];
  return {
    operations,
    coldNs: coldNs.map((ns, run) => Math.round(ns * factors[run])),
    warmNs: Math.round(warmNs * last),
  };
}

/** Medians over all processes that had as many turns. */
function turnsOf(all: readonly (readonly number[])[]): NonNullable<Profile['turns']> {
  const longest = Math.max(...all.map(({ length }) => length));
  const coldNs = Array.from({ length: Math.min(COLD_TURNS, longest) }, (_, turn) =>
    Math.round(median(all.flatMap((turns) => turns.slice(turn, turn + 1))) ?? 0),
  );
  const later = all.flatMap((turns) => turns.slice(COLD_TURNS));
  return { coldNs, warmNs: Math.round(median(later) ?? coldNs[coldNs.length - 1]) };
}
