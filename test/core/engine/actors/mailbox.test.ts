import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mailbox } from '../../../../src/core/engine/actors/mailbox.ts';
import type { Envelope } from '../../../../src/core/engine/actors/envelope.ts';
import { Note } from '../../../support/cast.ts';

const envelope = (id: number, from: string, bytes: number): Envelope => ({
  id,
  sender: 1,
  from,
  bytes,
  type: Note,
  body: {},
  digest: id,
  asks: false,
});

const ids = (envelopes: readonly Envelope[]): number[] => envelopes.map(({ id }) => id);

test('a mailbox with room keeps all envelopes in order, and is empty when they are taken', () => {
  const mailbox = new Mailbox(1e6);
  const out = [1, 2, 3].flatMap((id) => mailbox.add(envelope(id, id === 2 ? 'b' : 'a', 100)));
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
        const pushed = mailbox.add(envelope(id, from, bytes));
        newest.set(from, id);
        // Only envelopes of who sent this one, the oldest first.
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

test('tiny envelopes count for what they take', () => {
  const mailbox = new Mailbox(1e6);
  let out = 0;
  for (let id = 0; id < 100_000; id++) out += mailbox.add(envelope(id, 'a', 1)).length;
  expect(mailbox.empty().length).toBeLessThan(3000);
  expect(out).toBeGreaterThan(97_000);
});
