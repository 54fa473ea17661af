/**
 * Compression, by a library in JavaScript: that of Node.js gives other bytes in other versions, and a run would not be the same
 * everywhere.
 */

import { deflateSync, inflateSync } from 'fflate';
import { middleware } from './middleware.ts';

/** What a message begins with: it is as it was, or deflated (RFC 1951), and then its size follows, in 4 bytes. */
const PLAIN = 0;
const DEFLATED = 1;
const HEAD_BYTES = 5;

export const compress = middleware({
  name: 'compress',
  summary: 'every message is deflated if that makes it smaller',
  layer: () => ({ bytes: { wrap: deflate, unwrap: inflate } }),
});

function deflate(bytes: Uint8Array): Uint8Array {
  const deflated = deflateSync(bytes);
  const isSmaller = deflated.byteLength + HEAD_BYTES < bytes.byteLength + 1;
  const content = isSmaller ? deflated : bytes;
  const start = isSmaller ? HEAD_BYTES : 1;
  const whole = new Uint8Array(start + content.byteLength);
  whole[0] = isSmaller ? DEFLATED : PLAIN;
  if (isSmaller) new DataView(whole.buffer).setUint32(1, bytes.byteLength);
  whole.set(content, start);
  return whole;
}

function inflate(bytes: Uint8Array, most: number): Uint8Array | undefined {
  if (bytes[0] === PLAIN) return bytes.subarray(1);
  if (bytes[0] !== DEFLATED || bytes.byteLength < HEAD_BYTES) return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
  if (size > most) return undefined;
  try {
    // With the memory given, nothing is written beyond it.
    const inflated = inflateSync(bytes.subarray(HEAD_BYTES), { out: new Uint8Array(size) });
    return inflated.byteLength === size ? inflated : undefined;
  } catch {
    return undefined;
  }
}
