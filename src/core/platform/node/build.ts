/**
 * Identifies the code that runs, so that results of other code are not mistaken for its own. It uses the
 * contents of files, since versions stay the same during development.
 */

import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';

const CODE = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.wasm', '.json']);

/**
 * Cahoots' own code: besides the source, what runs of the papers' experiments use, and files that only the
 * build has.
 */
const FOLDERS = ['src/', 'actors/', 'bin/', 'experiments/', 'bundle/'];

/**
 * SHA-256 over the code of Cahoots, over external modules with everything that they import by path and the programs that
 * they start, and Node.js' major version: the same wherever it is installed. Packages are represented by Cahoots' own list of
 * dependencies.
 * @param modules their URLs
 */
export function buildOf(modules: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(`node ${process.versions.node.split('.')[0]}\n`);
  const own = new URL('../../../../', import.meta.url);
  for (const folder of FOLDERS) addFolder(hash, new URL(folder, own), folder);
  // Next to the source, and above the build.
  for (const name of ['package.json', 'python/cahoots.py']) {
    const file = [name, `../${name}`].map((path) => new URL(path, own)).find(existsSync);
    if (file !== undefined) addFile(hash, file, name);
  }
  const seen = new Set<string>();
  for (const module of modules) {
    const url = new URL(module);
    addModule(hash, url, basename(url.pathname), seen);
  }
  return hash.digest('hex');
}

function isOwn(module: URL): boolean {
  return FOLDERS.some((folder) =>
    module.href.startsWith(new URL(`../../../../${folder}`, import.meta.url).href),
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

/** Type declarations do not affect what runs. */
function isCode(name: string): boolean {
  return CODE.has(extname(name)) && !name.endsWith('.d.ts');
}

function addFile(hash: Hash, file: URL, name: string): Buffer {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  hash.update(`${name} ${bytes.byteLength}\n`).update(bytes);
  return bytes;
}

/** Specifiers after `from` or `import` that begin with a dot. */
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g;

function addModule(hash: Hash, module: URL, name: string, seen: Set<string>): void {
  if (module.protocol !== 'file:' || isOwn(module) || seen.has(module.href)) return;
  seen.add(module.href);
  const text = addFile(hash, module, name).toString();
  for (const [, , path] of text.matchAll(IMPORTED)) addModule(hash, new URL(path, module), path, seen);
  for (const [, words] of text.matchAll(STARTED))
    for (const [, , word] of words.matchAll(WORD)) addProgram(hash, new URL(word, module), word, seen);
}

/** The command of a program that plays a party. */
const STARTED = /\bprogram\(\s*import\.meta\.url,\s*\[([^\]]*)\]/g;
const WORD = /(['"`])(.*?)\1/g;
/** What a Python module imports, of which those beside it are its own. */
const IMPORTED_IN_PYTHON = /^\s*(?:import|from)\s+(\w+)/gm;

/** Adds a file that a command names, and what it imports from beside it if it is Python. */
function addProgram(hash: Hash, file: URL, name: string, seen: Set<string>): void {
  if (seen.has(file.href) || !existsSync(file) || !statSync(file).isFile()) return;
  seen.add(file.href);
  const text = addFile(hash, file, name).toString();
  if (extname(name) !== '.py') return;
  for (const [, one] of text.matchAll(IMPORTED_IN_PYTHON))
    addProgram(hash, new URL(`${one}.py`, file), `${one}.py`, seen);
}
