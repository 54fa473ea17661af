/** Traces as files. */

import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explain, isFile, readBytes, wrongFile } from '../run/data/file.ts';
import { makeDirectory, writeWhole } from '../run/data/write.ts';
import { CahootsError } from '../core/base/errors.ts';
import { temporaryFolder } from '../real/temporary-folder.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { reloadScenario, type Scenario } from '../run/scenario/load.ts';
import { dataIn, isPack, MOST_PACK_BYTES, traceIn } from '../output/export/pack.ts';
import { refuseReal } from '../run/replay/reproduce.ts';
import { Fingerprints } from '../run/tidy/fingerprint.ts';
import { provenanceOf } from '../studies/tables/provenance.ts';
import { changesSince } from '../run/tidy/verify.ts';
import { MAGIC } from '../run/trace/format.ts';
import { TraceReader } from '../run/trace/reader.ts';

/**
 * A trace, or that of a pack.
 * @throws CahootsError if the file cannot be read
 */
export function readTrace(file: string): Uint8Array {
  return isFile(file) && isPack(startOf(file, PACK_START))
    ? traceIn(file, readPack(file))
    : readBytes(file, 'a trace');
}

function readPack(file: string): Uint8Array {
  const { size } = statSync(file);
  if (size > MOST_PACK_BYTES)
    throw wrongFile(file, `expected a pack of at most ${MOST_PACK_BYTES} B, got ${size} B`);
  return readBytes(file, 'a pack');
}

/**
 * The folder that a trace's data files are relative to: the one given, else the data of a pack, extracted to
 * a temporary folder, else the working directory.
 */
export function dataFolder(file: string, named: string | undefined): string {
  if (named !== undefined || !isFile(file) || !isPack(startOf(file, PACK_START))) return named ?? '.';
  const data = dataIn(file, readPack(file));
  const folder = temporaryFolder('data');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, bytes] of data) {
    const path = join(folder, name);
    makeDirectory(dirname(path));
    writeWhole(path, bytes);
  }
  return folder;
}

const PACK_START = 4;

/**
 * An error with what has changed since the run was made, data and code, as far as its trace says.
 * @param folder that its data files are relative to
 */
export function explained(
  error: unknown,
  file: string,
  trace: Uint8Array,
  folder: string,
  plugins: readonly Plugin[],
): unknown {
  if (!(error instanceof CahootsError)) return error;
  const reader = new TraceReader(file, trace);
  // Its end comes last.
  for (const _ of reader.entries());
  const { outcome } = reader;
  const made = outcome !== undefined && 'end' in outcome ? outcome.end.made : undefined;
  if (made === undefined) return error;
  const changes = changesSince(made, new Fingerprints(folder), provenanceOf(plugins));
  if (changes.length === 0) return error;
  const hint = changes.some((change) => change.endsWith('is not there')) ? ' (--data names its folder)' : '';
  return new CahootsError(error.code, `${error.message}\n  changed since then: ${changes.join('; ')}${hint}`);
}

/**
 * The scenario of a trace.
 * @param folder that its data files are relative to
 * @throws CahootsError if it cannot run here, and for the trace of a real run
 */
export function scenarioOf(
  file: string,
  trace: Uint8Array,
  folder: string,
  plugins: readonly Plugin[],
): Scenario {
  const options = { plugins, foreign: true };
  const { header } = new TraceReader(file, trace);
  refuseReal(file, header);
  return reloadScenario(header.scenario, file, folder, options);
}

/**
 * Refuses flags of scenarios for a trace.
 * @throws CahootsError for a flag that applies to scenarios, but not to traces
 */
export function refuseForTrace(flags: Readonly<Record<string, unknown>>): void {
  const path = Object.keys(flags).find((flag) => flags[flag] !== undefined);
  if (path !== undefined) {
    const message = 'expected a scenario, got a trace, whose run is what it was';
    throw new CahootsError('bad-input', message, { path });
  }
}

/** Whether a file begins like a trace, of any version, or like a pack; false if there is none to read. */
export function isTrace(file: string): boolean {
  // Checked first, since reading a pipe or a device may never end.
  if (!isFile(file)) return false;
  const word = MAGIC.slice(0, MAGIC.lastIndexOf(' '));
  const start = startOf(file, word.length);
  return start.toString('latin1') === word || isPack(start);
}

function startOf(file: string, bytes: number): Buffer {
  const start = Buffer.alloc(bytes);
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
  return start;
}
