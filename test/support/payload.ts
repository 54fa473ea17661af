/** Bytes as the bus speaks of them. */

import type { Payload } from '../../src/core/engine/messages/payload-view.ts';

export function payloadOf(bytes: Uint8Array): Payload {
  return { memory: bytes, start: 0, end: bytes.byteLength, show: () => bytes };
}
