/** What SecFC makes of missing and wrong answers, beside what coding theory says. */

import { describe, expect, test } from 'vitest';
import { type Cell, cellOrder, insideBound, mostErrors, type Told } from '../../experiments/frontier/cell.ts';
import { playCells, SCENARIO } from '../../experiments/frontier/index.ts';
import { frontierText } from '../../experiments/frontier/text.ts';
import { frontier } from '../../src/output/figure/kinds/frontier.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { thoroughly } from '../support/long.ts';
import { answersNeeded, type Code } from '../../src/core/math/field/lagrange.ts';

const small: Code = { n: 10, t: 2, l: 1 };
const middle: Code = { n: 16, t: 3, l: 2 };
const large: Code = { n: 40, t: 8, l: 4 };

type Counts = readonly [missing: number, wrong: number];

/** All numbers of missing and wrong answers. */
const all = ({ n }: Code): Counts[] =>
  Array.from({ length: n + 1 }, (_, wrong) =>
    Array.from({ length: n + 1 - wrong }, (__, missing): Counts => [missing, wrong]),
  ).flat();

/** Those in which neither too few answer nor far more lie than can be corrected. */
const near = (code: Code): Counts[] =>
  all(code).filter(
    ([missing, wrong]) => missing <= code.n - answersNeeded(code) && wrong <= mostErrors(code) + 1,
  );

/** Those on the bound, on both sides of it. */
const edge = (code: Code): Counts[] =>
  Array.from({ length: mostErrors(code) + 1 }, (_, wrong) => {
    const most = code.n - answersNeeded(code) - 2 * wrong;
    return [most, most + 1].map((missing): Counts => [missing, wrong]);
  }).flat();

async function play(code: Code, counts: readonly Counts[], told: Told): Promise<Cell[]> {
  return await playCells(
    counts.map(([missing, wrong]) => cellOrder(SCENARIO, 1, { code, told, missing, wrong })),
    { threads: 0 },
  );
}

/** Wrong answers that came first, when `missing` did not come: Byzantine parties are those who answer first. */
function came({ n, ...code }: Code, { missing, wrong }: Cell): { answers: number; lies: number } {
  const answers = Math.min(n - missing, answersNeeded({ n, ...code }) + 2 * mostErrors({ n, ...code }));
  return { answers, lies: Math.min(wrong, answers) };
}

describe.each([
  { code: small, counts: thoroughly(near, all)(small) },
  { code: middle, counts: near(middle) },
  ...thoroughly([], [{ code: large, counts: edge(large) }]),
])('with $code', ({ code, counts }) => {
  const needed = answersNeeded(code);

  test('Byzantine parties that do not agree: exact with all named inside the bound, outside refused or doubted', async () => {
    const cells = await play(code, counts, 'random values');
    for (const cell of cells) {
      const { missing, wrong, reason } = cell;
      const inside = insideBound(code, missing, wrong);
      const unchecked = code.n - missing === needed;
      const expected = inside ? (wrong === 0 ? 'exact' : 'corrected') : unchecked ? 'doubted' : 'refused';
      expect(cell).toMatchObject({ missing, wrong, outcome: expected });
      expect(inside || reason !== undefined).toBe(true);
    }
  });

  test('a group that sends another word: the same inside, and outside believed only where that word is as near as the right one', async () => {
    const cells = await play(code, counts, 'another word of the code, together');
    for (const cell of cells) {
      const { missing, wrong, outcome } = cell;
      const { answers, lies: lied } = came(code, cell);
      const redundancy = answers - needed;
      const fooled = redundancy >= 0 && lied > 0 && lied >= redundancy + 1 - Math.floor(redundancy / 2);
      const inside = insideBound(code, missing, wrong);
      expect(inside && fooled).toBe(false);
      const right = wrong === 0 ? 'exact' : 'corrected';
      expect({ missing, wrong, outcome: inside ? outcome : outcome === 'refused' }).toEqual({
        missing,
        wrong,
        outcome: inside ? right : !fooled,
      });
    }
  });
});

test('its rows are drawn, a panel for each kind of lie', async () => {
  const code: Code = { n: 5, t: 1, l: 1 };
  const edges: Counts[] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [0, 2],
  ];
  const cells = [
    ...(await play(code, edges, 'random values')),
    ...(await play(code, edges, 'another word of the code, together')),
  ].toReversed();
  const rows = frontier.rows({ title: 'codes', rows: cells }, {}) ?? [];
  const told = (of: string) =>
    rows.filter(({ panel }) => String(panel).includes(of)).map(({ x, y, outcome }) => [x, y, outcome]);
  const both = [
    [0, 0, 'exact'],
    [1, 0, 'exact'],
    [0, 1, 'corrected'],
  ];
  expect(told('random')).toEqual([...both, [0, 2, 'refused']]);
  expect(told('together')).toEqual([...both, [0, 2, 'wrong']]);
  expect(frontier.draw(rows, {}, everyRun).panels.map(({ title }) => title)).toEqual([
    'n=5, t=1, l=1; Byzantine clients send another word of the code, together',
    'n=5, t=1, l=1; Byzantine clients send random values',
  ]);
});

test('the table has a sign for every cell, and a bar where the bound ends', async () => {
  const code: Code = { n: 5, t: 1, l: 1 };
  const cells = await play(code, all(code), 'random values');
  expect(frontierText(code, 'random values', cells).split('\n').slice(0, 10)).toEqual([
    'n=5, t=1, l=1: 3 answers decode, A=1 errors agreed; Byzantine clients send random values',
    'wrong   0  1  2  3  4  5  missing',
    '    0   =  =  =| r  r  r',
    '    1   c| r  ?  r  r',
    '    2   r  r  ?  r',
    '    3   r  r  ?',
    '    4   r  r',
    '    5   r',
    'inside the bound: 3 exact, 1 corrected',
    'outside: 14 refused, 3 doubted',
  ]);
});
