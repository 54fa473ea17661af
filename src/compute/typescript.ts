/** TypeScript in this thread and in those that it starts: for modules of a user's, where Node.js itself cannot read them. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a thread is to import first; undefined while nothing needs it. */
let preload: string | undefined;

/** Arguments for worker threads, which do not inherit what loads TypeScript here. */
export function loaderArguments(): readonly string[] {
  return preload === undefined ? [] : ['--import', preload];
}

/**
 * Sees to it that a TypeScript module can be imported.
 * @param file where a loader is looked for first; then in the working directory
 * @returns whether it can
 */
export async function importsTypeScript(file: string): Promise<boolean> {
  // From source somebody has seen to it already; newer versions of Node.js strip types themselves.
  const native = (process.features as { readonly typescript?: string | false }).typescript;
  if (preload !== undefined || import.meta.url.endsWith('.ts') || typeof native === 'string') return true;
  const loader = [file, join(process.cwd(), 'here')].map(findLoader).find((found) => found !== undefined);
  if (loader === undefined) return false;
  const { register } = (await import(loader)) as { readonly register: () => unknown };
  register();
  const code = `import { register } from ${JSON.stringify(loader)}; register();`;
  preload = `data:text/javascript,${encodeURIComponent(code)}`;
  return true;
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
