/** Traces as files. */

import { closeSync, openSync, readSync } from 'node:fs';
import { explain, isFile, readBytes, wrongFile } from '../data/file.ts';
import { CahootsError } from '../base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { reloadScenario, type Scenario } from '../scenario/load.ts';
import { MAGIC } from '../trace/format.ts';
import { TraceReader } from '../trace/reader.ts';

/** @throws CahootsError when the file cannot be read */
export function readTrace(file: string): Uint8Array {
  return readBytes(file, 'a trace');
}

/**
 * The scenario of a trace.
 * @param folder what its data files are relative to
 * @throws CahootsError where it cannot run here
 */
export function scenarioOf(
  file: string,
  trace: Uint8Array,
  folder: string,
  plugins: readonly Plugin[],
): Scenario {
  const options = { plugins, foreign: true };
  return reloadScenario(new TraceReader(file, trace).header.scenario, file, folder, options);
}

/** @throws CahootsError for a flag that a scenario would take, and a trace does not */
export function refuseForTrace(flags: Readonly<Record<string, unknown>>): void {
  const path = Object.keys(flags).find((flag) => flags[flag] !== undefined);
  if (path !== undefined) {
    const message = 'expected a scenario, got a trace, whose run is what it was';
    throw new CahootsError('bad-input', message, { path });
  }
}

/** Whether a file begins as traces do, of whatever version; false where there is none to read. */
export function isTrace(file: string): boolean {
  // Asked first, as reading a pipe or a device may never end.
  if (!isFile(file)) return false;
  const word = MAGIC.slice(0, MAGIC.lastIndexOf(' '));
  const start = Buffer.alloc(word.length);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw wrongFile(file, `expected a scenario or a trace, got ${explain(error)}`);
  }
  return start.toString('latin1') === word;
}
