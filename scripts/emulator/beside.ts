/** What parties say beside the protocol's messages, which no simulation has, as IP counts it: see `src/real/rendezvous.ts`. */

import { FRAME_HEAD_BYTES } from '../../src/real/frame.ts';
import { ANSWERER_BYTES, HEADER_BYTES, OPENER_BYTES } from '../../src/engine/sim/tcp/spec.ts';

/** A name, two hashes in hexadecimal and their names. */
const HELLO_BYTES = 170;
const PING_BYTES = 8;
const PONG_BYTES = 24;
/** All of those before the run, and few of those behind it: parties leave when all are done. */
const PINGS = 9;

/** Of a mesh, opening and closing its connections included. */
export function besideBytes(parties: number): number {
  const frame = (payload: number): number => payload + FRAME_HEAD_BYTES + HEADER_BYTES;
  const acknowledged = (payload: number): number => frame(payload) + HEADER_BYTES;
  const pairs = (parties * (parties - 1)) / 2;
  // Both greet and both are done at the same time: of two acknowledgements one rides on what the other says.
  const ofPair =
    OPENER_BYTES +
    ANSWERER_BYTES +
    frame(HELLO_BYTES) +
    acknowledged(HELLO_BYTES) +
    frame(0) +
    acknowledged(0);
  // A pong acknowledges its ping, and the next ping the pong; ready and go.
  const withMeeting = PINGS * (frame(PING_BYTES) + frame(PONG_BYTES)) + 2 * acknowledged(0);
  return pairs * ofPair + (parties - 1) * withMeeting;
}
