/** Clocks of parties are aligned so that no message arrives before it was sent, wherever clocks let that be. */

import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctionsOf } from '../../src/real/alignment.ts';
import type { LifeRecord } from '../../src/real/life-record.ts';
import type { Entry } from '../../src/run/trace/record.ts';
import { TraceReader } from '../../src/run/trace/reader.ts';
import { builtMachine } from '../support/built.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { thoroughly } from '../support/long.ts';

interface Sent {
  readonly from: number;
  readonly to: number;
  readonly atNs: number;
  readonly tookNs: number;
}

/** What parties would record of messages if each clock were ahead by its error. */
function recorded(messages: readonly Sent[], aheadNs: readonly number[]): LifeRecord[] {
  return aheadNs.map((ahead, actor) => {
    const entries = messages.flatMap(({ from, to, atNs, tookNs }, id): Entry[] => {
      const common = { id, from, to, payloadBytes: 1, wireBytes: 1, digest: 0 };
      return [
        ...(from === actor
          ? [{ ...common, kind: 'sent', timeNs: atNs + ahead, type: 'note', elements: 1 } as const]
          : []),
        ...(to === actor
          ? [{ ...common, kind: 'delivered', timeNs: atNs + tookNs + ahead, retransmissions: 0 } as const]
          : []),
      ];
    });
    return { actor, life: 1, entries: entries.toSorted((a, b) => a.timeNs - b.timeNs) };
  });
}

/** How many messages arrive before they were sent. */
function early(lives: readonly LifeRecord[], corrections: readonly number[]): number {
  const timeOf = (kind: Entry['kind']): Map<number, number> =>
    new Map(
      lives.flatMap(({ actor, entries }) =>
        entries.flatMap((entry): [number, number][] =>
          entry.kind === kind && 'id' in entry ? [[entry.id, entry.timeNs + corrections[actor]]] : [],
        ),
      ),
    );
  const sentNs = timeOf('sent');
  return [...timeOf('delivered')].filter(([id, timeNs]) => timeNs < (sentNs.get(id) ?? Number.NaN)).length;
}

const PARTIES = 5;
const party = fc.nat(PARTIES - 1);
const ERROR_NS = 1000;

test('whatever the errors of clocks within their bounds, no message is early, and no clock moves further than its bound', () => {
  const messages = fc.array(
    fc.record({ from: party, to: party, atNs: fc.nat(100_000), tookNs: fc.nat(500) }),
    { minLength: 1, maxLength: 60 },
  );
  const errors = fc.array(fc.integer({ min: -ERROR_NS, max: ERROR_NS }), {
    minLength: PARTIES - 1,
    maxLength: PARTIES - 1,
  });
  let wereEarly = 0;
  fc.assert(
    fc.property(messages, errors, (sent, ahead) => {
      const lives = recorded(sent, [0, ...ahead]);
      const corrections = correctionsOf(lives, [0, ...ahead.map(() => ERROR_NS)]);
      if (early(lives, [0, 0, 0, 0, 0]) > 0) wereEarly++;
      expect(early(lives, corrections)).toBe(0);
      expect(corrections[0]).toBe(0);
      for (const ns of corrections) expect(Math.abs(ns)).toBeLessThanOrEqual(ERROR_NS);
    }),
    { numRuns: thoroughly(90, 300), seed: 13 },
  );
  expect(wereEarly).toBeGreaterThan(50);
});

test('a clock that was never compared is moved as far as messages ask', () => {
  const lives = recorded([{ from: 0, to: 1, atNs: 10, tookNs: 5 }], [0, -5_000_000]);
  const corrections = correctionsOf(lives, [0, Number.POSITIVE_INFINITY]);
  expect(early(lives, corrections)).toBe(0);
  expect(corrections).toEqual([0, 4_999_995]);
});

test('clocks that no correction reconciles stay as they were measured', () => {
  const there = { from: 0, to: 1, atNs: 100, tookNs: -50 };
  const back = { from: 1, to: 0, atNs: 200, tookNs: -50 };
  expect(correctionsOf(recorded([there, back], [0, 0]), [0, 10])).toEqual([0, 0]);
});

/** Lets the clock of a process run ahead, and fast by some parts in a million. */
const SKEW = `const { bigint } = process.hrtime;
const startNs = bigint();
const ahead = BigInt(process.env.AHEAD_NS);
const ppm = BigInt(process.env.FAST_PPM);
process.hrtime.bigint = () => {
  const nowNs = bigint();
  return nowNs + ahead + ((nowNs - startNs) * ppm) / 1000000n;
};
`;

describe('parties whose clocks are skewed on purpose', { timeout: 120_000 }, () => {
  const write = temporaryFiles();

  test.skipIf(!existsSync('/usr/bin/env'))('have their messages in order on one clock', async () => {
    const built = await builtMachine();
    const { plugins } = built;
    const skew = write('skew.mjs', SKEW);
    const file = write(
      'skewed.yaml',
      [
        'version: 2',
        'clients: 4',
        'data: { source: gaussian-mixture, points: 40, dimension: 2, components: 2, deviation: 1 }',
        'protocol: { name: secfc, clusters: 2, privacy: 1, timeout: 30s }',
      ].join('\n'),
    );
    const ahead = [0, 5_000_000_000, 7_000_000, 100_000, 3_000_000_000];
    const names = ['server', ...ahead.slice(1).map((_, i) => `client-${i + 1}`)];
    const places = new Map(
      names.map((name, i) => {
        const settings = [`NODE_OPTIONS=--import=${skew}`, `AHEAD_NS=${ahead[i]}`, `FAST_PPM=${i * 50}`];
        return [name, { host: '127.0.0.1', inside: ['/usr/bin/env', ...settings] }];
      }),
    );
    const chunks: Uint8Array[] = [];
    const trace = (bytes: Uint8Array): void => void chunks.push(Uint8Array.from(bytes));
    const scenario = built.loadScenario(file, { plugins });
    const { clocks, findings, endNs } = await built.playHere(scenario, {
      plugins,
      plain: true,
      places,
      trace,
    });
    expect(findings.aborted).toBeUndefined();
    // Seconds apart, they are aligned to what a round trip on this machine takes.
    expect(clocks.errorNs).toBeGreaterThan(0);
    expect(clocks.errorNs).toBeLessThan(0.5e9);
    expect(endNs).toBeLessThan(60e9);
    const entries = [...new TraceReader('skewed', Buffer.concat(chunks)).entries()];
    const sentNs = new Map(entries.flatMap((one) => (one.kind === 'sent' ? [[one.id, one.timeNs]] : [])));
    const arrived = entries.filter((one) => one.kind === 'delivered');
    expect(arrived.length).toBeGreaterThan(20);
    for (const { id, timeNs } of arrived) expect(timeNs).toBeGreaterThanOrEqual(sentNs.get(id) ?? Number.NaN);
  });
});
