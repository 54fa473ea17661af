import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { modules, partsInOrder, withParts, withRules, withTable } from '../scripts/modules.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** The place of a file's part in the list. */
function placeOf(file: string): number {
  return partsInOrder.findIndex((part) => file === part || file.startsWith(`${part}/`));
}

const files = ['src', 'actors', 'bin'].flatMap((top) =>
  readdirSync(new URL(`../${top}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name}`)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/core/math/field/wasm/')),
);

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, path]) =>
    posix.join(posix.dirname(file), path),
  );

test('the tables in the documents and the rules of lint are those of the list of modules', () => {
  const page = read('ARCHITECTURE.md');
  expect(withTable(page, modules)).toBe(page);
  const parts = read('docs/internals/parts.md');
  expect(withParts(parts, modules)).toBe(parts);
  const settings = read('.oxlintrc.json');
  expect(JSON.parse(withRules(settings, modules))).toEqual(JSON.parse(settings));
});

test('there are at most twelve modules', () => {
  expect(modules.length).toBeLessThanOrEqual(12);
});

test('every file belongs to a part', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => placeOf(file) < 0)).toEqual([]);
});

test('every part has files', () => {
  const empty = partsInOrder.filter(
    (part) => !files.some((file) => file === part || file.startsWith(`${part}/`)),
  );
  expect(empty).toEqual([]);
});

test('every import points up the list of parts', () => {
  const down = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => placeOf(target) > placeOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(down).toEqual([]);
});

test('protocols import nothing of src but the kit, and src imports no protocol', () => {
  const past = files.flatMap((file) =>
    importsOf(file)
      .filter((target) =>
        file.startsWith('actors/')
          ? target.startsWith('src/') && !target.startsWith('src/core/kit/')
          : file.startsWith('src/') && target.startsWith('actors/'),
      )
      .map((target) => `${file} -> ${target}`),
  );
  expect(past).toEqual([]);
});

test('no part of the engine has over twenty files', () => {
  const engine = partsInOrder.filter((part) => part.startsWith('src/core/engine/'));
  expect(engine.length).toBeGreaterThan(5);
  expect(engine.filter((part) => files.filter((file) => file.startsWith(`${part}/`)).length > 20)).toEqual(
    [],
  );
});
