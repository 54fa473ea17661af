import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { LISTS, unlisted } from '../scripts/unlisted.ts';
import { SLOW } from '../vitest.config.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const files = ['src', 'actors', 'bin'].flatMap((top) =>
  readdirSync(new URL(`../${top}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name}`)
    .filter((file) => file.endsWith('.ts')),
);

test('no file is over 300 lines: it would be two things', () => {
  expect(files.filter((file) => read(file).trimEnd().split('\n').length > 300)).toEqual([]);
});

test('nothing in src asks for a party by the name of its role, which a protocol gives', () => {
  const asked = /(?:[!=]==|includes\(|startsWith\(|case)\s*'(?:server|client-\d*)'/;
  expect(files.filter((file) => file.startsWith('src/') && asked.test(read(file)))).toEqual([]);
});

test('nothing in src names a protocol of ours, as any may be passed in', () => {
  const named = /'(?:dckmeans|fastlloyd|feddp|kfed|mufc|secfc)'/;
  expect(files.filter((file) => file.startsWith('src/') && named.test(read(file)))).toEqual([]);
});

test('no files import each other, not even types and by others', () => {
  const imports = new Map(
    files.map((file) => [
      file,
      [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, path]) =>
        posix.join(posix.dirname(file), path),
      ),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' -> '));
    if (above.includes(file) || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...above, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('an option that is undefined is one that is left out, so that callers pass on what they have', () => {
  const strict = (source: string): string[] =>
    [...source.matchAll(/^export interface (\w+Options)\b[^{]*\{\n(.*?)^\}/gms)].flatMap(([, name, body]) =>
      [...body.matchAll(/^ {2}readonly (\w+)\?:(.*?);$/gms)].flatMap(([, option, type]) =>
        type.endsWith('| undefined') ? [] : [`${name}.${option}`],
      ),
    );
  const options =
    'export interface OneOptions {\n  readonly a?: number | undefined;\n  readonly b?: number;\n}\n';
  expect(strict(options)).toEqual(['OneOptions.b']);
  expect(files.flatMap((file) => strict(read(file)))).toEqual([]);
});

test('a file that the list of its folder lacks is named', () => {
  const inFolder = (folder: string): string[] =>
    readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`);
  expect(unlisted(inFolder, read)).toEqual([]);
  expect(unlisted((folder) => [...inFolder(folder), `${folder}/nap.ts`], read)).toEqual(
    Object.entries(LISTS).map(
      ([folder, list]) => `${folder}/nap.ts: expected a line for nap in ${list}, got none`,
    ),
  );
});

test('there are at most fifteen scripts to run', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

test('what is slow is there', () => {
  expect(
    SLOW.filter((path) => !existsSync(new URL(`../${path.replace('/**/*.test.ts', '')}`, import.meta.url))),
  ).toEqual([]);
});

test('importing a module of support makes no files, which would be gone after the first test file of a process', () => {
  const support = readdirSync(new URL('support', import.meta.url)).map((name) => `test/support/${name}`);
  const makes = /^(?:export )?const [^=]+ = (?:temporaryFiles|scenarios|scenarioFiles|sidesRuns)\(/m;
  expect(makes.test('const { write } = scenarios();')).toBe(true);
  expect(support.filter((file) => makes.test(read(file)))).toEqual([]);
});
