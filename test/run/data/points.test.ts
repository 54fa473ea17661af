import { expect, test } from 'vitest';
import { GrowingPoints, MOST_COLUMNS, MOST_VALUES, newPoints } from '../../../src/run/data/points.ts';
import { refusal } from '../../support/refusal.ts';

test('points that are too wide or too many are refused with their place', () => {
  const place = { path: 'data.points' };
  expect(newPoints(1, MOST_COLUMNS, place)).toMatchObject({ rows: 1, columns: MOST_COLUMNS });
  expect(refusal(() => newPoints(1, MOST_COLUMNS + 1, place)).message).toBe(
    'data.points: expected points of at most 500000 coordinates, got 500001',
  );
  const error = refusal(() => newPoints(MOST_VALUES / 2 + 1, 2, place));
  expect(error.message).toBe('data.points: expected at most 268435456 coordinates in all, got 268435458');
  expect(error.place).toEqual(place);
});

test('any number of values grows into points', () => {
  for (const rows of [1, 511, 512, 513, 5000]) {
    const growing = new GrowingPoints();
    for (let i = 0; i < 2 * rows; i++) growing.push(i);
    const { values, ...shape } = growing.toMatrix(2, {});
    expect(shape).toEqual({ rows, columns: 2 });
    expect(values).toEqual(Float64Array.from({ length: 2 * rows }, (_, i) => i));
  }
});
