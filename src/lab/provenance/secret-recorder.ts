/** What the functions of the kit tell of one run, as secrets, vectors and uses of keys. */

import type { ProvenanceRecorder } from '../../core/base/provenance.ts';
import { utf8 } from '../../core/base/bytes.ts';
import { bytesIn } from './saved.ts';
import { type Secret, Secrets } from './secrets.ts';
import { plus, SIGNS_MODULUS, type Source, type Streams, Vectors } from './vectors.ts';
import { bytesOf, contentOf } from './windows.ts';

/** Who computes what, when: as far as it is known. */
export interface Occasion {
  readonly party: string;
  readonly task: string;
  readonly round: number;
}

/** A key with which noise was drawn. */
export interface Tossed {
  /** Undefined for bytes that are no secret. */
  readonly key: Secret | undefined;
  readonly bytes: Uint8Array;
  readonly on: Occasion | undefined;
}

/** What a key is for: it must be for one thing only. */
export type Purpose = 'a mask or shares' | 'noise' | 'encryption' | 'X25519' | 'Ed25519';

/** A digest, and the vectors that it commits to. */
export interface Commitment {
  readonly digest: Uint8Array;
  readonly from: readonly Secret[];
  readonly contents: readonly string[];
}

/** Numbers are shared as 32 bytes, whichever end comes first; smaller numbers are no keys. */
const KEY_BYTES = 32;
const LEAST_KEY = 1n << 200n;

/** Pieces of a stream up to this length are followed: salts and nonces, but not masks. */
const MOST_WORDS = 2 ** 12;

export class SecretRecorder implements ProvenanceRecorder {
  readonly secrets = new Secrets();
  readonly vectors = new Vectors();
  readonly tossings: Tossed[] = [];
  readonly commitments: Commitment[] = [];
  /** By party, what it kept where it survives a crash, at any time: by its contents. */
  readonly kept = new Map<string, Map<string, Uint8Array>>();
  /** By the name of a stream's vector: the key, and undefined for bytes that are no secret. */
  readonly keys = new Map<Source, Secret | undefined>();
  /** The coefficients of the polynomials with which secrets are shared, without the secrets themselves. */
  readonly polynomials = new Map<Secret, readonly bigint[]>();
  /** The key streams of numbers that were drawn. */
  readonly elements = new Map<bigint, Source>();
  readonly purposes = new Map<Secret, Set<Purpose>>();
  /** Whether something was encrypted with a key that is no secret. */
  encryptsInPublic = false;
  /** Keys of ciphertexts that encrypt two plaintexts under one nonce. */
  readonly repeated = new Set<Secret>();
  /** Keys of streams from which vectors of different shapes are drawn, or two in one computation. */
  readonly redrawn = new Set<Secret>();
  readonly #drawnOn = new Map<string, Occasion | undefined>();
  readonly #shapes = new Map<string, string>();
  readonly #plaintexts = new Map<string, string>();
  readonly #held = new WeakMap<object, Uint8Array>();
  /** Who computes now. */
  on: Occasion | undefined;

  drawn(name: readonly string[], key: Uint8Array): void {
    const [scope, party, ...stream] = name;
    if (scope === 'actors') this.secrets.add(key, { kind: 'drawn', party, stream: stream.join(' ') });
  }

  derived(from: readonly (string | Uint8Array | Uint32Array)[], to: Uint8Array): void {
    const parts = from.map((part) => (typeof part === 'string' ? utf8(part) : bytesOf(part)));
    const secrets = [...new Set(parts.flatMap((part) => this.secrets.in(part)))];
    const contents = parts.filter((part) => this.vectors.ofContents(part) !== undefined).map(contentOf);
    if (contents.length > 0) this.commitments.push({ digest: to.slice(), from: secrets, contents });
    else this.secrets.add(to, { kind: 'derived', from: secrets });
  }

  held(key: object, bytes: Uint8Array, secretOf?: 'X25519' | 'Ed25519'): void {
    this.#held.set(key, bytes.slice());
    if (secretOf !== undefined) this.#use(bytes, secretOf);
  }

  published(secret: object, publicKey: Uint8Array): void {
    const owner = this.secrets.find(this.#bytesOf(secret));
    if (owner !== undefined) this.secrets.publish(publicKey, owner);
  }

  agreed(own: object, other: object, shared: Uint8Array): void {
    const secret = this.secrets.find(this.#bytesOf(own));
    const others = this.secrets.ownerOf(this.#bytesOf(other));
    // With a key that is no secret, anybody agrees on this.
    if (secret === undefined) return;
    this.secrets.add(shared, { kind: 'agreed', either: others === undefined ? [secret] : [secret, others] });
  }

  encrypted(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, sealed: Uint8Array): void {
    this.#use(key, 'encryption');
    const secret = this.secrets.find(key);
    this.encryptsInPublic ||= secret === undefined;
    this.secrets.addCiphertext(sealed, { key: secret, plain: plain.slice() });
    const under = `${contentOf(key)} ${contentOf(nonce)}`;
    const before = this.#plaintexts.get(under);
    this.#plaintexts.set(under, contentOf(plain));
    if (secret !== undefined && before !== undefined && before !== contentOf(plain))
      this.repeated.add(secret);
  }

  shared(coefficients: readonly unknown[], share: unknown): void {
    const [secret] = coefficients;
    if (typeof secret !== 'bigint' || typeof share !== 'bigint' || share < LEAST_KEY) return;
    const of = bothOrders(secret)
      .map((bytes) => this.secrets.find(bytes))
      .find((one) => one !== undefined);
    if (of === undefined) return;
    // Leading zeros lower the degree.
    const threshold = coefficients.findLastIndex((one) => one !== 0n) + 1;
    for (const bytes of bothOrders(share)) this.secrets.addShare(bytes, { of, threshold, name: `${share}` });
    this.polynomials.set(of, coefficients.slice(1) as bigint[]);
  }

  listed(vector: Uint32Array, elements: readonly bigint[]): void {
    const streams = this.vectors.on(vector);
    if (streams === undefined || streams.times.size !== 1) return;
    const [source] = streams.times.keys();
    for (const element of elements) this.elements.set(element, source);
  }

  streamed(key: Uint8Array, words: Uint32Array): void {
    const from = this.secrets.find(key);
    if (words.length > MOST_WORDS || from === undefined) return;
    const bytes = bytesOf(words);
    for (let at = 0; at + KEY_BYTES <= bytes.length; at += KEY_BYTES)
      this.secrets.add(bytes.subarray(at, at + KEY_BYTES), { kind: 'derived', from: [from] });
  }

  tossed(key: Uint8Array): void {
    this.#use(key, 'noise');
    this.tossings.push({ key: this.secrets.find(key), bytes: key.slice(), on: this.on });
  }

  uniform(key: Uint8Array, p: number, vectors: readonly Uint32Array[]): void {
    const modulus = BigInt(p);
    this.#draw(key, `${vectors.length} of ${vectors[0]?.length ?? 0} modulo ${p}`, `${p}`);
    vectors.forEach((vector, at) => {
      const source = this.#source(key, `${p} ${at}`);
      this.vectors.put(vector, { modulus, times: new Map([[source, 1n]]) });
    });
  }

  changing(vector: Uint32Array): (by: Uint8Array | Uint32Array, times: number) => void {
    let streams = this.vectors.on(vector);
    return (by, times) => {
      if (by instanceof Uint8Array) this.#draw(by, `${vector.length}`, '');
      const more: Streams | undefined =
        by instanceof Uint32Array
          ? this.vectors.on(by)
          : { modulus: SIGNS_MODULUS, times: new Map([[this.#source(by, ''), 1n]]) };
      if (streams === undefined && more === undefined) return;
      streams = plus(streams, more, BigInt(times), SIGNS_MODULUS);
      this.vectors.put(vector, streams);
    };
  }

  combined(
    modulus: number | bigint,
    weights: readonly (readonly (number | bigint)[])[],
    inputs: readonly Uint32Array[],
    outputs: readonly Uint32Array[],
  ): void {
    const known = inputs.map((input) => this.vectors.on(input));
    if (known.every((one) => one === undefined)) return;
    const p = BigInt(modulus);
    outputs.forEach((output, a) => {
      let sum: Streams | undefined;
      known.forEach((one, b) => (sum = plus(sum, one, BigInt(weights[a][b]), p)));
      if (sum === undefined) return;
      this.vectors.put(output, sum);
      this.vectors.send(sum, bytesOf(output));
    });
  }

  packed(vector: Uint32Array, bytes: Uint8Array): void {
    const streams = this.vectors.on(vector);
    if (streams !== undefined) this.vectors.send(streams, bytes);
  }

  unpacked(bytes: Uint8Array, vector: Uint32Array): void {
    const streams = this.vectors.ofContents(bytes);
    if (streams !== undefined) this.vectors.put(vector, streams);
  }

  saved(party: string, value: unknown): void {
    const kept = this.kept.get(party) ?? new Map<string, Uint8Array>();
    for (const bytes of bytesIn(value)) {
      const name = contentOf(bytes);
      if (!kept.has(name)) kept.set(name, bytes.slice());
    }
    this.kept.set(party, kept);
  }

  #source(key: Uint8Array, vector: string): Source {
    this.#use(key, 'a mask or shares');
    const name = `${contentOf(key)} ${vector}`;
    this.keys.set(name, this.secrets.find(key));
    return name;
  }

  /** Remembers what is drawn from a key stream: always the same. */
  #draw(key: Uint8Array, shape: string, what: string): void {
    const name = `${contentOf(key)} ${what}`;
    const before = this.#shapes.get(name);
    this.#shapes.set(name, before ?? shape);
    const secret = this.secrets.find(key);
    const again = this.on !== undefined && this.#drawnOn.get(name) === this.on;
    this.#drawnOn.set(name, this.on);
    if (secret !== undefined && (again || (before !== undefined && before !== shape)))
      this.redrawn.add(secret);
  }

  #use(key: Uint8Array, purpose: Purpose): void {
    const secret = this.secrets.find(key);
    if (secret === undefined) return;
    const purposes = this.purposes.get(secret);
    if (purposes === undefined) this.purposes.set(secret, new Set([purpose]));
    else purposes.add(purpose);
  }

  #bytesOf(key: object): Uint8Array {
    return this.#held.get(key) ?? new Uint8Array();
  }
}

/** A number of up to 256 bits as 32 bytes, the most significant first and last; what is beyond is left out. */
function bothOrders(value: bigint): Uint8Array[] {
  const bytes = new Uint8Array(KEY_BYTES);
  for (let i = 0; i < KEY_BYTES; i++) bytes[KEY_BYTES - 1 - i] = Number((value >> BigInt(8 * i)) & 0xffn);
  return [bytes, bytes.toReversed()];
}
