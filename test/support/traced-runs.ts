/** Runs of scenarios with the bytes of their traces. */

import { run, type RunResult } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { type RunRecord, runRecordOf } from '../../src/output/record/run-record.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import { plugins } from './plugins.ts';

export interface Traced {
  readonly bytes: Uint8Array;
  readonly result: RunResult;
  readonly record: RunRecord;
}

/** @param file of a scenario in the repository */
export async function traced(file: string, set: readonly string[] = []): Promise<Traced> {
  const chunks: Uint8Array[] = [];
  const trace = (chunk: Uint8Array): void => void chunks.push(Uint8Array.from(chunk));
  const result = await run(loadScenario(file, { plugins, set }), { plugins, trace });
  const bytes = Buffer.concat(chunks);
  return { bytes, result, record: runRecordOf(file, bytes, registryOf([])) };
}
