import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { isPack, pack, unpack } from '../../../src/output/export/pack.ts';

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
  results: new Map([['labels.csv', bytes('row,cluster')]]),
};

describe('a pack', () => {
  test('gives back what was put in; what lies outside the folder of the scenario only by its digest', () => {
    const packed = pack(CONTENTS);
    expect(isPack(packed)).toBe(true);
    const { trace, data, manifest } = unpack('a.zip', packed);
    expect(Buffer.from(trace).toString()).toBe('the trace');
    expect([...data.keys()]).toEqual(['points.csv']);
    expect(manifest.data.map(({ file, inside }) => [file, inside])).toEqual([
      ['points.csv', true],
      ['../outside.csv', false],
    ]);
    expect(Buffer.from(pack(CONTENTS)).equals(Buffer.from(packed))).toBe(true);
  });

  test('without its data has digests alone', () => {
    const { data, manifest } = unpack('a.zip', pack({ ...CONTENTS, withData: false }));
    expect(data.size).toBe(0);
    expect(manifest.data[0].sha256).toMatch(/^[0-9a-f]{64}$/);
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
    expect(() => unpack('a.zip', wrong)).toThrow(message);
  });

  test('with another trace, or data that climb out of it, is refused', () => {
    const { manifest } = unpack('a.zip', pack(CONTENTS));
    const written = (change: object, files: Record<string, Uint8Array>): Uint8Array =>
      zipSync({ 'manifest.json': bytes(JSON.stringify({ ...manifest, ...change })), ...files });
    expect(() => unpack('a.zip', written({}, { 'run.trace': bytes('forged') }))).toThrow(
      'which has been changed',
    );
    const climbing = manifest.data.map((one) => ({ ...one, file: '../../evil', inside: true }));
    const files = { 'run.trace': CONTENTS.trace, 'data/../../evil': bytes('1,2') };
    expect(() => unpack('a.zip', written({ data: climbing }, files))).toThrow(
      'expected the data file ../../evil that was packed, got none',
    );
  });
});
