/** What each byte makes of a checksum. */
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309), continued from the checksum of what precedes. */
export function crc32(vector: Uint8Array, before = 0): number {
  let value = ~before;
  for (const byte of vector) value = CRC[(value ^ byte) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
