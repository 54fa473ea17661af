/**
 * One seed, many named streams. A name gives the same stream whatever else is drawn, so adding a client or a
 * fault does not change the draws of the others. Requesting a name twice is an error, since two users of one
 * stream would affect each other's draws.
 *
 * There are two kinds: statistical streams (xoroshiro128+, fast) for data, latencies and choices, and keys of
 * cryptographic streams (ChaCha20, RFC 8439) for everything that privacy rests on. Both are keyed by SHA-256
 * of the seed, the kind and the name.
 */

import { platform } from '#platform';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { wordAt } from './bytes.ts';
import { assert } from './errors.ts';
import { provenance } from './provenance.ts';

/** What draws are made of. */
export interface Draws {
  /** A double in [0, 1) with 53 random bits. */
  uniform(): number;
  /** An integer in [0, bound). */
  integer(bound: number): number;
}

/** A stream of statistical randomness. */
export class Stream implements Draws {
  readonly #generator: RandomGenerator;

  /** @param key at least 16 bytes */
  constructor(key: Uint8Array) {
    this.#generator = xoroshiro128plusFromState([
      wordAt(key, 0),
      wordAt(key, 4),
      wordAt(key, 8),
      wordAt(key, 12),
    ]);
  }

  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  integer(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1);
  }

  /** Shuffles in place (Fisher-Yates) and returns the same array. */
  shuffle<A extends { readonly length: number; [index: number]: number }>(items: A): A {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

type Kind = 'statistical' | 'cryptographic';

/** The named streams of one seed. */
export class Random {
  readonly #seed: number;
  readonly #prefix: readonly string[];
  readonly #used: Set<string>;
  readonly #secret: string | undefined;

  /**
   * @param seed an integer in [0, 2^53)
   * @param secret replaces the seed in deriving cryptographic keys, where nobody else may know them
   */
  constructor(seed: number, prefix: readonly string[] = [], used = new Set<string>(), secret?: string) {
    if (!(Number.isSafeInteger(seed) && seed >= 0))
      assert(false, `the seed ${seed} is not an integer in [0, 2^53)`);
    this.#seed = seed;
    this.#prefix = prefix;
    this.#used = used;
    this.#secret = secret;
  }

  /** These streams with `prefix` before every name: what an actor is given. */
  scope(...prefix: string[]): Random {
    // Not spread into a new array, which would reserve room for more: a million actors have a scope each.
    return new Random(this.#seed, this.#prefix.concat(prefix), this.#used, this.#secret);
  }

  /** These streams for somebody who repeats earlier steps: each may be requested once more. */
  again(...prefix: string[]): Random {
    return new Random(this.#seed, [...this.#prefix, ...prefix], new Set(), this.#secret);
  }

  /** The statistical stream of this name. */
  stream(...name: string[]): Stream {
    return new Stream(this.streamKey(...name));
  }

  /** The key of the statistical stream of this name, for a task that draws from it in another thread. */
  streamKey(...name: string[]): Uint8Array {
    return this.#key('statistical', name);
  }

  /**
   * Many statistical streams, one for each member: `family('a')('b')` is `stream('a', 'b')`. Only the
   * family's name is checked for reuse; its single owner must request each member only once, since
   * remembering millions of names costs more than drawing.
   */
  family(...name: string[]): (...member: string[]) => Stream {
    const keys = this.familyOfKeys(...name);
    return (...member) => new Stream(keys(...member));
  }

  /** The keys of the streams of a {@link family}. */
  familyOfKeys(...name: string[]): (...member: string[]) => Uint8Array {
    const own = this.#claimed('statistical', name);
    // Everything before the member's own name in the JSON of its full name.
    const head = own.slice(0, -1);
    return (...member) => {
      let full = head;
      for (const part of member) full += `,${PLAIN.test(part) ? `"${part}"` : JSON.stringify(part)}`;
      return platform.crypto.sha256(`${full}]`);
    };
  }

  /** The 32-byte key of the cryptographic stream of this name; {@link keystream} expands it, in any thread. */
  secretKey(...name: string[]): Uint8Array {
    const key = this.#key('cryptographic', name);
    provenance?.drawn([...this.#prefix, ...name], key);
    return key;
  }

  #key(kind: Kind, name: readonly string[]): Uint8Array {
    return platform.crypto.sha256(this.#claimed(kind, name));
  }

  /** What the key of a stream is the hash of, from which the streams of others would follow: no error may contain it. */
  #claimed(kind: Kind, name: readonly string[]): string {
    const root = kind === 'cryptographic' ? (this.#secret ?? this.#seed) : this.#seed;
    const full = JSON.stringify([root, kind, ...this.#prefix, ...name]);
    const before = this.#used.size;
    this.#used.add(full);
    if (this.#used.size === before)
      assert(false, `the ${kind} stream ${[...this.#prefix, ...name].join(' ')} is asked for twice`);
    return full;
  }
}

/** What JSON only puts between quotation marks: names of actors, of which a million may open links. */
const PLAIN = /^[\w-]*$/;

/** Expands a key into consecutive 32-bit words: ChaCha20 with a zero nonce, from block 0, as little-endian words. */
export function keystream(key: Uint8Array): (words: number) => Uint32Array {
  const stream = platform.crypto.keystream(key);
  return (words) => {
    const { buffer, byteOffset, byteLength } = stream(words * Uint32Array.BYTES_PER_ELEMENT);
    // The buffer may be shared with others, or misaligned for words.
    const alone = byteOffset === 0 && buffer.byteLength === byteLength;
    const drawn = new Uint32Array(
      alone ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer,
    );
    provenance?.streamed(key, drawn);
    return drawn;
  };
}
