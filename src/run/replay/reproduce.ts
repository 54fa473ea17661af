/**
 * Reproduces an earlier run. Its trace holds no payloads, but a run is deterministic: the scenario in the
 * header is run again and must be the same, entry by entry, including the checksum of every message.
 */

import type { RoleSize } from '../../core/engine/messages/directory.ts';
import { defined } from '../../core/base/defined.ts';
import { assert, CahootsError } from '../../core/base/errors.ts';
import { run, type RunOptions, type RunResult } from '../execute/run.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import { decode, encode } from '../../core/engine/wire/bytes.ts';
import type { TraceHeader } from '../trace/format.ts';
import { onEntry } from '../trace/live.ts';
import { TraceReader } from '../trace/reader.ts';
import type { Entry } from '../trace/record.ts';
import { Comparison, type Parting } from './comparison.ts';
import { Narrator } from './narrator.ts';
import { settingsThatDiffer } from './settings.ts';

/** A trace as read from a file. */
export interface EarlierTrace {
  /** Its name in errors. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Reproduced {
  readonly result: RunResult;
  /** How many entries were reproduced: all of the trace, as far as it can be read. */
  readonly entries: number;
  /** Where the trace is truncated or damaged. */
  readonly problem?: CahootsError;
}

/**
 * Runs a scenario like {@link run}, and checks while it runs that it reproduces a trace; it ends at the first
 * difference. Entries after damage in the trace are not compared.
 * @param scenario the one of the trace's header
 * @throws CahootsError if the run is a different one
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
  return defined({ result, entries, problem });
}

/**
 * Opens the trace of a scenario's run.
 * @throws CahootsError if its parties are not the scenario's
 */
export function readerOf({ parties }: Scenario, { name, bytes }: EarlierTrace): TraceReader {
  const reader = new TraceReader(name, bytes);
  refuseReal(name, reader.header);
  if (areSameRoles(reader.header.roles, parties.roles)) return reader;
  throw new CahootsError('not-reproducible', 'expected the parties of its scenario, got others', {
    file: name,
  });
}

function areSameRoles(one: readonly RoleSize[], other: readonly RoleSize[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, count, holds, reports }, i) => {
      const its = other[i];
      return role === its.role && count === its.count && holds === its.holds && reports === its.reports;
    })
  );
}

/**
 * Refuses traces that no simulation can repeat.
 * @throws CahootsError for the trace of a run over real sockets: its secrets did not come from a seed, nor
 * its times from a simulation
 */
export function refuseReal(file: string, { clock }: TraceHeader): void {
  if (clock !== 'wall') return;
  const message = 'expected the trace of a simulation, got that of a real run, which cannot be repeated';
  throw new CahootsError('not-reproducible', message, { file });
}

/** The result of a run is not part of the hash, so it is compared separately. */
function requireSameEnd(file: string, { outcome }: TraceReader, result: RunResult): void {
  assert(outcome !== undefined && 'end' in outcome, 'a trace was compared to its end, and has none');
  const then = { ending: outcome.end.ending, endNs: outcome.end.endNs, findings: outcome.end.findings };
  // In the form that a trace would hold.
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
