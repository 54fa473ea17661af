/**
 * What differs between Node.js and a browser, in one interface with two implementations: `node.ts` and `browser.ts`,
 * chosen by the `imports` of package.json. Results are the same on both; on Node.js the work is done by its own
 * libraries, which are faster.
 */

export interface Platform {
  /** What runs this program. */
  readonly name: string;
  readonly version: string;
  /** The processors and their number. */
  readonly machine: () => { readonly model: string; readonly cores: number };
  readonly crypto: Crypto;
  readonly bytes: Bytes;
  readonly files: Files;
  readonly paths: Paths;
  /** Processor time in nanoseconds from some fixed moment: to measure, never to decide. */
  readonly stopwatchNs: () => number;
  /** Resolves in the next turn of the event loop, after events that are waiting. */
  readonly nextTurn: () => Promise<unknown>;
  /** Shows a warning to whoever started this program. */
  readonly warn: (text: string) => void;
  /** Announces that threads will import a module, by its URL. */
  readonly threadsImport: (module: string) => void;
  /** Imports a module of others in a thread, which fails if there is no end to it: see {@link ThreadPool.run}. */
  readonly watchedImport: <T>(module: string, load: () => Promise<T>) => Promise<T>;
  /** Whether threads can share memory: not those of a page that is not isolated from others. */
  readonly sharesMemory: boolean;
  /**
   * Starts threads that run the default export of a module.
   * @param entry the module's URL
   * @param ahead how many orders a thread has at a time: the first is in progress, the others wait
   * @throws in a thread that was started so, see {@link STARTED_IN_THREAD}
   */
  readonly openThreads: (entry: string, threads: number, ahead: number) => Promise<ThreadPool>;
  /** Starts a program; undefined where none can be started. */
  readonly openProgram: ((command: ProgramCommand) => RunningProgram) | undefined;
}

/** Cryptography. All keys, nonces, digests and signatures are bytes. */
export interface Crypto {
  readonly createSha256: () => Sha256;
  /** The digest of one piece, faster than with {@link createSha256}. */
  readonly sha256: (data: string | Uint8Array) => Uint8Array;
  /** HMAC-SHA-256 (RFC 2104) of parts in sequence. */
  readonly hmac: (key: Uint8Array, ...parts: readonly (string | Uint8Array)[]) => Uint8Array;
  /** The key stream of ChaCha20 (RFC 8439) with a zero nonce, from block 0: consecutive pieces of this many bytes. */
  readonly keystream: (key: Uint8Array) => (bytes: number) => Uint8Array;
  /** ChaCha20-Poly1305 (RFC 8439) without associated data: the ciphertext, followed by a tag of 16 bytes. */
  readonly seal: (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array) => Uint8Array;
  /** Undefined if the tag is wrong. */
  readonly unseal: (key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array) => Uint8Array | undefined;
  readonly curve25519: Curve25519;
}

/** SHA-256 of what it is given in sequence. */
export interface Sha256 {
  update(data: string | Uint8Array | Uint32Array): Sha256;
  digest(): Uint8Array;
  digest(encoding: 'hex'): string;
}

/** X25519 for key agreement (RFC 7748), Ed25519 for signatures (RFC 8032). */
export type Curve = 'X25519' | 'Ed25519';

/** A key as this platform's library holds it; made once and used many times. */
export interface CurveKey {
  readonly [held: symbol]: unknown;
}

export interface Curve25519 {
  readonly secretKey: (curve: Curve, bytes: Uint8Array) => CurveKey;
  readonly publicKey: (curve: Curve, bytes: Uint8Array) => CurveKey;
  /** The bytes of the public key that belongs to a secret one. */
  readonly publicBytes: (secret: CurveKey) => Uint8Array;
  /** The secret shared with the owner of a public key that is not of small order. */
  readonly agree: (own: CurveKey, other: CurveKey) => Uint8Array;
  readonly sign: (secret: CurveKey, message: Uint8Array) => Uint8Array;
  readonly verify: (key: CurveKey, message: Uint8Array, signature: Uint8Array) => boolean;
}

/** Text, checksums and compression of bytes. */
export interface Bytes {
  readonly toHex: (bytes: Uint8Array) => string;
  readonly fromHex: (text: string) => Uint8Array;
  readonly toBase64: (bytes: Uint8Array) => string;
  /** One character per byte, with the byte as its code. */
  readonly toLatin1: (bytes: Uint8Array, from?: number, to?: number) => string;
  readonly isUtf8: (bytes: Uint8Array) => boolean;
  /** These bytes in place, as the value that the MessagePack library encodes as binary and not as a typed array. */
  readonly asBinary: (vector: ArrayBufferView) => Uint8Array;
  /** New memory with arbitrary contents. */
  readonly allocate: (bytes: number) => Uint8Array;
  /** Inflates a gzip file. @throws if it is damaged, or larger than `most`, with the code `ERR_BUFFER_TOO_LARGE` */
  readonly gunzip: (bytes: Uint8Array, most: number) => Uint8Array<ArrayBuffer>;
  /** In zlib's format (RFC 1950). */
  readonly deflate: (bytes: Uint8Array) => Uint8Array;
  /** CRC-32 (ISO 3309, as in gzip), continued from the checksum of what precedes. */
  readonly crc32: (bytes: Uint8Array, before?: number) => number;
}

/** Files, by path or by URL. What fails throws an error with the reason as `code`, named as by the system. */
export interface Files {
  readonly read: (file: string | URL) => Uint8Array<ArrayBuffer>;
  readonly exists: (file: string | URL) => boolean;
  readonly stat: (path: string) => Stats;
  /** The names of what is in a directory. */
  readonly list: (directory: string) => readonly string[];
  /** The path without links. */
  readonly realPath: (path: string) => string;
  /** Writes a new file; if that fails, none is left behind. */
  readonly create: (path: string, content: string | Uint8Array) => void;
  /** Removes a file, if there is one. */
  readonly remove: (path: string) => void;
  /** Makes a directory in one that exists. */
  readonly makeDirectory: (path: string) => void;
}

export interface Stats {
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Operations on paths as text, as in `node:path`. */
export interface Paths {
  readonly sep: string;
  readonly basename: (path: string) => string;
  readonly dirname: (path: string) => string;
  readonly extname: (path: string) => string;
  readonly isAbsolute: (path: string) => boolean;
  readonly join: (...paths: string[]) => string;
  readonly relative: (from: string, to: string) => string;
  readonly resolve: (...paths: string[]) => string;
}

/** Why a thread that was started for orders starts no threads: a module that it imports would do so in every thread. */
export const STARTED_IN_THREAD =
  'a run that is started in a thread: give the plugin a module that starts none';

/** How long a module of others may take to be imported. */
export const IMPORT_MS = 4000;

/** A module of others that cannot be imported, whatever it throws. */
export class Unruly extends Error {
  override readonly name = 'Unruly';

  /**
   * @param expected of it
   * @param does instead
   */
  constructor(expected: string, does: string) {
    super(`expected ${expected}, got one that ${does}`);
  }
}

/** Threads that were started together. */
export interface ThreadPool {
  /** @throws Unruly if there is no end to a `watchedImport` of a thread, or that ends the thread */
  run(input: unknown): Promise<unknown>;
  destroy(): Promise<void>;
}

/** A program to start. */
export interface ProgramCommand {
  /** Whom it plays: shown before every line that it writes to its standard error. */
  readonly name: string;
  /** The program, followed by its arguments. */
  readonly command: readonly string[];
  /** Its working directory. */
  readonly folder: URL;
  /** Where Python finds modules, before all other places. */
  readonly pythonPath?: URL | undefined;
  /** Added to the environment, unless they are set there. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * A program that exchanges frames with this one over its standard input and output: each is a MessagePack binary with a length
 * of 32 bits (0xc6, the length as big-endian, the bytes).
 */
export interface RunningProgram {
  /** Never waits. */
  send(frame: Uint8Array): void;
  /** The next frame; this thread waits for it for at most this many milliseconds. */
  receive(mostMs: number): Uint8Array | ProgramEnd;
  /** The next frame, while this thread does other things. */
  receiveLater(mostMs: number): Promise<Uint8Array | ProgramEnd>;
  /** Ends the program and all that it has started, at once. */
  end(): void;
}

/** Why no frame comes from a program any more. */
export interface ProgramEnd {
  readonly ended: string;
  /** The last line that it wrote to its standard error; empty if there was none. */
  readonly lastLine: string;
}
