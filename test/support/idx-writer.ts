/** Writes IDX files of unsigned bytes, right ones and wrong ones: nothing here is checked. */
export function idxBytes(shape: readonly number[], values: ArrayLike<number>, type = 0x08): Buffer {
  const header = Buffer.alloc(4 + 4 * shape.length);
  header[2] = type;
  header[3] = shape.length;
  shape.forEach((length, axis) => header.writeUInt32BE(length, 4 + 4 * axis));
  return Buffer.concat([header, Uint8Array.from(values)]);
}
