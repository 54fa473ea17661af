/** Files of gzip in a browser: the same as on Node.js, and no more memory than allowed, whatever they claim. */

import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gunzip } from '../../../src/core/platform/browser/gunzip.ts';
import { platform } from '../../../src/core/platform/node.ts';
import { thoroughly } from '../../support/long.ts';

const MOST = 2 ** 20;

/** What both give: the bytes, or the code of an error. */
function bothOf(file: Uint8Array, most = MOST): { readonly here: unknown; readonly onNode: unknown } {
  const of = (inflate: typeof gunzip): unknown => {
    try {
      return [...inflate(file, most)];
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged';
    }
  };
  return { here: of(gunzip), onNode: of(platform.bytes.gunzip) };
}

/** Bytes that compress well, and bytes that do not. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 20_000 }),
  fc
    .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 255 }))
    .map(([length, byte]) => new Uint8Array(length).fill(byte)),
);

describe('a gzip file in a browser', () => {
  test('inflates to what it does on Node.js, of one member or of several', () => {
    fc.assert(
      fc.property(fc.array(contents, { minLength: 1, maxLength: 3 }), (members) => {
        const { here, onNode } = bothOf(Buffer.concat(members.map((member) => gzipSync(member))));
        expect(here).toEqual(members.flatMap((member) => [...member]));
        expect(onNode).toEqual(here);
      }),
      { numRuns: thoroughly(12, 40) },
    );
  });

  test('is refused where it is on Node.js if a byte of it is wrong or its end is missing', () => {
    const file = gzipSync(Uint8Array.from({ length: 300 }, (_, i) => (i * i) % 251));
    for (let end = 0; end < file.byteLength; end++)
      expect(bothOf(file.subarray(0, end)), `${end} bytes`).toEqual({ here: 'damaged', onNode: 'damaged' });
    // The header's flags, time and system say nothing of the contents.
    for (let at = 10; at < file.byteLength; at++) {
      const wrong = Uint8Array.from(file);
      wrong[at] ^= 1;
      expect(bothOf(wrong), `byte ${at}`).toEqual({ here: 'damaged', onNode: 'damaged' });
    }
  });

  test('is inflated no further than allowed, though its trailer claims to be small', () => {
    const file = gzipSync(new Uint8Array(2 ** 26));
    new DataView(file.buffer, file.byteOffset, file.byteLength).setUint32(file.byteLength - 4, 10, true);
    expect(bothOf(file)).toEqual({ here: 'too large', onNode: 'too large' });
    const exact = gzipSync(new Uint8Array(1000));
    expect(bothOf(exact, 1000).here).toHaveLength(1000);
    expect(bothOf(exact, 999).here).toBe('too large');
  });
});
