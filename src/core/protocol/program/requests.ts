/** What a program asks for: one request per effect, and three that actors find in their `self`. */

import { z } from 'zod';

/** Those for `wait`, `sleep`, `clock`, `compute`, `stream` and `secret` are answered, others are not. */
function requests() {
  const names = z.array(z.string());
  const oneOrMore = z.union([z.string(), names]);
  const body = z.record(z.string(), z.unknown());

  const details = z.strictObject({
    blamed: names.exactOptional(),
    missing: names.exactOptional(),
    iterations: z.int().exactOptional(),
  });

  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('send'), to: oneOrMore, type: z.string(), body }),
    z.strictObject({ kind: z.literal('send-each'), to: names, type: z.string(), bodies: z.array(body) }),
    z.strictObject({
      kind: z.literal('wait'),
      types: names,
      count: z.int(),
      sender: oneOrMore.exactOptional(),
      timeoutNs: z.number().exactOptional(),
      newest: z.boolean().exactOptional(),
      /** Whether it wants to accept or refuse each message itself. */
      accepts: z.boolean().exactOptional(),
    }),
    z.strictObject({ kind: z.literal('sleep'), ns: z.number() }),
    z.strictObject({ kind: z.literal('clock') }),
    /** A computation that the program begins now; it asks for `computed` when it is done. */
    z.strictObject({ kind: z.literal('compute'), task: z.string(), operations: z.number() }),
    z.strictObject({ kind: z.literal('phase'), name: z.string() }),
    z.strictObject({ kind: z.literal('round'), number: z.number() }),
    z.strictObject({ kind: z.literal('save'), value: z.unknown() }),
    z.strictObject({ kind: z.literal('stream'), name: names }),
    z.strictObject({ kind: z.literal('secret'), name: names }),
    z.strictObject({ kind: z.literal('finish'), result: z.unknown().optional() }),
    z.strictObject({ kind: z.literal('abort'), reason: z.string(), details }),
    z.strictObject({ kind: z.literal('computed'), measuredNs: z.number() }),
    /** The answer to a message that is offered: true, or why it is refused. */
    z.strictObject({ kind: z.literal('verdict'), verdict: z.union([z.literal(true), z.string()]) }),
    /** An exception that nothing in the program handled. */
    z.strictObject({ kind: z.literal('failed'), error: z.string() }),
  ]);
}

let made: ReturnType<typeof requests> | undefined;

/** Requests by their kind: made when a program first asks for something, as few runs have one. */
export const request = (): ReturnType<typeof requests> => (made ??= requests());

export type Request = z.output<ReturnType<typeof request>>;
export type RequestOf<K extends Request['kind']> = Extract<Request, { kind: K }>;
