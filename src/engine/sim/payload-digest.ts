/** The digests that can stand for a payload in a trace, by name, apart from what computes them: the command line lists them. */

export const PAYLOAD_DIGESTS = ['crc32', 'sha256'] as const;

export type PayloadDigest = (typeof PAYLOAD_DIGESTS)[number];
