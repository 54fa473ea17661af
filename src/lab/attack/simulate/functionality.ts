/** What stand-ins may ask: a functionality whose answers are copied, recorded, and the same each time. */

import { platform } from '#platform';

import { assert } from '../../../core/base/errors.ts';
import { decode, encode } from '../../../core/engine/wire/bytes.ts';

/** An answer of a functionality, the first time that it was asked for. */
export interface Answer {
  /** The method. */
  readonly question: string;
  readonly bytes: Uint8Array;
}

/**
 * A functionality as stand-ins have it: only its methods, and no object of its own.
 * @param answers what it has answered, in order
 * @throws AssertionError, when asked, for what is no method, or for an answer that is no plain value
 */
export function asked<F extends object>(functionality: F, answers: Answer[]): F {
  const known = new Map<string, Uint8Array>();
  return new Proxy(Object.freeze({}) as F, {
    get(_, name) {
      const method: unknown = functionality[name as keyof F];
      const question = String(name);
      assert(typeof method === 'function', `a functionality without a method ${question}`);
      return (...args: readonly unknown[]): unknown => {
        const key = `${question} ${platform.bytes.toLatin1(encode(args))}`;
        let bytes = known.get(key);
        if (bytes === undefined) {
          bytes = new Uint8Array(encode(method.apply(functionality, args)));
          known.set(key, bytes);
          answers.push({ question, bytes });
        }
        // Decoded values share memory with what they are decoded from.
        return decode(bytes.slice());
      };
    },
  });
}
