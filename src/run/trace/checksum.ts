/**
 * Fletcher's checksum of a record: it detects any changed bit, and swapped bytes. Both sums take four bytes at once, two in each half of
 * a word: byte by byte they would take a twentieth of a small message's time.
 */

import { assert } from '../../core/base/errors.ts';

const WORD_BYTES = 4;
const HALF = 0xffff;
const PAIR = 0xff00ff;
/** Few enough bytes that no sum overflows its half of a word. */
const BLOCK = 64;

/** The checksum of bytes. */
export function checksum(view: DataView, from: number, to: number): number {
  let a = 1;
  let b = 0;
  let at = from;
  while (to - at >= WORD_BYTES) {
    const start = at;
    const end = Math.min(to - WORD_BYTES + 1, at + BLOCK);
    // For bytes 0 and 2, and for 1 and 3, of all words: their sums, and the sums of these before each word.
    let even = 0;
    let odd = 0;
    let evenBefore = 0;
    let oddBefore = 0;
    for (; at < end; at += WORD_BYTES) {
      const word = view.getInt32(at, true);
      evenBefore += even;
      oddBefore += odd;
      even += word & PAIR;
      odd += (word >>> 8) & PAIR;
    }
    const first = even & HALF;
    const second = odd & HALF;
    const third = even >>> 16;
    const fourth = odd >>> 16;
    const before = (evenBefore & HALF) + (evenBefore >>> 16) + (oddBefore & HALF) + (oddBefore >>> 16);
    b += (at - start) * a + 4 * (before + first) + 3 * second + 2 * third + fourth;
    a += first + second + third + fourth;
    a %= 255;
    b %= 255;
  }
  for (; at < to; at++) {
    a += view.getUint8(at);
    b += a;
  }
  return ((b % 255) << 8) | (a % 255);
}

/**
 * Source text that computes the same into `checksum`, for a record of `size` bytes in `view` from `at` on: this tag, and then whole
 * words. The tag is added separately, so that words are read as they were written: a read that overlaps two recent writes waits for
 * both.
 */
export function checksumSource(tag: number, size: number): string {
  const words = (size - 1) / WORD_BYTES;
  assert(Number.isInteger(words) && size <= BLOCK, `a record of ${size} bytes`);
  const lines = Array.from(
    { length: words },
    (_, i) => `word = view.getInt32(at + ${1 + i * WORD_BYTES}, true);
evenBefore += even; oddBefore += odd; even += word & ${PAIR}; odd += (word >>> 8) & ${PAIR};`,
  );
  const first = 1 + tag;
  return `let word, even = 0, odd = 0, evenBefore = 0, oddBefore = 0;
${lines.join('\n')}
const first = even & ${HALF}, second = odd & ${HALF}, third = even >>> 16, fourth = odd >>> 16;
const before = (evenBefore & ${HALF}) + (evenBefore >>> 16) + (oddBefore & ${HALF}) + (oddBefore >>> 16);
const b = ${first * size} + 4 * (before + first) + 3 * second + 2 * third + fourth;
const checksum = ((b % 255) << 8) | ((${first} + first + second + third + fourth) % 255);`;
}
