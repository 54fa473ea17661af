/** The part that is used of a package without types. */
declare module 'lz4js' {
  /** The content of an LZ4 frame. */
  export function decompress(frame: Uint8Array): Uint8Array;
  /** Decompresses a block of a source into a destination, and returns where it ended there. */
  export function decompressBlock(
    source: Uint8Array,
    destination: Uint8Array,
    from: number,
    length: number,
    to: number,
  ): number;
}
