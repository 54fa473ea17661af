/** Padding: messages whose sizes differ by less than a block cannot be told apart by their sizes. */

import { z } from 'zod';
import { size } from '../../core/base/units.ts';
import { middleware } from './middleware.ts';

/** What ends the message (ISO/IEC 7816-4); only zeros follow. */
const END = 0x80;

export const pad = middleware({
  name: 'pad',
  summary: 'every message takes up whole blocks of this size',
  setting: size()
    .refine((bytes) => bytes >= 1, { error: 'expected at least 1B' })
    .meta({ description: 'the size of a block', example: '1KiB' }) as z.ZodType<number>,
  layer: (block) => ({
    bytes: {
      wrap(bytes) {
        const padded = new Uint8Array(Math.ceil((bytes.byteLength + 1) / block) * block);
        padded.set(bytes);
        padded[bytes.byteLength] = END;
        return padded;
      },
      unwrap(bytes) {
        const end = bytes.findLastIndex((byte) => byte !== 0);
        return bytes[end] === END && bytes.byteLength % block === 0 ? bytes.subarray(0, end) : undefined;
      },
    },
  }),
});
