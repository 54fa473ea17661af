import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sayingOf, statementOf, toldTogether } from '../../../src/run/report/statement.ts';
import { groupBy, holdersText, sharedNotes } from '../../../src/run/tidy/notes.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

/** What several texts say together; undefined if they say different things. */
function together(texts: readonly string[]): string | undefined {
  const statements = texts.map((text) => statementOf(text));
  return new Set(statements.map(sayingOf)).size === 1 ? toldTogether(statements) : undefined;
}

test('a statement alone, or made by all, keeps its words', () => {
  const words = fc.constantFrom(
    'client-1',
    'client-12',
    ', ',
    ' and ',
    ' more',
    '3',
    '2,000',
    '1.5',
    ' ms',
    ': ',
    '%',
    'k',
    '-',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(words).map((some) => some.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom('parties', 'named', 'plain', undefined), (text, reading) => {
      const said = statementOf(text, reading);
      expect(toldTogether([said])).toBe(text);
      expect(toldTogether([said, said])).toBe(text);
    }),
  );
});

describe('several statements with the same words', () => {
  test.each([
    ['253 to 264 of 2000 points', ['264 of 2000 points', '253 of 2000 points']],
    ['1 to 3 times, first at 20.0 ms to 1.200 s', ['1 time, first at 1.200 s', '3 times, first at 20.0 ms']],
    ['900 to 2,000 messages, 1.20 to 31.0 kB', ['2,000 messages, 31.0 kB', '900 messages, 1.20 kB']],
    ['1 to 2 more entries', ['1 more entries', '2 more entries']],
    ['client-1, client-3 (1 in each run) left', ['client-3 left', 'client-1 left']],
    [
      'missing client-3, client-1, client-4 (2 in each run) in time',
      ['missing client-1, client-3 in time', 'missing client-3 and client-4 in time'],
    ],
    [
      'client-2, client-1, client-3, client-4, client-5 and 2 more (2 to 5 in each run)',
      [
        'client-1, client-2, client-3, client-4, client-5',
        'client-2, client-6, client-7',
        'client-2, client-1',
      ],
    ],
    [
      'with client-1, client-2, client-3, client-4, client-5 and others (7 to 9 in each run)',
      [
        'with client-1, client-2, client-3, client-4, client-5 and 2 more',
        'with client-1, client-2, client-3, client-4, client-5 and 4 more',
      ],
    ],
  ])('are told as: %s', (told, texts) => {
    expect(together(texts)).toBe(told);
  });

  test.each([
    ['the server left', 'client-1 left'],
    ['1.0 ms later', '2 rounds later'],
    ['3 points are missing', '3 points are refused'],
  ])('are not those with others: %s, %s', (...texts) => {
    expect(together(texts)).toBeUndefined();
  });
});

describe('notes of several runs', () => {
  const run = (seed: number, more: Row): Row => ({ seed, protocol: 'secfc', clustered: true, ...more });
  const told = (...rows: readonly Row[]): string[] =>
    sharedNotes(rows, groupBy([])).map(({ title, text }) => `${title}: ${text}`);

  test('never make a range of names', () => {
    expect(
      told(run(1, { missing: 'client-1, client-3' }), run(2, { missing: 'client-3, client-4' })),
    ).toEqual(['missing: client-3, client-1, client-4 (2 in each run)']);
    const own = ['client-1 (Klinik, Bonn and Haus 2), client-2 (Haus 3)', 'client-2 (Haus 3)'];
    expect(told(...own.map((missing, seed) => run(seed, { missing })))).toEqual([
      'missing: client-2 (Haus 3), client-1 (Klinik, Bonn and Haus 2) (1 to 2 in each run)',
    ]);
    const warned = own.map((names, seed) => run(seed, { warnings: `3 points, with ${names}: so` }));
    expect(told(...warned)).toEqual([
      'warning: 3 points, with client-2 (Haus 3), client-1 (Klinik, Bonn and Haus 2) (1 to 2 in each run): so',
    ]);
    const faults = ['dropout 1: 2 times, first at 0.0 ms', 'dropout 2: 3 times, first at 5.0 ms'];
    expect(told(...faults.map((actedFaults, seed) => run(seed, { actedFaults })))).toEqual(
      faults.map((text) => `fault: ${text}`),
    );
  });

  test('say of one fault, in all runs, what it did', () => {
    const texts = ['dropout 1: 1 time, first at 0.0 ms', 'dropout 1: 3 times, first at 5.0 ms'];
    expect(told(...texts.map((actedFaults, seed) => run(seed, { actedFaults })))).toEqual([
      'fault: dropout 1: 1 to 3 times, first at 0.0 to 5.0 ms',
    ]);
  });

  test('keep the commands of crashes', () => {
    const [one, two] = ['cahoots run a.yaml --set seed=1', 'cahoots run a.yaml --set seed=2'];
    const crashed = (seed: number, aborted: string): Row => run(seed, { aborted, ending: 'crashed' });
    expect(told(crashed(1, one), crashed(2, two))).toEqual([`aborted: ${one}`, `aborted: ${two}`]);
  });

  test('name the runs column by column', () => {
    const rows = ['secfc', 'lloyd'].flatMap((protocol) =>
      [10, 20].map((clients): Row => run(1, { protocol, clients, caveat: 'so' })),
    );
    const [all] = sharedNotes(rows, groupBy(['protocol', 'clients']));
    expect(holdersText(all)).toBe('4 runs of secfc, lloyd; clients 10, 20');
    const [some] = sharedNotes(rows.slice(1), groupBy(['protocol', 'clients', 'privacy']));
    expect(holdersText(some)).toBe('3 runs among secfc, lloyd; clients 10, 20; no privacy');
    const [one] = sharedNotes(rows.slice(0, 1), groupBy(['protocol']));
    expect(holdersText(one)).toBe('1 run of secfc: seed 1');
  });
});
