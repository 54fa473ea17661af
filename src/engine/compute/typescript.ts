/** TypeScript in this thread and in those that it starts: for modules of a user's, where Node.js itself cannot read them. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Whether nothing needs a loader: from source somebody has seen to it, and newer versions of Node.js strip types themselves. */
const READS_IT =
  import.meta.url.endsWith('.ts') ||
  typeof (process.features as { readonly typescript?: string | false }).typescript === 'string';

/** A module that threads must be able to import, if there is one in TypeScript. */
let typed: string | undefined;
let registered = READS_IT;

/** Says that worker threads will import a module, by its URL. */
export function threadsImport(module: string): void {
  if (/\.m?ts$/.test(module)) typed ??= fileURLToPath(module);
}

/** Arguments for worker threads, which do not inherit what loads TypeScript here. */
export function loaderArguments(): readonly string[] {
  const loader = READS_IT || typed === undefined ? undefined : loaderFor(typed);
  if (loader === undefined) return [];
  const code = `import { register } from ${JSON.stringify(loader)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/**
 * Sees to it that a TypeScript module can be imported in this thread.
 * @returns whether it can
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

/** The loader beside a module, or the one of the working directory. */
function loaderFor(file: string): string | undefined {
  return findLoader(file) ?? findLoader(join(process.cwd(), 'here'));
}

/** The URL of tsx's interface for modules, of the copy that a module in this place would find. */
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
