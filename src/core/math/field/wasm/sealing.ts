/**
 * ChaCha20-Poly1305 (RFC 8439) of short texts without associated data, in AssemblyScript. Four blocks of the key stream are computed
 * at once: the first is the key of the code, the others hide the text.
 *
 * Everything lies behind one address: the rows of the blocks, then what these constants name.
 */

const KEY: usize = 256;
const NONCE: usize = 288;
const CODE_KEY: usize = 304;
const TAG: usize = 336;
/** The text, followed by zeros up to 16 bytes, and by 16 for its length. */
const TEXT: usize = 352;

const BLOCK_BYTES: i32 = 64;
const BLOCKS: i32 = 4;

/** A word of the first state, for each of four blocks. */
function first(work: usize, row: i32, counter: i32): v128 {
  if (row === 0) return i32x4.splat(0x61707865);
  if (row === 1) return i32x4.splat(0x3320646e);
  if (row === 2) return i32x4.splat(0x79622d32);
  if (row === 3) return i32x4.splat(0x6b206574);
  if (row < 12) return i32x4.splat(load<i32>(work + KEY + ((<usize>(row - 4)) << 2)));
  if (row === 12) return i32x4.add(i32x4.splat(counter), i32x4(0, 1, 2, 3));
  return i32x4.splat(load<i32>(work + NONCE + ((<usize>(row - 13)) << 2)));
}

function turned(words: v128, left: i32): v128 {
  return v128.or(i32x4.shl(words, left), i32x4.shr_u(words, 32 - left));
}

function quarterRound(a: usize, b: usize, c: usize, d: usize): void {
  let wa = v128.load(a);
  let wb = v128.load(b);
  let wc = v128.load(c);
  let wd = v128.load(d);
  wa = i32x4.add(wa, wb);
  wd = turned(v128.xor(wd, wa), 16);
  wc = i32x4.add(wc, wd);
  wb = turned(v128.xor(wb, wc), 12);
  wa = i32x4.add(wa, wb);
  wd = turned(v128.xor(wd, wa), 8);
  wc = i32x4.add(wc, wd);
  wb = turned(v128.xor(wb, wc), 7);
  v128.store(a, wa);
  v128.store(b, wb);
  v128.store(c, wc);
  v128.store(d, wd);
}

/** Computes the blocks from this one on: word w of block j is lane j of row w. */
function blocks(work: usize, counter: i32): void {
  for (let row = 0; row < 16; row++) v128.store(work + ((<usize>row) << 4), first(work, row, counter));
  for (let round = 0; round < 20; round += 2) {
    quarterRound(work, work + 64, work + 128, work + 192);
    quarterRound(work + 16, work + 80, work + 144, work + 208);
    quarterRound(work + 32, work + 96, work + 160, work + 224);
    quarterRound(work + 48, work + 112, work + 176, work + 240);
    quarterRound(work, work + 80, work + 160, work + 240);
    quarterRound(work + 16, work + 96, work + 176, work + 192);
    quarterRound(work + 32, work + 112, work + 128, work + 208);
    quarterRound(work + 48, work + 64, work + 144, work + 224);
  }
  for (let row = 0; row < 16; row++) {
    const at = work + ((<usize>row) << 4);
    v128.store(at, i32x4.add(v128.load(at), first(work, row, counter)));
  }
}

/** The key of the code, from the first blocks. */
function takeCodeKey(work: usize): void {
  for (let i: usize = 0; i < 8; i++) store<u32>(work + CODE_KEY + (i << 2), load<u32>(work + (i << 4)));
}

/** Hides the text, or shows it again; the first blocks are there. */
function hide(work: usize, length: i32): void {
  let block = 1;
  let counter = 0;
  for (let at = 0; at < length; at += BLOCK_BYTES, block++) {
    if (block === BLOCKS) {
      counter += BLOCKS;
      blocks(work, counter);
      block = 0;
    }
    const end = min(length, at + BLOCK_BYTES);
    let stream = work + ((<usize>block) << 2);
    for (let i = at; i < end; i += 4, stream += 16) {
      const place = work + TEXT + <usize>i;
      store<u32>(place, load<u32>(place) ^ load<u32>(stream));
    }
  }
}

/** Writes what follows the text. @returns how many blocks of 16 bytes all of it is */
function pad(work: usize, length: i32): i32 {
  const whole = (length + 15) & ~15;
  for (let i = length; i < whole; i++) store<u8>(work + TEXT + <usize>i, 0);
  store<u64>(work + TEXT + <usize>whole, 0);
  store<u64>(work + TEXT + <usize>whole + 8, <u64>length);
  return (whole >> 4) + 1;
}

/** Poly1305 of these blocks, in five limbs of 26 bits. */
function code(work: usize, count: i32, tag: usize): void {
  const limb: u64 = 0x3ffffff;
  const key = work + CODE_KEY;
  const r0 = <u64>load<u32>(key) & 0x3ffffff;
  const r1 = (<u64>load<u32>(key + 3) >> 2) & 0x3ffff03;
  const r2 = (<u64>load<u32>(key + 6) >> 4) & 0x3ffc0ff;
  const r3 = (<u64>load<u32>(key + 9) >> 6) & 0x3f03fff;
  const r4 = (<u64>load<u32>(key + 12) >> 8) & 0x00fffff;
  const s1 = r1 * 5;
  const s2 = r2 * 5;
  const s3 = r3 * 5;
  const s4 = r4 * 5;
  let h0: u64 = 0;
  let h1: u64 = 0;
  let h2: u64 = 0;
  let h3: u64 = 0;
  let h4: u64 = 0;
  for (let i = 0, at = work + TEXT; i < count; i++, at += 16) {
    h0 += <u64>load<u32>(at) & limb;
    h1 += (<u64>load<u32>(at + 3) >> 2) & limb;
    h2 += (<u64>load<u32>(at + 6) >> 4) & limb;
    h3 += (<u64>load<u32>(at + 9) >> 6) & limb;
    h4 += (<u64>load<u32>(at + 12) >> 8) | (1 << 24);
    const d0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1;
    const d1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2 + (d0 >> 26);
    const d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3 + (d1 >> 26);
    const d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4 + (d2 >> 26);
    const d4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0 + (d3 >> 26);
    h0 = (d0 & limb) + (d4 >> 26) * 5;
    h1 = (d1 & limb) + (h0 >> 26);
    h0 &= limb;
    h2 = d2 & limb;
    h3 = d3 & limb;
    h4 = d4 & limb;
  }
  // All carries, twice around.
  for (let i = 0; i < 2; i++) {
    h1 += h0 >> 26;
    h0 &= limb;
    h2 += h1 >> 26;
    h1 &= limb;
    h3 += h2 >> 26;
    h2 &= limb;
    h4 += h3 >> 26;
    h3 &= limb;
    h0 += (h4 >> 26) * 5;
    h4 &= limb;
  }
  h1 += h0 >> 26;
  h0 &= limb;
  // Less 2^130 - 5, if that is not negative.
  let g0 = h0 + 5;
  let g1 = h1 + (g0 >> 26);
  let g2 = h2 + (g1 >> 26);
  let g3 = h3 + (g2 >> 26);
  const g4 = h4 + (g3 >> 26);
  if (g4 >> 26 !== 0) {
    h0 = g0 & limb;
    h1 = g1 & limb;
    h2 = g2 & limb;
    h3 = g3 & limb;
    h4 = g4 & limb;
  }
  // Modulo 2^128, plus the second half of the key.
  const low = h0 | (h1 << 26) | (h2 << 52);
  const high = (h2 >> 12) | (h3 << 14) | (h4 << 40);
  const sum = low + load<u64>(key + 16);
  store<u64>(tag, sum);
  store<u64>(tag + 8, high + load<u64>(key + 24) + <u64>(sum < low));
}

/** Encrypts the text in place, and writes its tag. */
export function seal(work: usize, length: i32): void {
  blocks(work, 0);
  takeCodeKey(work);
  hide(work, length);
  code(work, pad(work, length), work + TAG);
}

/** Decrypts the text in place if its tag is right. @returns whether it is */
export function unseal(work: usize, length: i32): bool {
  blocks(work, 0);
  takeCodeKey(work);
  const end = work + TEXT + <usize>(((length + 15) & ~15) + 16);
  code(work, pad(work, length), end);
  const tag = work + TAG;
  if (load<u64>(end) !== load<u64>(tag) || load<u64>(end + 8) !== load<u64>(tag + 8)) return false;
  hide(work, length);
  return true;
}
