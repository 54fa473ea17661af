import { expect, test } from 'vitest';
import { codedCost } from '../../../../actors/blocks/lightsecagg/cost.ts';
import { counted, stated } from '../../../support/counts.ts';
import { playCoded, PRIME } from '../../../support/coded-parties.ts';

const shapes = [
  { clients: 1 },
  { clients: 5, length: 9, modulus: 97n },
  { clients: 10, length: 31 },
  { clients: 10, length: 31, checks: 0 },
  { clients: 7, length: 4, colluding: 0, threshold: 7, modulus: (1n << 61n) - 1n },
];

test.each(shapes)('a sum costs what its formulas say: %o', async (shape) => {
  const { ledger, session } = await playCoded(shape);
  expect(counted(ledger)).toEqual(stated(codedCost(session)));
});

test('shares and their sums have d / (U - T) elements, masked vectors d, and little more is sent', async () => {
  const [clients, length, bits] = [10, 1000, 50];
  // T = 5 and U = 7.
  const { ledger } = await playCoded({ clients, length, modulus: PRIME });
  const bytesOf = (wanted: string): number =>
    ledger
      .traffic()
      .filter(({ type }) => type === wanted)
      .reduce((sum, cell) => sum + cell.payloadBytes, 0);
  const piece = Math.ceil((length / 2) * (bits / 8));
  // Sender, receiver and the tag of a ciphertext are 24 bytes; a message's own fields a few more.
  const shares = clients * (clients - 1) * (piece + 24);
  expect(bytesOf('secret-shares')).toBeGreaterThanOrEqual(shares);
  expect(bytesOf('secret-shares')).toBeLessThan(shares + clients * 24);
  expect(bytesOf('coded-sum')).toBeLessThan(clients * (piece + 24));
  expect(bytesOf('masked')).toBeLessThan(clients * (length * (bits / 8) + 24));
});
