import { afterEach, expect, test, vi } from 'vitest';
import { showCount } from '../../src/cli/progress.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

test('on a terminal nothing is counted before it is known how many there are', () => {
  process.stderr.isTTY = true;
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const all = (): string => written.mock.calls.map(([text]) => String(text)).join('');
  const count = showCount('runs');
  expect(all()).not.toContain('runs');
  count.update(0, 8);
  count.hide();
  expect(all()).toContain('0 of 8 runs');
  expect(all()).not.toContain('of 1 ');
});

test('where stderr is no terminal, a line says now and then how far it is', () => {
  process.stderr.isTTY = false;
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const count = showCount('runs');
  for (const seconds of [1, 31, 32, 62]) {
    now.mockReturnValue(1000 * seconds);
    count.update(seconds, 100);
  }
  const lines = written.mock.calls.map(([text]) => String(text));
  expect(lines).toEqual([
    expect.stringMatching(/^31 of 100 runs, about .* left\n$/),
    expect.stringMatching(/^62 of 100 runs, about .* left\n$/),
  ]);
});
