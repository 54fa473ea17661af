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
const valuesOf = (value: unknown) =>
  measure([one(value)], {} as Measured).figures.map((found) => found.value);

test('figures are numbers that files can keep, or words', () => {
  expect(valuesOf(undefined)).toEqual([]);
  expect(valuesOf(0.5)).toEqual([0.5]);
  expect(valuesOf('none')).toEqual(['none']);
  expect(valuesOf(Number.POSITIVE_INFINITY)).toEqual(['Infinity']);
  expect(valuesOf(Number.NaN)).toEqual(['NaN']);
  expect(() => valuesOf({ of: 3 })).toThrow('figure own is neither a number nor words');
});

test('a value says which way is better only if its figure does', () => {
  const [plain, up] = measure([one(1), { ...one(1), better: 'up' }], {} as Measured).figures;
  const found = { name: 'own', title: 'own', unit: 'number', value: 1 };
  expect(plain).toStrictEqual(found);
  expect(up).toStrictEqual({ ...found, better: 'up' });
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
