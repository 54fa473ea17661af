/** The names of the digests for payloads in a trace, in a module without the code that computes them, since the command line lists them. */

export const PAYLOAD_DIGESTS = ['crc32', 'sha256'] as const;

export type PayloadDigest = (typeof PAYLOAD_DIGESTS)[number];
