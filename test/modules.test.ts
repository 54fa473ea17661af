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

const hasIndex = (actor: string): boolean => files.includes(`actors/${actor}/index.ts`);

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

/** What imports what among groups of files, without a group's imports of itself. */
function arrowsBetween(groupOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const file of files) {
    const from = groupOf(file);
    if (from === undefined) continue;
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const target of importsOf(file)) {
      const to = groupOf(target);
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return arrows;
}

/** How many floors a drawing has in which every arrow points down. */
function floorsOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): number {
  const heights = new Map<string, number>();
  const height = (group: string, above: readonly string[]): number => {
    if (above.includes(group)) throw new Error(`a circle: ${[...above, group].join(' -> ')}`);
    const known = heights.get(group);
    if (known !== undefined) return known;
    const below = [...(arrows.get(group) ?? [])].map((other) => height(other, [...above, group]));
    const found = 1 + Math.max(0, ...below);
    heights.set(group, found);
    return found;
  };
  return Math.max(...[...arrows.keys()].map((group) => height(group, [])));
}

test('a drawing of the modules has at most twelve of them, on eight floors, with fifty arrows', () => {
  const moduleOf = (file: string): string | undefined =>
    modules.find(({ module }) => file === module || file.startsWith(`${module}/`))?.module;
  const arrows = arrowsBetween(moduleOf);
  expect([...arrows.keys()].toSorted()).toEqual(modules.map(({ module }) => module).toSorted());
  expect(modules.length).toBeLessThanOrEqual(12);
  expect(floorsOf(arrows)).toBeLessThanOrEqual(8);
  expect([...arrows.values()].reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(50);
});

test('floors are counted along the longest way, and a circle is none', () => {
  const drawn = (...lines: readonly [string, string][]): Map<string, Set<string>> =>
    new Map(lines.map(([from, to]) => [from, new Set(to === '' ? [] : to.split(' '))]));
  expect(floorsOf(drawn(['a', 'b d'], ['b', 'c'], ['c', 'd'], ['d', '']))).toBe(4);
  expect(() => floorsOf(drawn(['a', 'b'], ['b', 'a']))).toThrow('a circle: a -> b -> a');
});

test.each(readdirSync(new URL('../actors', import.meta.url)).filter((name) => hasIndex(name)))(
  'all that %s imports, itself or by others, is of actors and src/core',
  (name) => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      importsOf(file).forEach(visit);
    };
    visit(`actors/${name}/index.ts`);
    expect(reached.size).toBeGreaterThan(50);
    expect([...reached].filter((file) => !/^(?:actors|src\/core)\//.test(file))).toEqual([]);
  },
);

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

const engine = partsInOrder.filter((part) => part.startsWith('src/core/engine/'));

test('the parts of the engine stand on at most six floors', () => {
  const partOf = (file: string): string | undefined => engine.find((part) => file.startsWith(`${part}/`));
  expect(floorsOf(arrowsBetween(partOf))).toBeLessThanOrEqual(6);
});

test('no part of the engine has over twenty files', () => {
  expect(engine.length).toBeGreaterThan(5);
  expect(engine.filter((part) => files.filter((file) => file.startsWith(`${part}/`)).length > 20)).toEqual(
    [],
  );
});
