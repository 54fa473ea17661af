/** Where runs part. */

import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../../src/run/replay/difference.ts';
import { settingsThatDiffer } from '../../../src/run/replay/settings.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { eventful, record, type Recording } from '../../support/recording.ts';

const reader = ({ file }: Pick<Recording, 'file'>): TraceReader => new TraceReader('a.trace', file);

describe('two traces', () => {
  test('of one run do not part', async () => {
    const [a, b] = [await record(eventful()), await record(eventful())];
    expect(compareTraces(reader(a), reader(b))).toEqual({ entries: a.played.log.length, text: '' });
  });

  test('part at the first entry that differs, with what stands before it and behind it in each', async () => {
    const [a, b] = [await record(eventful()), await record(eventful({ said: 2 }))];
    const [one, two] = [a, b].map((recording) => [...reader(recording).entries()]);
    const first = one.findIndex(
      (entry, i) => entry.kind === 'sent' && entry.digest !== (two[i] as typeof entry).digest,
    );
    const { entries, parting, text } = compareTraces(reader(a), reader(b));
    expect(entries).toBe(first);
    expect(parting).toEqual({ number: first + 1, earlier: one[first], now: two[first] });
    const numbers = [...text.matchAll(/^([ AB]) +(\d+) +\d+\.\d{3} ms /gm)].map(
      ([, mark, number]) => `${mark}${number}`,
    );
    const expected = [-4, -3, -2, -1, 0].map((i) => ` ${first + i}`);
    const behind = ['A', 'B'].flatMap((mark) => [1, 2, 3].map((i) => `${mark}${first + i}`));
    expect(numbers).toEqual([...expected, ...behind]);
    expect(text).toContain('they differ in digest\n\nbefore that\n');
    expect(text).toMatch(/^client-1, client-2, client-3 - round 1: waits$/m);
  });

  test('of which one is longer part where the other is at its end', async () => {
    const [a, b] = [await record(eventful({ rounds: 1 })), await record(eventful({ rounds: 2 }))];
    const { text } = compareTraces(reader(a), reader(a));
    expect(text).toBe('');
    const parted = compareTraces(reader(b), reader(a));
    expect(parted.parting?.number).toBe(compareTraces(reader(a), reader(b)).parting?.number);
  });

  test('of which one is cut off are compared as far as it goes', async () => {
    const { file, played } = await record(eventful());
    const cut = file.subarray(0, Math.floor(file.byteLength * 0.7));
    for (const [a, b] of [
      [file, cut],
      [cut, file],
    ]) {
      const compared = compareTraces(reader({ file: a }), reader({ file: b }));
      expect(compared.parting).toBeUndefined();
      expect(compared.entries).toBeGreaterThan(10);
      expect(compared.entries).toBeLessThan(played.log.length);
    }
  });

  test('do not part by what was measured', async () => {
    const runs = [await record(eventful()), await record(eventful())].map((recording) =>
      [...reader(recording).entries()].map(({ measuredNs }) => measuredNs),
    );
    expect(runs[0]).not.toEqual(runs[1]);
  });
});

test('settings that differ are named by their paths', () => {
  const a = { seed: 1, protocol: { name: 'secfc', clusters: 2 }, faults: [{ who: 'server' }] };
  const b = { seed: 1, protocol: { name: 'lloyd', clusters: 2 }, faults: [{ who: 'server' }, 3], name: null };
  expect(settingsThatDiffer(a, b)).toEqual([
    'protocol.name: "secfc" in A, "lloyd" in B',
    'faults.1: nothing in A, 3 in B',
    'name: nothing in A, null in B',
  ]);
  expect(settingsThatDiffer(a, structuredClone(a))).toEqual([]);
});
