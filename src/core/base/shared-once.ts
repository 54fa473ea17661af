/**
 * What two parties compute alike, as bytes: the first result is cached until it is requested again, by whichever thread of the run.
 * Results lie in a table in shared memory. A key contains everything that its value depends on, so no outcome depends on what is
 * cached, or on who was first.
 */

import { putWords, utf8 } from './bytes.ts';
import { assert } from './errors.ts';
import { provenance } from './provenance.ts';

/** The words of a slot: its state, the value's length in bytes, the key and the value. */
const STATE = 0;
const LENGTH = 1;
const KEY = 2;
/** A key's words: the name of what is computed, two numbers and twice 32 bytes. */
const NAME_BYTES = 16;
const GIVEN = NAME_BYTES / 4;
const KEY_BYTES = 32;
const ONE = GIVEN + 2;
const OTHER = ONE + KEY_BYTES / 4;
const KEY_WORDS = OTHER + KEY_BYTES / 4;
const VALUE = KEY + KEY_WORDS;
const VALUE_BYTES = 64;
const SLOT_WORDS = VALUE + VALUE_BYTES / 4;

const [FREE, BUSY, FULL] = [0, 1, 2];

/** Enough for the pairs of ten thousand parties with a hundred neighbours each of which one end has computed. */
const BUCKETS = 2 ** 16;
/** A key may be in any slot of its bucket. */
const BUCKET_SLOTS = 4;

/** This thread's table, made when it is needed. The system gives it memory where something is written. */
let table: Int32Array | undefined;

/** Memory for a table of several threads. */
export function newTable(): SharedArrayBuffer {
  return new SharedArrayBuffer(BUCKETS * BUCKET_SLOTS * SLOT_WORDS * 4);
}

/** From now on this thread uses the table in this memory. */
export function useTable(memory: SharedArrayBuffer): void {
  if (table?.buffer !== memory) table = new Int32Array(memory);
}

/** The names of all functions in this thread. */
const names = new Set<string>();

/**
 * A pure function of two parties' bytes, cached as above. A key may be of what is public, and its value a secret of the two: only the
 * holder of this object finds it.
 */
export class SharedOnce {
  readonly #name: Uint8Array;

  /** @param name of the function, which no other in this thread has: at most 16 bytes */
  constructor(name: string) {
    assert(!names.has(name), `another function is called ${name}, and its results are not to be had by name`);
    names.add(name);
    this.#name = utf8(name);
    assert(this.#name.length <= NAME_BYTES, `${name} is too long for the table`);
  }

  /**
   * @param one 32 bytes that hardly any two calls have in common, as has `other`
   * @param given two integers of 32 bits on which the value depends too
   * @param make the value, at most 64 bytes
   */
  of(
    one: Uint8Array,
    other: Uint8Array,
    given: readonly [number, number],
    make: () => Uint8Array,
  ): Uint8Array {
    const words = (table ??= new Int32Array(newTable()));
    assert(one.length === KEY_BYTES && other.length === KEY_BYTES, 'a key has not the length of the table');
    const key = new Int32Array(KEY_WORDS);
    putWords(key, 0, this.#name);
    key.set(given, GIVEN);
    putWords(key, ONE, one);
    putWords(key, OTHER, other);
    const bucket = ((key[ONE] + 31 * key[OTHER]) & (BUCKETS - 1)) * BUCKET_SLOTS * SLOT_WORDS;
    const known = taken(words, bucket, key);
    // Who records where secrets come from must see every one made.
    if (known !== undefined && provenance === undefined) return known;
    const value = make();
    put(words, bucket, key, value);
    return value;
  }
}

/** Takes the value of a key out of its bucket. */
function taken(words: Int32Array, bucket: number, key: Int32Array): Uint8Array | undefined {
  for (let slot = bucket; slot < bucket + BUCKET_SLOTS * SLOT_WORDS; slot += SLOT_WORDS) {
    if (!holds(words, slot, key) || !changes(words, slot, FULL, BUSY)) continue;
    // Another thread may have been faster.
    if (holds(words, slot, key)) {
      const value = new Uint8Array(words[slot + LENGTH]);
      const from = slot + VALUE;
      for (let i = 0; i < value.length; i++) value[i] = words[from + (i >> 2)] >> ((i & 3) << 3);
      Atomics.store(words, slot + STATE, FREE);
      return value;
    }
    Atomics.store(words, slot + STATE, FULL);
  }
  return undefined;
}

/** Puts a value into a free slot, or in place of another value. What another thread is busy with is left alone. */
function put(words: Int32Array, bucket: number, key: Int32Array, value: Uint8Array): void {
  assert(value.length <= VALUE_BYTES, 'a value is too long for the table');
  let slot = bucket;
  for (let i = 1; i < BUCKET_SLOTS && words[slot + STATE] !== FREE; i++) slot += SLOT_WORDS;
  if (!changes(words, slot, FREE, BUSY) && !changes(words, slot, FULL, BUSY)) return;
  words[slot + LENGTH] = value.length;
  words.set(key, slot + KEY);
  putWords(words, slot + VALUE, value);
  Atomics.store(words, slot + STATE, FULL);
}

function holds(words: Int32Array, slot: number, key: Int32Array): boolean {
  for (let i = 0; i < KEY_WORDS; i++) if (words[slot + KEY + i] !== key[i]) return false;
  return true;
}

function changes(words: Int32Array, slot: number, from: number, to: number): boolean {
  return Atomics.compareExchange(words, slot + STATE, from, to) === from;
}
