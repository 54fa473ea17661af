import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mailbox } from '../../../../src/core/engine/actors/mailbox.ts';
import type { DeliveredMessage } from '../../../../src/core/engine/actors/delivered-message.ts';
import { Note } from '../../../support/cast.ts';

const message = (id: number, from: string, bytes: number): DeliveredMessage => ({
  id,
  sender: 1,
  from,
  bytes,
  type: Note,
  body: {},
  digest: id,
  wantsReply: false,
});

const ids = (messages: readonly DeliveredMessage[]): number[] => messages.map(({ id }) => id);

test('a mailbox with room keeps all messages in order, and is empty when they are taken', () => {
  const mailbox = new Mailbox(1e6);
  const out = [1, 2, 3].flatMap((id) => mailbox.add(message(id, id === 2 ? 'b' : 'a', 100)));
  expect(out).toEqual([]);
  expect(ids(mailbox.empty())).toEqual([1, 2, 3]);
  expect(mailbox.empty()).toEqual([]);
});

test('whatever comes, it holds its limit and the newest of each sender, and loses nothing without a word', () => {
  const LIMIT = 20_000;
  const mails = fc.array(fc.record({ from: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(6000) }), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(mails, (mail) => {
      const mailbox = new Mailbox(LIMIT);
      const newest = new Map<string, number>();
      const out: number[] = [];
      mail.forEach(({ from, bytes }, id) => {
        const pushed = mailbox.add(message(id, from, bytes));
        newest.set(from, id);
        // Only messages of who sent this one, the oldest first.
        expect(pushed.every((other) => other.from === from && other.id < id)).toBe(true);
        out.push(...ids(pushed));
      });
      const kept = mailbox.empty();
      expect([...out, ...ids(kept)].toSorted((a, b) => a - b)).toEqual([...mail.keys()]);
      expect(ids(kept)).toEqual(ids(kept).toSorted((a, b) => a - b));
      for (const id of newest.values()) expect(ids(kept)).toContain(id);
      const others = kept.filter(({ id, from }) => newest.get(from) !== id);
      expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(LIMIT);
    }),
  );
});

test('tiny messages count for what they take', () => {
  const mailbox = new Mailbox(1e6);
  let out = 0;
  for (let id = 0; id < 100_000; id++) out += mailbox.add(message(id, 'a', 1)).length;
  expect(mailbox.empty().length).toBeLessThan(3000);
  expect(out).toBeGreaterThan(97_000);
});
