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
