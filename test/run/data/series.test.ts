import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { readAbsences } from '../../../src/run/data/availability.ts';
import { valueAt } from '../../../src/core/engine/queues/series.ts';
import { beginningAt, readLatencies, readRates } from '../../../src/run/data/series.ts';
import { thoroughly } from '../../support/long.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-series-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string | Uint8Array): string {
  const file = join(folder, 'it');
  writeFileSync(file, text);
  return file;
}

const RUN = { clients: ['client-1', 'client-2', 'client-3'], limitNs: 100e9, phaseNs: 0 };

const problem = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof CahootsError) return error.message;
    throw error;
  }
  return 'none';
};

describe('rates and latencies', () => {
  test('are read from CSV, in their units', () => {
    expect(readRates(written('seconds,Mbps\n0,20\n0.5,1.5\n'))).toEqual({
      atNs: [0, 5e8],
      values: [20e6, 1.5e6],
    });
    for (const unit of ['Kbps', 'kbit/s'])
      expect(readRates(written(`seconds,${unit}\n0,20\n`))).toEqual({ atNs: [0], values: [20e3] });
    expect(readRates(written('seconds;kbps\r\n0;20\r\n'))).toEqual({ atNs: [0], values: [20e3] });
    expect(readLatencies(written('seconds,ms\n0,20\n1,80.5\n'))).toEqual({
      atNs: [0, 1e9],
      values: [20e6, 80.5e6],
    });
  });

  test("are read from Mahimahi's traces: 1500 bytes for each line, within the millisecond that it ends, and all again", () => {
    expect(readRates(written('1\n2\n2\n5\n'))).toEqual({
      atNs: [0, 1e6, 2e6, 4e6],
      values: [12e6, 24e6, 0, 12e6],
      periodNs: 5e6,
    });
  });

  test('that begin at a later time have from there the values that they have from that time on', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 });
    const times = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(gaps, fc.boolean(), times, times, (lengths, repeats, startNs, laterNs) => {
        const atNs = lengths.map((_, i) => lengths.slice(0, i).reduce((sum, length) => sum + length, 0));
        const periodNs = repeats ? lengths.reduce((sum, length) => sum + length) : undefined;
        const series = { atNs, values: lengths.map((_, i) => i + 1), periodNs };
        const begun = beginningAt(series, startNs);
        expect(valueAt(begun, laterNs)).toBe(valueAt(series, startNs + laterNs));
        expect(begun.atNs).toEqual([...new Set(begun.atNs)].toSorted((a, b) => a - b));
        expect(begun.atNs[0]).toBe(0);
      }),
    );
  });

  test.each([
    ['', 'expected a header row'],
    [
      'seconds,ms\n0,1\n',
      'expected the columns seconds and bps or Kbps or Mbps or Gbps or kbps or bit/s or kbit/s or Mbit/s or Gbit/s, got seconds, ms',
    ],
    ['seconds,bps\n', 'expected a row of measurements'],
    ['seconds,bps\n1,5\n', "expected 0, got '1'"],
    ['seconds,bps\n0,5\n0,6\n', 'expected a later time'],
    ['seconds,bps\n0,-5\n', 'expected a number from 0'],
    ['seconds,bps\n0,many\n', 'expected a number from 0'],
    ['seconds,bps\n0,5\n1,0\n', 'expected a last rate above 0'],
    ['5\n3\n', 'line 2: expected a millisecond that is no earlier than 5'],
    ['5\nx\n', 'line 2: expected a millisecond'],
    ['0\n', 'expected a trace of at least a millisecond'],
    ['99999999999999\n', 'line 1: expected a millisecond'],
  ])('%j is refused', (text, message) => {
    expect(problem(() => readRates(written(text))).replaceAll('"', "'")).toContain(message);
  });
});

describe('availability', () => {
  test('is when a client is there; it is away before, between and behind', () => {
    expect(
      readAbsences(written('client,from,until\nclient-1,0,1\nclient-1,2,3\nclient-2,0.5,9\n'), RUN),
    ).toEqual([
      { client: 'client-1', fromNs: 1e9, untilNs: 2e9 },
      { client: 'client-2', fromNs: 0, untilNs: 5e8 },
      { client: 'client-1', fromNs: 3e9 },
      { client: 'client-2', fromNs: 9e9 },
    ]);
  });

  test.each([
    ['client,on,off\n', 'expected the columns client, from, until'],
    ['client,from,until\na,5,2\n', 'one after the other'],
    ['client,from,until\na,0,2\na,1,3\n', 'one after the other'],
    ['client,from,until\na,x,2\n', 'expected seconds'],
  ])('%j is refused', (text, message) => {
    expect(problem(() => readAbsences(written(text), RUN))).toContain(message);
  });
});

test('whatever bytes there are: measurements over time that can be used, or an error with its place', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'seconds,bps',
      'seconds,ms',
      'client,from,until',
      '0,1',
      '1,2',
      '3',
      '3',
      '0',
      'a,0,1',
      '1e400,1',
      '',
    ),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  const bytes = fc.oneof(text, fc.uint8Array({ maxLength: 40 }));
  fc.assert(
    fc.property(bytes, (content) => {
      const file = written(content);
      const absences = (name: string) => readAbsences(name, RUN);
      const readers = [readRates, readLatencies, absences] as const;
      for (const read of readers) {
        let found: unknown;
        if (problem(() => (found = read(file))) !== 'none') continue;
        if (read === absences) continue;
        const { atNs, values, periodNs } = found as ReturnType<typeof readRates>;
        const good =
          atNs.length === values.length &&
          atNs.every((ns, i) => Number.isSafeInteger(ns) && (i === 0 ? ns === 0 : ns > atNs[i - 1])) &&
          values.every((value) => value >= 0 && Number.isFinite(value)) &&
          (periodNs === undefined || periodNs > atNs[atNs.length - 1]);
        expect(good).toBe(true);
      }
    }),
    { numRuns: thoroughly(150, 500) },
  );
});
