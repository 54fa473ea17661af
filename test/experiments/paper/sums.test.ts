/** The formulas by which secure sums are compared beyond what is run, against sums that are played. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { provenSums } from '../../../actors/blocks/index.ts';
import { bytesByClients, figure, which } from '../../../experiments/paper/sums/beyond.ts';
import { openedBySum } from '../../../experiments/paper/sums/coalitions.ts';
import { becameText, sumUnderFaults, TRIED } from '../../../experiments/paper/sums/faults.ts';
import { published } from '../../../experiments/paper/sums/published.ts';
import {
  codedBytes,
  decryptedBytes,
  pairwiseBytes,
  provenBytes,
  setUpBytes,
  signedBytes,
} from '../../../experiments/paper/sums/formulas.ts';
import { feddpScenarios, playFeddp } from '../../support/feddp-parties.ts';
import { csvOf } from '../../../src/run/tidy/rows.ts';
import type { Ledger } from '../../../src/run/trace/ledger.ts';
import { playCoded } from '../../support/coded-parties.ts';
import { playFlamingo } from '../../support/flamingo-parties.ts';
import { playAggregation } from '../../support/secagg-parties.ts';
import { thoroughly } from '../../support/long.ts';

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

test('Bonawitz et al. with signatures', async () => {
  const { ledger } = await playAggregation({ clients, length, modulus, malicious: true });
  const found = besides(ledger, pairwiseBytes(size) + signedBytes(size));
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(MOST);
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

/** One of each way to mask, and proofs; the group of Flamingo takes a minute. */
const FAULTED = TRIED.filter(({ name }) => thoroughly(/^(bonawitz|lightsecagg|prio3)$/.test(name), true));

describe.each(FAULTED)('$name among seven clients', (sum) => {
  test('has no wrong sum and hangs under no fault, but for inputs that nobody proves', async () => {
    const all = await sumUnderFaults.run(sum);
    // A coded sum has nothing that binds a masked vector; without signatures a server that lies may get nonsense.
    const may = (what: string): boolean =>
      what.includes('the server tells') ||
      (sum.name === 'lightsecagg' && /lies in any|three bits/.test(what)) ||
      (sum.name !== 'prio3' && what.includes('contributes far more'));
    expect(all.filter(({ what, wrong }) => wrong > 0 && !may(what))).toEqual([]);
    expect(all.filter(({ hung }) => hung > 0)).toEqual([]);
    expect(all.every((one) => becameText(one).length > 0)).toBe(true);
    const lie = all.find(({ what }) => what.includes('contributes far more'));
    expect(lie).toMatchObject(
      sum.name === 'prio3' ? { right: [6, 6], wrong: 0, blamed: ['client-2'] } : { wrong: 1, blamed: [] },
    );
  });

  test('opens nothing but the sum of the others to the server with fewer clients than open it', async () => {
    const { harmless, beyond, together } = await openedBySum(sum);
    // t - 1, U - 1, and a third of the decryptors, whoever these are; among neighbours it depends on who they are.
    const fewest = { bonawitz: 4, malicious: 4, bell: 0, lightsecagg: 4, flamingo: 1, prio3: 6 };
    const least = fewest[sum.name as keyof typeof fewest];
    expect(harmless).toBeGreaterThanOrEqual(least);
    expect(harmless).toBeLessThanOrEqual(['bell', 'flamingo'].includes(sum.name) ? 6 : least);
    expect(together).toBe(sum.name === 'prio3' ? 1 : undefined);
    expect(beyond ?? -1).toBeLessThan(7 - harmless - 1);
  });
});

test('what is published is set beside what is here, with a reason', () => {
  const text = published(new Map([['flamingo', { first: 7, further: 3 }]]));
  expect(text).toContain('published 3, here 3, ratio 1.00');
  // The papers' own sizes, within what tags and numbers of parties add.
  expect(text.split('\n').some((line) => line.includes('2^20 elements'))).toBe(true);
});

test('a sum with proofs is the only one for clients that lie, and bell costs fewest bytes in one sum', () => {
  const rows = which(24).split('\n');
  expect(rows.filter((row) => row.includes('clients may lie')).every((row) => row.includes('prio3'))).toBe(
    true,
  );
  expect(rows.find((row) => row.includes('chances of'))).toContain('bell');
});

test('the picture is drawn from the table beside it, which is that of the formulas', () => {
  const rows = bytesByClients(24);
  expect(readFileSync('docs/sums.csv', 'utf8')).toBe(csvOf(rows));
  expect(readFileSync('docs/sums.svg', 'utf8')).toBe(figure(rows));
});
