import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { type Tables, tablesOfTrace } from '../../../src/run/tidy/of-trace.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { cahoots } from '../../support/program.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);

describe.each([
  ['mesh', SMALL],
  ['star', edited(SMALL, ['preset: lan', 'preset: mobile\n  paths: star'])],
])('the tables of a run through a %s', (name, text) => {
  let tables = {} as Tables;
  let json: { readonly run: Row } = { run: {} };
  beforeAll(async () => {
    writeFileSync(join(folder, `${name}.yaml`), text);
    const out = join(folder, name);
    await cahoots('run', join(folder, `${name}.yaml`), '--out', out);
    const trace = join(out, 'run.trace');
    ({ tables } = tablesOfTrace(trace, readFileSync(trace), [standard]));
    json = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as typeof json;
  });

  test('know their run by one key, and have its row as the report has it', () => {
    const [row] = tables.runs;
    expect(row).toEqual(json.run);
    const { figures, ...ofRun } = tables;
    expect(figures.map(({ figure }) => figure)).toEqual(expect.arrayContaining(['resultNs', 'loss']));
    const keys = Object.values(ofRun).flatMap((rows: readonly Row[]) => rows.map(({ run }) => run));
    expect(new Set(keys)).toEqual(new Set([row.run]));
  });

  test('add up: rounds, parties and links to the run, events to its messages', () => {
    const [row] = tables.runs;
    expect(sum(tables.rounds, 'durationNs')).toBe(row.endNs);
    expect(sum(tables.rounds, 'messages')).toBe(row.messages);
    expect(sum(tables.waits, 'ns')).toBe(row.resultNs);
    expect(sum(tables.parties, 'sentMessages')).toBe(row.messages);
    expect(sum(tables.parties, 'sentBytes')).toBe(row.bytes);
    expect(sum(tables.parties, 'operations')).toBe(
      Number(row.operationsClients) + Number(row.operationsServer),
    );
    const carried = tables.links.filter(({ actor }) => actor === 'server');
    // Forwarded bytes are on both of the server's links, and count once.
    expect(sum(carried, 'bytes')).toBe(Number(row.serverCarried) + Number(row.serverForwarded));
    expect(row.serverCarried).toBeLessThanOrEqual(Number(row.bytes));
    expect(sum(tables.exchanges, 'bytes')).toBe(row.bytes);
    expect(sum(tables.exchanges, 'messages')).toBe(row.messages);
    expect(tables.events.filter(({ kind }) => kind === 'sent')).toHaveLength(Number(row.messages));
    const uplinks = tables.links.filter(({ direction }) => direction === 'uplink');
    expect(sum(uplinks, 'bytes')).toBe(Number(row.bytes) + Number(row.serverForwarded));
  });
});

test.each([
  ['is lost', edited(SMALL, ['preset: lan', 'preset: lan\n  transport: datagram\n  loss: 20%'])],
  ['is still under way', edited(SMALL, ['time: 1h', 'messages: 12'])],
  ['comes twice', `${SMALL}faults: [{ fault: duplicate, who: client-2, rate: 0.5 }]\n`],
])('parties received what arrived, where something %s', async (what, text) => {
  const file = join(folder, `what ${what}.yaml`);
  writeFileSync(file, text);
  const out = join(folder, `what ${what}`);
  await cahoots('run', file, '--out', out);
  const { tables } = tablesOfTrace('a.trace', readFileSync(join(out, 'run.trace')), [standard]);
  const { parties, events } = tables;
  const arrived = events.filter(({ kind }) => kind === 'delivered');
  expect(arrived).not.toHaveLength(events.filter(({ kind }) => kind === 'sent').length);
  for (const name of new Set(parties.map(({ party }) => party))) {
    const [own, came] = [
      parties.filter((row) => row['party'] === name),
      arrived.filter(({ to }) => to === name),
    ];
    expect([sum(own, 'receivedMessages'), sum(own, 'receivedBytes')]).toEqual([
      came.length,
      sum(came, 'wireBytes'),
    ]);
  }
  expect(sum(parties, 'receivedMessages')).toBe(arrived.length);
  if (what !== 'is lost') return;
  // A lost message may never have come to the link over which its way leads.
  const [row] = tables.runs;
  const ofServer = tables.links.filter(({ actor }) => actor === 'server');
  expect(row['serverCarried']).toBe(Number(row['toServer']) + Number(row['fromServer']));
  expect(sum(ofServer, 'bytes')).toBeLessThan(Number(row['serverCarried']));
  const carried = tables.figures.find(({ figure }) => figure === 'serverCarried');
  expect(carried?.['meaning']).toContain('lost ones included');
});
