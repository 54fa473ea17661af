/** Traces as files. */

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { explain, wrongFile } from '../data/file.ts';
import { reloadScenario, type Scenario } from '../scenario/load.ts';
import { MAGIC } from '../trace/format.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Protocols } from './command.ts';

/** @throws CahootsError when the file cannot be read */
export function readTrace(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw wrongFile(file, `expected a trace, got ${explain(error)}`);
  }
}

/**
 * The scenario of a trace.
 * @param folder what its data files are relative to
 * @throws CahootsError where it cannot run here
 */
export function scenarioOf(file: string, trace: Uint8Array, folder: string, protocols: Protocols): Scenario {
  return reloadScenario(new TraceReader(file, trace).header.scenario, file, folder, { protocols });
}

/** Whether a file begins as traces do, of whatever version; false where there is none to read. */
export function isTrace(file: string): boolean {
  // Asked first, as reading a pipe or a device may never end.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const word = MAGIC.slice(0, MAGIC.lastIndexOf(' '));
  const start = Buffer.alloc(word.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === word;
}
