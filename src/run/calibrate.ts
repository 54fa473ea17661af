/**
 * Measures what a scenario's tasks and messages take on this machine, at the shapes that they have in it. Each shape of a task is
 * measured in a thread of its own, started for it, with its way there and back: first cold, then warm.
 */

import { cpus } from 'node:os';
import { median } from 'd3-array';
import { measure, measureTurns } from '../engine/compute/measure.ts';
import { createPool } from '../engine/compute/pool.ts';
import { type Plugged, protocolNamed } from '../plugin/registry.ts';
import type { Scenario } from '../scenario/load.ts';
import type { MessageShape, Profile, TaskShape } from '../scenario/profile.ts';
import { type AnyMessageType, decodeMessage, encodeAny, withPackedResidues } from '../engine/wire/message.ts';
import { type MessageSample, samplesOf, type TaskSample } from './samples.ts';

/** How many first runs of a task are told one by one: most of what a process learns of a task it learns in these. */
const COLD_RUNS = 4;

/** Then it runs until it ran so often and so long. */
const LEAST_RUNS = 5;
const MOST_RUNS = 40;
const ENOUGH_NS = 200e6;

export interface CalibrateOptions extends Plugged {
  /** Told before each shape: how many there are, and which it is. */
  readonly onShape?: (done: number, all: number, what: string) => void;
}

/** The device profile of this machine for a scenario: what it does not run is not in it. */
export async function calibrate(scenario: Scenario, options: CalibrateOptions): Promise<Profile> {
  const protocol = protocolNamed(options, scenario.protocol);
  const { tasks, messages } = await samplesOf(scenario, options);
  const measuredTasks: Record<string, TaskShape[]> = {};
  const all = tasks.length + messages.length;
  let done = 0;
  for (const sample of tasks) {
    const { name } = sample.task;
    options.onShape?.(done++, all, `task ${name}, ${sample.operations} operations`);
    (measuredTasks[name] ??= []).push(await measureTask(sample));
  }
  const types = protocol.messages.map((type) =>
    scenario.network.packsResidues === true ? withPackedResidues(type) : type,
  );
  const byName = new Map(types.map((type) => [type.name, type]));
  const measuredMessages: Record<string, MessageShape[]> = {};
  for (const sample of messages) {
    options.onShape?.(done++, all, `message ${sample.type}, ${sample.payload.byteLength} bytes`);
    const shape = measureMessage(sample, byName);
    if (shape !== undefined) (measuredMessages[sample.type] ??= []).push(shape);
  }
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model ?? 'unknown'}, Node.js ${process.versions.node}`;
  return { profile: 1, machine, tasks: measuredTasks, messages: measuredMessages };
}

async function measureTask({ task, operations, input }: TaskSample): Promise<TaskShape> {
  const executor = createPool(1);
  try {
    // A task that is not there: then the thread is up and has its module, and has run nothing of it.
    await Promise.resolve(executor.start({ ...task, name: '' }, input)()).catch(() => undefined);
    const once = async (): Promise<number> =>
      (await measureTurns(() => executor.start(task, input)())).measuredNs;
    const coldNs: number[] = [];
    for (let i = 0; i < COLD_RUNS; i++) coldNs.push(await once());
    return { operations, coldNs, warmNs: await warm(once) };
  } finally {
    await executor.close();
  }
}

/** Undefined for a message that was sent in bytes which are none of its type. */
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

/** In whole nanoseconds. */
function typical(times: readonly number[]): number {
  return Math.round(median(times) as number);
}
