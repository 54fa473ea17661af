import { describe, expect, test } from 'vitest';
import { bytes, integer, operations, time } from '../../../src/run/report/format.ts';
import type { RunOutcome, Report } from '../../../src/run/report/report.ts';
import { notesOf } from '../../../src/run/report/notes.ts';
import { reportText } from '../../../src/run/report/text.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { reported, reportOf, TEXTS } from '../../support/report-runs.ts';

const write = temporaryFiles();

/** The lines of a table, its head first. */
function tableOf(text: string, head: RegExp): readonly string[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => head.test(line));
  return lines.slice(first, lines.indexOf('', first));
}

/** Cells stand at least two spaces apart. */
const cells = (line: string): readonly string[] => line.trim().split(/\s{2,}/);

const EMPTY: Report = {
  rounds: [],
  phases: [],
  traffic: [],
  exchanges: [],
  work: [],
  balance: {
    sent: { messages: 0, wireBytes: 0 },
    delivered: { messages: 0, wireBytes: 0 },
    lost: { messages: 0, wireBytes: 0 },
    refused: 0,
    retransmittedBytes: 0,
  },
};
const OUTCOME: RunOutcome = {
  ending: 'done',
  ends: { resultNs: 2.5e9, knownNs: 2.5e9, endNs: 2.5e9 },
  hash: 'ab'.repeat(32),
  findings: { start: 'random', iterations: 5, converged: true },
  worth: ['complete'],
  notes: [],
};
/** What is said behind the tables, by name. */
const said = (outcome: Partial<RunOutcome>): Readonly<Record<string, string>> => {
  const came = { ...OUTCOME, ...outcome };
  const text = reportText({ ...EMPTY, outcome: { ...came, notes: notesOf(came.findings) } });
  const lines = text.split('\n').slice(
    text.split('\n').findIndex((line) => line.startsWith('ended')),
    -1,
  );
  return Object.fromEntries(lines.map((line) => [line.slice(0, 21).trimEnd(), line.slice(21)]));
};

describe.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])('the tables of a run: %s', (name) => {
  const report = async () => (await reported(write('run.yaml', TEXTS[name]))).live;

  test('have a row for each round, with its numbers', async () => {
    const live = await report();
    const [head, ...rows] = tableOf(reportText(live), /^round /);
    const titles = [
      'round',
      'phase',
      'virtual time',
      'messages',
      'to server',
      'from server',
      'between clients',
      'slowest client',
      'server',
      'measured',
    ];
    // Of titles over several lines the last ends here.
    expect(titles.filter((title, at) => !title.endsWith(cells(head)[at] ?? '-'))).toEqual([]);
    expect(cells(head)).toHaveLength(titles.length);
    expect(rows.map(cells)).toEqual(
      live.rounds.map((row) => [
        row.part === 'round' ? String(row.round) : row.part,
        row.phases.join(', ') || '-',
        time(row.durationNs),
        integer(row.messages),
        bytes(row.toServer),
        bytes(row.fromServer),
        bytes(row.betweenClients),
        operations(row.operationsSlowestClient),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
    );
  });

  test('have a row for each phase, with its numbers', async () => {
    const live = await report();
    const [, ...rows] = tableOf(reportText(live), /^phase /);
    expect(rows.map(cells)).toEqual(
      live.phases.map((row) => [
        row.phase,
        integer(row.messages),
        integer(row.elements),
        bytes(row.toServer),
        bytes(row.fromServer),
        bytes(row.betweenClients),
        operations(row.operationsClients),
        operations(row.operationsServer),
        time(row.measuredNs),
      ]),
    );
  });

  test('have numbers flush right below their heads, and phases flush left', async () => {
    const text = reportText(await report());
    for (const pattern of [/^round /, /^phase /]) {
      const [head, ...rows] = tableOf(text, pattern);
      // The characters of every row at the edge of a column: one outside it, one inside.
      const at = (place: number): string[] => rows.map((row) => ` ${row} `.slice(place, place + 2));
      for (const { 0: title, index } of head.matchAll(/\S+(?: \S+)*/g)) {
        if (title === 'round' || title === 'phase') continue;
        expect(at(index + title.length).filter((edge) => !/^\S $/.test(edge))).toEqual([]);
      }
      expect(at(head.indexOf('phase')).filter((edge) => !/^ \S$/.test(edge))).toEqual([]);
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  test('have no space at the end of a line, and a newline at the end', async () => {
    const text = reportText(await report());
    expect(text).toMatch(/[^\n]\n$/);
    expect(text.split('\n').filter((line) => line !== line.trimEnd())).toEqual([]);
  });
});

describe('what came out', () => {
  test('says how it ended, what was found, and the hash', () => {
    const findings = { ...OUTCOME.findings, accuracy: 0.98765, loss: 319984.518, equalsLloyd: true };
    expect(said({ findings })).toEqual({
      ended: 'done at 2.500 s of virtual time',
      start: 'a random cluster for every point',
      accuracy: '98.77 %',
      loss: '319984.52',
      'equals Lloyd': 'yes',
      iterations: '5',
      converged: 'yes',
      'trace hash': 'ab'.repeat(32),
    });
  });

  test('leaves out what is not known', () => {
    expect(Object.keys(said({}))).toEqual(['ended', 'start', 'iterations', 'converged', 'trace hash']);
  });

  test('says when the iterations were not those of Lloyd', () => {
    expect(said({ findings: { ...OUTCOME.findings, equalsLloyd: false } })['equals Lloyd']).toBe('no');
  });

  test('says why there is no clustering', () => {
    const findings = { ...OUTCOME.findings, iterations: 2, converged: false, aborted: 'too few answers' };
    expect(said({ ending: 'stalled', ends: { endNs: 2.5e9 }, findings })).toMatchObject({
      ended: 'stalled at 2.500 s of virtual time, without a result',
      aborted: 'too few answers',
      iterations: '2',
      converged: 'no',
    });
  });

  test('names the ends that come after the result', () => {
    const ends = { resultNs: 1.5e9, knownNs: 2e9, endNs: 2.5e9 };
    expect(said({ ends })['ended']).toBe(
      'done at 1.500 s of virtual time; all know it at 2.000 s; all is over at 2.500 s',
    );
    expect(said({ ends: { ...ends, endNs: 2e9 } })['ended']).toBe(
      'done at 1.500 s of virtual time; all know it at 2.000 s',
    );
  });

  test('does not say that all know what some never learned', () => {
    const ends = { resultNs: 1.5e9, knownNs: 2e9, endNs: 2e9 };
    const knowing = (parties: number) => said({ ends, knowing: { parties, of: 10 } })['ended'];
    expect(knowing(8)).toBe('done at 1.500 s of virtual time; 8 of 10 others know it at 2.000 s');
    expect(knowing(10)).toBe('done at 1.500 s of virtual time; all know it at 2.000 s');
  });

  test('says when a limit ended it, and not that it did when it had the result', () => {
    const ends = { resultNs: 1.5e9, knownNs: 2e9, endNs: 3e9 };
    expect(said({ ending: 'limit', ends })['ended']).toBe(
      'limit at 3.000 s of virtual time; before that, done at 1.500 s; all know it at',
    );
  });

  test('warns of a start that no private protocol could have', () => {
    expect(said({ findings: { ...OUTCOME.findings, start: 'k-means++' } })['start']).toBe(
      'k-means++, drawn outside the protocol',
    );
  });

  test('wraps what is wider than a terminal under its beginning', () => {
    const sites = ['Universitätsklinikum Dresden', 'Bonn', 'Klinikum Essen-Mitte', 'Aachen', 'Celle'];
    const clientNames = Object.fromEntries(sites.map((site, j) => [`client-${j + 1}`, site]));
    const outcome = { ...OUTCOME, notes: notesOf({ ...OUTCOME.findings, clientNames }) };
    const lines = reportText({ ...EMPTY, outcome }).split('\n');
    const at = lines.findIndex((line) => line.startsWith('clients '));
    expect(lines.slice(at, at + 2)).toEqual([
      'clients              client-1 (Universitätsklinikum Dresden), client-2 (Bonn), client-3 (Klinikum',
      '                     Essen-Mitte), client-4 (Aachen), client-5 (Celle)',
    ]);
  });

  test('is left out where the trace is cut off, and the tables are not', async () => {
    const { trace } = await reported(write('run.yaml', TEXTS.secfc));
    const text = reportText(reportOf(trace.subarray(0, trace.length - 1)));
    expect(text).not.toMatch(/^(ended|trace hash)/m);
    expect(tableOf(text, /^round /).length).toBeGreaterThan(2);
  });
});

test('the balance says what was sent, delivered, lost, refused and sent again', () => {
  const balance = {
    sent: { messages: 1234, wireBytes: 5_000_000 },
    delivered: { messages: 1200, wireBytes: 4_900_000 },
    lost: { messages: 34, wireBytes: 100_000 },
    refused: 7,
    retransmittedBytes: 15_600,
  };
  expect(reportText({ ...EMPTY, balance })).toContain(
    'sent 1,234 messages, 5.00 MB; delivered 1,200, lost 34; refused 7, retransmitted 15.6 kB\n',
  );
});
