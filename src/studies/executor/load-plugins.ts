/** Plugins from files named by the user. Any problem with one is the user's to fix. */

import { extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CahootsError } from '../../core/base/errors.ts';
import { installable } from '../../core/base/package.ts';
import { supervised } from '../../core/platform/node/supervised.ts';
import { importsTypeScript } from '../../core/platform/node/typescript.ts';
import { isFile, wrongFile } from '../../run/data/file.ts';
import { explainedImport } from '../../run/plugin/blame.ts';
import { exportedPlugins, placesOf, pluginsAt, withOrigin } from '../../run/plugin/modules.ts';
import { makerOf, type Plugin } from '../../run/plugin/plugin.ts';

/**
 * The plugins that modules export.
 * @param files as given by the user, relative to the working directory
 * @param onExit called if a module ends the process when it is imported; it ends when this returns
 * @throws CahootsError for a file that is not a module, throws when imported, does not come to an end within 4 s, leaves something
 *   running, or exports no plugin
 */
export async function loadPlugins(
  files: readonly string[],
  onExit: (problem: CahootsError) => void = () => undefined,
): Promise<readonly Plugin[]> {
  const plugins: Plugin[] = [];
  for (const file of files) plugins.push(...(await loadPlugin(file, onExit)));
  const places = plugins.map(({ module, name }) => `${module}#${name}`);
  return plugins.filter((_, i) => places.indexOf(places[i]) === i);
}

async function loadPlugin(file: string, onExit: (problem: CahootsError) => void): Promise<readonly Plugin[]> {
  const path = resolve(file);
  if (!isFile(path)) throw wrongFile(file, 'expected a module that exports a plugin, got no such file');
  if (['.ts', '.mts'].includes(extname(path)) && !(await importsTypeScript(path))) {
    throw wrongFile(
      file,
      `expected JavaScript, or a loader for TypeScript next to it (npm install --save-dev tsx), got TypeScript and Node.js ${process.versions.node} alone`,
    );
  }
  try {
    const plugins = await supervised(
      () => pluginsIn(path),
      ({ message }) => onExit(wrongFile(file, message)),
    );
    return plugins.map((plugin) => withOrigin(plugin, file));
  } catch (error) {
    const words = explainedImport(error);
    throw wrongFile(file, words + (HINTS.find(([pattern]) => pattern.test(words))?.[1] ?? ''));
  }
}

async function pluginsIn(path: string): Promise<readonly Plugin[]> {
  const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  const added = [Object.prototype, Array.prototype].flatMap((shared) => Object.keys(shared));
  if (added.length > 0) {
    const message = `expected a module that can be imported, got one that adds ${added.join(', ')} to all objects or lists`;
    throw new CahootsError('bad-input', message);
  }
  const plugins = exportedPlugins(exported);
  if (plugins.length === 0) {
    const message = `expected a module that exports a plugin, got ${instead(exported)}`;
    throw new CahootsError('bad-input', message);
  }
  // As threads will: rejected at once, rather than only with some number of threads.
  await pluginsAt(placesOf(plugins));
  return plugins;
}

/** The most common causes of errors in an import. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/Cannot find package 'cahoots'/, `\n  install Cahoots next to it: npm install ${installable()}`],
  [
    /Cannot use import statement outside a module|Unexpected token 'export'/,
    '\n  name it .mjs, or put "type": "module" into the package.json next to it',
  ],
];

/** What a module exports instead of a plugin. */
function instead(exported: Readonly<Record<string, unknown>>): string {
  const other = Object.values(exported)
    .flat()
    .map(makerOf)
    .find((maker) => maker !== undefined);
  if (other !== undefined) {
    const [theirs, ours] = [other, import.meta.url].map((url) => fileURLToPath(new URL('..', url)));
    return `one that was made with the Cahoots in ${theirs}, and this is the one in ${ours}: run it with npx --no cahoots`;
  }
  const names = Object.keys(exported);
  if (names.length === 0) return 'no exports';
  return `exports that plugin(import.meta.url, { ... }) did not make: ${names.join(', ')}`;
}
