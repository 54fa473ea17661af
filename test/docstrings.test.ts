import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FUNCTION = /^export (?:async )?function\*? (\w+)/;
const CLASS = /^export (?:abstract )?class (\w+)/;
/** A constant whose value is a function: parameters in parentheses, with at most one pair inside, or one bare name. */
const ARROW =
  /^export const (\w+)(?:: [^=]*)? = (?:async )?(?:<[^>]*>)?(?:\w+|\((?:[^()]|\([^()]*\))*\)(?:: [^=]+)?) =>/;
const LINES_OF_HEAD = 12;

/**
 * The names of exported functions without a docstring, and of classes without one in a file that has no header either. Of
 * overloads only the first needs one.
 */
function undocumented(source: string): string[] {
  const lines = source.split('\n');
  const documented = new Set<string>();
  return lines.flatMap((line, at) => {
    const head = lines.slice(at, at + LINES_OF_HEAD).join(' ');
    const [, name] = FUNCTION.exec(line) ?? CLASS.exec(line) ?? ARROW.exec(head) ?? [];
    if (name === undefined || documented.has(name)) return [];
    let before = at - 1;
    while (lines[before]?.startsWith('// oxlint-')) before--;
    const isDocumented =
      lines[before]?.endsWith('*/') === true || (CLASS.test(line) && lines[0].startsWith('/**'));
    if (!isDocumented) return [name];
    documented.add(name);
    return [];
  });
}

test('what has no docstring is found: functions, generators, constant functions, and classes', () => {
  const bare = [
    'export function one(): void {}',
    'export async function* two(): void {}',
    'export const three = (a: number, more: () => void): number => a;',
    'export const four: Task = async (a) => a;',
    'export class Five {}',
    'export const six = 6;',
  ];
  expect(undocumented(bare.join('\n'))).toEqual(['one', 'two', 'three', 'four', 'Five']);
  const noted = bare.flatMap((line) => ['/** Does it. */', '// oxlint-disable-next-line rule', line]);
  expect(undocumented(noted.join('\n'))).toEqual([]);
  const overloads = ['/** Does it. */', 'export function one(): void;', 'export function one(): void {}'];
  expect(undocumented(overloads.join('\n'))).toEqual([]);
  expect(undocumented(['/** What lives here. */', '', bare[0], bare[4]].join('\n'))).toEqual(['one']);
});

/** The names of exported functions whose docstring says what they throw, and not what they do. */
function undescribed(source: string): string[] {
  const only =
    /\/\*\*[\s*]*@throws(?:(?!\*\/|@)[^])*\*\/\n(?:\/\/ [^\n]*\n)*export (?:async )?(?:function\*?|const) (\w+)/g;
  return [...source.matchAll(only)].map(([, name]) => name);
}

test('a docstring of nothing but what is thrown is found', () => {
  const short = '/** @throws if it is damaged */\nexport function one(): void {}\n';
  const long =
    '/**\n * @throws if it is\n *   damaged\n */\n// oxlint-disable-next-line rule\nexport async function* two(): void {}\n';
  const described =
    '/**\n * Reads it.\n * @throws if it is damaged\n */\nexport const three = (): void => {};\n';
  expect(undescribed(short + long + described)).toEqual(['one', 'two']);
});

test('every exported function has a docstring, which says more than what it throws', () => {
  const files = ['src', 'actors', 'bin'].flatMap((top) =>
    readdirSync(new URL(`../${top}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => `${top}/${name}`),
  );
  const missing = files.flatMap((file) => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    return [...undocumented(source), ...undescribed(source)].map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
