/**
 * Device profiles: measured durations of tasks and messages on a machine, by their shapes. `cahoots
 * calibrate` writes them, and a scenario names one under `devices.profile`. Their content is stored in the
 * trace, so a replay needs no file.
 */

import { parse } from 'yaml';
import { z } from 'zod';
import { textOf } from '../../core/base/bytes.ts';
import { section } from '../../core/base/section.ts';
import { explain, readBytes, wrongFile } from '../data/file.ts';

const MOST_BYTES = 2 ** 24;

const duration = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const taskShape = section({
  operations: z
    .number()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: 'as the task counts them', example: 12_000 }),
  coldNs: z
    .array(duration())
    .max(16)
    .meta({
      description: 'durations of the first runs of the task in a process that has not run it before',
      example: [900_000, 400_000],
    }),
  warmNs: duration().meta({ description: 'median of the runs after those', example: 250_000 }),
});

const messageShape = section({
  bytes: z
    .int()
    .min(0)
    .max(2 ** 32)
    .meta({ description: 'of the payload', example: 16_000 }),
  encodeNs: duration().meta({ description: 'time to encode it', example: 9_000 }),
  decodeNs: duration().meta({ description: 'time to decode it', example: 7_000 }),
});

const turns = section({
  coldNs: z
    .array(duration())
    .max(1024)
    .meta({ description: 'durations of the first turns of a process', example: [2_500_000, 1_100_000] }),
  warmNs: duration().meta({ description: 'median of the turns after those', example: 600_000 }),
});

const byName = <S extends z.ZodType>(shape: S) => z.record(z.string(), z.array(shape).min(1).max(10_000));

export const profileSection = section({
  profile: z
    .literal(1, { error: 'expected 1, the version of device profiles that is read' })
    .meta({ description: 'the version of profiles', example: 1 }),
  machine: z
    .string()
    .default('')
    .meta({ description: 'what it was measured on, for readers', example: 'a laptop' }),
  tasks: byName(taskShape).meta({
    description: 'measured shapes of each task, by its name',
    example: { iterate: [] },
  }),
  messages: byName(messageShape).meta({
    description: 'measured sizes of each message, by its type',
    example: { labels: [] },
  }),
  turns: turns.optional().meta({
    description:
      "the time of a processor that a party's process takes when it begins, and when it goes on with a message or a result and sends what follows; encoding and decoding are in it, so that those of messages are not counted",
    example: { coldNs: [2_500_000], warmNs: 600_000 },
  }),
});

export type Profile = z.output<typeof profileSection>;
export type TaskShape = z.output<typeof taskShape>;
export type MessageShape = z.output<typeof messageShape>;

/**
 * The durations of tasks and messages that were measured on a device, from their file.
 * @throws CahootsError if the file is not a profile
 */
export function readProfile(file: string): Profile {
  const bytes = readBytes(file, 'a device profile');
  if (bytes.byteLength > MOST_BYTES)
    throw wrongFile(
      file,
      `expected a device profile of at most ${MOST_BYTES} bytes, got ${bytes.byteLength}`,
    );
  let value: unknown;
  try {
    value = parse(textOf(bytes), { maxAliasCount: 0 });
  } catch (error) {
    throw wrongFile(file, `expected a device profile in YAML, got ${explain(error)}`);
  }
  const parsed = profileSection.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  throw wrongFile(file, `expected a device profile, got at ${path.join('.') || 'its top'}: ${message}`);
}
