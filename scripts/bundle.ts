/**
 * Puts the program together: its modules, and those of the packages that it uses, in a few files, as reading a thousand small ones
 * takes longer than most runs. What is asked for by its own path stays a file of its own, which leads there: what the package
 * exports, the program, what worker threads begin with, and modules with tasks, jobs and plugins, which threads import by their URL.
 * To every module it seems as if it lay where its source does. Types are the compiler's.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(TOP, 'dist');
const FOLDERS = ['src', 'actors', 'bin', 'bench'];

/** Packages that stay what they are: they start threads, are native, or are there only where somebody wants them. */
const APART = [
  'piscina',
  'pino',
  'canvas',
  'tsx',
  'pdfkit',
  'svg-to-pdfkit',
  '@resvg/resvg-js',
  'dejavu-fonts-ttf',
  '@nats-io/*',
  '@peculiar/x509',
  'reflect-metadata',
];

/** Something that a thread finds by the URL of its module. */
const ADDRESSED = /\b(defineTask|defineJob|plugin)\(\s*import\.meta\.url/;

/** What worker threads and parties' processes begin with, and what those import who measure and check a build. */
const OTHERS = [
  'src/engine/compute/worker.ts',
  'src/studies/workplace/worker.ts',
  'src/real/party-process.ts',
  'src/real/machine.ts',
  'src/run/run.ts',
  'src/scenario/load.ts',
];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(math\/field\/wasm|output\/page\/client)\//.test(file))
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
      return { contents: text.includes('import.meta.url') ? here + text : text, loader: 'ts' };
    });
  },
});

/** Of packages that bring more than is needed: what is. Every command reads it before it does anything. */
const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    // What zod says of mistakes, in fifty languages: Cahoots speaks one.
    onLoad({ filter: /\bzod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
    // Commander starts subcommands that are programs of their own, of which there are none.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\bcommander\b/.test(importer) ? { path: 'starting', namespace: 'starting' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'starting' }, () => ({
      contents: `exports.spawn = (...words) => require('node:child_process').spawn(...words);`,
    }));
  },
};

/** The licences of the packages that are put in, which want to stand beside copies of them. */
function licencesOf(inputs: readonly string[]): string {
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? []);
  return [...new Set(folders)]
    .toSorted()
    .flatMap((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(TOP, folder, 'package.json'), 'utf8'),
      ) as Record<string, string>;
      const texts = readdirSync(join(TOP, folder)).filter((file) => /^(licen[cs]e|copying)/i.test(file));
      return [
        `${name} ${version} (${license})`,
        ...texts.map((file) => readFileSync(join(TOP, folder, file), 'utf8').trim()),
      ];
    })
    .join('\n\n');
}

/** Files of an earlier build may be called otherwise. */
function clear(): void {
  for (const folder of [...FOLDERS, 'chunks'].map((name) => join(DIST, name)).filter(existsSync))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.js(\.map)?$/.test(file)) rmSync(join(folder, file));
}

/** For packages in CommonJS that ask for parts of Node.js: the one file needs it through which they do. */
const REQUIRE = `import { createRequire as __from } from 'node:module'; const require = __from(import.meta.url);`;

/** Puts together what can be asked for, and returns what went into it. */
async function bundle(entries: readonly string[], chunks: string): Promise<string[]> {
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
    // Of the modules and not of what its authors put together, only what is used goes in.
    alias: { 'ml-matrix': join(TOP, 'node_modules/ml-matrix/src/index.js') },
    minifyWhitespace: true,
    // Traces of stacks name places that can be found.
    lineLimit: 120,
    define: { 'import.meta.url': '__here' },
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.includes('typeof require') ? text : text.replace(REQUIRE, ''));
  }
  return Object.keys(metafile.inputs);
}

const addressed = sources.filter((file) => ADDRESSED.test(readFileSync(join(TOP, file), 'utf8')));
const bench = sources.filter((file) => file.startsWith('bench/'));
clear();
const inputs = await bundle(['bin/cahoots.ts', ...exported(), ...addressed, ...OTHERS], 'chunks');
writeFileSync(join(DIST, 'licences.txt'), `${licencesOf(inputs)}\n`);
// Apart, so that it changes nothing of what it measures.
await bundle(bench, 'bench/chunks');
