import { describe, expect, test } from 'vitest';
import { criticalPathText, linksText, waitsText } from '../../../src/run/report/timing-text.ts';
import { reportText } from '../../../src/run/report/text.ts';
import type { Resource, Waited } from '../../../src/run/timing/critical-path.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { reported, reportOf, TEXTS } from '../../support/report-runs.ts';

const write = temporaryFiles();
const waited = (resource: Resource, of: string, share: number): Waited => ({
  resource,
  of,
  share,
  ns: share * 1e9,
  queuedNs: 0,
});

describe('what was waited for, on one line', () => {
  test('has the longest first, latencies as one, and the rest summed up', () => {
    const waits = [
      waited('uplink', 'client-7', 0.4),
      waited('latency', 'a to b', 0.25),
      waited('latency', 'b to a', 0.2),
      waited('compute', 'server', 0.1),
      waited('deadline', 'server', 0.05),
    ];
    expect(waitsText(waits)).toBe(
      '45.0 % latency, 40.0 % uplink of client-7, 10.0 % compute of server, 5.0 % others',
    );
    expect(waitsText(waits, 1)).toBe('45.0 % latency, 55.0 % others');
  });

  test('leaves out what would be printed as nothing', () => {
    expect(waitsText([waited('uplink', 'a', 0.9999), waited('compute', 'a', 0.0001)])).toBe(
      '100.0 % uplink of a',
    );
  });
});

test('the critical path has a row for every round and for every resource, the same live and from the trace', async () => {
  const { live, trace } = await reported(write('run.yaml', TEXTS.secfc));
  const text = criticalPathText(live);
  const rounds = live.rounds.filter(({ part }) => part === 'round').length;
  const waits = live.timing?.waits ?? [];
  const [byRound = '', byResource = ''] = text.split('\n\n');
  const rowsOf = (part: string, head: RegExp): number => {
    const lines = part.trimEnd().split('\n');
    return lines.length - 1 - lines.findIndex((line) => head.test(line));
  };
  expect(rowsOf(byRound, /^round /)).toBe(rounds);
  expect(rowsOf(byResource, / share$/)).toBe(waits.length);
  expect(criticalPathText(reportOf(trace))).toBe(text);
  expect(reportText(live)).toMatch(/^waited for +\d+\.\d % /m);
});

test('where there is no result there is no critical path, and nothing is said of links that nobody watched', async () => {
  const { live } = await reported(write('run.yaml', TEXTS.secfc), { signal: AbortSignal.abort() });
  expect(criticalPathText(live)).toBe('there is no critical path, as there is no result\n');
  expect(linksText({ mainLinks: [] })).toBeUndefined();
});

test('a star shows what the server forwards', async () => {
  const { live } = await reported(write('run.yaml', TEXTS.revealing));
  const { links, mainLinks } = live.timing ?? { links: [], mainLinks: [] };
  const forwarded = links
    .filter(({ actor }) => actor === 'server')
    .map(({ forwardedBytes }) => forwardedBytes);
  const between = live.rounds.reduce((sum, row) => sum + row.betweenClients, 0);
  expect(forwarded).toEqual([between, between]);
  expect(linksText({ mainLinks })).toMatch(/^downlink of server +\d+ /m);
  expect(linksText({ mainLinks: links })).toBe(linksText({ mainLinks }));
  expect(mainLinks.filter(({ holds }) => holds).map(({ direction }) => direction)).toEqual([
    'uplink',
    'downlink',
  ]);
});
