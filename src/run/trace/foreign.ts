/**
 * Validates what a trace says about a run. Traces come from anywhere, and valid checksums prove nothing: they
 * are as easily forged.
 */

import { z } from 'zod';
import { PAYLOAD_DIGESTS } from '../../core/engine/messages/payload-digest.ts';

/** The most actors that a scenario can have. */
const MOST_ACTORS = 10_000_001;
/**
 * Nesting levels of a scenario; no schema has half as many, and code that walks it recurses at each level.
 */
const DEEPEST = 64;

const roles = z
  .array(
    z.strictObject({
      // The name of a single party must not look like one of many.
      role: z.string().regex(/^(?!.*-\d+$)\P{Cc}{1,256}$/u),
      count: z.int().min(0).max(MOST_ACTORS).optional(),
      holds: z.literal(true).optional(),
      reports: z.literal(true).optional(),
    }),
  )
  .min(1)
  .max(100)
  .refine((all) => new Set(all.map(({ role }) => role)).size === all.length)
  .refine((all) => all.reduce((sum, { count = 1 }) => sum + count, 0) <= MOST_ACTORS);

export const headerSchema = z.strictObject({
  roles,
  scenario: z.custom((value) => isPlain(value, DEEPEST)),
  digest: z.enum(PAYLOAD_DIGESTS).exclude(['crc32']).optional(),
  clock: z.literal('wall').optional(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const packedEndSchema = z.strictObject({
  hash: sha256,
  came: z.instanceof(Uint8Array),
  check: sha256,
});

export const cameSchema = z.strictObject({
  ending: z.enum(['done', 'stalled', 'limit', 'aborted']),
  bound: z.enum(['time', 'messages', 'events', 'held']).optional(),
  endNs: z.int().min(0),
  findings: z.unknown(),
  made: z.record(z.string(), z.string()).optional(),
});

/** Whether a value is expressible in YAML and JSON, with at most this many nesting levels. */
function isPlain(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, levels - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((item) => isPlain(item, levels - 1));
}
