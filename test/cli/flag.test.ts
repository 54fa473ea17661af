import { expect, test } from 'vitest';
import { command } from '../../src/cli/command.ts';
import { flagName, toggle } from '../../src/cli/flag.ts';

const NEW = { name: 'new', group: 'runs', summary: '', details: '', takes: [], examples: [] };

test('a flag is declared in camelCase: under its name on the command line nobody would read its value', () => {
  // @ts-expect-error -- for a hyphen in a key
  const hyphenated = command({ ...NEW, flags: { 'fair-start': toggle('') } });
  const camelCase = command({ ...NEW, flags: { fairStart: toggle('') } });
  const names = [hyphenated, camelCase].map(({ flags }) => flagName(Object.keys(flags)[0]));
  expect(names).toEqual(['--fair-start', '--fair-start']);
});
