/** Inflates gzip files (RFC 1952) from anywhere: of one or several members, no further than to a limit. */

import { Gunzip } from 'fflate';
import { crc32 } from './crc32.ts';

/** How many bytes are inflated at once: they become at most a thousand times as many. */
const PIECE = 2 ** 12;

/** A member ends with the checksum and the size of what it holds. */
const TRAILER_BYTES = 8;

/**
 * What a gzip file holds, all its members one after another.
 * @throws if it is damaged, or larger than `most`, with the code `ERR_BUFFER_TOO_LARGE`
 */
export function gunzip(file: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const parts: Uint8Array[] = [];
  let size = 0;
  let memberSize = 0;
  let checksum = 0;
  const endMember = (end: number): void => {
    const isWhole =
      end >= TRAILER_BYTES &&
      view.getUint32(end - TRAILER_BYTES, true) === checksum &&
      view.getUint32(end - 4, true) === memberSize % 2 ** 32;
    if (!isWhole) throw new Error('incorrect data check');
    [memberSize, checksum] = [0, 0];
  };
  const inflating = new Gunzip((part) => {
    size += part.byteLength;
    // The size in the trailer may be anything.
    if (size > most)
      throw Object.assign(new RangeError(`more than ${most} bytes`), { code: 'ERR_BUFFER_TOO_LARGE' });
    memberSize += part.byteLength;
    checksum = crc32(part, checksum);
    parts.push(part);
  });
  inflating.onmember = endMember;
  for (let at = 0; at < file.byteLength; at += PIECE)
    inflating.push(file.subarray(at, at + PIECE), at + PIECE >= file.byteLength);
  endMember(file.byteLength);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
