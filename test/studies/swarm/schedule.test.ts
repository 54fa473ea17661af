import { lloyd } from '../../../bin/standard.ts';
import { partiesOf } from '../../../src/core/protocol/parties.ts';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { Random } from '../../../src/core/base/random.ts';
import type { Ground } from '../../../src/run/fault/draw.ts';
import { KINDS } from '../../../src/run/fault/kinds.ts';
import { faultProblems, faultsSection } from '../../../src/run/scenario/faults.ts';
import { type Budget, swarmSection } from '../../../src/run/scenario/swarm.ts';
import type { FaultDocument } from '../../../src/studies/swarm/document.ts';
import { drawSchedule } from '../../../src/studies/swarm/schedule.ts';
import { duration } from '../../../src/core/base/units.ts';
import { thoroughly } from '../../support/long.ts';

const CLIENTS = Array.from({ length: 7 }, (_, j) => `client-${j + 1}`);
const GROUND: Ground = {
  clients: CLIENTS,
  everyone: ['server', ...CLIENTS],
  messages: secfc.messages.filter(({ name }) => ['shares', 'distances'].includes(name)),
  rounds: 4,
  spanNs: 2e9,
  heals: false,
};
const budgetOf = (given: object = {}): Budget => swarmSection(KINDS).parse(given);
const draw = (seed: number, given: object = {}, ground: Partial<Ground> = {}): FaultDocument[] =>
  drawSchedule(budgetOf(given), { ...GROUND, ...ground }, new Random(seed).scope('swarm'), KINDS);
const seeds = fc.nat(2 ** 32);

const whoOf = (faults: readonly FaultDocument[], ...kinds: string[]): Set<string> =>
  new Set(faults.filter(({ fault }) => kinds.includes(fault)).flatMap(({ who }) => who as string[]));
const nsOf = (text: unknown): number => (text === undefined ? 0 : duration().parse(text));

describe('random faults', () => {
  test('are faults that a scenario can have', () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, heals) => {
        const faults = draw(seed, { byzantine: 2, gone: 2, faults: 20 }, { heals });
        const parsed = faultsSection(KINDS).parse(faults);
        expect(faultProblems(parsed, KINDS, partiesOf(lloyd, CLIENTS.length), secfc.messages)).toEqual([]);
        // As settings are given on a command line.
        expect(JSON.parse(JSON.stringify(faults))).toEqual(faults);
        expect(stringify(faults)).not.toContain('&');
      }),
      { numRuns: thoroughly(60, 200) },
    );
  });

  test('stay within the budget', () => {
    const budget = fc.record({
      faults: fc.integer({ min: 1, max: 12 }),
      gone: fc.nat(3),
      byzantine: fc.nat(3),
    });
    fc.assert(
      fc.property(seeds, budget, (seed, given) => {
        const faults = draw(seed, given);
        expect(faults.length).toBeGreaterThan(0);
        expect(faults.length).toBeLessThanOrEqual(given.faults);
        expect(whoOf(faults, 'dropout').size).toBeLessThanOrEqual(given.gone);
        expect(whoOf(faults, 'falsify', 'malform').size).toBeLessThanOrEqual(given.byzantine);
        expect(whoOf(faults, 'dropout')).not.toContain('server');
        for (const { when } of faults) {
          const at = (when as { at?: string } | undefined)?.at;
          expect(nsOf(at)).toBeLessThanOrEqual(GROUND.spanNs);
        }
      }),
      { numRuns: thoroughly(90, 300) },
    );
  });

  test('are of the families that the budget names, and lies about the messages that it names', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.subarray(
          KINDS.map(({ name }) => name),
          { minLength: 1 },
        ),
        (seed, families) => {
          const faults = draw(seed, { families, byzantine: 1, falsify: ['distances'] });
          for (const { fault, message } of faults) {
            expect(families).toContain(fault);
            expect(['falsify', 'malform'].includes(fault) ? message : 'distances').toBe('distances');
          }
        },
      ),
    );
  });

  test('leave families out, another choice in every run, and use all of them in the end', () => {
    const kinds = Array.from({ length: 200 }, (_, seed) => draw(seed, { faults: 40, byzantine: 2 })).map(
      (faults) => new Set(faults.map(({ fault }) => fault)),
    );
    expect(new Set(kinds.map((set) => [...set].toSorted().join())).size).toBeGreaterThan(100);
    expect(new Set(kinds.flatMap((set) => [...set])).size).toBe(KINDS.length);
    expect(kinds.every(({ size }) => size < KINDS.length)).toBe(true);
  });

  test('are over in time where they are to heal', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const faults = draw(seed, { faults: 10, byzantine: 2, gone: 2 }, { heals: true });
        for (const { fault, when, restartAfter, for: lasts } of faults) {
          const { at, ...others } = (when ?? {}) as { at?: string };
          expect(others).toEqual({});
          const length = lasts ?? restartAfter;
          expect(fault === 'dropout' || length !== undefined).toBe(true);
          expect(nsOf(at) + nsOf(length)).toBeLessThanOrEqual(GROUND.spanNs);
        }
      }),
      { numRuns: thoroughly(60, 200) },
    );
  });

  test('do not change with a larger budget for something else', () => {
    // Who lies is drawn apart from everything about faults that are no lies.
    const families = ['delay', 'crash'];
    expect(draw(3, { families, byzantine: 2, gone: 2 })).toEqual(draw(3, { families }));
  });

  test('are none where the budget leaves nobody for them', () => {
    expect(draw(1, { families: ['falsify'], byzantine: 0 })).toEqual([]);
  });
});
