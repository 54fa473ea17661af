/** A case through the emulator: what Linux's own TCP does with it, in several runs. */

import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { min } from 'd3-array';
import type { ControlName } from '../../src/core/engine/tcp/spec.ts';
import type { Case } from './cases.ts';
import type { Flowed } from './compared.ts';
import { Ends, type Sending } from './ends.ts';
import { World } from './world.ts';

export interface Run extends Flowed {
  readonly dropped: number;
  readonly lost: number;
  /** The emulator's lateness, and that of the ends. */
  readonly meanLateUs: number;
  readonly worstLateMs: number;
  readonly endsLateMs: number;
  /** The part of the machine's time that its host took. */
  readonly steal: number;
}

export interface Measured {
  readonly kernel: string;
  readonly control: string;
  readonly runs: readonly Run[];
  /** Runs in which the emulator or the ends were late by more than {@link LATE}. */
  readonly discarded: readonly Run[];
}

/** A run in which the emulator or the ends were later than this, and than this part of the first arrival, says nothing. */
export const LATE = { ms: 3, part: 0.02 };
const TIMES = 5;
/** How many runs it tries for each that it needs. */
const TRIES = 4;
const PATIENCE_MS = 60_000;
export const CONTROL: ControlName = 'cubic';

/** Jiffies since the machine started: those its host took, those in which it did nothing, and all. */
export function jiffies(): { readonly stolen: number; readonly idle: number; readonly all: number } {
  const values = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .trim()
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  return {
    stolen: values[7],
    idle: values[3] + values[4],
    all: values.reduce((sum, value) => sum + value, 0),
  };
}

/** Times of a clock as those of the case, in which nothing is sent before it should be. */
function sinceBegin(sendings: readonly Sending[], clockMs: readonly number[]): number[] {
  const beginMs = min(sendings, ({ atMs }, i) => clockMs[i] - atMs) ?? Number.NaN;
  // What never arrived is not known to have been sent later.
  return sendings.map(({ atMs }, i) => (Number.isNaN(clockMs[i]) ? atMs : clockMs[i] - beginMs));
}

/** @param seed where losses start */
export async function measured(one: Case, times = one.times ?? TIMES, seed = 1): Promise<Measured> {
  const { control = CONTROL, connect = 'first', parties, delayMs, sendings } = one;
  const world = await World.make({ ...one, control, seed });
  try {
    const ends = await Ends.make(world);
    const runs: Run[] = [];
    const discarded: Run[] = [];
    // Connections that open before have been idle for a while.
    const slowest = Math.max(...parties.map(({ extraMs = 0 }) => extraMs));
    const beforeMs = connect === 'before' ? 1000 + 4 * (delayMs + 2 * slowest) : 0;
    const later = sendings.map((sending) => ({ ...sending, atMs: sending.atMs + beforeMs }));
    for (let tries = 0; runs.length < times && tries < times * TRIES; tries++) {
      const before = jiffies();
      await world.done();
      const { ms, sentMs, worstLateNs } = await ends.send(
        later,
        PATIENCE_MS,
        connect === 'before' ? 0 : undefined,
      );
      const { nodes, ...done } = await world.done();
      const after = jiffies();
      const sum = (of: (node: (typeof nodes)[number]) => number): number =>
        nodes.reduce((total, node) => total + of(node), 0);
      const run: Run = {
        sentMs: sinceBegin(sendings, sentMs),
        ms,
        ipBytes: sum(({ ipBytes }) => ipBytes),
        dropped: sum(({ dropped }) => dropped),
        lost: sum(({ lost }) => lost),
        meanLateUs: done.meanLateNs / 1e3,
        worstLateMs: done.worstLateNs / 1e6,
        endsLateMs: worstLateNs / 1e6,
        steal: (after.stolen - before.stolen) / (after.all - before.all),
      };
      const bound = Math.max(LATE.ms, LATE.part * Math.min(...ms.filter((value) => !Number.isNaN(value))));
      (Math.max(run.worstLateMs, run.endsLateMs) > bound ? discarded : runs).push(run);
    }
    return { kernel: `${release()}`, control, runs, discarded };
  } finally {
    await world.close();
  }
}
