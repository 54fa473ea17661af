/** The end of a party. */

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { CahootsError } from '../../src/core/base/errors.ts';
import { endIn, type PartyRuntime } from '../../src/real/party-runtime.ts';

test('what goes wrong anywhere in its process is the end of a party, and no more once it has ended', async () => {
  const host = new EventEmitter() as NodeJS.Process;
  const never = { ended: new Promise(() => undefined) } as unknown as PartyRuntime;
  const end = endIn(host, never);
  host.emit('uncaughtException', new CahootsError('bad-input', 'expected room, got none'));
  await expect(end).rejects.toThrow('expected room, got none');
  await expect(endIn(host, { ended: Promise.resolve({}) } as PartyRuntime)).resolves.toEqual({});
  expect(host.listenerCount('uncaughtException')).toBe(0);
});
