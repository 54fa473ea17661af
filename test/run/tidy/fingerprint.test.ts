import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fingerprints } from '../../../src/run/tidy/fingerprint.ts';
import { withOneEdit } from '../../support/scenario-edits.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load, write } = scenarios();
const folder = (): string => dirname(write('beside.txt', ''));
/** The fingerprint of plain values and of files that they name, by somebody who has read no file yet. */
const of = (scenario: unknown, names: readonly string[] = []): string =>
  new Fingerprints(folder()).of(scenario, names);
/** The same of what a scenario file says. */
const ofText = (text: string, options?: Parameters<typeof load>[1]): string => {
  const { source, files } = load(text, options);
  return of(source, files.named);
};

const POINTS = Array.from({ length: 40 }, (_, i) => `${i},${i % 7}\n`).join('');
const MIXTURE = SMALL.slice(SMALL.indexOf('source:'), SMALL.indexOf('  partition:')).trimEnd();
const FROM_FILE = edited(SMALL, [MIXTURE, 'source: csv\n  file: points.csv']);

test('the same scenario has the same key, whoever looks and however often', () => {
  const fingerprints = new Fingerprints(folder());
  const { source } = load(SMALL);
  const keys = [fingerprints.of(source, []), fingerprints.of(structuredClone(source), []), ofText(SMALL)];
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  // What is laid over a file counts like what stands in it; remarks and layout do not count.
  expect(ofText(SMALL, { seed: 1, set: ['protocol.privacy=2'] })).toBe(keys[0]);
  expect(ofText(`# a remark\n\n${SMALL}`)).toBe(keys[0]);
});

describe('another key has', () => {
  const key = (): string => ofText(SMALL);

  test.each([
    ['seed: 1', 'seed: 2'],
    ['name: small', 'name: smaller'],
    ['clients: 5', 'clients: 6'],
    ['deviation: 1', 'deviation: 1.0000000000000002'],
    ['by: iid', 'by: class, classesPerClient: 2'],
    ['privacy: 2', 'privacy: 1'],
    ['privacy: 2', 'privacy: 2\n  reveal: true'],
    ['rate: 10Mop/s', 'rate: 11Mop/s'],
    ['time: 1h', 'time: 2h'],
  ])('any other setting: %j -> %j', (from, to) => {
    expect(ofText(edited(SMALL, [from, to]))).not.toBe(key());
  });

  test('another seed or setting from outside', () => {
    expect(ofText(SMALL, { seed: 2 })).not.toBe(key());
    expect(ofText(SMALL, { set: ['protocol.maxIterations=3'] })).not.toBe(key());
  });

  test('another protocol of the compare list', () => {
    const text = `${SMALL}compare: [lloyd, kfed]\n`;
    const keys = [0, 1, 2].map((variant) => ofText(text, { variant }));
    expect(new Set(keys).size).toBe(3);
  });

  test('whatever is not the same value', () => {
    const source = load(SMALL).source;
    const same = JSON.stringify(source);
    fc.assert(
      fc.property(withOneEdit(source), (other) => {
        expect(of(other) === of(source)).toBe(JSON.stringify(other) === same);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a file that a scenario names', () => {
  test('counts with every byte', () => {
    const bytes = Buffer.from(POINTS);
    const keyWith = (content: Uint8Array): string => {
      write('points.csv', content);
      return of({}, ['points.csv']);
    };
    const key = keyWith(bytes);
    expect(keyWith(bytes)).toBe(key);
    for (let at = 0; at < bytes.length; at += 11) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1;
      expect(keyWith(changed)).not.toBe(key);
    }
    expect(keyWith(bytes.subarray(1))).not.toBe(key);
    expect(keyWith(Buffer.alloc(0))).not.toBe(key);
  });

  test('counts beside a whole scenario, and one that it does not name does not', () => {
    write('points.csv', `x,y\n${POINTS}`);
    write('others.csv', 'x,y\n1,2\n');
    const key = ofText(FROM_FILE);
    write('others.csv', 'x,y\n2,1\n');
    expect(ofText(FROM_FILE)).toBe(key);
    write('points.csv', `x,y\n${POINTS.replace('3,3', '3,4')}`);
    expect(ofText(FROM_FILE)).not.toBe(key);
  });

  test('counts as it is when it is read first, for as long as a study lasts', () => {
    write('points.csv', POINTS);
    const fingerprints = new Fingerprints(folder());
    const key = fingerprints.of({}, ['points.csv']);
    write('points.csv', 'x\n1\n');
    expect(fingerprints.of({}, ['points.csv'])).toBe(key);
  });

  test('counts when it is there, and is no mistake of ours when it is not', () => {
    const key = of({}, ['later.csv']);
    expect(of({}, ['later.csv'])).toBe(key);
    write('later.csv', POINTS);
    expect(of({}, ['later.csv'])).not.toBe(key);
  });
});
