/**
 * Hooks for threads that run the build: a test's own module is translated, and what it imports of the source is the build of it. They load
 * in a fifth of the time that a loader for everything takes.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { builtOf } from './built-modules.mjs';

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  return { ...resolved, url: builtOf(resolved.url) ?? resolved.url };
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(text, {
    loader: 'ts',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: url,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
