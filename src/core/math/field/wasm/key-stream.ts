/**
 * The key stream of ChaCha20 (RFC 8439, section 2.3) in AssemblyScript, four blocks at once, one in each lane.
 *
 * Addresses are in bytes.
 */

const BLOCK_BYTES: usize = 64;

function rotated(lanes: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(lanes, bits), i32x4.shr_u(lanes, 32 - bits));
}

/** By whole halves, in two instructions: the constant that one would need has no register left. */
function rotatedBy16(lanes: v128): v128 {
  return v128.shuffle<i8>(lanes, lanes, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
}

/** By whole bytes, in one instruction. */
function rotatedBy8(lanes: v128): v128 {
  return i8x16.swizzle(lanes, i8x16(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

/** A word of the state, in every lane. */
function word(state: usize, place: usize): v128 {
  return v128.load32_splat(state + (place << 2));
}

/** Writes four words of each of the four blocks. */
function interleave(a: v128, b: v128, c: v128, d: v128, stream: usize): void {
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  v128.store(stream, v128.shuffle<i64>(ab, cd, 0, 2));
  v128.store(stream + BLOCK_BYTES, v128.shuffle<i64>(ab, cd, 1, 3));
  const last = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const rest = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  v128.store(stream + 2 * BLOCK_BYTES, v128.shuffle<i64>(last, rest, 0, 2));
  v128.store(stream + 3 * BLOCK_BYTES, v128.shuffle<i64>(last, rest, 1, 3));
}

/**
 * Writes blocks of a key's stream, and up to three more.
 * @param state 16 words: the constants, the key, and zeros for counter and nonce
 * @param first the number of the first block
 */
export function keyStream(state: usize, first: i32, blocks: i32, stream: usize): void {
  for (let block = first; block < first + blocks; block += 4, stream += 4 * BLOCK_BYTES) {
    const numbers = i32x4.add(i32x4.splat(block), i32x4(0, 1, 2, 3));
    let x0 = word(state, 0);
    let x1 = word(state, 1);
    let x2 = word(state, 2);
    let x3 = word(state, 3);
    let x4 = word(state, 4);
    let x5 = word(state, 5);
    let x6 = word(state, 6);
    let x7 = word(state, 7);
    let x8 = word(state, 8);
    let x9 = word(state, 9);
    let x10 = word(state, 10);
    let x11 = word(state, 11);
    let x12 = numbers;
    let x13 = word(state, 13);
    let x14 = word(state, 14);
    let x15 = word(state, 15);
    for (let round = 0; round < 20; round += 2) {
      // The columns.
      x0 = i32x4.add(x0, x4);
      x12 = rotatedBy16(v128.xor(x12, x0));
      x8 = i32x4.add(x8, x12);
      x4 = rotated(v128.xor(x4, x8), 12);
      x0 = i32x4.add(x0, x4);
      x12 = rotatedBy8(v128.xor(x12, x0));
      x8 = i32x4.add(x8, x12);
      x4 = rotated(v128.xor(x4, x8), 7);
      x1 = i32x4.add(x1, x5);
      x13 = rotatedBy16(v128.xor(x13, x1));
      x9 = i32x4.add(x9, x13);
      x5 = rotated(v128.xor(x5, x9), 12);
      x1 = i32x4.add(x1, x5);
      x13 = rotatedBy8(v128.xor(x13, x1));
      x9 = i32x4.add(x9, x13);
      x5 = rotated(v128.xor(x5, x9), 7);
      x2 = i32x4.add(x2, x6);
      x14 = rotatedBy16(v128.xor(x14, x2));
      x10 = i32x4.add(x10, x14);
      x6 = rotated(v128.xor(x6, x10), 12);
      x2 = i32x4.add(x2, x6);
      x14 = rotatedBy8(v128.xor(x14, x2));
      x10 = i32x4.add(x10, x14);
      x6 = rotated(v128.xor(x6, x10), 7);
      x3 = i32x4.add(x3, x7);
      x15 = rotatedBy16(v128.xor(x15, x3));
      x11 = i32x4.add(x11, x15);
      x7 = rotated(v128.xor(x7, x11), 12);
      x3 = i32x4.add(x3, x7);
      x15 = rotatedBy8(v128.xor(x15, x3));
      x11 = i32x4.add(x11, x15);
      x7 = rotated(v128.xor(x7, x11), 7);
      // The diagonals.
      x0 = i32x4.add(x0, x5);
      x15 = rotatedBy16(v128.xor(x15, x0));
      x10 = i32x4.add(x10, x15);
      x5 = rotated(v128.xor(x5, x10), 12);
      x0 = i32x4.add(x0, x5);
      x15 = rotatedBy8(v128.xor(x15, x0));
      x10 = i32x4.add(x10, x15);
      x5 = rotated(v128.xor(x5, x10), 7);
      x1 = i32x4.add(x1, x6);
      x12 = rotatedBy16(v128.xor(x12, x1));
      x11 = i32x4.add(x11, x12);
      x6 = rotated(v128.xor(x6, x11), 12);
      x1 = i32x4.add(x1, x6);
      x12 = rotatedBy8(v128.xor(x12, x1));
      x11 = i32x4.add(x11, x12);
      x6 = rotated(v128.xor(x6, x11), 7);
      x2 = i32x4.add(x2, x7);
      x13 = rotatedBy16(v128.xor(x13, x2));
      x8 = i32x4.add(x8, x13);
      x7 = rotated(v128.xor(x7, x8), 12);
      x2 = i32x4.add(x2, x7);
      x13 = rotatedBy8(v128.xor(x13, x2));
      x8 = i32x4.add(x8, x13);
      x7 = rotated(v128.xor(x7, x8), 7);
      x3 = i32x4.add(x3, x4);
      x14 = rotatedBy16(v128.xor(x14, x3));
      x9 = i32x4.add(x9, x14);
      x4 = rotated(v128.xor(x4, x9), 12);
      x3 = i32x4.add(x3, x4);
      x14 = rotatedBy8(v128.xor(x14, x3));
      x9 = i32x4.add(x9, x14);
      x4 = rotated(v128.xor(x4, x9), 7);
    }
    interleave(
      i32x4.add(x0, word(state, 0)),
      i32x4.add(x1, word(state, 1)),
      i32x4.add(x2, word(state, 2)),
      i32x4.add(x3, word(state, 3)),
      stream,
    );
    interleave(
      i32x4.add(x4, word(state, 4)),
      i32x4.add(x5, word(state, 5)),
      i32x4.add(x6, word(state, 6)),
      i32x4.add(x7, word(state, 7)),
      stream + 16,
    );
    interleave(
      i32x4.add(x8, word(state, 8)),
      i32x4.add(x9, word(state, 9)),
      i32x4.add(x10, word(state, 10)),
      i32x4.add(x11, word(state, 11)),
      stream + 32,
    );
    interleave(
      i32x4.add(x12, numbers),
      i32x4.add(x13, word(state, 13)),
      i32x4.add(x14, word(state, 14)),
      i32x4.add(x15, word(state, 15)),
      stream + 48,
    );
  }
}
