import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Senders } from '../../../../src/core/engine/actors/senders.ts';

const nameOf = (actor: number): string => `client-${actor + 1}`;

const actors = fc.integer({ min: 0, max: 12 });
/** In order with gaps, in any order, and with names that come twice. */
const lists = fc.oneof(
  fc.uniqueArray(actors).map((list) => list.toSorted((a, b) => a - b)),
  fc.array(actors),
);

test('it has one place for each of those it names, and tells who was not heard', () => {
  fc.assert(
    fc.property(lists, fc.array(actors), (listed, heard) => {
      const senders = new Senders(listed.map(nameOf));
      const places = new Map<number, number>();
      for (const actor of heard) {
        const place = senders.placeOf(actor, nameOf(actor));
        expect(place >= 0).toBe(listed.includes(actor));
        if (place < 0) continue;
        expect(listed[place]).toBe(actor);
        expect(senders.hasSent(place)).toBe(places.has(actor));
        expect(place).toBe(places.get(actor) ?? place);
        places.set(actor, place);
        senders.add(place);
      }
      const silent = [...new Set(listed)].filter((actor) => !places.has(actor));
      expect(senders.missing).toEqual(silent.map(nameOf));
    }),
  );
});
