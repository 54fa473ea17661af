import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { rooms, withRules, withTable } from '../scripts/rooms.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** The place of a file's room in the list. */
function placeOf(file: string): number {
  return rooms.findIndex(({ room }) => file === room || file.startsWith(`${room}/`));
}

const files = ['src', 'actors', 'bin'].flatMap((top) =>
  readdirSync(new URL(`../${top}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name}`)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/math/field/wasm/')),
);

test('the table in ARCHITECTURE.md and the rules of lint are those of the list of rooms', () => {
  const page = read('ARCHITECTURE.md');
  expect(withTable(page, rooms)).toBe(page);
  const settings = read('.oxlintrc.json');
  expect(JSON.parse(withRules(settings, rooms))).toEqual(JSON.parse(settings));
});

test('every file has a room', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => placeOf(file) < 0)).toEqual([]);
});

test('every import points up the list of rooms', () => {
  const down = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)]
      .map(([, path]) => posix.join(posix.dirname(file), path))
      .filter((target) => placeOf(target) > placeOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(down).toEqual([]);
});
