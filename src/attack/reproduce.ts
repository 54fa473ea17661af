/**
 * A run that was made earlier, again. Its trace holds no payloads, but a run is deterministic: the scenario in the
 * header is run again, and entry by entry, the checksum of every message included, it must be the same.
 */

import { isDeepStrictEqual } from 'node:util';
import { CahootsError } from '../errors.ts';
import { run, type RunOptions, type RunResult } from '../run.ts';
import type { Scenario } from '../scenario/load.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';

/** A trace as a file holds it. */
export interface EarlierTrace {
  /** For errors. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Runs a scenario as {@link run} does, and makes sure that it is the run of a trace.
 * @param scenario the one of the trace's header
 * @throws CahootsError when the trace is damaged, or another run came out; a trace that is cut off is compared as far
 *   as it goes
 */
export async function reproduce(
  scenario: Scenario,
  options: Omit<RunOptions, 'trace'>,
  earlier: EarlierTrace,
): Promise<RunResult> {
  const chunks: Uint8Array[] = [];
  const result = await run(scenario, { ...options, trace: (chunk) => chunks.push(Buffer.from(chunk)) });
  if (result.ending !== 'aborted') compare(earlier, Buffer.concat(chunks));
  return result;
}

function compare({ name, bytes }: EarlierTrace, now: Uint8Array): void {
  const before = new TraceReader(name, bytes);
  const again = new TraceReader(name, now);
  const repeated = again.entries();
  let number = 0;
  for (const entry of before.entries()) {
    number++;
    const { value } = repeated.next();
    if (value === undefined || !isDeepStrictEqual(hashed(entry), hashed(value))) {
      throw notReproducible(name, `entry ${number}, ${entry.kind} at ${entry.timeNs} ns`);
    }
  }
  const { outcome } = before;
  if (outcome !== undefined && 'problem' in outcome) {
    if (outcome.problem.code === 'cut-off') return;
    throw outcome.problem;
  }
  if (repeated.next().done !== true) throw notReproducible(name, `its end, after entry ${number}`);
}

/** What of an entry is in the hash. */
function hashed(entry: Entry): object {
  return { ...entry, measuredNs: undefined };
}

function notReproducible(file: string, where: string): CahootsError {
  const message = `expected the run of this trace again, got another one from ${where}`;
  return new CahootsError('not-reproducible', message, { file });
}
