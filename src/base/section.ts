/** Mappings of a scenario: what they may say, and what they answer to what they may not. */

import { z } from 'zod';

/** A mapping with these keys and no others; a wrong key is answered with the right ones. */
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
