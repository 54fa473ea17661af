import { expect, test } from 'vitest';
import { handedOver } from '../../../src/core/base/handed-over.ts';

test('a value is handed over once', () => {
  const value = new Uint32Array(3);
  const given = handedOver(value);
  expect(given()).toBe(value);
  expect(given).toThrow('a value is handed over twice');
});

test('undefined is a value too', () => {
  const given = handedOver(undefined);
  expect(given()).toBeUndefined();
  expect(given).toThrow('a value is handed over twice');
});
