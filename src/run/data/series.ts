/**
 * Rates and latencies over time from files: CSV with the column `seconds` and another in a unit of scenarios, such as
 * `kbps`, `Mbit/s` or `ms`, whose last row holds for ever, and Mahimahi's link traces (Netravali et al., 2015): one line for every
 * packet of 1500 bytes that can be sent, with its millisecond, repeated after the last line.
 */

import { textOf } from '../../core/base/bytes.ts';
import { UNITS } from '../../core/base/units.ts';
import type { Series } from '../../core/engine/queues/series.ts';
import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './decimal.ts';
import { readBytes, requireText, wrongFile } from './file.ts';
import { quote } from './quote.ts';

const MOST_BYTES = 2 ** 26;
const MOST_MS = 2 ** 31;
const PACKET_BITS = 12_000;

/** The columns' units, in the unit of a series. */
const { bandwidth: RATES, duration: LATENCIES } = UNITS;

/** A rate in bits a second over time. @throws CahootsError with file and line for anything else */
export function readRates(file: string): Series {
  const bytes = read(file);
  return /^[^,;\t|]*?\d\s*(\r?\n|$)/.test(textOf(bytes.subarray(0, 64)))
    ? mahimahi(bytes, file)
    : csv(bytes, file, RATES);
}

/** Latency, in nanoseconds, over time. @throws CahootsError with file and line for anything else */
export function readLatencies(file: string): Series {
  return csv(read(file), file, LATENCIES);
}

/** What is left of a series from a time on: the whole of it, from there, if it repeats. */
export function beginningAt(series: Series, timeNs: number): Series {
  const { atNs, values, periodNs } = series;
  const startNs = periodNs === undefined ? timeNs : timeNs % periodNs;
  if (startNs === 0) return series;
  const first = atNs.findLastIndex((ns) => ns <= startNs);
  const order = [...atNs.keys()];
  const later = order.slice(first);
  // The value that holds at the start is cut in two unless it begins there.
  const again = periodNs === undefined ? [] : order.slice(0, atNs[first] === startNs ? first : first + 1);
  return {
    atNs: [
      ...later.map((i) => Math.max(0, atNs[i] - startNs)),
      ...again.map((i) => atNs[i] - startNs + (periodNs ?? 0)),
    ],
    values: [...later, ...again].map((i) => values[i]),
    periodNs,
  };
}

function read(file: string): Uint8Array {
  const bytes = readBytes(file, 'measurements over time');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(file, `expected at most ${MOST_BYTES} bytes of measurements, got ${bytes.byteLength}`);
  requireText(bytes, file);
  return bytes;
}

function csv(bytes: Uint8Array, file: string, units: Readonly<Record<string, number>>): Series {
  const table = new CsvTable(bytes, file);
  const names = Object.keys(units);
  const [seconds, named, ...others] = table.header;
  if (seconds !== 'seconds' || !names.includes(named) || others.length > 0)
    throw table.error(
      `expected the columns seconds and ${names.join(' or ')}, got ${table.header.join(', ')}`,
    );
  const atNs: number[] = [];
  const values: number[] = [];
  for (const row of table.rows()) {
    const [timeNs, value] = row.cells.map((text, cell) => {
      const number = parseDecimal(text);
      if (number === undefined || number < 0 || number > 1e12)
        throw table.error(`expected a number from 0 to 1e12, got ${quote(text)}`, { row, cell });
      return Math.round(number * (cell === 0 ? 1e9 : units[named]));
    });
    const last = atNs[atNs.length - 1];
    if (last === undefined ? timeNs !== 0 : timeNs <= last || timeNs > Number.MAX_SAFE_INTEGER)
      throw table.error(`expected ${last === undefined ? '0' : 'a later time'}, got ${quote(row.cells[0])}`, {
        row,
        cell: 0,
      });
    atNs.push(timeNs);
    values.push(value);
  }
  if (atNs.length === 0) throw table.error('expected a row of measurements, got none');
  if (units === RATES && values[values.length - 1] === 0)
    throw table.error('expected a last rate above 0, as it holds for ever, got 0');
  return { atNs, values };
}

function mahimahi(bytes: Uint8Array, file: string): Series {
  const lines = textOf(bytes).trimEnd().split('\n');
  const packets: number[] = [];
  let lastMs = 0;
  lines.forEach((line, i) => {
    const ms = Number(line.trim());
    if (!/^\d{1,10}\s*$/.test(line) || ms > MOST_MS || ms < lastMs)
      throw wrongFile(
        file,
        `line ${i + 1}: expected a millisecond that is no earlier than ${lastMs}, got ${quote(line.slice(0, 40))}`,
      );
    lastMs = ms;
    // A packet that can be sent at a millisecond's end is sent within it.
    const place = Math.max(0, ms - 1);
    packets[place] = (packets[place] ?? 0) + 1;
  });
  if (lastMs === 0) throw wrongFile(file, 'expected a trace of at least a millisecond, got none');
  const atNs: number[] = [0];
  const values: number[] = [(packets[0] ?? 0) * PACKET_BITS * 1000];
  const put = (ms: number, count: number): void => {
    const bps = count * PACKET_BITS * 1000;
    if (bps === values[values.length - 1]) return;
    atNs.push(ms * 1e6);
    values.push(bps);
  };
  let free = 1;
  for (const key of Object.keys(packets)) {
    const ms = Number(key);
    if (ms === 0) continue;
    if (ms > free) put(free, 0);
    put(ms, packets[ms]);
    free = ms + 1;
  }
  return { atNs, values, periodNs: lastMs * 1e6 };
}
