import { expect, test } from 'vitest';
import { mutationsOf } from '../../scripts/mutations.ts';
import { ringsAround } from '../../scripts/nearest.ts';
import { together } from '../../scripts/together.ts';

const mutants = (text: string): string[] =>
  mutationsOf(text).map(({ start, end, by }) => `${text.slice(0, start)}${by}${text.slice(end)}`);

test.each([
  ['a < b;', ['a <= b;']],
  ['a && b;', ['a || b;']],
  ['a ?? b;', ['a && b;']],
  ['n += 2;', ['n -= 2;', 'n += 3;']],
  ['i++;', ['i--;']],
  ['const yes: true | 1 = true;', ['const yes: true | 1 = false;']],
  ["const text = 'never';", []],
  ['f(a, b, c);', ['void 0;', 'f(b, a, c);', 'f(a, c, b);']],
  ['f(a, a); f(...a, b);', ['void 0; f(...a, b);', 'f(a, a); void 0;']],
  ['const x = yes ? a : b;', ['const x = !(yes) ? a : b;']],
  ['if (yes) go();', ['if (!(yes)) go();', 'if (yes) void 0;']],
])('%s has these mutants', (text, expected) => {
  expect(mutants(text)).toEqual(expected);
});

test('tests are nearer the shorter their way to a file, and slow ones come last', () => {
  const texts = new Map([
    ['src/a/one.ts', ''],
    ['src/a/two.ts', "import { one } from './one.ts';"],
    ['test/golden.test.ts', "import { one } from '../src/a/one.ts';"],
    ['src/b/three.ts', "import { two } from '../a/two.ts';"],
    ['test/a/one.test.ts', ''],
    ['test/a/other.test.ts', ''],
    ['test/b/direct.test.ts', "import { one } from '../../src/a/one.ts';"],
    ['test/b/three.test.ts', "import { three } from '../../src/b/three.ts';"],
    ['test/b/far.test.ts', ''],
    ['test/long/one.test.ts', "import { one } from '../../src/a/one.ts';"],
  ]);
  expect(ringsAround('src/a/one.ts', texts)).toEqual([
    ['test/a/one.test.ts', 'test/b/direct.test.ts', 'test/golden.test.ts'],
    ['test/a/other.test.ts'],
    ['test/b/three.test.ts'],
  ]);
});

test('mutants are judged together unless a test of one reaches the file of another', () => {
  const texts = new Map([
    ['src/a.ts', ''],
    ['src/b.ts', "import { a } from './a.ts';"],
    ['src/c.ts', ''],
    ['src/untested.ts', ''],
    ...['a', 'b', 'c'].map((name): [string, string] => [
      `test/${name}.test.ts`,
      `import { ${name} } from '../src/${name}.ts';`,
    ]),
  ]);
  const drawn = ['a', 'b', 'c', 'c', 'untested'].map((name, number) => ({
    path: `src/${name}.ts`,
    number,
  }));
  const groups = together(drawn, texts).map((group) =>
    group.map(({ mutant, tests }) => [mutant.number, ...tests]),
  );
  expect(groups).toEqual([
    [
      [0, 'test/a.test.ts'],
      [2, 'test/c.test.ts'],
    ],
    [
      [1, 'test/b.test.ts'],
      [3, 'test/c.test.ts'],
    ],
  ]);
});
