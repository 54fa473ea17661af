/** What esbuild is to do otherwise with our modules, and with packages. */

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
    // Commander can start subcommands as separate programs, of which there are none.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\bcommander\b/.test(importer) ? { path: 'starting', namespace: 'starting' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'starting' }, () => ({
      contents: `exports.spawn = (...words) => require('node:child_process').spawn(...words);`,
    }));
  },
};
