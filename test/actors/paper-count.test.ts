/** What papers count of communication, worked out by hand from COUNTS of small runs, and how much more the runs sent. */

import { describe, expect, test } from 'vitest';
import { OVER_PAPER } from '../../src/core/protocol/paper-count.ts';
import { play, QUIET, scenarioFiles, type Setting } from '../support/scenarios.ts';

const load = scenarioFiles();

/** Five clients with 11 points of dimension 3 in the unit cube. */
const SIZES = [1, 2, 4, 1, 3];
const shards = SIZES.map((size, j) =>
  Array.from({ length: size }, (_, i) => [i % 2 ? 0.3 + j / 100 : -0.3, i % 2 ? 0.2 : -0.2 - j / 100, 0]),
);
const M = 11;
const N = 5;
const D = 3;

async function figureOf(protocol: Setting['protocol'], more: Partial<Setting> = {}) {
  const { ledger, findings, outcome } = await play(load({ shards, protocol, network: QUIET, ...more }));
  const figure = findings.figures?.find(({ name }) => name === OVER_PAPER)?.value;
  const iterations = outcome?.kind === 'clustered' ? outcome.iterations : 0;
  return { figure, iterations, sentBits: 8 * ledger.balance.sent.wireBytes };
}

/** The least number of bits that this many different numbers need. */
const bits = (numbers: number): number => Math.ceil(Math.log2(numbers));

describe("bytes over the paper's count", () => {
  test.each([
    { start: 'random', first: 0 },
    // k' = 1, 2, 2, 1, 2 centres of three doubles, and their labels.
    { start: { protocol: 'kfed' }, first: 8 * (D * 64 + 1) },
  ])('SecFC: $start', async ({ start, first }) => {
    const settings = { privacy: 1, segments: 2, moduli: 3, start };
    const { figure, iterations, sentBits } = await figureOf({ name: 'secfc', clusters: 2, ...settings });
    // Two coordinates a segment, one of them zero; three primes just below 2^28.
    const shares = M * 2 * (N - 1) * 84;
    const each = N * M * (1 + 2 * 84);
    expect(figure).toBeCloseTo(sentBits / (first + shares + iterations * each), 12);
    expect(figure).toBeGreaterThan(1);
  });

  test('SecFC with aligned identifiers: everybody shares all points', async () => {
    const settings = { privacy: 1, moduli: 3, align: {} };
    const { figure, iterations, sentBits } = await figureOf({ name: 'secfc', clusters: 2, ...settings });
    const shares = N * M * D * (N - 1) * 84;
    expect(figure).toBeCloseTo(sentBits / (shares + iterations * N * M * (1 + 2 * 84)), 12);
  });

  test('k-FED', async () => {
    const { figure, sentBits } = await figureOf({ name: 'kfed', clusters: 2 });
    expect(figure).toBeCloseTo(sentBits / (8 * (D * 64 + 1)), 12);
  });

  test('MUFC: 2KL elements of every client, over a prime above all cells and points', async () => {
    const { figure, sentBits } = await figureOf({ name: 'mufc', clusters: 2, levels: 4 });
    expect(figure).toBeCloseTo(sentBits / (N * 2 * 8 * bits(4 ** D + 1)), 12);
  });

  test.each(['mufc', 'dckmeans'])('centres and sizes in the clear: %s', async (name) => {
    const settings = name === 'mufc' ? { secrecy: 'none' } : {};
    const { figure, sentBits } = await figureOf({ name, clusters: 2, ...settings });
    expect(figure).toBeCloseTo(sentBits / (8 * (D + 1) * 64), 12);
  });

  test('FastLloyd: k(d+1) elements up and down', async () => {
    const budget = { epsilon: 1, delta: 0.001 };
    const { figure, iterations, sentBits } = await figureOf({ name: 'fastlloyd', clusters: 2, budget });
    const elementBits = sentBits / (figure as number) / (iterations * N * 2 * (D + 1)) / 2;
    expect(elementBits).toBeCloseTo(Math.round(elementBits), 9);
    expect(elementBits).toBeGreaterThan(16);
  });

  test.each([
    {
      why: 'who is missing is not counted',
      protocol: 'kfed',
      faults: [{ fault: 'withhold', who: 'client-2' }],
    },
    { why: 'no paper counts centralised Lloyd', protocol: 'lloyd', faults: [] },
  ])('is absent if $why', async ({ protocol, faults }) => {
    const { figure } = await figureOf({ name: protocol, clusters: 2, timeout: '1s' }, { faults });
    expect(figure).toBeUndefined();
  });

  test('is absent if removals follow, which the paper does not count', async () => {
    const remove = [{ points: 'random', requests: 1 }];
    const { figure } = await figureOf({ name: 'mufc', clusters: 2, levels: 4, remove });
    expect(figure).toBeUndefined();
  });
});
