/**
 * A run that was made earlier, again. Its trace holds no payloads, but a run is deterministic: the scenario in the
 * header is run again, and entry by entry, the checksum of every message included, it must be the same.
 */

import { isDeepStrictEqual } from 'node:util';
import { assert, CahootsError } from '../base/errors.ts';
import { run, type RunOptions, type RunResult } from '../run/run.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../engine/sim/bus.ts';
import { Directory } from '../engine/sim/directory.ts';
import { decode, encode } from '../engine/wire/bytes.ts';
import type { TraceHeader } from '../trace/format.ts';
import { onEntry } from '../trace/live.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { Comparison, type Parting } from './comparison.ts';
import { Narrator } from './narrator.ts';
import { settingsThatDiffer } from './settings.ts';

/** A trace as a file holds it. */
export interface EarlierTrace {
  /** For errors. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Reproduced {
  readonly result: RunResult;
  /** How many entries came out the same: those of the trace, as far as it can be read. */
  readonly entries: number;
  /** Where the trace is cut off or damaged. */
  readonly problem?: CahootsError;
}

/**
 * Runs a scenario as {@link run} does, and makes sure while it runs that it is the run of a trace; it ends at once where
 * it is another one. What stands behind a damage of the trace is not compared.
 * @param scenario the one of the trace's header
 * @throws CahootsError when another run came out
 */
export async function reproduce(
  scenario: Scenario,
  options: RunOptions,
  { name, bytes }: EarlierTrace,
): Promise<Reproduced> {
  const { bus = new Bus(), signal } = options;
  const reader = readerOf(scenario, { name, bytes });
  const { digest = 'crc32' } = reader.header;
  const comparison = new Comparison(reader);
  const parted = new AbortController();
  onEntry(bus, (entry: Entry) => {
    if (!comparison.add(entry) && comparison.parting !== undefined) parted.abort();
  });
  const signals = signal === undefined ? [parted.signal] : [signal, parted.signal];
  const result = await run(scenario, {
    ...options,
    bus,
    digest,
    signal: AbortSignal.any(signals),
    durations: (actor, task) => comparison.durationOf(actor, task),
  });
  if (result.ending !== 'aborted') comparison.end();
  const { same: entries, parting } = comparison;
  if (parting !== undefined) throw notReproducible(name, reader, parting);
  const { problem } = reader;
  if (result.ending !== 'aborted' && problem === undefined) requireSameEnd(name, reader, result);
  return { result, entries, ...(problem && { problem }) };
}

/**
 * A trace beside which its scenario can run.
 * @throws CahootsError when it is about other parties than the scenario's
 */
export function readerOf({ parties }: Scenario, { name, bytes }: EarlierTrace): TraceReader {
  const reader = new TraceReader(name, bytes);
  refuseReal(name, reader.header);
  if (isDeepStrictEqual(reader.header.roles, parties.roles)) return reader;
  throw new CahootsError('not-reproducible', 'expected the parties of its scenario, got others', {
    file: name,
  });
}

/** @throws CahootsError for the trace of a run over real sockets: its secrets were no seed's, and its times no simulation's */
export function refuseReal(file: string, { clock }: TraceHeader): void {
  if (clock !== 'wall') return;
  const message = 'expected the trace of a simulation, got that of a real run, which cannot be made again';
  throw new CahootsError('not-reproducible', message, { file });
}

/** What came of the run is in no hash: it must be what comes of it now. */
function requireSameEnd(file: string, { outcome }: TraceReader, result: RunResult): void {
  assert(outcome !== undefined && 'end' in outcome, 'a trace was compared to its end, and has none');
  const then = { ending: outcome.end.ending, endNs: outcome.end.endNs, findings: outcome.end.findings };
  // As a trace would hold it.
  const now = decode(encode({ ending: result.ending, endNs: result.endNs, findings: result.findings }));
  const lines = settingsThatDiffer(then, now, { A: 'the trace', B: 'the run' });
  if (lines.length === 0) return;
  const message = `expected what the trace says came of its run, got something else\n  ${lines.join('\n  ')}`;
  throw new CahootsError('not-reproducible', message, { file });
}

function notReproducible(
  file: string,
  { header }: TraceReader,
  { number, earlier, now }: Parting,
): CahootsError {
  const narrator = new Narrator(new Directory(header.roles));
  const place = earlier === undefined ? 'its end' : `${earlier.kind} at ${earlier.timeNs} ns`;
  const message = [
    `expected the run of this trace again, got another one from entry ${number}, ${place}`,
    `  then: ${earlier === undefined ? 'nothing' : narrator.tell(earlier)}`,
    `  now:  ${now === undefined ? 'nothing' : narrator.fork().tell(now)}`,
  ].join('\n');
  return new CahootsError('not-reproducible', message, { file });
}
