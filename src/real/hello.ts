/**
 * What two parties send each other first: who they are, which code they run, and what they agreed on. Any
 * difference is refused.
 */

import { z } from 'zod';
import { decode, encode } from '../core/engine/wire/bytes.ts';

export interface Hello {
  readonly name: string;
  /** SHA-256 over the code, see `buildOf`. */
  readonly build: string;
  /** SHA-256 over what all parties agree on. */
  readonly session: string;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const schema = z.strictObject({ name: z.string().max(256), build: sha256, session: sha256 });

/** A hello as bytes, see {@link readHello}. */
export function writeHello(hello: Hello): Uint8Array {
  return encode(hello);
}

/** The contents of a hello; undefined if it is not one. */
export function readHello(bytes: Uint8Array): Hello | undefined {
  try {
    return schema.safeParse(decode(bytes)).data;
  } catch {
    // Not MessagePack.
    return undefined;
  }
}

/**
 * Why a party is refused; undefined if it is not.
 * @param certified the name in its certificate; absent if there are none
 * @param expected the parties that it may be
 */
export function refusalOf(
  { name, build, session }: Hello,
  own: Hello,
  expected: ReadonlySet<string>,
  certified?: string,
): string | undefined {
  if (certified !== undefined && certified !== name)
    return `somebody else's name: the certificate is of ${certified}, the name ${name}`;
  if (!expected.has(name)) return `not expected here: ${name}`;
  if (build !== own.build) return `another build: ${short(build)}, here ${short(own.build)}`;
  if (session !== own.session) return `another agreement: ${short(session)}, here ${short(own.session)}`;
  return undefined;
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
