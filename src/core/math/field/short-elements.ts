/**
 * Elements modulo m of one or two 32-bit words, in WebAssembly: masks are most of the work of sums under masks. It accesses its own
 * memory only, so vectors are copied through it piece by piece.
 */

import { putWords } from '../../base/bytes.ts';
import type { ScratchMemory } from './scratch-memory.ts';
import { PIECE, type UniformTerm } from './uniform-elements.ts';

/** The exports of wasm/elements.ts and wasm/key-stream.ts: addresses, counts, and the modulus and masks as 64 bits. */
export interface ElementExports {
  keyStream(state: number, first: number, blocks: number, stream: number): void;
  keepOneWord: Keep;
  keepTwoWords: Keep;
  keepWords(
    drawn: number,
    count: number,
    mask: number,
    largest: number,
    residues: number,
    places: number,
  ): number;
  addOneWord: Combine;
  addTwoWords: Combine;
  subtractOneWord: Combine;
  subtractTwoWords: Combine;
  unpackOneWord: Unpack;
  unpackTwoWords: Unpack;
}

type Keep = (
  drawn: number,
  count: number,
  width: number,
  mask: bigint,
  modulus: bigint,
  residues: number,
) => number;

type Combine = (vector: number, other: number, bytes: number, modulus: bigint) => void;

type Unpack = (packed: number, count: number, bits: number, modulus: bigint, elements: number) => number;

/** Operations in place on vectors of one modulus. */
export interface ShortElements {
  add(vector: Uint32Array, other: Uint32Array): void;
  subtract(vector: Uint32Array, other: Uint32Array): void;
  /** Adds what {@link drawUniform} would draw from each key stream, or subtracts it. */
  addUniforms(vector: Uint32Array, terms: readonly UniformTerm[]): void;
  /** Fills the vector with packed elements, and returns whether all are residues; undefined if they are too long for that. */
  unpack: ((packed: Uint8Array, vector: Uint32Array) => boolean) | undefined;
}

/** Longer elements may begin at a bit of eight bytes and end beyond them. */
const MOST_PACKED_BITS = 57;

/** Bytes of a key stream drawn at once: few enough for the processor's caches. */
const DRAWN_BYTES = 2 ** 15;

/** A block of ChaCha20, in bytes. As many elements take whole blocks, whatever their width. */
const BLOCK = 64;
/** The cipher writes up to three blocks more than it is asked for. */
export const MORE_WORDS = (3 * BLOCK) / 4;
/** The words that ChaCha20 starts from: its constants, the key, the block's number and the nonce. */
const state = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...new Uint32Array(12));
const FIRST_KEY_WORD = 4;
const FIRST_NONCE_WORD = 13;
const NO_NONCE = new Uint8Array(12);

/** For each set of four lanes, the bytes of its members, in order and at the front. */
const PLACES = Uint32Array.from({ length: 64 }, (_, at) => {
  const lanes = [0, 1, 2, 3].filter((lane) => ((at >> 2) & (1 << lane)) !== 0);
  return 0x03020100 + 0x04040404 * (lanes[at & 3] ?? 0);
});

/** @param bits of the largest element, m - 1; undefined if they leave no room for a sign in two words */
export function shortElements(
  wasm: ElementExports,
  place: ScratchMemory,
  modulus: bigint,
  bits: number,
): ShortElements | undefined {
  if (bits > 63) return undefined;
  const one = bits <= 32;
  const words = one ? 1 : 2;
  const [keep, add, subtract, unpackTo] = one
    ? [wasm.keepOneWord, wasm.addOneWord, wasm.subtractOneWord, wasm.unpackOneWord]
    : [wasm.keepTwoWords, wasm.addTwoWords, wasm.subtractTwoWords, wasm.unpackTwoWords];
  const mask = (1n << BigInt(bits)) - 1n;
  const width = Math.ceil(bits / 8);

  function combine(change: Combine, vector: Uint32Array, other: Uint32Array): void {
    const most = Math.min(vector.length, words * PIECE);
    place.with([most, most], (vectorAt, otherAt) => {
      for (let start = 0; start < vector.length; start += most) {
        const piece = vector.subarray(start, start + most);
        place.put(vectorAt, piece);
        place.put(otherAt, other.subarray(start, start + most));
        change(vectorAt, otherAt, 4 * piece.length, modulus);
        place.take(vectorAt, piece);
      }
    });
  }

  // Not the platform's cipher: it allocates what it draws, which takes five times as long as drawing it where memory is scattered.
  function addUniforms(vector: Uint32Array, terms: readonly UniformTerm[]): void {
    const length = vector.length / words;
    const most = Math.min(Math.ceil(length / BLOCK), Math.floor(DRAWN_BYTES / width / BLOCK)) * BLOCK;
    const sizes = [
      state.length,
      (most * width) / 4 + MORE_WORDS,
      words * most + 4,
      PLACES.length,
      vector.length + 4,
    ];
    place.with(sizes, (stateAt, drawnAt, residuesAt, placesAt, vectorAt) => {
      place.put(placesAt, PLACES);
      place.put(vectorAt, vector);
      for (const { key, times } of terms) {
        place.put(stateAt, stateOf(key));
        const change = times === 1 ? add : subtract;
        for (let done = 0, block = 0; done < length;) {
          const wanted = Math.min(Math.ceil((length - done) / BLOCK) * BLOCK, most);
          const blocks = (wanted / BLOCK) * width;
          wasm.keyStream(stateAt, block, blocks, drawnAt);
          block += blocks;
          const drawn =
            width === 4
              ? wasm.keepWords(drawnAt, wanted, Number(mask), Number(modulus - 1n), residuesAt, placesAt)
              : keep(drawnAt, wanted, width, mask, modulus, residuesAt);
          const kept = Math.min(drawn, length - done);
          // Lanes beyond the last element are combined too.
          place.clear(residuesAt + 4 * words * kept, 4);
          change(vectorAt + 4 * words * done, residuesAt, 4 * words * kept, modulus);
          done += kept;
        }
      }
      place.take(vectorAt, vector);
    });
  }

  return {
    add: (vector, other) => combine(add, vector, other),
    subtract: (vector, other) => combine(subtract, vector, other),
    addUniforms,
    unpack: bits > MOST_PACKED_BITS ? undefined : unpacking(unpackTo, place, modulus, bits),
  };
}

function unpacking(
  by: Unpack,
  place: ScratchMemory,
  modulus: bigint,
  bits: number,
): NonNullable<ShortElements['unpack']> {
  return (packed, vector) => {
    let areBelow = 0;
    // Eight bytes are read from the last one on, too.
    place.with([Math.ceil(packed.length / 4) + 2, vector.length], (packedAt, vectorAt) => {
      new Uint8Array(place.buffer, packedAt, packed.length).set(packed);
      areBelow = by(packedAt, vector.length / Math.ceil(bits / 32), bits, modulus, vectorAt);
      place.take(vectorAt, vector);
    });
    return areBelow === 1;
  };
}

/** What ChaCha20 starts from with this key and nonce; the same array for all. */
export function stateOf(key: Uint8Array, nonce: Uint8Array = NO_NONCE): Uint32Array {
  putWords(state, FIRST_KEY_WORD, key);
  putWords(state, FIRST_NONCE_WORD, nonce);
  return state;
}
