import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../../src/run/figures/table.ts';
import type { RunRow } from '../../../src/run/tidy/run-row.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { type Compared, compared } from '../../../src/studies/batch/comparison.ts';
import { row, rows } from '../../support/study-runs.ts';

const finishes = ({ clustered }: RunRow): boolean => clustered;
const FIGURES = figuresOf([]);
/** One column alone. */
const alone = (title: string, runs: readonly RunRow[]): Compared => compared([{ title, runs }], FIGURES)[0];

describe('what is compared', () => {
  const runs = fc.array(rows, { minLength: 1, maxLength: 12 });

  test('counts all runs, and leaves those without a clustering out of every figure', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const finished = all.filter(finishes);
        const found = alone('a protocol', all);
        expect(found).toMatchObject({ title: 'a protocol', runs: all.length, finished: finished.length });
        expect(found.figures).toEqual(alone('', finished).figures);
        const of = (figure: (run: RunRow) => number | undefined, most?: number) => {
          const values = finished.flatMap((run) => figure(run) ?? []);
          return values.length === 0
            ? undefined
            : spread(values, { least: 0, ...(most !== undefined && { most }) });
        };
        expect(Object.fromEntries(found.figures.map(({ name, spread: of_ }) => [name, of_]))).toEqual(
          Object.fromEntries(
            Object.entries({
              accuracy: of(({ accuracy }) => accuracy, 1),
              loss: of(({ loss }) => loss),
              iterations: of(({ iterations }) => iterations),
              rounds: of((run) => run.rounds),
              messages: of((run) => run.messages),
              bytes: of((run) => run.bytes),
              toServer: of((run) => run.toServer),
              fromServer: of((run) => run.fromServer),
              betweenClients: of((run) => run.betweenClients),
              retransmittedBytes: of((run) => run.retransmittedBytes),
              lostMessages: of((run) => run.lostMessages),
              refusedMessages: of((run) => run.refusedMessages),
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
        const promised = all.filter(finishes).flatMap(({ equalsLloyd }) => equalsLloyd ?? []);
        const { equalLloyd } = alone('', all);
        expect(equalLloyd).toBe(promised.length === 0 ? undefined : promised.filter((yes) => yes).length);
      }),
    );
  });

  test('does not depend on the order of the runs, but for rounding', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const [found, reversed] = [alone('', all), alone('', all.toReversed())];
        for (const { name } of FIGURES) {
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
    const failed = { clustered: false, aborted: 'too few answers' };
    expect(alone('x', [row(failed), row({ clustered: false, ending: 'limit' })])).toEqual({
      title: 'x',
      runs: 2,
      finished: 0,
      partial: 0,
      violated: 0,
      idle: 0,
      figures: [],
      notes: [
        {
          title: 'aborted',
          text: 'too few answers',
          severity: 'error',
          column: 'aborted',
          of: [{ group: { title: 'x' }, seeds: [1] }],
        },
      ],
    });
  });
});

test('a column is held against the first, on the seeds on which both came to a clustering', () => {
  const first = [1, 2, 3].map((seed) => row({ seed, loss: 10 * seed }));
  const second = [3, 2, 4].map((seed) => row({ seed, loss: 10 * seed + seed, clustered: seed !== 2 }));
  const [one, other] = compared(
    [
      { title: 'a', runs: first },
      { title: 'b', runs: second },
    ],
    FIGURES,
  );
  expect(one.figures.filter(({ difference }) => difference)).toEqual([]);
  const loss = other.figures.find(({ name }) => name === 'loss');
  // Seed 3 alone: 33 against 30.
  expect(loss?.difference).toMatchObject({ runs: 1, mean: 3, larger: 1, smaller: 0 });
});
