/**
 * Elements modulo m of one or two 32-bit words, in WebAssembly: masks are most of the work of sums under masks. It accesses its own
 * memory only, so vectors are copied through it piece by piece.
 */

import { PIECE } from './uniform-elements.ts';
import type { ScratchMemory } from './scratch-memory.ts';

/** The exports of wasm/elements.ts: addresses, counts, and the modulus and masks as 64 bits. */
export interface ElementExports {
  keepOneWord: Keep;
  keepTwoWords: Keep;
  addOneWord: Combine;
  addTwoWords: Combine;
  subtractOneWord: Combine;
  subtractTwoWords: Combine;
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

/** Operations in place on vectors of one modulus. */
export interface ShortElements {
  add(vector: Uint32Array, other: Uint32Array): void;
  subtract(vector: Uint32Array, other: Uint32Array): void;
  /** Adds what {@link drawUniform} would draw from the key stream. */
  addUniform(vector: Uint32Array, draw: (words: number) => Uint32Array): void;
  /** Subtracts it. */
  subtractUniform(vector: Uint32Array, draw: (words: number) => Uint32Array): void;
}

/** @param bits of the largest element, m - 1; undefined if they leave no room for a sign in their words */
export function shortElements(
  wasm: ElementExports,
  place: ScratchMemory,
  modulus: bigint,
  bits: number,
): ShortElements | undefined {
  if (bits === 32 || bits > 63) return undefined;
  const one = bits < 32;
  const words = one ? 1 : 2;
  const [keep, add, subtract] = one
    ? [wasm.keepOneWord, wasm.addOneWord, wasm.subtractOneWord]
    : [wasm.keepTwoWords, wasm.addTwoWords, wasm.subtractTwoWords];
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

  function combineUniform(change: Combine, vector: Uint32Array, draw: (words: number) => Uint32Array): void {
    const most = Math.min(vector.length / words, PIECE);
    const room = words * (most + 4);
    // A loop of its own: drawing through the one of drawUniform, with a function for each piece, takes a tenth longer.
    place.with([room, room, room], (drawnAt, residuesAt, vectorAt) => {
      for (let start = 0; start < vector.length;) {
        const wanted = Math.ceil(Math.min((vector.length - start) / words, PIECE) / 4) * 4;
        place.put(drawnAt, draw((wanted * width) / 4));
        const kept = words * keep(drawnAt, wanted, width, mask, modulus, residuesAt);
        const piece = vector.subarray(start, start + kept);
        place.put(vectorAt, piece);
        change(vectorAt, residuesAt, 4 * piece.length, modulus);
        place.take(vectorAt, piece);
        start += piece.length;
      }
    });
  }

  return {
    add: (vector, other) => combine(add, vector, other),
    subtract: (vector, other) => combine(subtract, vector, other),
    addUniform: (vector, draw) => combineUniform(add, vector, draw),
    subtractUniform: (vector, draw) => combineUniform(subtract, vector, draw),
  };
}
