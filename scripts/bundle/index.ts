/**
 * Bundles the program: its modules, and those of the packages that it uses, in one script, as reading and compiling a thousand
 * files takes longer than most runs; `loader.ts` loads it. Modules that are loaded by path keep a file that re-exports
 * them: what the package exports, the program, the entry points of worker threads, and modules with jobs and plugins, which
 * threads import by their URL. `import.meta.url` is as if every module were where its source is. Types come from the
 * compiler.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { licencesOf } from '../licences.ts';
import { lazy, lean, places } from './plugins.ts';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(TOP, 'dist');
const FOLDERS = ['src', 'actors', 'bin', 'bench'];

/** Packages that are not bundled: they start threads, are native, or are optional. */
const APART = [
  'piscina',
  'pino',
  'canvas',
  'tsx',
  'vitest',
  'pdfkit',
  'svg-to-pdfkit',
  '@resvg/resvg-js',
  'dejavu-fonts-ttf',
  '@nats-io/*',
  '@peculiar/x509',
  'reflect-metadata',
];

/** Values that a thread finds by the URL of their module. */
const ADDRESSED = /\b(defineJob|plugin|ownPlugin)\(\s*import\.meta\.url/;

/** The entry points of worker threads and parties' processes, and what benchmarks and checks of a build import. */
const OTHERS = [
  'src/run/plugin/worker.ts',
  'src/studies/executor/worker.ts',
  'src/real/party-process.ts',
  'src/real/machine.ts',
  'src/real/rehearsal.ts',
  'src/real/validate.ts',
  'src/run/execute/run.ts',
  'src/run/scenario/load.ts',
  'src/testing/playing.ts',
];

/** The entry points of threads that need few modules, which they have to themselves. */
const SMALL = ['src/core/platform/node/program-thread.ts', 'src/core/platform/node/import-watchdog.ts'];

/** The only module that imports, before it is used, a package without CommonJS. */
const OF_TESTS = { file: 'src/testing/index.ts', imports: 'vitest' };

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(core\/math\/field\/wasm|output\/page\/client)\//.test(file))
    .map((file) => join(folder, file)),
);

function exported(): string[] {
  const { exports } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly 'cahoots-source': string }>>;
  };
  return Object.values(exports).flatMap((to) => (typeof to === 'string' ? [] : to['cahoots-source']));
}

const COMMON = {
  absWorkingDir: TOP,
  outbase: TOP,
  outdir: DIST,
  bundle: true,
  sourcemap: true,
  sourcesContent: false,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  external: APART,
  // From its modules, unlike from its authors' bundle, only what is used is included.
  alias: { 'ml-matrix': join(TOP, 'node_modules/ml-matrix/src/index.js') },
  minifyWhitespace: true,
  // So that stack traces name usable positions.
  lineLimit: 120,
  define: { 'import.meta.url': '__here' },
  metafile: true,
  write: false,
  logLevel: 'warning',
} satisfies BuildOptions;

const made = new Set<string>();

/** Writes a file of the build in one step, as others may be reading it. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  made.add(path);
}

/** Removes the files of an earlier build that had other names: last, so that a program that runs meanwhile finds its own. */
function clear(): void {
  for (const folder of [...FOLDERS, 'bundle', 'esm'].map((name) => join(DIST, name)).filter(existsSync))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.c?js(\.map)?$/.test(file) && !made.has(join(folder, file))) rmSync(join(folder, file));
  rmSync(join(TOP, '.compiled'), { recursive: true, force: true });
}

/** `require` for CommonJS packages that import Node.js modules, in the one file that needs it. */
const REQUIRE = `import { createRequire as __from } from 'node:module'; const require = __from(import.meta.url);`;

/**
 * Bundles entry points as ES modules, which share what they have in common.
 * @param folder where they are put, in `dist/`: `.` or a folder in it
 * @param chunks where what they share is put, in that folder
 */
async function asModules(entries: readonly string[], folder: string, chunks: string): Promise<void> {
  const up = normalize(`${folder}/${chunks}`).replaceAll(/[^/]+/g, '..');
  const { outputFiles } = await build({
    ...COMMON,
    outdir: join(DIST, folder),
    // Of what is in a folder, other bundlers make one.
    sourcemap: folder === '.',
    entryPoints: [...entries],
    chunkNames: `${chunks}/[hash]`,
    splitting: true,
    format: 'esm',
    // Not `import.meta.url`, which is replaced.
    plugins: [
      places(TOP, `const here = import.meta; export const top = new URL('${up}/', here.url).href;`),
      lean,
    ],
    banner: { js: REQUIRE },
  });
  for (const { path, text } of outputFiles)
    write(path, text.includes('typeof require') ? text : text.replace(REQUIRE, ''));
}

const nameOf = (file: string): string => file.replace(/\.ts$/, '');

/**
 * A script without other characters than those of ASCII, as Node.js reads, and V8 keeps, one byte for each then. esbuild leaves them in regular
 * expressions and in templates with a function.
 */
function inAscii(script: string): string {
  // There, an escape would be as many characters.
  const plain = script.replaceAll(/\bString\.raw`((?:[^`$]|\$(?!\{))*)`/g, (_, raw: string) =>
    JSON.stringify(raw),
  );
  const left = /\bString\.raw`[^`]*[^\0-\x7f]/.exec(plain);
  if (left !== null) throw new Error(`expected only ASCII, got ${left[0]}`);
  return plain.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A script that names all modules alike, in as many characters: each is a method of an object, and two thousand objects of one shape
 * are made 2 ms sooner.
 */
function alike(script: string): string {
  return script.replaceAll(
    /(\b__(?:esm|commonJS)\(\s*\{\s*)("[^"]+")(?=\()/g,
    (_, start: string, name: string) => start + 'run'.padEnd(name.length),
  );
}

interface Script {
  /** What went into it. */
  readonly inputs: readonly string[];
  readonly script: string;
  readonly map: string;
}

/**
 * Bundles all that entry points need as one script: a function of `require`, a function that imports, and the URL of `dist/`, which
 * returns the entry points. V8 forgets where an `import()` is that it compiled earlier.
 */
async function asScript(entries: readonly string[]): Promise<Script> {
  const modules = entries.map((file) => `${JSON.stringify(nameOf(file))}: () => require('./${file}')`);
  const { metafile, outputFiles } = await build({
    ...COMMON,
    stdin: { contents: `module.exports = {${modules.join(',')}};`, resolveDir: TOP },
    entryNames: 'bundle/modules',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    plugins: [places(TOP, 'export const top = DIST;'), lean, lazy],
    banner: { js: "(function (require, IMPORT, DIST) { 'use strict'; const module = {};" },
    footer: { js: 'return module.exports; })' },
  });
  const [script = '', map = ''] = ['.cjs', '.map'].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text,
  );
  return {
    inputs: Object.keys(metafile.inputs),
    script: inAscii(alike(script.replaceAll(/(?<![\w$.])import\(/g, 'IMPORT('))),
    map,
  };
}

/** What each entry point exports. */
async function exportsOf(entries: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: [...entries],
    splitting: true,
    format: 'esm',
    packages: 'external',
  });
  return new Map(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint === undefined ? [] : [[entryPoint, exports] as const],
    ),
  );
}

/** Writes the file that stands where a module would be. */
function reExport(file: string, exports: readonly string[]): void {
  const path = join(DIST, file.replace(/ts$/, 'js'));
  const loader = relative(dirname(path), join(DIST, 'bundle/loader.js'));
  const names = exports.filter((name) => name !== 'default');
  const lines = [
    ...(file === OF_TESTS.file
      ? [
          `import * as imported from '${OF_TESTS.imports}';`,
          `import { load, provide } from '${loader}';`,
          `provide('${OF_TESTS.imports}', imported);`,
        ]
      : [`import { load } from '${loader}';`]),
    `const module = load('${nameOf(file)}');`,
    ...(names.length > 0 ? [`export const { ${names.join(', ')} } = module;`] : []),
    ...(exports.includes('default') ? ['export default module.default;'] : []),
  ];
  const [first] = readFileSync(join(TOP, file), 'utf8').split('\n');
  write(path, [...(first?.startsWith('#!') ? [first] : []), ...lines, ''].join('\n'));
}

/** The file that loads the bundle, for one bundle only. */
async function loaderOf(bundle: string): Promise<void> {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: ['scripts/bundle/loader.ts'],
    outbase: join(TOP, 'scripts'),
    format: 'esm',
    define: { BUNDLE_SHA256: JSON.stringify(createHash('sha256').update(bundle).digest('hex')) },
  });
  for (const { path, text } of outputFiles) write(path, text);
}

const addressed = sources.filter((file) => ADDRESSED.test(readFileSync(join(TOP, file), 'utf8')));
const entries = [
  ...new Set(['bin/cahoots.ts', ...exported(), ...addressed, ...OTHERS].map((file) => normalize(file))),
];

const { inputs, script, map } = await asScript(entries);
write(join(DIST, 'bundle/modules.cjs'), script);
write(join(DIST, 'bundle/modules.cjs.map'), map);
await loaderOf(script);
for (const [file, names] of await exportsOf(entries)) reExport(file, names);
writeFileSync(join(DIST, 'licences.txt'), `${licencesOf(inputs)}\n`);
await asModules(SMALL, '.', 'src/core/platform/node');
// For programs that are bundled with Cahoots, as the loader reads a file.
await asModules(exported(), 'esm', 'chunks');
// Bundled separately, so that it does not change what it measures.
await asModules(
  sources.filter((file) => file.startsWith('bench/')),
  '.',
  'bench/chunks',
);
clear();
