import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, name]) => {
    if (name === '#platform') return 'src/core/platform/browser.ts';
    if (name === '#columnar') return 'src/run/data/columnar-in-browser.ts';
    return name.startsWith('.') ? posix.join(posix.dirname(file), name) : name;
  });

const isOurs = (name: string): boolean => /^(src|actors|bin)\//.test(name);

/** A module and everything that it imports, by others too. */
function closureOf(file: string): ReadonlySet<string> {
  const closure = new Set([file]);
  for (const name of closure) if (isOurs(name)) for (const other of importsOf(name)) closure.add(other);
  return closure;
}

const ANYWHERE = ['src/core', 'src/run', 'src/lab', 'src/output', 'actors'];
const files = ANYWHERE.flatMap((folder) =>
  readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.ts') && !/^src\/core\/(platform\/node|math\/field\/wasm\/)/.test(file)),
);

test('what runs in a browser too imports nothing of Node.js, and uses none of its globals', () => {
  expect(files.length).toBeGreaterThan(500);
  const ofNode =
    /^(node:|(piscina|pino|tsx|linkedom|hyparquet-writer|csv-parse(?!\/browser))(\/|$))|platform\/node/;
  const wrong = files.flatMap((file) => {
    const closure = file.endsWith('index.ts') ? [...closureOf(file)] : importsOf(file);
    return closure.filter((name) => ofNode.test(name)).map((name) => `${file} -> ${name}`);
  });
  expect(wrong).toEqual([]);
  const globals =
    /\b(?:Buffer\.\w+\(|process\.(?:env|version|versions|cwd|argv|stdout|stderr|hrtime|emitWarning)\b|setImmediate\()/;
  expect(files.filter((file) => globals.test(read(file)))).toEqual([]);
});

test('a protocol consists of its own modules and the core', () => {
  const closure = [...closureOf('actors/kfed/index.ts')].filter(isOurs);
  expect(closure.length).toBeGreaterThan(50);
  expect(closure.filter((file) => !/^(actors|src\/core)\//.test(file))).toEqual([]);
});

test('help needs few modules, and no library but those of the command line', () => {
  const loaded = new Set(['bin/cahoots.ts']);
  for (const file of loaded)
    if (isOurs(file))
      for (const [, name] of read(file).matchAll(/^(?:im|ex)port (?!type )[^;']*?from '([^']+)'/gm))
        loaded.add(name.startsWith('.') ? posix.join(posix.dirname(file), name) : name);
  const libraries = [...loaded].filter((name) => !isOurs(name) && !/^(node:|#)/.test(name));
  expect(libraries.toSorted()).toEqual(['commander', 'leven']);
  expect([...loaded].filter((file) => file.startsWith('src/cli/commands/')).length).toBeGreaterThan(20);
  expect(loaded.size).toBeLessThan(100);
});
