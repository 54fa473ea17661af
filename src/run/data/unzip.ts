/**
 * Files of a ZIP from anywhere. A few kilobytes can inflate to gigabytes, so sizes are checked as they are declared, and again
 * while inflating, which ends where a file is larger than it says. Checksums are checked here, as fflate does not.
 */

import { platform } from '#platform';
import { Unzip, UnzipInflate, unzipSync } from 'fflate';

/** How many bytes are inflated at once: they become at most a thousand times as many. */
const PIECE = 2 ** 12;

/** Why a ZIP is not unpacked. */
export class UnzipError extends Error {}

/**
 * The files that are wanted.
 * @param most how many bytes all files together may have, unpacked
 * @param mostOf how many bytes a file of this name may have; absent: it is not wanted
 * @throws UnzipError if it is damaged, declares more than it may have, or holds more than it declares
 */
export function unzip(
  zip: Uint8Array,
  most: number,
  mostOf: (name: string) => number | undefined,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const checksums = new Map<string, number>();
  try {
    const declared = checksumsIn(zip);
    for (const [i, [name, bytes]] of [...declaredSizes(zip, most)].entries()) {
      const mostBytes = mostOf(name);
      if (mostBytes === undefined) continue;
      if (bytes > mostBytes) throw new UnzipError(`too large: ${name} has more than ${mostBytes} B`);
      files.set(name, new Uint8Array(bytes));
      checksums.set(name, declared[i]);
    }
    inflate(zip, files);
    const wrong = [...files].find(([name, content]) => platform.bytes.crc32(content) !== checksums.get(name));
    if (wrong !== undefined) throw new UnzipError(`damaged: ${wrong[0]} does not have its checksum`);
  } catch (error) {
    throw error instanceof UnzipError ? error : new UnzipError(`damaged: ${(error as Error).message}`);
  }
  return files;
}

/** According to the directory at its end. */
function declaredSizes(zip: Uint8Array, most: number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  let total = 0;
  unzipSync(zip, {
    filter({ name, originalSize }) {
      if (sizes.has(name)) throw new UnzipError('damaged: it has two files of one name');
      sizes.set(name, originalSize);
      total += originalSize;
      if (!(total <= most)) throw new UnzipError(`too large: its files have more than ${most} B`);
      return false;
    },
  });
  return sizes;
}

const [DIRECTORY_ENTRY, DIRECTORY_END] = [0x02014b50, 0x06054b50];
const DIRECTORY_END_BYTES = 22;

/** The CRC-32 of every file, in the order of the directory. */
function checksumsIn(zip: Uint8Array): readonly number[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const at16 = (at: number): number => view.getUint16(at, true);
  const at32 = (at: number): number => view.getUint32(at, true);
  let end = zip.byteLength - DIRECTORY_END_BYTES;
  while (end >= 0 && at32(end) !== DIRECTORY_END) end--;
  const checksums: number[] = [];
  if (end < 0) return checksums;
  for (let at = at32(end + 16); at < end && at32(at) === DIRECTORY_ENTRY;) {
    checksums.push(at32(at + 16));
    at += 46 + at16(at + 28) + at16(at + 30) + at16(at + 32);
  }
  return checksums;
}

/** Fills the files, each of the size that it should have. */
function inflate(zip: Uint8Array, files: ReadonlyMap<string, Uint8Array>): void {
  const open = new Set(files.keys());
  const stream = new Unzip((entry) => {
    const file = files.get(entry.name);
    if (file === undefined || !open.delete(entry.name)) return;
    let at = 0;
    entry.ondata = (error, part, isLast) => {
      if (error !== null) throw error;
      const end = at + part.byteLength;
      if (end > file.byteLength || (isLast && end < file.byteLength))
        throw new UnzipError('damaged: a file does not have the size that it should have');
      file.set(part, at);
      at = end;
    };
    entry.start();
  });
  stream.register(UnzipInflate);
  for (let at = 0; at < zip.byteLength; at += PIECE)
    stream.push(zip.subarray(at, at + PIECE), at + PIECE >= zip.byteLength);
  if (open.size > 0) throw new UnzipError('damaged: a file is missing');
}
