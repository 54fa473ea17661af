/** One run in the mode in which the kit tells where secrets come from. */

import { platform } from '#platform';
import { recordingProvenance } from '../../core/base/provenance.ts';
import { encode } from '../../core/engine/wire/bytes.ts';
import type { Executor } from '../../core/engine/compute/executor.ts';
import { measureTask } from '../../core/engine/compute/measure.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import { run, type RunOptions } from '../../run/execute/run.ts';
import { byzantineOn } from '../../run/fault/byzantine.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Coalition } from '../games/coalition.ts';
import { type Occasion, SecretRecorder } from './secret-recorder.ts';

export interface RecordedRun {
  readonly told: SecretRecorder;
  /** What was sent to a coalition by others: it may still arrive when nobody expects it any more. */
  readonly sentTo: (members: Coalition) => readonly SentMessage[];
  /** Parties whose messages a fault falsified. */
  readonly falsified: ReadonlySet<string>;
  /** What is left of the run when it is over, besides messages and what parties saved: by what it is called. */
  readonly left: ReadonlyMap<string, Uint8Array>;
}

/** A message, as bytes. */
export interface SentMessage {
  readonly from: string;
  readonly payload: Uint8Array;
}

/**
 * Runs a scenario in this thread.
 * @param members to whom messages are recorded
 */
export async function recordedRun(
  scenario: Scenario,
  { plugins, signal }: Pick<RunOptions, 'plugins' | 'signal'>,
  members: Iterable<string>,
): Promise<RecordedRun> {
  const told = new SecretRecorder();
  const bus = new Bus();
  const sent = new Map<string, SentMessage[]>(Array.from(members, (name) => [name, []]));
  bus.on('sent', ({ from, to, payload }) =>
    sent.get(directory.name(to))?.push({ from: directory.name(from), payload: payload.slice() }),
  );
  const directory = new Directory(scenario.parties.roles);
  const byzantine = byzantineOn(bus, registryOf(plugins).faults);
  const trace: Uint8Array[] = [];
  const keep = (bytes: Uint8Array): void => void trace.push(bytes.slice());
  const executor = occasions(bus, told, directory);
  const { outcome, findings } = await recordingProvenance(told, () =>
    run(scenario, { plugins, signal, bus, executor, trace: keep }),
  );
  const left = new Map([
    ['the trace', joined(trace)],
    ['the result', encode(outcome ?? null)],
    ['the findings', encode(JSON.parse(JSON.stringify(findings)))],
  ]);
  const sentTo = (coalition: Coalition): readonly SentMessage[] =>
    coalition.flatMap((name) => sent.get(name) ?? []).filter(({ from }) => !coalition.includes(from));
  const falsified = new Set(Array.from(byzantine, (actor) => directory.name(actor)));
  return { told, sentTo, falsified, left };
}

/** Runs tasks in this thread, and tells the recorder who computes. */
function occasions(bus: Bus, told: SecretRecorder, directory: Directory): Executor {
  let started: { task: string; on: Occasion | undefined } | undefined;
  const rounds = new Map<number, number>();
  bus.on('labelled', ({ actor, round }) => rounds.set(actor, round));
  // A computation is announced when its task was started.
  bus.on('computing', ({ actor, task }) => {
    if (started?.task === task)
      started.on = { party: directory.name(actor), task, round: rounds.get(actor) ?? 0 };
    started = undefined;
  });
  return {
    start(task, input) {
      const own: { task: string; on: Occasion | undefined } = { task: task.name, on: undefined };
      started = own;
      return () => {
        told.on = own.on;
        try {
          return measureTask(task, input);
        } finally {
          told.on = undefined;
        }
      };
    },
    close: () => Promise.resolve(),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = platform.bytes.allocate(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
