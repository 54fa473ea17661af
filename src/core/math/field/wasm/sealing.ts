/**
 * Authenticated encryption in AssemblyScript: ChaCha20 and Poly1305 (RFC 8439, section 2.8), without associated data. Numbers modulo
 * 2^130 - 5 are in limbs of 26 bits.
 *
 * Addresses are in bytes; see ../sealing-kernel.ts.
 */

import { keyStream } from './key-stream';

const BLOCK_BYTES: i32 = 64;
const PIECE_BYTES: i32 = 16;
const LIMB: u64 = 0x3ffffff;
/** The bit above a piece of 16 bytes, in the highest limb. */
const ABOVE: u64 = 1 << 24;

function limb(at: usize, shift: u64): u64 {
  return (<u64>load<u32>(at) >> shift) & LIMB;
}

/** Puts the code of a text of whole pieces at `tag`; the key are 32 bytes that are used for no other text. */
function authenticate(key: usize, text: usize, length: usize, tag: usize): void {
  const r0 = limb(key, 0);
  const r1 = limb(key + 3, 2) & 0x3ffff03;
  const r2 = limb(key + 6, 4) & 0x3ffc0ff;
  const r3 = limb(key + 9, 6) & 0x3f03fff;
  const r4 = limb(key + 12, 8) & 0x00fffff;
  const s1 = r1 * 5;
  const s2 = r2 * 5;
  const s3 = r3 * 5;
  const s4 = r4 * 5;
  let h0: u64 = 0;
  let h1: u64 = 0;
  let h2: u64 = 0;
  let h3: u64 = 0;
  let h4: u64 = 0;
  for (const end = text + length; text < end; text += PIECE_BYTES) {
    h0 += limb(text, 0);
    h1 += limb(text + 3, 2);
    h2 += limb(text + 6, 4);
    h3 += limb(text + 9, 6);
    h4 += (<u64>load<u32>(text + 12) >> 8) | ABOVE;
    const d0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1;
    const d1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2 + (d0 >> 26);
    const d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3 + (d1 >> 26);
    const d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4 + (d2 >> 26);
    const d4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0 + (d3 >> 26);
    h0 = (d0 & LIMB) + (d4 >> 26) * 5;
    h1 = (d1 & LIMB) + (h0 >> 26);
    h0 &= LIMB;
    h2 = d2 & LIMB;
    h3 = d3 & LIMB;
    h4 = d4 & LIMB;
  }
  h2 += h1 >> 26;
  h3 += h2 >> 26;
  h4 += h3 >> 26;
  h0 += (h4 >> 26) * 5;
  h1 = (h1 & LIMB) + (h0 >> 26);
  h2 = (h2 & LIMB) + (h1 >> 26);
  h3 = (h3 & LIMB) + (h2 >> 26);
  h4 = (h4 & LIMB) + (h3 >> 26);
  h0 &= LIMB;
  h1 &= LIMB;
  h2 &= LIMB;
  h3 &= LIMB;
  // Less the modulus, unless that is negative.
  const g0 = h0 + 5;
  const g1 = h1 + (g0 >> 26);
  const g2 = h2 + (g1 >> 26);
  const g3 = h3 + (g2 >> 26);
  const g4 = h4 + (g3 >> 26);
  const reduced = 0 - (g4 >> 26);
  h0 = chosen(h0, g0, reduced);
  h1 = chosen(h1, g1, reduced);
  h2 = chosen(h2, g2, reduced);
  h3 = chosen(h3, g3, reduced);
  h4 = chosen(h4, g4, reduced);
  const low = h0 | (h1 << 26) | (h2 << 52);
  const high = (h2 >> 12) | (h3 << 14) | (h4 << 40);
  const sum = low + load<u64>(key + 16);
  store<u64>(tag, sum);
  store<u64>(tag + 8, high + load<u64>(key + 24) + <u64>(sum < low));
}

/** The limb of the second number if the mask is all ones, else the first's. */
function chosen(one: u64, other: u64, mask: u64): u64 {
  return (one & ~mask) | (other & mask & LIMB);
}

/** The code of a ciphertext, behind which there is room for two pieces more. */
function authenticateText(stream: usize, text: usize, length: i32, tag: usize): void {
  const padded = (length + PIECE_BYTES - 1) & -PIECE_BYTES;
  memory.fill(text + length, 0, padded - length);
  store<u64>(text + padded, 0);
  store<u64>(text + padded + 8, length);
  authenticate(stream, text, padded + PIECE_BYTES, tag);
}

function encrypt(stream: usize, text: usize, length: i32): void {
  for (let at = 0; at < length; at += PIECE_BYTES) {
    const piece = text + at;
    v128.store(piece, v128.xor(v128.load(piece), v128.load(stream + BLOCK_BYTES + at)));
  }
}

function blocksFor(length: i32): i32 {
  return 1 + (length + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

/**
 * Encrypts a text in place, behind which there is room for two pieces more.
 * @param state that ChaCha20 starts from
 * @param stream receives the key stream
 * @param tag receives the code, 16 bytes
 */
export function seal(state: usize, stream: usize, text: usize, length: i32, tag: usize): void {
  keyStream(state, 0, blocksFor(length), stream);
  encrypt(stream, text, length);
  authenticateText(stream, text, length, tag);
}

/**
 * Decrypts a text in place; see {@link seal}.
 * @param expected its code
 * @returns whether that is right
 */
export function unseal(
  state: usize,
  stream: usize,
  text: usize,
  length: i32,
  tag: usize,
  expected: usize,
): bool {
  keyStream(state, 0, blocksFor(length), stream);
  authenticateText(stream, text, length, tag);
  encrypt(stream, text, length);
  return !v128.any_true(v128.xor(v128.load(tag), v128.load(expected)));
}
