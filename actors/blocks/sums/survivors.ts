/**
 * The ideal functionality of a secure sum: the sum of the honest clients' vectors that are in it. It is programmed in
 * one place: one honest client contributes the sum, and all others zeros. Masks that only honest clients know hide
 * which one (Bonawitz et al. 2017, Theorem 6.3; Bell et al. 2020, Theorem 3.7; So et al. 2022, Theorem 2; Ma et al. 2023, Theorem 1). As in these
 * theorems it is known beforehand who will be in the sum, because a mask cannot be changed once it is sent.
 */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import type { RealRun } from '../../../src/core/kit/index.ts';
import { Taken } from '../flamingo/messages.ts';
import { Survivors } from '../secagg/messages.ts';

/** The messages of real runs from which it follows who is in a sum. */
export const SURVIVORS = [Survivors, Taken];

/** The clients in a sum, by name: whoever was told that it is. */
export function survivorsIn({ members }: RealRun, aggregation: number): string[] {
  const sent = members.flatMap((member) => member.sent);
  const told = [...messagesOf(sent, Survivors), ...messagesOf(sent, Taken)];
  const names = new Set(told.filter(({ body }) => body.aggregation === aggregation).map(({ to }) => to));
  return members.flatMap(({ name }) => (names.has(name) ? [name] : []));
}

/** The honest ones among them. The first is to contribute the sum. */
export function honestSurvivors(real: RealRun, aggregation: number): string[] {
  return survivorsIn(real, aggregation).filter((name) => !real.coalition.includes(name));
}
