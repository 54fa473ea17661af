import { expect, test } from 'vitest';
import { command } from '../../src/cli/command.ts';
import { flagName, integer, percent, share, text, toggle } from '../../src/cli/flag.ts';

const NEW = { name: 'new', group: 'runs', summary: '', details: '', takes: [], examples: [] };

test('a flag is declared in camelCase: under its name on the command line nobody would read its value', () => {
  // @ts-expect-error -- for a hyphen in a key
  const hyphenated = command({ ...NEW, flags: { 'fair-start': toggle('') } });
  const camelCase = command({ ...NEW, flags: { fairStart: toggle('') } });
  const names = [hyphenated, camelCase].map(({ flags }) => flagName(Object.keys(flags)[0]));
  expect(names).toEqual(['--fair-start', '--fair-start']);
});

test('a flag is read from what was given, and a mistake names the flag', () => {
  const runs = integer('N', 'how many', { least: 1, most: 9 });
  expect(runs.read(['7'], '--runs')).toBe(7);
  expect(runs.read([], '--runs')).toBeUndefined();
  expect(() => runs.read(['10'], '--runs')).toThrow('--runs: expected an integer from 1 to 9, got 10');
  expect(() => runs.read(['1', '2'], '--runs')).toThrow('--runs: expected it once, got 1 and 2');
  expect(text('FILE', 'where').read(['a.csv'], '--out')).toBe('a.csv');
});

test('percent are read as a share of one, and a share as it is', () => {
  const tolerance = percent('how far off', 1000);
  const read = (given: string): number | undefined => tolerance.read([given], '--tolerance');
  expect(['0', '10', '25', '1000'].map(read)).toEqual([0, 0.1, 0.25, 10]);
  expect(tolerance.read([], '--tolerance')).toBeUndefined();
  expect(() => read('1001')).toThrow('--tolerance: expected an integer from 0 to 1000, got 1001');
  const level = share('SHARE', 'how sure', 0.5);
  expect([level.read(['0.5'], '--level'), level.read(['.75'], '--level')]).toEqual([0.5, 0.75]);
  for (const given of ['0.49', '1', '1.5', '50%'])
    expect(() => level.read([given], '--level')).toThrow('expected a share from 0.5 to below 1');
});
