import { describe, expect, test } from 'vitest';
import { visible } from '../../../src/core/base/visible.ts';
import { table } from '../../../src/run/report/table.ts';

describe('text from others', () => {
  test.each([
    ['klinik-é 😀 №1', 'klinik-é 😀 №1'],
    ['\u001b[2Jred', '\\u001b[2Jred'],
    ['done\ntrace hash 00', 'done\\u000atrace hash 00'],
    ['a\u202eb', 'a\\u202eb'],
  ])('%j is shown as %s', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('is as wide in a table as it is shown', () => {
    expect(table(['client', 'points'], [['\u001b[31mred', '3']], ['client'])).toBe(
      'client         points\n\\u001b[31mred       3\n',
    );
  });
});
