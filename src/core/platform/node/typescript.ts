/** Lets this thread, and those that it starts, import a user's TypeScript modules if Node.js itself cannot. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Whether no loader is needed: when run from source there is one already, and newer versions of Node.js strip types themselves. */
const READS_IT =
  import.meta.url.endsWith('.ts') ||
  typeof (process.features as { readonly typescript?: string | false }).typescript === 'string';

/** A TypeScript module that threads must be able to import, if there is one. */
let typed: string | undefined;
let registered = READS_IT;

/** Announces that worker threads will import a module, by its URL. */
export function threadsImport(module: string): void {
  if (/\.m?ts$/.test(module)) typed ??= fileURLToPath(module);
}

/** Arguments for worker threads, which do not inherit this thread's TypeScript loader. */
export function loaderArguments(): readonly string[] {
  const loader = READS_IT || typed === undefined ? undefined : loaderFor(typed);
  if (loader === undefined) return [];
  const code = `import { register } from ${JSON.stringify(loader)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/**
 * Makes sure that a TypeScript module can be imported in this thread.
 * @returns whether it can be
 */
export async function importsTypeScript(file: string): Promise<boolean> {
  if (registered) return true;
  const loader = loaderFor(file);
  if (loader === undefined) return false;
  const { register } = (await import(loader)) as { readonly register: () => unknown };
  register();
  registered = true;
  return true;
}

/** The loader installed next to a module, or in the working directory. */
function loaderFor(file: string): string | undefined {
  return findLoader(file) ?? findLoader(join(process.cwd(), 'here'));
}

/** The URL of tsx's module API, as a module in this place would resolve it. */
function findLoader(from: string): string | undefined {
  try {
    const manifest = createRequire(from).resolve('tsx/package.json');
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as TsxManifest;
    return new URL(exports['./esm/api'].import.default, pathToFileURL(manifest)).href;
  } catch {
    return undefined;
  }
}

interface TsxManifest {
  readonly exports: { readonly './esm/api': { readonly import: { readonly default: string } } };
}
