/** Mappings in a scenario: which keys they may have, and how a wrong key is answered; and texts that are printed as written. */

import { z } from 'zod';

/** A text on one line, which no control character can turn into several. */
export const line = z.string().regex(/^\P{Cc}*$/u, 'expected one line without control characters');

/** A mapping with exactly these keys; a wrong key is answered with the right ones. */
export function section<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const expected = `expected one of ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? expected : undefined),
  });
}

/** A choice between sections by the value of one key. */
export function choice<T extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  key: string,
  names: readonly string[],
  sections: T,
): z.ZodDiscriminatedUnion<T> {
  const expected = `expected a mapping with ${key}: one of ${names.join(', ')}`;
  return z.discriminatedUnion(key, sections, { error: expected });
}
