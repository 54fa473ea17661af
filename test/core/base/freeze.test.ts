import { expect, test } from 'vitest';
import { deepFreeze } from '../../../src/core/base/freeze.ts';

test('what holds itself is refused, and what is held twice is not', () => {
  const twice = { list: [1] };
  expect(Object.isFrozen(deepFreeze({ a: twice, b: [twice] }, 'it').b[0].list)).toBe(true);
  const self: { deep: { up?: unknown } } = { deep: {} };
  self.deep.up = self;
  expect(() => deepFreeze(self, 'what parties agree on')).toThrow('what parties agree on holds itself');
});
