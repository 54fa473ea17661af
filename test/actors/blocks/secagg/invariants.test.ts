/** What must hold in a secure sum at every moment, shown on messages that break it. */

import { expect, test } from 'vitest';
import { oneSecret } from '../../../../actors/blocks/secagg/invariants.ts';
import { Delivery, Survivors, Unmasking } from '../../../../actors/blocks/secagg/messages.ts';

type Guard = ReturnType<typeof oneSecret.guard>;
type Seen = Parameters<NonNullable<Guard['sent']>>[0];

/** A message as guards see it. */
const seen = (type: unknown, from: string, to: string, body: object): Seen =>
  ({ type, from, to, body: { aggregation: 0, ...body } }) as Seen;
const parties = (...all: readonly number[]) => ({ parties: Uint32Array.from(all) });
const guardOf = (): Required<Pick<Guard, 'sent' | 'delivered'>> =>
  oneSecret.guard(undefined as never) as Required<Pick<Guard, 'sent' | 'delivered'>>;

test('survivors that were announced to a client do not change', () => {
  const guard = guardOf();
  expect(guard.sent(seen(Survivors, 'server', 'client-1', parties(0, 1)))).toBeUndefined();
  expect(guard.sent(seen(Survivors, 'server', 'client-1', parties(0, 1)))).toBeUndefined();
  expect(guard.sent(seen(Survivors, 'server', 'client-1', parties(0)))).toBe(
    'survivors of aggregation 0 change from 0,1 to 0',
  );
});

test('shares of both secrets of a client are not told, although two clients saw other survivors', () => {
  const guard = guardOf();
  const answers = (client: string, survivors: readonly number[]): string | undefined => {
    guard.delivered(seen(Delivery, 'server', client, parties(0, 1, 2)));
    guard.delivered(seen(Survivors, 'server', client, parties(...survivors)));
    return guard.sent(seen(Unmasking, client, 'server', {})) ?? undefined;
  };
  expect(answers('client-1', [0, 1, 2])).toBeUndefined();
  expect(answers('client-2', [0, 1])).toBe('shares of both secrets of party 2 are told, by client-2');
});
