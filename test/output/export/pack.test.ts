import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  dataIn,
  isPack,
  manifestIn,
  MOST_PACK_BYTES,
  pack,
  traceIn,
} from '../../../src/output/export/pack.ts';
import { packBomb } from '../../support/zip-bomb.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const CONTENTS = {
  trace: bytes('the trace'),
  scenario: { name: 'one' },
  made: { cahoots: '1' },
  data: new Map([
    ['points.csv', bytes('1,2')],
    ['../outside.csv', bytes('3,4')],
  ]),
  withData: true,
  results: new Map([['labels.csv', bytes('rowFrom0,cluster')]]),
};

describe('a pack', () => {
  test('gives back what was put in; what lies outside the folder of the scenario only by its digest', () => {
    const packed = pack(CONTENTS);
    expect(isPack(packed)).toBe(true);
    expect(Buffer.from(traceIn('a.zip', packed)).toString()).toBe('the trace');
    expect([...dataIn('a.zip', packed).keys()]).toEqual(['points.csv']);
    expect(manifestIn('a.zip', packed).data.map(({ file, inside }) => [file, inside])).toEqual([
      ['points.csv', true],
      ['../outside.csv', false],
    ]);
    expect(Buffer.from(pack(CONTENTS)).equals(Buffer.from(packed))).toBe(true);
  });

  test('without its data has digests alone', () => {
    const packed = pack({ ...CONTENTS, withData: false });
    expect(dataIn('a.zip', packed).size).toBe(0);
    expect(manifestIn('a.zip', packed).data[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    [
      'another ZIP',
      zipSync({ 'a.txt': bytes('a') }),
      'a.zip: expected a pack of cahoots pack, got another ZIP',
    ],
    [
      'a damaged one',
      pack(CONTENTS).subarray(0, 300),
      'a.zip: expected a pack of cahoots pack, got a ZIP that is damaged',
    ],
  ])('%s is refused', (_, wrong, message) => {
    expect(() => traceIn('a.zip', wrong)).toThrow(message);
    expect(() => dataIn('a.zip', wrong)).toThrow(message);
  });

  test('with another trace, or data that climb out of it, is refused', () => {
    const manifest = manifestIn('a.zip', pack(CONTENTS));
    const written = (change: object, files: Record<string, Uint8Array>): Uint8Array =>
      zipSync({ 'manifest.json': bytes(JSON.stringify({ ...manifest, ...change })), ...files });
    expect(() => traceIn('a.zip', written({}, { 'run.trace': bytes('forged') }))).toThrow(
      'which has been changed',
    );
    const climbing = manifest.data.map((one) => ({ ...one, file: '../../evil', inside: true }));
    const files = { 'run.trace': CONTENTS.trace, 'data/../../evil': bytes('1,2') };
    expect(() => dataIn('a.zip', written({ data: climbing }, files))).toThrow(
      'expected the data file ../../evil that was packed, got none',
    );
  });
  const LARGE = 2 ** 30;
  const NOT_AS_DECLARED = 'got a ZIP that is damaged: a file does not have the size that it should have';
  test.each([
    ['has a large trace', { bytes: LARGE }, 'got a ZIP that is too large: its files have more than'],
    ['has a larger trace than it says', { bytes: LARGE, declared: 1000 }, NOT_AS_DECLARED],
    ['has a smaller trace than it says', { bytes: 2 ** 24, declared: 2 ** 25 }, NOT_AS_DECLARED],
    ['has a large manifest', { bytes: 0, manifestBytes: 2 ** 24 }, 'too large: manifest.json has more than'],
  ])('that %s is refused for its size', (_, bomb, message) => {
    expect(() => traceIn('a.zip', packBomb(bomb))).toThrow(message);
  });

  test('with another file than its directory lists is refused', () => {
    const packed = Buffer.from(pack(CONTENTS));
    packed.write('run.tracy', packed.indexOf('run.trace'));
    expect(() => traceIn('a.zip', packed)).toThrow('got a ZIP that is damaged: a file is missing');
  });

  test('is not made of more than may be in one', () => {
    const trace = new Uint8Array(MOST_PACK_BYTES);
    expect(() => pack({ ...CONTENTS, trace })).toThrow(`expected at most ${MOST_PACK_BYTES} B to pack, got `);
  });
});
