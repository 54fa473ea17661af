import { describe, expect, test } from 'vitest';
import { assert, CahootsError, CahootsErrors, type Place } from '../../../src/core/base/errors.ts';

describe('a mistake of the user', () => {
  const places: [Place, string][] = [
    [{}, 'expected a, got b'],
    [{ file: 'x.yaml' }, 'x.yaml: expected a, got b'],
    [{ file: 'x.yaml', line: 3 }, 'x.yaml:3: expected a, got b'],
    [{ file: 'x.yaml', line: 3, column: 7 }, 'x.yaml:3:7: expected a, got b'],
    [{ file: 'x.yaml', line: 3, column: 7, path: 'data.file' }, 'x.yaml:3:7 data.file: expected a, got b'],
    [{ file: 'x.yaml', path: 'data.file' }, 'x.yaml data.file: expected a, got b'],
    [{ path: 'data.file' }, 'data.file: expected a, got b'],
    [{ path: '' }, 'expected a, got b'],
  ];

  test.each(places)('at %j reads %j', (place, message) => {
    const error = new CahootsError('bad-input', 'expected a, got b', place);
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ name: 'CahootsError', code: 'bad-input', place });
  });

  test('several are one error, a line each, with the code of the first', () => {
    const first = new CahootsError('damaged', 'one', { file: 'a' });
    const second = new CahootsError('bad-input', 'two', { path: 'b.c' });
    const all = new CahootsErrors([first, second]);
    expect(all).toBeInstanceOf(CahootsError);
    expect(all).toMatchObject({ code: 'damaged', message: 'a: one\nb.c: two', errors: [first, second] });
  });
});

test('a broken assertion is never taken for a mistake of the user', () => {
  expect(() => assert(1 + 1 === 2, 'sums work')).not.toThrow();
  for (const wrong of [false, 0, '', null, undefined, Number.NaN]) {
    const act = (): void => assert(wrong, 'sums do not work');
    expect(act).toThrow(expect.objectContaining({ name: 'AssertionError', message: 'sums do not work' }));
    expect(act).not.toThrow(CahootsError);
  }
});
