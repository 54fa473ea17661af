import { expect, test } from 'vitest';
import { nicvFigure } from '../../../actors/fastlloyd/figures.ts';
import { type Figure, measure, type Measured } from '../../../src/core/protocol/figure.ts';

const one = (value: unknown): Figure => ({
  name: 'own',
  title: 'own',
  summary: '',
  unit: 'number',
  of: () => value as number,
});
const MEASURED = { outcome: { kind: 'clustered', iterations: 1, converged: true } } as Measured;
const valuesOf = (value: unknown) => measure([one(value)], MEASURED).figures.map((found) => found.value);

test('figures are numbers that files can keep, or words', () => {
  expect(valuesOf(undefined)).toEqual([]);
  expect(valuesOf(0.5)).toEqual([0.5]);
  expect(valuesOf('none')).toEqual(['none']);
  expect(valuesOf(Number.POSITIVE_INFINITY)).toEqual(['Infinity']);
  expect(() => valuesOf({ of: 3 })).toThrow('figure own is [object Object], neither a number nor words');
  expect(() => valuesOf(Number.NaN)).toThrow('figure own is NaN, neither a number nor words');
});

test('a figure that changes the labels is refused, as they are the result that all others are of', () => {
  const labels = Uint16Array.of(2, 0, 1);
  const clearing: Figure = { ...one(1), of: ({ labels: all }) => all?.fill(0)[0] };
  const reading: Figure = { ...one(1), of: ({ labels: all }) => all?.toSorted()[0] };
  const both = [{ labels }, { outcome: { ...MEASURED.outcome, labels } }];
  for (const part of both)
    expect(measure([reading], { ...MEASURED, ...part } as Measured).figures).toHaveLength(
      1 - both.indexOf(part),
    );
  for (const part of both) {
    const warning = ({ outcome }: Measured): undefined => void outcome.labels?.fill(0);
    expect(() => measure([clearing, { ...one(1), warning }], { ...MEASURED, ...part } as Measured)).toThrow(
      'figure own changes the labels of the run, which it may only read',
    );
    labels.set([2, 0, 1]);
  }
});

test('figures are within the range that they declare, or that their unit has', () => {
  const valueOf = (value: number, declared: Partial<Figure>) =>
    measure([{ ...one(value), ...declared }], MEASURED).figures[0].value;
  expect(valueOf(1, { unit: 'share' })).toBe(1);
  expect(() => valueOf(1.1, { unit: 'share' })).toThrow('figure own is 1.1, which is not from 0 to 1');
  expect(() => valueOf(-1, { unit: 'bytes' })).toThrow('figure own is -1, which is not from 0 to Infinity');
  expect(valueOf(-1, { range: { least: -1, most: 1 } })).toBe(-1);
  expect(() => valueOf(2, { range: { most: 1 } })).toThrow(
    'figure own is 2, which is not from -Infinity to 1',
  );
});

test('a value has all that its figure says of itself, and nothing else', () => {
  const said = { better: 'up', range: { least: 0 }, about: 'cost', over: 'all', rank: 'detail' } as const;
  const [plain, full] = measure([one(1), { ...one(1), ...said, warning: () => 'odd' }], MEASURED).figures;
  const found = { name: 'own', title: 'own', summary: '', unit: 'number', value: 1 };
  expect(plain).toStrictEqual(found);
  expect(full).toStrictEqual({ ...found, ...said });
});

test('figures about privacy are measured however a run ends, others of clusterings alone', () => {
  const aborted = { ...MEASURED, outcome: { kind: 'aborted', reason: 'too few' } } as const;
  const { figures } = measure([one(1), { ...one(2), about: 'privacy' }], aborted);
  expect(figures.map(({ value }) => value)).toEqual([2]);
});

test('NICV is finite, however narrow the announced ranges', () => {
  const column = Float64Array.of(0, 4e-310);
  const measured = {
    agreed: { minimum: [column[0]], maximum: [column[1]] },
    outcome: { centres: { rows: 1, columns: 1, values: Float64Array.of(2e-310) } },
    points: { rows: 2, columns: 1, values: column },
  };
  expect(nicvFigure.of(measured as never)).toBeCloseTo(1, 9);
});
