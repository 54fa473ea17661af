/**
 * Attacks on a run that was made earlier. Its trace holds no payloads, but a run is deterministic: the scenario in the
 * header is run again, and entry by entry, the checksum of every message included, it must be the same.
 */

import { isDeepStrictEqual } from 'node:util';
import { CahootsError } from '../errors.ts';
import type { RunOptions } from '../run.ts';
import type { Scenario } from '../scenario/load.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { type Attacked, attackRun } from './laboratory.ts';
import type { Collusion } from '../scenario/collusion.ts';

/**
 * @param file the trace's name, for errors
 * @param scenario the one of the trace's header
 * @throws CahootsError when the trace is damaged, or this program does not do again what it tells of; one that is cut
 *   off is compared as far as it goes
 */
export async function attackTrace(
  file: string,
  bytes: Uint8Array,
  scenario: Scenario,
  options: Omit<RunOptions, 'trace'>,
  entries?: readonly Collusion[],
): Promise<Attacked> {
  const chunks: Uint8Array[] = [];
  const trace = (chunk: Uint8Array): number => chunks.push(Buffer.from(chunk));
  const attacked = await attackRun(scenario, { ...options, trace }, entries);
  if (attacked.result.ending !== 'aborted') compare(file, bytes, Buffer.concat(chunks));
  return attacked;
}

function compare(file: string, earlier: Uint8Array, now: Uint8Array): void {
  const before = new TraceReader(file, earlier);
  const again = new TraceReader(file, now);
  const repeated = again.entries();
  let number = 0;
  for (const entry of before.entries()) {
    number++;
    const { value } = repeated.next();
    if (value === undefined || !isDeepStrictEqual(hashed(entry), hashed(value))) {
      throw notReproducible(file, `entry ${number}, ${entry.kind} at ${entry.timeNs} ns`);
    }
  }
  const { outcome } = before;
  if (outcome !== undefined && 'problem' in outcome) {
    if (outcome.problem.code === 'cut-off') return;
    throw outcome.problem;
  }
  if (repeated.next().done !== true) throw notReproducible(file, `its end, after entry ${number}`);
}

/** What of an entry is in the hash. */
function hashed(entry: Entry): object {
  return { ...entry, measuredNs: undefined };
}

function notReproducible(file: string, where: string): CahootsError {
  const message = `expected the run of this trace again, got another one from ${where}`;
  return new CahootsError('not-reproducible', message, { file });
}
