/** What esbuild is to do otherwise with our modules, and with packages. */

import * as childProcess from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Gives modules the URL that they would have if each were a file; `define` replaces `import.meta.url` by it.
 * @param source the folder of the source
 * @param top a module that exports, as `top`, the URL of that of the build, with a slash at its end
 */
export const places = (source: string, top: string): Plugin => ({
  name: 'places',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^top-of-the-build$/ }, ({ path }) => ({ path, namespace: 'place' }));
    onLoad({ filter: /.*/, namespace: 'place' }, () => ({
      contents: top,
    }));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = JSON.stringify(relative(source, path).replace(/ts$/, 'js'));
      const placing = `import { top as __top } from 'top-of-the-build'; const __here = __top + ${place}; `;
      const placed = text.replace(/^(#!.*\n)?/, (line) => line + placing);
      return { contents: text.includes('import.meta.url') ? placed : text, loader: 'ts' };
    });
  },
});

/** Reduces packages to what is needed, as every command loads them before it does anything. */
export const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    // zod's error messages come in fifty languages, of which Cahoots uses one.
    onLoad({ filter: /\bzod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
    // Where it is imported, Node.js opens standard input to list what it exports.
    onResolve({ filter: /^(node:)?process$/ }, () => ({ path: 'process', namespace: 'global' }));
    onLoad({ filter: /.*/, namespace: 'global' }, ({ path }) => ({ contents: `module.exports = ${path};` }));
    // What starts programs takes Node.js 5 ms to load, and hardly any command needs it.
    onResolve({ filter: /^node:child_process$/ }, ({ namespace }) =>
      namespace === 'starting' ? undefined : { path: 'starting', namespace: 'starting' },
    );
    onLoad({ filter: /.*/, namespace: 'starting' }, () => ({
      contents: Object.keys(childProcess)
        .filter((name) => /^[a-z]/.test(name) && name !== 'default')
        .map((name) => `exports.${name} = (...words) => require('node:child_process').${name}(...words);`)
        .join(''),
    }));
  },
};

/** What is large to load, and needed by few runs. */
const SELDOM = [
  'fflate',
  'fzstd',
  'jsonc-parser',
  'lz4js',
  'ml-matrix',
  '@noble/curves/abstract/curve.js',
  '@noble/curves/ed25519.js',
  '@uwdata/flechette',
  'node:crypto',
  'node:os',
  'node:timers/promises',
];

/** Loads what is seldom needed when something of it is first used. */
export const lazy: Plugin = {
  name: 'lazy',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${SELDOM.join('|')})$`);
    onResolve({ filter }, ({ path, kind, namespace, resolveDir }) =>
      namespace === 'lazy' || kind !== 'import-statement' || resolveDir.includes('node_modules')
        ? undefined
        : { path, namespace: 'lazy', pluginData: resolveDir },
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path, pluginData }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => name !== 'default');
      const getters = names.map((name) => `get ${name}() { return loaded().${name}; }`);
      return {
        contents: `let it; const loaded = () => (it ??= require('${path}')); module.exports = { ${getters.join(', ')} };`,
        resolveDir: pluginData as string,
      };
    });
  },
};
