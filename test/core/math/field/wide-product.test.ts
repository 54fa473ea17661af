import { expect, test } from 'vitest';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';
import { WideProduct } from '../../../../src/core/math/field/wide-product.ts';

const P = (1n << 50n) - 39n * (1n << 20n) + 1n;
const field = new WideField(P);
const half = Number(P / 2n);

/** The first rows times columns, by bigints. */
function plainly(rows: readonly (readonly number[])[], columns: readonly (readonly number[])[]): number[][] {
  return rows.map((row) =>
    columns.map((column) => Number(row.reduce((sum, a, i) => sum + BigInt(a) * BigInt(column[i]), 0n) % P)),
  );
}

test.each([
  ['the furthest from zero, all of one sign', half, half],
  ['the furthest from zero, of both signs', half, half + 1],
  ['minus one', Number(P - 1n), Number(P - 1n)],
  ['zero', 0, half],
])('is exact for 6200 terms of %s', (_name, a, b) => {
  const row = Array.from({ length: 6200 }, () => a);
  const column = Array.from({ length: 6200 }, (_, i) => (i === 0 ? 1 : b));
  const product = new WideProduct(field, [row]);
  const columns = product.columns(1);
  column.forEach((value, i) => columns.set(i, 0, value));
  const found: number[] = [];
  product.times(columns, 1, (_row, _column, value) => found.push(value));
  expect([found]).toEqual(plainly([row], [column]));
});
