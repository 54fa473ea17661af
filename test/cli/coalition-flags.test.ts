/** Coalitions on the command line: which flags go together. */

import { expect, test } from 'vitest';
import { secfc } from '../../bin/standard.ts';
import { coalitionsFrom } from '../../src/cli/coalition-flags.ts';
import { scenarios, SMALL } from '../support/small-scenario.ts';

const scenario = scenarios().load(SMALL);
type Given = Partial<Parameters<typeof coalitionsFrom>[0]>;
const coalitions = (given: Given) =>
  coalitionsFrom({ withServer: false, ...given } as Parameters<typeof coalitionsFrom>[0], scenario, secfc);

test('no flag names none', () => {
  expect(coalitions({})).toBeUndefined();
});

test.each<[Given, object[]]>([
  [{ members: 'client-1,server' }, [{ members: ['client-1', 'server'] }]],
  [{ any: 2 }, [{ any: 2, server: false }]],
  [{ any: 2, draws: 3, withServer: true }, [{ any: 2, server: true, draws: 3 }]],
  [
    { upTo: 2, withServer: true, attack: ['share-rank'] },
    [{ upTo: 2, server: true, attacks: ['share-rank'] }],
  ],
])('%j names %j', (given, named) => {
  expect(coalitions(given)).toMatchObject(named);
});

test.each<[Given, string]>([
  [{ withServer: true }, 'expected --members, --any or --up-to, got none of them'],
  [{ draws: 3 }, 'expected --members, --any or --up-to, got none of them'],
  [{ attack: ['share-rank'] }, 'expected --members, --any or --up-to, got none of them'],
  [{ any: 1, upTo: 2 }, 'expected one of --members, --any and --up-to, got several'],
  [{ upTo: 2, draws: 3 }, '--draws: expected it with --any, got it without'],
  [
    { members: 'client-1', withServer: true },
    '--with-server: expected it with --any or --up-to, got it without',
  ],
  [{ any: 0 }, 'expected sizes and draws of at least 1, got a smaller one'],
  [{ members: 'client-9' }, '--members: expected'],
])('%j is refused: %s', (given, message) => {
  expect(() => coalitions(given)).toThrow(message);
});
