import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compared, COST, QUALITY, spread } from '../../src/study/comparison.ts';
import type { RunSummary } from '../../src/study/summary.ts';
import { summaries, summary } from './runs.ts';

/** As it is defined, in two passes. */
function naive(values: readonly number[]) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, deviation: values.length === 1 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

const finishes = ({ ending, findings }: RunSummary): boolean =>
  ending === 'done' && findings.aborted === undefined;

describe('the spread of some values', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

  test('is their mean, sample deviation, least and greatest', () => {
    fc.assert(
      fc.property(values, (all) => {
        const found = spread(all);
        const { mean, deviation } = naive(all);
        expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(1e-9);
        expect(Math.abs(found.deviation - deviation)).toBeLessThanOrEqual(1e-8);
        expect([found.runs, found.minimum, found.maximum]).toEqual([
          all.length,
          Math.min(...all),
          Math.max(...all),
        ]);
      }),
    );
  });

  test('moves with them, and grows with them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2 }), (all) => {
        const before = spread(all);
        const moved = spread(all.map((x) => x + 4096));
        expect(moved.mean).toBeCloseTo(before.mean + 4096, 6);
        expect(moved.deviation).toBeCloseTo(before.deviation, 6);
        expect(spread(all.map((x) => -2 * x)).deviation).toBeCloseTo(2 * before.deviation, 6);
      }),
    );
  });

  test('of 2, 4, 4, 4, 5, 5, 7, 9 is 5 and the root of 32/7', () => {
    const { mean, deviation } = spread([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(mean).toBe(5);
    expect(deviation).toBeCloseTo(Math.sqrt(32 / 7), 14);
  });

  test('of one value is that value, without deviation', () => {
    expect(spread([0.1])).toEqual({ runs: 1, mean: 0.1, deviation: 0, minimum: 0.1, maximum: 0.1 });
  });

  test('of equal values has no deviation at all', () => {
    expect(spread([0.1, 0.1, 0.1]).deviation).toBe(0);
  });

  test('of equal values has that very value as its mean', () => {
    expect(spread([0.1, 0.1, 0.1]).mean).toBe(0.1);
  });
});

describe('what is compared', () => {
  const runs = fc.array(summaries, { minLength: 1, maxLength: 12 });

  test('counts all runs, and leaves those without a clustering out of every figure', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const finished = all.filter(finishes);
        const found = compared('a protocol', all);
        expect(found).toMatchObject({ title: 'a protocol', runs: all.length, finished: finished.length });
        expect(found.figures).toEqual(compared('', finished).figures);
        const of = (figure: (run: RunSummary) => number | undefined) => {
          const values = finished.flatMap((run) => figure(run) ?? []);
          return values.length === 0 ? undefined : spread(values);
        };
        expect(Object.fromEntries(found.figures.map(({ name, spread: of_ }) => [name, of_]))).toEqual(
          Object.fromEntries(
            Object.entries({
              accuracy: of(({ findings }) => findings.accuracy),
              loss: of(({ findings }) => findings.loss),
              iterations: of(({ findings }) => findings.iterations),
              rounds: of((run) => run.rounds),
              messages: of((run) => run.messages),
              toServer: of((run) => run.toServer),
              fromServer: of((run) => run.fromServer),
              betweenClients: of((run) => run.betweenClients),
              operationsClients: of((run) => run.operationsClients),
              operationsServer: of((run) => run.operationsServer),
              resultNs: of((run) => run.resultNs),
              knownNs: of((run) => run.knownNs ?? 0),
              measuredNs: of((run) => run.measuredNs),
            }).filter(([, value]) => value !== undefined),
          ),
        );
      }),
    );
  });

  test('counts how many equal Lloyd among those that finished, and says nothing where none promised it', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const promised = all.filter(finishes).flatMap(({ findings }) => findings.equalsLloyd ?? []);
        const { equalLloyd } = compared('', all);
        expect(equalLloyd).toBe(promised.length === 0 ? undefined : promised.filter((yes) => yes).length);
      }),
    );
  });

  test('does not depend on the order of the runs, but for rounding', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const [found, reversed] = [compared('', all), compared('', all.toReversed())];
        for (const { name } of [...QUALITY, ...COST]) {
          const [one, other] = [found, reversed].map(
            ({ figures }) => figures.find((figure) => figure.name === name)?.spread,
          );
          expect(one?.runs).toBe(other?.runs);
          if (one === undefined || other === undefined) continue;
          expect(Math.abs(one.mean - other.mean)).toBeLessThanOrEqual(1e-12 * Math.abs(one.mean));
          expect([one.minimum, one.maximum]).toEqual([other.minimum, other.maximum]);
        }
      }),
    );
  });

  test('has no figures where nothing finished', () => {
    const failed = { findings: { iterations: 0, converged: false, aborted: 'too few answers' } };
    expect(compared('x', [summary(failed), summary({ ending: 'limit' })])).toEqual({
      title: 'x',
      runs: 2,
      finished: 0,
      figures: [],
    });
  });
});
