/**
 * Which code runs: results of other code are not taken for its own. Told by what is in the files, as versions stay the same
 * while somebody works on them.
 */

import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { packageFile } from '../../base/package.ts';

const CODE = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.wasm', '.json']);

/** What is Cahoots itself: beside the source also what runs of the papers are made with, and what only the build has. */
const FOLDERS = ['src/', 'actors/', 'experiments/', 'chunks/'];

/**
 * SHA-256 over the code of Cahoots, over modules from elsewhere with all that they import by paths, and Node.js' major version:
 * the same wherever it lies. Packages count by what Cahoots' own list of them says.
 * @param modules their URLs
 */
export function buildOf(modules: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(`node ${process.versions.node.split('.')[0]}\n`);
  const own = new URL('../../../', import.meta.url);
  for (const folder of FOLDERS) addFolder(hash, new URL(folder, own), folder);
  const list = packageFile('package.json');
  if (list !== undefined) addFile(hash, list, 'package.json');
  const seen = new Set<string>();
  for (const module of modules) {
    const url = new URL(module);
    addModule(hash, url, basename(url.pathname), seen);
  }
  return hash.digest('hex');
}

function isOwn(module: URL): boolean {
  return FOLDERS.some((folder) =>
    module.href.startsWith(new URL(`../../../${folder}`, import.meta.url).href),
  );
}

function addFolder(hash: Hash, folder: URL, name: string): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) addFolder(hash, new URL(`${entry.name}/`, folder), `${name}${entry.name}/`);
    else if (isCode(entry.name)) addFile(hash, new URL(entry.name, folder), name + entry.name);
  }
}

/** Declarations of types say nothing of what runs. */
function isCode(name: string): boolean {
  return CODE.has(extname(name)) && !name.endsWith('.d.ts');
}

function addFile(hash: Hash, file: URL, name: string): Buffer {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  hash.update(`${name} ${bytes.byteLength}\n`).update(bytes);
  return bytes;
}

/** What stands behind `from` or `import` and begins with a dot. */
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g;

function addModule(hash: Hash, module: URL, name: string, seen: Set<string>): void {
  if (module.protocol !== 'file:' || isOwn(module) || seen.has(module.href)) return;
  seen.add(module.href);
  const text = addFile(hash, module, name).toString();
  for (const [, , path] of text.matchAll(IMPORTED)) addModule(hash, new URL(path, module), path, seen);
}
