/** Packs whose trace inflates to much more than it is. */

import { constants, crc32, deflateRawSync } from 'node:zlib';

const ZEROS = 2 ** 24;

/** A block that inflates to as many zeros, and does not need what came before it. */
const BLOCK = deflateRawSync(new Uint8Array(ZEROS), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
const LAST_BLOCK = Buffer.of(3, 0);

/** How large a pack is, and what it declares. */
interface Bomb {
  /** The size of the trace: a whole number of 16 MiB. */
  readonly bytes: number;
  readonly declared?: number;
  /** The same of the manifest, which is a small one by default. */
  readonly manifestBytes?: number;
}

/** A pack whose trace is all zeros. */
export function packBomb({ bytes, declared = bytes, manifestBytes }: Bomb): Buffer {
  const manifest = Buffer.from(JSON.stringify({ cahootsPack: 1, trace: '0'.repeat(64), data: [], made: {} }));
  return zipOf([
    manifestBytes === undefined
      ? {
          name: 'manifest.json',
          deflated: deflateRawSync(manifest),
          declared: manifest.length,
          checksum: crc32(manifest),
        }
      : { name: 'manifest.json', ...zeros(manifestBytes), declared: manifestBytes },
    { name: 'run.trace', ...zeros(bytes), declared },
  ]);
}

function zeros(bytes: number): { readonly deflated: Buffer; readonly checksum: number } {
  const blocks = Array<Buffer>(bytes / ZEROS).fill(BLOCK);
  const block = new Uint8Array(ZEROS);
  return {
    deflated: Buffer.concat([...blocks, LAST_BLOCK]),
    checksum: blocks.reduce((checksum) => crc32(block, checksum), 0),
  };
}

/** A ZIP of files, which may declare any size. */
function zipOf(
  files: readonly {
    readonly name: string;
    readonly deflated: Buffer;
    readonly declared: number;
    readonly checksum: number;
  }[],
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, deflated, declared, checksum } of files) {
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04034b50, 0);
    central.writeUInt32LE(0x02014b50, 0);
    for (const [header, start] of [
      [local, 8],
      [central, 10],
    ] as const) {
      header.writeUInt16LE(8, start);
      header.writeUInt32LE(checksum, start + 6);
      header.writeUInt32LE(deflated.length, start + 10);
      header.writeUInt32LE(declared, start + 14);
      header.writeUInt16LE(name.length, start + 18);
    }
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), deflated);
    directory.push(central, Buffer.from(name));
    at += local.length + name.length + deflated.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
