/**
 * Bundles the program: its modules, and those of the packages that it uses, in a few files, as reading a thousand
 * small ones takes longer than most runs. Modules that are loaded by path keep a file that re-exports them: what the
 * package exports, the program, the entry points of worker threads, and modules with jobs and plugins, which threads
 * import by their URL. `import.meta.url` is as if every module were where its source is. Types come from the
 * compiler.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { licencesOf } from './licences.ts';

const TOP = fileURLToPath(new URL('..', import.meta.url));
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
  'src/core/platform/node/program-thread.ts',
  'src/core/platform/node/import-watchdog.ts',
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

/** Gives modules the URL that they would have if each were a file. */
const places = (chunks: string): Plugin => ({
  name: 'places',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^top-of-the-build$/ }, ({ path }) => ({ path, namespace: 'place' }));
    onLoad({ filter: /.*/, namespace: 'place' }, () => ({
      contents: `const real = import.meta; export const top = new URL('${chunks.replaceAll(/[^/]+/g, '..')}/', real.url).href;`,
    }));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = JSON.stringify(relative(TOP, path).replace(/ts$/, 'js'));
      const here = `import { top as __top } from 'top-of-the-build'; const __here = __top + ${place}; `;
      const placed = text.replace(/^(#!.*\n)?/, (line) => line + here);
      return { contents: text.includes('import.meta.url') ? placed : text, loader: 'ts' };
    });
  },
});

/** Reduces packages to what is needed, as every command loads them before it does anything. */
const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    // zod's error messages come in fifty languages, of which Cahoots uses one.
    onLoad({ filter: /\bzod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
    // Commander can start subcommands as separate programs, of which there are none.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\bcommander\b/.test(importer) ? { path: 'starting', namespace: 'starting' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'starting' }, () => ({
      contents: `exports.spawn = (...words) => require('node:child_process').spawn(...words);`,
    }));
  },
};

/** Removes the files of an earlier build that had other names: last, so that a program that runs meanwhile finds its own. */
function clear(made: ReadonlySet<string>): void {
  for (const folder of [...FOLDERS, 'chunks'].map((name) => join(DIST, name)).filter(existsSync))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.js(\.map)?$/.test(file) && !made.has(join(folder, file))) rmSync(join(folder, file));
}

/** `require` for CommonJS packages that import Node.js modules, in the one file that needs it. */
const REQUIRE = `import { createRequire as __from } from 'node:module'; const require = __from(import.meta.url);`;

interface Bundle {
  /** What went into it. */
  readonly inputs: readonly string[];
  /** Its files. */
  readonly made: readonly string[];
}

/** Bundles the entry points. */
async function bundle(entries: readonly string[], chunks: string): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: TOP,
    entryPoints: [...new Set(entries.map((file) => normalize(file)))],
    outbase: TOP,
    outdir: DIST,
    chunkNames: `${chunks}/[hash]`,
    bundle: true,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: APART,
    plugins: [places(chunks), lean],
    // From its modules, unlike from its authors' bundle, only what is used is included.
    alias: { 'ml-matrix': join(TOP, 'node_modules/ml-matrix/src/index.js') },
    minifyWhitespace: true,
    // So that stack traces name usable positions.
    lineLimit: 120,
    define: { 'import.meta.url': '__here' },
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const whole = text.includes('typeof require') ? text : text.replace(REQUIRE, '');
    // In one step, as others may be reading it.
    writeFileSync(`${path}.new`, whole);
    renameSync(`${path}.new`, path);
  }
  return { inputs: Object.keys(metafile.inputs), made: outputFiles.map(({ path }) => path) };
}

const addressed = sources.filter((file) => ADDRESSED.test(readFileSync(join(TOP, file), 'utf8')));
const bench = sources.filter((file) => file.startsWith('bench/'));
const program = await bundle(['bin/cahoots.ts', ...exported(), ...addressed, ...OTHERS], 'chunks');
writeFileSync(join(DIST, 'licences.txt'), `${licencesOf(program.inputs)}\n`);
// Bundled separately, so that it does not change what it measures.
const benchmarks = await bundle(bench, 'bench/chunks');
clear(new Set([...program.made, ...benchmarks.made]));
