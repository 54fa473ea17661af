/** The formulas by which secure sums are compared beyond what is run, against sums that are played. */

import { expect, test } from 'vitest';
import { provenSums } from '../../../actors/blocks/index.ts';
import {
  codedBytes,
  decryptedBytes,
  pairwiseBytes,
  provenBytes,
  setUpBytes,
} from '../../../experiments/paper/sums/formulas.ts';
import { feddpScenarios, playFeddp } from '../../support/feddp-parties.ts';
import type { Ledger } from '../../../src/run/trace/ledger.ts';
import { playCoded } from '../../support/coded-parties.ts';
import { playFlamingo } from '../../support/flamingo-parties.ts';
import { playAggregation } from '../../support/secagg-parties.ts';

const [clients, length, bits] = [12, 500, 24];
const size = { clients, length, bits };
const modulus = 1n << BigInt(bits);

const sent = (ledger: Ledger): number =>
  ledger.traffic().reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);

/** Bytes of a message that are in no formula: its name, and the names and lengths of its fields. */
function besides(ledger: Ledger, formula: number): number {
  const messages = ledger.traffic().reduce((sum, cell) => sum + cell.messages, 0);
  return (sent(ledger) - formula) / messages;
}
const MOST = 48;

test('Bonawitz et al., and Bell et al. with four neighbours', async () => {
  const all = await playAggregation({ clients, length, modulus });
  const few = await playAggregation({ clients, length, modulus, neighbours: 4, threshold: 3 });
  for (const found of [
    besides(all.ledger, pairwiseBytes(size)),
    besides(few.ledger, pairwiseBytes(size, 4)),
  ]) {
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(MOST);
  }
});

test('So et al., with masks in three pieces', async () => {
  const prime = modulus + 43n;
  const { ledger } = await playCoded({ clients, length, modulus: prime, colluding: 5, threshold: 8 });
  const found = besides(ledger, codedBytes({ ...size, bits: bits + 1 }, 3));
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(MOST);
});

test('Ma et al., with six decryptors', async () => {
  const { ledger } = await playFlamingo({ clients, length, modulus, decryptors: 6 });
  const among = { decryptors: 6, neighbours: clients - 1, gone: 0 };
  const found = besides(ledger, setUpBytes(size, among) + decryptedBytes(size, among));
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(MOST);
});

test('the draft, with the bounds of FedDP', async () => {
  const exact = { rounds: 1, aggregation: { protocol: 'prio3' }, noise: { by: 'nobody' } };
  const { ledger, agreed } = await playFeddp(feddpScenarios()(5, exact));
  const types = new Set<string>(provenSums.messages.map(({ name }) => name));
  const traffic = ledger.traffic().filter(({ type }) => types.has(type));
  const messages = traffic.reduce((sum, cell) => sum + cell.messages, 0);
  const bytes = traffic.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);
  const formula = agreed.stages.reduce(
    (sum, { sum: { proven } }) => sum + (proven ? provenBytes(proven) : 0),
    0,
  );
  expect((bytes - formula) / messages).toBeGreaterThan(0);
  expect((bytes - formula) / messages).toBeLessThan(MOST);
});
