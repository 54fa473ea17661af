/**
 * When clients are available: CSV with the columns `client`, `from` and `until` in seconds, one row per
 * period of availability, or the records of devices, of which the first client has the first, and so on.
 */

import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './decimal.ts';
import { deviceRecords, hasDeviceRecords } from './device-records.ts';
import { readBytes, wrongFile } from './file.ts';
import { type Presence, presenceOf } from './presence.ts';
import { quote } from './quote.ts';

/** A period of absence, in nanoseconds; without an end, it lasts until the end of the run. */
export interface Absence {
  readonly client: string;
  readonly fromNs: number;
  readonly untilNs?: number;
}

/** The name of a fault that stands for an absence, numbered from 1. */
export const absenceName = (number: number): string => `away ${number}`;

/** Whether a fault stands for an absence, by its name. */
export const isAbsence = (name: string): boolean => /^away \d+$/.test(name);

const MOST_BYTES = 2 ** 28;
const MOST_ABSENCES = 1e6;
const COLUMNS = ['client', 'from', 'until'];

/** The run for which absences are read. */
export interface AbsencesOf {
  readonly clients: readonly string[];
  /** When it ends at the latest: what repeats is repeated until then. */
  readonly limitNs: number;
  /** Where in the file's time it begins. */
  readonly phaseNs: number;
}

/**
 * The absences of clients; with CSV, any client that is not in the file is always available.
 * @throws CahootsError with file and line or device if periods of a client overlap or are not in order, or if
 *   this is neither such a table nor such records
 */
export function readAbsences(file: string, run: AbsencesOf): Absence[] {
  const bytes = readBytes(file, 'times of availability');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(file, `expected at most ${MOST_BYTES} bytes of times, got ${bytes.byteLength}`);
  const absences = hasDeviceRecords(bytes) ? fromRecords(bytes, file, run) : fromTable(bytes, file);
  const from = (ns: number): number => Math.max(0, ns - run.phaseNs);
  return absences
    .filter(({ untilNs }) => untilNs === undefined || untilNs > run.phaseNs)
    .map(({ client, fromNs, untilNs }) =>
      untilNs === undefined
        ? { client, fromNs: from(fromNs) }
        : { client, fromNs: from(fromNs), untilNs: from(untilNs) },
    );
}

function fromRecords(bytes: Uint8Array, file: string, { clients, limitNs, phaseNs }: AbsencesOf): Absence[] {
  const devices = deviceRecords(bytes, file).flatMap((record) => presenceOf(record) ?? []);
  if (devices.length === 0) throw wrongFile(file, 'expected a device that was ever available, got none');
  const absences: Absence[] = [];
  clients.forEach((client, i) => {
    for (const absence of repeated(devices[i % devices.length], limitNs + phaseNs)) {
      absences.push({ client, ...absence });
      if (absences.length > MOST_ABSENCES)
        throw wrongFile(file, `expected at most ${MOST_ABSENCES} absences within limits.time, got more`);
    }
  });
  return absences;
}

/** The times between presences, until a limit. */
function* repeated({ present, periodNs, startNs }: Presence, limitNs: number) {
  let awayNs = 0;
  for (let baseNs = -startNs; baseNs < limitNs; baseNs += periodNs)
    for (const [from, until] of present) {
      const [fromNs, untilNs] = [baseNs + from, baseNs + until];
      if (untilNs <= awayNs) continue;
      if (fromNs > awayNs) yield { fromNs: awayNs, untilNs: fromNs };
      if (fromNs > limitNs) return;
      awayNs = untilNs;
    }
  if (awayNs < limitNs) yield { fromNs: awayNs, untilNs: limitNs };
}

function fromTable(bytes: Uint8Array, file: string): Absence[] {
  const table = new CsvTable(bytes, file);
  if (table.header.join() !== COLUMNS.join())
    throw table.error(`expected the columns ${COLUMNS.join(', ')}, got ${table.header.join(', ')}`);
  const last = new Map<string, number>();
  const absences: Absence[] = [];
  for (const row of table.rows()) {
    const [client, ...texts] = row.cells;
    const [fromNs, untilNs] = texts.map((text, i) => {
      const seconds = parseDecimal(text);
      if (seconds === undefined || seconds < 0 || seconds > 9e6)
        throw table.error(`expected seconds from 0 to 9000000, got ${quote(text)}`, { row, cell: i + 1 });
      return Math.round(seconds * 1e9);
    });
    const sinceNs = last.get(client) ?? 0;
    if (fromNs < sinceNs || untilNs <= fromNs)
      throw table.error(`expected times of ${quote(client)} one after the other, got ${texts.join(' to ')}`, {
        row,
        cell: 1,
      });
    if (fromNs > sinceNs) absences.push({ client, fromNs: sinceNs, untilNs: fromNs });
    last.set(client, untilNs);
  }
  return [...absences, ...[...last].map(([client, fromNs]) => ({ client, fromNs }))];
}
