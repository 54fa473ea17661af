/**
 * Measures how long a scenario's tasks and messages take on this machine, at the sizes that they have in the scenario. Each size of
 * a task is measured in a thread started for it, including the dispatch to the thread and back: first cold, then warm.
 */

import { platform } from '#platform';
import { median } from '../../core/math/statistics/summary.ts';
import { measure, measureTurns } from '../../core/engine/compute/measure.ts';
import { openPool } from '../plugin/executor.ts';
import { type Plugged, protocolNamed } from '../plugin/registry.ts';
import type { Scenario } from '../scenario/load.ts';
import type { MessageShape, Profile, TaskShape } from '../scenario/profile.ts';
import {
  type AnyMessageType,
  decodeMessage,
  encodeAny,
  withPackedResidues,
} from '../../core/engine/wire/message.ts';
import { type MessageSample, samplesOf, type TaskSample } from './samples.ts';

/** How many first runs of a task are recorded one by one: a task speeds up mostly during these. */
const COLD_RUNS = 4;

/** After them it runs at least this many times, and at least this long. */
const LEAST_RUNS = 5;
const MOST_RUNS = 40;
const ENOUGH_NS = 200e6;

export interface CalibrateOptions extends Plugged {
  /** Called before each size is measured, with the number of those done, the number of all, and a description. */
  readonly onShape?: ((done: number, all: number, what: string) => void) | undefined;
}

/** The device profile of this machine for a scenario. It covers only the tasks and messages of that scenario. */
export async function calibrate(scenario: Scenario, options: CalibrateOptions): Promise<Profile> {
  const protocol = protocolNamed(options, scenario.protocol);
  const { tasks, messages } = await samplesOf(scenario, options);
  const measuredTasks: Record<string, TaskShape[]> = {};
  const all = tasks.length + messages.length;
  let done = 0;
  for (const sample of tasks) {
    const { name } = sample.task;
    options.onShape?.(done++, all, `task ${name}, ${sample.operations} operations`);
    (measuredTasks[name] ??= []).push(await measureTask(sample, options));
  }
  const types = protocol.messages.map((type) =>
    scenario.network.packsResidues ? withPackedResidues(type) : type,
  );
  const byName = new Map(types.map((type) => [type.name, type]));
  const measuredMessages: Record<string, MessageShape[]> = {};
  for (const sample of messages) {
    options.onShape?.(done++, all, `message ${sample.type}, ${sample.payload.byteLength} bytes`);
    const shape = measureMessage(sample, byName);
    if (shape !== undefined) (measuredMessages[sample.type] ??= []).push(shape);
  }
  return { profile: 1, machine: thisMachine(), tasks: measuredTasks, messages: measuredMessages };
}

/** This machine, as profiles name the one that they were measured on. */
export function thisMachine(): string {
  const { cores, model } = platform.machine();
  return `${cores} x ${model}, ${platform.name} ${platform.version}`;
}

async function measureTask(
  { task, operations, input }: TaskSample,
  { plugins }: Plugged,
): Promise<TaskShape> {
  const executor = openPool({ threads: 1, plugins });
  try {
    await executor.ready();
    const once = async (): Promise<number> =>
      (await measureTurns(() => executor.start(task, input)())).measuredNs;
    const coldNs: number[] = [];
    for (let i = 0; i < COLD_RUNS; i++) coldNs.push(await once());
    return { operations, coldNs, warmNs: await warm(once) };
  } finally {
    await executor.close();
  }
}

/** Undefined if the bytes that were sent are not a message of this type. */
function measureMessage(
  { type: name, payload }: MessageSample,
  types: ReadonlyMap<string, AnyMessageType>,
): MessageShape | undefined {
  const type = types.get(name);
  const decoded = decodeMessage(payload, types);
  if (type === undefined || !('body' in decoded)) return undefined;
  const encodings: number[] = [];
  const decodings: number[] = [];
  for (let i = 0; i < MOST_RUNS; i++) {
    encodings.push(measure(() => encodeAny(type, decoded.body)).measuredNs);
    decodings.push(measure(() => decodeMessage(payload, types)).measuredNs);
  }
  return {
    bytes: payload.byteLength,
    encodeNs: typical(encodings),
    decodeNs: typical(decodings),
  };
}

async function warm(once: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let allNs = 0; times.length < LEAST_RUNS || (times.length < MOST_RUNS && allNs < ENOUGH_NS);) {
    const ns = await once();
    times.push(ns);
    allNs += ns;
  }
  return typical(times);
}

/** The median, in whole nanoseconds. */
function typical(times: readonly number[]): number {
  return Math.round(median(times));
}
