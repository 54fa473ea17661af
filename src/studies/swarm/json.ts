/** The results of a swarm as one value, for programs. */

import { notesIn } from './notes.ts';
import type { Swarm } from './swarm.ts';
import { falsifiedIn, found, showAgain, tallies } from './text.ts';

/** @param flags for commands that reproduce a run, in addition to the run's own */
export function swarmJson(file: string, swarm: Swarm, flags: readonly string[] = []) {
  const { budget, spanNs, runs } = swarm;
  return {
    budget,
    spanNs,
    outcomes: tallies(runs),
    falsified: falsifiedIn(swarm),
    notes: notesIn(swarm),
    runs,
    found: found(runs).map((run) => ({ ...run, command: showAgain(file, run, flags) })),
  };
}
