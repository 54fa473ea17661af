import { expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { inverses } from '../../../../src/core/math/field/inverses.ts';
import { fieldOf } from '../../../../src/core/math/field/prime-field-of.ts';

test.each([3n, 65_537n, (1n << 61n) - 1n])('inverses modulo %d are those of every element', (p) => {
  const field = fieldOf(p);
  const stream = new Random(1).stream('elements');
  for (const count of [0, 1, 2, 50]) {
    const elements = Array.from({ length: count }, () =>
      field.from(BigInt(1 + stream.integer(Number(p < 1000n ? p - 1n : 1000n)))),
    );
    expect(inverses(field, elements)).toEqual(elements.map((element) => field.inv(element)));
  }
});
