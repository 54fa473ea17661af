/**
 * The CRC-32 of two concatenated byte strings from the CRC-32 of each (like zlib's crc32_combine). Checksums
 * are polynomials over GF(2) modulo the CRC's polynomial: the first is shifted by the number of bits in the
 * second string, and the two are added.
 */

/** The CRC's polynomial; as in everything here, the highest bit is the coefficient of x^0. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x^(2^i) */
const POWERS: number[] = [ONE >>> 1];
for (let i = 1; i < 56; i++) POWERS.push(product(POWERS[i - 1], POWERS[i - 1]));

/** @param length of the second string, in bytes */
export function joinedChecks(first: number, second: number, length: number): number {
  let shift = ONE;
  for (let left = length, i = 3; left > 0; left = Math.floor(left / 2), i++)
    if (left % 2 === 1) shift = product(POWERS[i], shift);
  return (product(shift, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  let multiple = b;
  for (let bit = ONE; bit > 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= multiple;
    multiple = (multiple & 1) === 1 ? (multiple >>> 1) ^ POLYNOMIAL : multiple >>> 1;
  }
  return sum >>> 0;
}
