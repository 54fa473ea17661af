import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { parseOptions, USAGE } from '../../../experiments/paper/options.ts';
import { refusal } from '../../support/refusal.ts';

describe('the command line of npm run paper', () => {
  test('asks for a name alone', () => {
    expect(parseOptions(['secfc-table-1'])).toEqual({
      name: 'secfc-table-1',
      seeds: 10,
      threads: availableParallelism(),
      data: undefined,
      out: 'results',
      figures: 'docs',
      fairStart: false,
    });
  });

  test('takes every flag, before the name or behind it', () => {
    const flags = [
      '--seeds',
      '3',
      '--threads',
      '2',
      '--data',
      'there',
      '--out',
      'here',
      '--fair-start',
      '--quick',
      '--crate',
      'all',
    ];
    const options = {
      name: 'x',
      seeds: 3,
      threads: 2,
      data: 'there',
      out: 'here',
      figures: 'here',
      fairStart: true,
      quick: true,
      crate: 'all',
    };
    expect(parseOptions([...flags, 'x'])).toEqual(options);
    expect(parseOptions(['x', ...flags])).toEqual(options);
  });

  test.each([
    [[], 'expected one NAME, got none'],
    [['a', 'b'], 'expected one NAME, got a b'],
    [['a', '--seeds', '0'], '--seeds: expected a positive number, got 0'],
    [['a', '--seeds', '1.5'], '--seeds: expected a positive number, got 1.5'],
    [['a', '--seeds', '1e3'], '--seeds: expected a positive number, got 1e3'],
    [['a', '--seeds', '100000'], '--seeds: expected a positive number, got 100000'],
    [['a', '--seeds='], '--seeds: expected a positive number, got '],
    [['a', '--threads', '0'], '--threads: expected a positive number, got 0'],
    [['a', '--threads=-1'], '--threads: expected a positive number, got -1'],
    [['a', '--seed', '1'], "Unknown option '--seed'"],
    [['a', '--out'], "'--out <value>' argument missing"],
  ])('refuses anything else, and says how it is used: %j', (args, said) => {
    const { message } = refusal(() => parseOptions(args));
    expect(message.split('\n')[0]).toContain(said);
    expect(message.endsWith(`\nusage: ${USAGE}`)).toBe(true);
  });
});
