/** Actors that send notes, and what of them is seen. */

import { send, sleep } from '../../src/core/engine/actors/effects.ts';
import { actor, Note, type Played } from './cast.ts';

/** Sends notes of these values to `b`, the first at time 0 and each next one a microsecond later. */
export function notes(role: string, ...values: number[]) {
  return actor(role, function* () {
    for (const value of values) {
      yield* send('b', Note, { value });
      yield* sleep(1000);
    }
  });
}

export const valuesOf = (mails: readonly { readonly body: { readonly value: number } }[]): number[] =>
  mails.map(({ body }) => body.value);

export const reasons = ({ of }: Played): [number, string][] =>
  of('refused').map(({ id, reason }) => [id, reason]);
