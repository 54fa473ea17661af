/**
 * Elements modulo m of one or two 32-bit words, in AssemblyScript: `T` is u32 for m up to 2^32, of which words hold the 0 if it is
 * that, and i64 up to 2^63. Nothing branches on an element: half of the draws may be no residues, and no processor could foresee which.
 *
 * Addresses and `bytes` are in bytes; vectors are padded to 16 of them.
 */

/**
 * Cuts numbers of `width` bytes to a mask of their bits, and copies those below the modulus, in order.
 * @returns how many they are
 */
function keep<T>(drawn: usize, count: i32, width: usize, mask: u64, modulus: u64, residues: usize): i32 {
  let to = residues;
  for (const end = drawn + <usize>count * width; drawn < end; drawn += width) {
    // Up to eight bytes, of which the mask leaves those of this number.
    const value = load<u64>(drawn) & mask;
    store<T>(to, <T>value);
    to += <usize>(value < modulus) * sizeof<T>();
  }
  return <i32>((to - residues) / sizeof<T>());
}

/**
 * Copies the drawn numbers below the modulus, as elements of one word: `count` numbers of `width` bytes are masked and compared.
 * @returns how many were kept
 */
export function keepOneWord(
  drawn: usize,
  count: i32,
  width: usize,
  mask: u64,
  modulus: u64,
  residues: usize,
): i32 {
  return keep<u32>(drawn, count, width, mask, modulus, residues);
}

/**
 * Copies the drawn numbers below the modulus, as elements of two words: `count` numbers of `width` bytes are masked and compared.
 * @returns how many were kept
 */
export function keepTwoWords(
  drawn: usize,
  count: i32,
  width: usize,
  mask: u64,
  modulus: u64,
  residues: usize,
): i32 {
  return keep<i64>(drawn, count, width, mask, modulus, residues);
}

/**
 * The same for numbers of four bytes, four at a time.
 * @param largest the modulus less 1, as no word holds 2^32
 * @param places 16 rows of 16 bytes: for each set of four lanes, the bytes of its members first
 */
export function keepWords(
  drawn: usize,
  count: i32,
  mask: i32,
  largest: i32,
  residues: usize,
  places: usize,
): i32 {
  const bits = i32x4.splat(mask);
  const bound = i32x4.splat(largest);
  let to = residues;
  for (const end = drawn + ((<usize>count) << 2); drawn < end; drawn += 16) {
    const values = v128.and(v128.load(drawn), bits);
    const kept = i32x4.bitmask(i32x4.le_u(values, bound));
    v128.store(to, i8x16.swizzle(values, v128.load(places + ((<usize>kept) << 4))));
    to += (<usize>popcnt(kept)) << 2;
  }
  return <i32>((to - residues) >> 2);
}

/** One vector less another modulo m: where the first is less, m is added. */
function less<T>(one: v128, other: v128, modulus: v128): v128 {
  const difference = v128.sub<T>(one, other);
  // Words of 64 bits have no unsigned comparison, but room for a sign.
  const isNegative = sizeof<T>() == 8 ? v128.lt<i64>(difference, i64x2.splat(0)) : v128.lt<T>(one, other);
  return v128.add<T>(difference, v128.and(modulus, isNegative));
}

function add<T>(vector: usize, other: usize, bytes: usize, modulus: v128): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const negated = v128.sub<T>(modulus, v128.load(other + at));
    v128.store(vector + at, less<T>(v128.load(vector + at), negated, modulus));
  }
}

function subtract<T>(vector: usize, other: usize, bytes: usize, modulus: v128): void {
  for (let at: usize = 0; at < bytes; at += 16)
    v128.store(vector + at, less<T>(v128.load(vector + at), v128.load(other + at), modulus));
}

/** Adds a vector of this many bytes to another modulo m, for elements of one word. */
export function addOneWord(vector: usize, other: usize, bytes: usize, modulus: u64): void {
  add<u32>(vector, other, bytes, i32x4.splat(<i32>modulus));
}

/** Adds a vector of this many bytes to another modulo m, for elements of two words. */
export function addTwoWords(vector: usize, other: usize, bytes: usize, modulus: u64): void {
  add<i64>(vector, other, bytes, i64x2.splat(<i64>modulus));
}

/** Subtracts a vector of this many bytes from another modulo m, for elements of one word. */
export function subtractOneWord(vector: usize, other: usize, bytes: usize, modulus: u64): void {
  subtract<u32>(vector, other, bytes, i32x4.splat(<i32>modulus));
}

/** Subtracts a vector of this many bytes from another modulo m, for elements of two words. */
export function subtractTwoWords(vector: usize, other: usize, bytes: usize, modulus: u64): void {
  subtract<i64>(vector, other, bytes, i64x2.splat(<i64>modulus));
}

/**
 * Spreads packed elements of up to 57 bits.
 * @returns whether all of them are below the modulus
 */
function unpack<T>(packed: usize, count: i32, bits: usize, modulus: u64, elements: usize): bool {
  const mask: u64 = (1 << bits) - 1;
  const largest = modulus - 1;
  let below: u64 = 0;
  for (let i = 0, bit: usize = 0; i < count; i++, bit += bits, elements += sizeof<T>()) {
    const value = (load<u64>(packed + (bit >> 3)) >> (bit & 7)) & mask;
    store<T>(elements, <T>value);
    // Its highest bit is set if this is negative.
    below |= largest - value;
  }
  return <i64>below >= 0;
}

/** Spreads packed elements as one word each. @returns whether all of them are below the modulus */
export function unpackOneWord(packed: usize, count: i32, bits: usize, modulus: u64, elements: usize): bool {
  return unpack<u32>(packed, count, bits, modulus, elements);
}

/** Spreads packed elements as two words each. @returns whether all of them are below the modulus */
export function unpackTwoWords(packed: usize, count: i32, bits: usize, modulus: u64, elements: usize): bool {
  return unpack<i64>(packed, count, bits, modulus, elements);
}
