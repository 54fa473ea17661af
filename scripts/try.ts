/**
 * Part of `npm run site`: the simulator as a page, in `site/pages/public/try`, from `site/try` and the sources of
 * Cahoots. What the first run needs comes first, everything else when it is asked for; and once more as a single
 * script for pages opened as files, which browsers let load neither modules nor workers.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { parse } from 'yaml';
import { STYLE } from '../src/output/page/style.ts';
import { licencesOf } from './licences.ts';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(TOP, 'site/try');
const SCENARIOS = join(TOP, 'scenarios');

/** Folders of scenarios that are there to be varied by other commands, or whose data everybody has to fetch. */
const APART = /^(?:swarm|sweep|start|paper)\//;

interface Shipped {
  readonly path: string;
  readonly text: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** The scenarios that the page offers, each with the data files that it reads. */
export function shippedScenarios(): Shipped[] {
  const all = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' });
  // As `cahoots init first` writes it, which the course begins with.
  const template = readFileSync(join(TOP, 'templates/scenario/scenario.yaml'), 'utf8');
  const first = { path: 'first', text: template.replaceAll('__name__', 'first') };
  const shipped = all
    .filter((file) => file.endsWith('.yaml') && !APART.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(SCENARIOS, file), 'utf8');
      const { data } = parse(text) as { readonly data: { readonly file?: string } };
      const path = file.replace(/\.yaml$/, '');
      if (data.file === undefined) return { path, text };
      const content = readFileSync(join(SCENARIOS, dirname(file), data.file), 'utf8');
      return { path, text, files: { [data.file]: content } };
    });
  return [first, ...shipped];
}

/** Modules that are made here; see site/try/modules.d.ts. */
function made(worker: string): Plugin {
  const { version } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const shipped = shippedScenarios();
  const byPath = Object.fromEntries(shipped.map(({ path, ...content }) => [path, content]));
  const modules: Readonly<Record<string, string>> = {
    shipped: `export const paths = ${JSON.stringify(shipped.map(({ path }) => path))};
      export const quickstart = ${JSON.stringify(byPath['quickstart'])};
      export const loadShipped = async () => (await import('made:texts')).default;`,
    texts: `export default ${JSON.stringify(byPath)};`,
    version: `export const version = ${JSON.stringify(version)};`,
    worker,
  };
  return {
    name: 'made',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^made:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'made' }));
      onLoad({ filter: /.*/, namespace: 'made' }, ({ path }) => ({ contents: modules[path], loader: 'js' }));
      // zod's messages come in fifty languages, of which Cahoots uses one.
      onLoad({ filter: /\bzod\/v4\/locales\/index\.js$/ }, () => ({
        contents: `export { default as en } from './en.js';`,
      }));
      // It can make schemas from JSON Schema, which nobody here does.
      onLoad({ filter: /\bzod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
        contents: 'export const fromJSONSchema = undefined;',
      }));
      // Nor does anybody here compile schemas.
      onLoad({ filter: /\bzod\/v4\/core\/compile\.js$/ }, () => ({
        contents: `export const [INVALID, compile, compileFn, withParser] = [];
          export class ZodCompileAsyncError extends Error {}
          export class ZodCompileUnsupportedError extends Error {}`,
      }));
      onLoad({ filter: /\/page\/client\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8'),
        loader: 'text',
      }));
    },
  };
}

const COMMON = {
  absWorkingDir: TOP,
  bundle: true,
  minify: true,
  platform: 'browser',
  conditions: ['browser', 'cahoots-source'],
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.wasm': 'binary' },
  alias: {
    // From its modules, unlike from its authors' bundle, only what is used is included.
    'ml-matrix': join(TOP, 'node_modules/ml-matrix/src/index.js'),
    // The page's own dependencies have it too, and it would be loaded twice.
    yaml: join(TOP, 'node_modules/yaml/browser/index.js'),
  },
  // As if it were that of a module three folders below the root of the package, whose files are in memory.
  define: { 'import.meta.url': '"file:///cahoots/src/core/base/module.js"' },
  write: false,
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;

const IN_MODULES = `
const at = (file) => new URL(file, document.baseURI).href;
export const startWorker = () => new Worker(at('worker.js'), { type: 'module' });
export const threadEntry = globalThis.crossOriginIsolated ? at('thread.js') : undefined;`;

const inOneFile = (program: string): string => `
const program = ${JSON.stringify(program)};
export const startWorker = () => new Worker(URL.createObjectURL(new Blob([program], { type: 'text/javascript' })));
export const threadEntry = undefined;`;

export interface Built {
  /** What the browser loads before the first run, by name, in bytes after gzip. */
  readonly first: Readonly<Record<string, number>>;
}

/**
 * Builds the page.
 * @param out its folder, which is replaced
 * @throws Error if `npm run build` has not been run before
 */
export async function buildTry(out: string): Promise<Built> {
  if (!existsSync(join(TOP, 'dist/src/output/page/client.js')))
    throw new Error('expected a build (npm run build), got none');
  const entry = (name: string): string => join(SOURCE, name);
  const entryPoints = {
    page: entry('page/index.tsx'),
    worker: entry('worker/index.ts'),
    thread: entry('worker/thread.ts'),
  };
  const splitting = { splitting: true, format: 'esm', chunkNames: 'parts/[hash]', outdir: out } as const;
  const parts = await build({ ...COMMON, ...splitting, entryPoints, plugins: [made(IN_MODULES)] });
  const whole = async (name: string, plugin: Plugin): Promise<string> => {
    const { outputFiles } = await build({
      ...COMMON,
      format: 'iife',
      outdir: out,
      entryPoints: [entry(name)],
      plugins: [plugin],
    });
    return outputFiles[0].text;
  };
  const worker = await whole('worker/index.ts', made(''));
  const files = new Map(parts.outputFiles.map(({ path, contents }) => [path, contents]));
  files.set(
    join(out, 'one-file.js'),
    new TextEncoder().encode(await whole('page/index.tsx', made(inOneFile(worker)))),
  );
  rmSync(out, { recursive: true, force: true });
  for (const [path, contents] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  copyFileSync(entry('index.html'), join(out, 'index.html'));
  writeFileSync(join(out, 'style.css'), STYLE + readFileSync(entry('style.css'), 'utf8'));
  writeFileSync(join(out, 'licences.txt'), `${licencesOf(Object.keys(parts.metafile.inputs))}\n`);
  return { first: firstParts(parts.metafile, out) };
}

/** What is imported by the page, by the worker, and by the modules that run a scenario. */
function firstParts({ outputs }: Metafile, out: string): Readonly<Record<string, number>> {
  const first = new Set<string>();
  const add = (file: string): void => {
    if (first.has(file)) return;
    first.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') add(path);
  };
  const named = Object.entries(outputs);
  const isFirst = /site\/try\/(?:page\/index\.tsx|worker\/(?:index|jobs)\.ts)$/;
  for (const [file, { entryPoint = '' }] of named) if (isFirst.test(entryPoint)) add(file);
  return Object.fromEntries(
    [...first].map((file) => {
      const path = join(TOP, file);
      return [path.slice(out.length + 1), gzipSync(readFileSync(path)).byteLength];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { first } = await buildTry(join(TOP, 'site/pages/public/try'));
  const sum = Object.values(first).reduce((all, bytes) => all + bytes, 0);
  console.log(
    `the first run loads ${(sum / 1e3).toFixed(0)} kB after gzip, in ${Object.keys(first).length} files`,
  );
}
