import { expect, test } from 'vitest';
import { aggregationCost } from '../../../../actors/blocks/secagg/cost.ts';
import { TAG_BYTES } from '../../../../actors/blocks/secagg/primitives.ts';
import { counted, stated } from '../../../support/counts.ts';
import { type Aggregated, playAggregation } from '../../../support/secagg-parties.ts';

const shapes = [
  { clients: 1 },
  { clients: 5, length: 9, modulus: 97n },
  { clients: 4, length: 3, modulus: 10n ** 24n + 7n, malicious: true },
  { clients: 9, length: 2, neighbours: 4, threshold: 3 },
];

test.each(shapes)('an aggregation costs what its formulas say: %o', async (shape) => {
  const { ledger, session } = await playAggregation(shape);
  expect(counted(ledger)).toEqual(stated(aggregationCost(session)));
});

/** Of all messages of a type. */
function payloadBytes({ ledger }: Aggregated, wanted: string): number {
  return ledger
    .traffic()
    .filter(({ type }) => type === wanted)
    .reduce((sum, cell) => sum + cell.payloadBytes, 0);
}

test('a masked vector takes the bits of its elements and little more', async () => {
  const [clients, length, bits] = [4, 1000, 70];
  const played = await playAggregation({ clients, length, modulus: (1n << 70n) - 35n });
  const expected = clients * Math.ceil((length * bits) / 8);
  expect(payloadBytes(played, 'masked')).toBeGreaterThan(expected);
  expect(payloadBytes(played, 'masked')).toBeLessThan(expected + clients * (TAG_BYTES + 24));
});

test('a client shares with its neighbours only, so what it sends does not grow with the number of clients', async () => {
  const perClient = async (clients: number): Promise<number> => {
    const played = await playAggregation({ clients, neighbours: 4, threshold: 3 });
    return payloadBytes(played, 'secret-shares') / clients;
  };
  expect(await perClient(8)).toBe(await perClient(16));
});
