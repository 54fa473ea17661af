/** Traces with right checks and nonsense inside: they are refused where they make no sense, and never believed. */

import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { forge, mend } from '../../support/forged-traces.ts';
import { eventful, record } from '../../support/recording.ts';

const sound = record(eventful({ rounds: 1 }));

/** What a reader says of a file: how many entries it gives, and how it ends. */
function said(file: Uint8Array): string {
  try {
    const reader = new TraceReader('a.trace', file);
    const { length } = [...reader.entries()];
    return reader.problem === undefined ? `sound, ${length} entries` : reader.problem.message;
  } catch (error) {
    if (error instanceof CahootsError) return error.message;
    throw error;
  }
}

test('a forgery that changes nothing is the trace itself', async () => {
  const { file, played } = await sound;
  expect(said(forge(file, {}))).toBe(`sound, ${played.log.length} entries`);
  expect(forge(file, {}).equals(file)).toBe(true);
});

test.each<[string, (header: object) => unknown]>([
  ['no roles', () => ({ scenario: {} })],
  ['roles that are no list', (header) => ({ ...header, roles: 'server' })],
  ['nobody', (header) => ({ ...header, roles: [] })],
  ['a role that is a number', (header) => ({ ...header, roles: [{ role: 2147483648 }] })],
  ['two roles of one name', (header) => ({ ...header, roles: [{ role: 'a' }, { role: 'a' }] })],
  ['a role named like one of many', (header) => ({ ...header, roles: [{ role: 'a-1' }] })],
  ['half an actor', (header) => ({ ...header, roles: [{ role: 'a', count: 1.5 }] })],
  ['more actors than there can be', (header) => ({ ...header, roles: [{ role: 'a', count: 2 ** 31 }] })],
  [
    'as many in several roles',
    (header) => ({ ...header, roles: ['a', 'b'].map((role) => ({ role, count: 6e6 })) }),
  ],
  ['a name that speaks to the terminal', (header) => ({ ...header, roles: [{ role: '\u001b[2Jserver' }] })],
  ['more than there is to say', (header) => ({ ...header, author: 'me' })],
  ['a digest that nobody knows', (header) => ({ ...header, digest: 'md5' })],
  ['no scenario', (header) => ({ ...header, scenario: undefined })],
  ['a number that is none in its scenario', (header) => ({ ...header, scenario: { seed: Number.NaN } })],
  ['bytes in its scenario', (header) => ({ ...header, scenario: { seed: Buffer.from('x') } })],
  ['a large integer in its scenario', (header) => ({ ...header, scenario: { seed: 2n ** 70n } })],
  ['a scenario that is deeper than any', (header) => ({ ...header, scenario: deepBy(1000) })],
  ['nothing', () => null],
])('a header with %s is refused', async (_, header) => {
  const { file } = await sound;
  expect(said(forge(file, { header }))).toBe(
    'a.trace: the trace is damaged after entry 0 at 0 ns: its header says nothing that makes sense',
  );
});

function deepBy(levels: number): unknown {
  return levels === 0 ? {} : [deepBy(levels - 1)];
}

describe('an end', () => {
  test.each<[string, (came: object) => unknown]>([
    ['no ending', () => ({ endNs: 1, findings: {} })],
    ['an ending that nobody knows', (came) => ({ ...came, ending: 'won' })],
    ['a time that is none', (came) => ({ ...came, endNs: Number.NaN })],
    ['a time before the beginning', (came) => ({ ...came, endNs: -1 })],
    ['a time beyond all', (came) => ({ ...came, endNs: 1e300 })],
    ['a list', () => []],
  ])('with %s is refused, and the entries before it are read', async (_, came) => {
    const { file, played } = await sound;
    const place = `after entry ${played.log.length} at ${played.log.at(-1)?.timeNs} ns`;
    expect(said(forge(file, { came }))).toBe(
      `a.trace: the trace is damaged ${place}: its end says nothing that makes sense`,
    );
  });

  test('whose findings were changed by accident does not check', async () => {
    const { file } = await sound;
    const at = file.lastIndexOf('accuracy');
    const changed = Buffer.from(file);
    changed[at] ^= 1;
    expect(said(changed)).toContain('the trace is damaged');
  });
});

describe('an entry', () => {
  /** The first record is a label: its tag, time (8 bytes), actor, phase and round (4 each), and check (2). */
  const BYTES = 1 + 8 + 3 * 4 + 2;

  test.each<[string, (record: Buffer) => void]>([
    ['that never was', (entry) => entry.writeDoubleLE(Number.NaN, 1)],
    ['before the beginning', (entry) => entry.writeDoubleLE(-1, 1)],
    ['without end', (entry) => entry.writeDoubleLE(Number.POSITIVE_INFINITY, 1)],
    ['of an actor that there is not', (entry) => entry.writeUInt32LE(65281, 9)],
  ])('%s ends the reading there', async (_, change) => {
    const { file } = await sound;
    const records = (bytes: Buffer): void => {
      const start = bytes.indexOf('ask') + 'ask'.length + 2;
      const entry = bytes.subarray(start, start + BYTES);
      change(entry);
      mend(bytes, start, start + BYTES);
    };
    expect(said(forge(file, { records }))).toBe(
      'a.trace: the trace is damaged after entry 0 at 0 ns: the next record does not match its checksum, or makes no sense',
    );
  });
});
