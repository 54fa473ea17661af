/** What a sparse graph of neighbours risks, held against graphs as they are drawn, and how many neighbours are enough. */

import { describe, expect, test } from 'vitest';
import { fewestNeighbours, isWithin, risksOf } from '../../../../actors/blocks/secagg/degree.ts';
import { neighbourhoods } from '../../../../actors/blocks/secagg/graph.ts';
import {
  aggregationParameters,
  aggregationProblems,
  riskText,
  withNeighbours,
} from '../../../../actors/blocks/secagg/session.ts';
import { Random } from '../../../../src/core/base/random.ts';

const hundred = (colluding: number, dropouts = 0) => ({ clients: 100, colluding, dropouts });
const settings = (more: object) => aggregationParameters.parse(more);

describe('the risks of a graph', () => {
  const crowd = { clients: 30, colluding: 7, dropouts: 4 };
  const graph = { neighbours: 6, threshold: 4 };
  const DRAWS = 6000;

  /** Who is who in graphs as the server draws them: the first collude, the next drop out. */
  function drawn() {
    const found = { exposed: 0, apart: 0, failed: 0 };
    const parties = Array.from({ length: crowd.clients }, (_, i) => i);
    const colludes = (party: number): boolean => party < crowd.colluding;
    const dropsOut = (party: number): boolean => !colludes(party) && party < crowd.colluding + crowd.dropouts;
    const stays = (party: number): boolean => !colludes(party) && !dropsOut(party);
    for (let run = 0; run < DRAWS; run++) {
      const near = neighbourhoods(parties, graph.neighbours, new Random(run).stream('graph'));
      const others = (party: number): number[] => near.get(party)!.filter((other) => other !== party);
      const honest = parties.filter((party) => !colludes(party));
      found.exposed += honest.filter(
        (party) =>
          others(party).filter(colludes).length >= graph.threshold ||
          others(party).every((other) => !stays(other)),
      ).length;
      const reached = new Set<number>();
      const open = [parties.find(stays)!];
      for (let party = open.pop(); party !== undefined; party = open.pop()) {
        if (reached.has(party)) continue;
        reached.add(party);
        open.push(...others(party).filter(stays));
      }
      if (reached.size < parties.filter(stays).length) found.apart++;
      const short = parties.some(
        (party) => near.get(party)!.filter((other) => !dropsOut(other)).length < graph.threshold,
      );
      if (short) found.failed++;
    }
    return found;
  }

  test('are tight bounds on what happens in randomly drawn graphs', () => {
    const { exposed, apart, failed } = drawn();
    const risks = risksOf(crowd, graph);
    expect(exposed / DRAWS / risks.exposed).toBeGreaterThan(0.9);
    expect(exposed / DRAWS / risks.exposed).toBeLessThan(1.1);
    expect(apart / DRAWS).toBeLessThanOrEqual(risks.apart);
    expect(apart / DRAWS).toBeGreaterThan(risks.apart / 3);
    expect(failed / DRAWS).toBeLessThanOrEqual(1.1 * risks.failed);
    expect(failed / DRAWS).toBeGreaterThan(risks.failed / 3);
  });

  test('are the known ones for six neighbours with threshold five', () => {
    const six = { neighbours: 6, threshold: 5 };
    expect(risksOf(hundred(10), six).exposed).toBeCloseTo(1.8e-3, 3);
    expect(risksOf(hundred(20), six).exposed).toBeCloseTo(0.09, 1);
    expect(risksOf(hundred(33), six).exposed).toBeCloseTo(1, 0);
    expect(risksOf(hundred(0, 5), six).failed).toBeGreaterThan(0.1);
    expect(risksOf(hundred(20), { neighbours: 20, threshold: 14 }).exposed).toBeCloseTo(2e-6, 6);
  });

  test('are none in the complete graph if enough clients are left', () => {
    const risks = risksOf(hundred(33, 33), { neighbours: 99, threshold: 67 });
    expect(risks).toEqual({ exposed: 0, apart: 0, failed: 0 });
  });
});

describe('the fewest neighbours', () => {
  test.each([
    [hundred(10, 5), { security: 40, correctness: 30 }],
    [hundred(20, 5), { security: 20, correctness: 10 }],
    [
      { clients: 1000, colluding: 200, dropouts: 50 },
      { security: 40, correctness: 30 },
    ],
  ])('keep to the limits, and two fewer do not: %o', (crowd, limits) => {
    const { neighbours, threshold } = fewestNeighbours(crowd, limits)!;
    expect(isWithin(risksOf(crowd, { neighbours, threshold }), limits)).toBe(true);
    for (let other = 1; other < neighbours; other++) {
      const fewer = { neighbours: neighbours - 2, threshold: other };
      expect(isWithin(risksOf(crowd, fewer), limits)).toBe(false);
    }
  });

  test('are all others if no fewer are enough', () => {
    const crowd = { clients: 6, colluding: 3, dropouts: 2 };
    expect(fewestNeighbours(crowd, { security: 40, correctness: 30 })).toBeUndefined();
    const chosen = withNeighbours(
      settings({ neighbours: 'auto', risks: { colluding: 0.5, dropouts: 0.3 } }),
      6,
    );
    expect([chosen.neighbours, chosen.threshold]).toEqual([undefined, undefined]);
  });
});

describe('settings', () => {
  test('auto yields settings without a warning', () => {
    const chosen = withNeighbours(settings({ neighbours: 'auto' }), 100);
    expect(chosen).toMatchObject({ neighbours: 24, threshold: 20 });
    expect(riskText(chosen, 100)).toBeUndefined();
    expect(aggregationProblems(settings({ neighbours: 'auto', risks: {} }), 100)).toEqual([]);
  });

  test('too few neighbours cause a warning with numbers and what would be enough', () => {
    const text = riskText(withNeighbours(settings({ neighbours: 6, threshold: 5 }), 100), 100);
    expect(text).toMatch(/^6 neighbours with threshold 5: with 20 of 100 clients colluding 0\.\d+ clients/);
    expect(text).toMatch(/enough are 24 with threshold 20$/);
  });

  test('and are refused if risks are set', () => {
    const problems = aggregationProblems(settings({ neighbours: 6, threshold: 5, risks: {} }), 100);
    expect(problems).toMatchObject([{ path: 'protocol.aggregation.neighbours' }]);
    expect(problems[0].got).toContain('enough are 24');
  });
});
