/**
 * `node --import tsx scripts/release.ts [VERSION] --out DIR`: a release as files. With a version that is not the package's, first writes it
 * where it is stated, and heads with it what CHANGELOG.md calls unreleased. The same commit gives the same bytes.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sha256 } from '../src/run/tidy/fingerprint.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * The changes of a version, from CHANGELOG.md.
 * @throws Error if it has no section for it
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.split('\n')[0] === version);
  if (own === undefined) throw new Error(`CHANGELOG.md: expected a section for ${version}, got none`);
  return `${own.split('\n').slice(1).join('\n').trim()}\n`;
}

/** The changelog with what is unreleased as the changes of a version. */
export function headed(changelog: string, version: string): string {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}`);
}

/** A bill of materials as npm writes it, without when and where it was written, and under the name of the package. */
export function lastingBill(json: string, name: string): string {
  const bill = JSON.parse(json) as {
    serialNumber?: string;
    metadata: { timestamp?: string; component: { name: string } };
  };
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.metadata.component.name = name;
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** As `sha256sum --check` reads it. */
export function checksumsOf(files: ReadonlyMap<string, Uint8Array>): string {
  return [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
}

function npm(...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
}

function setVersion(version: string): void {
  npm('version', version, '--no-git-tag-version', '--ignore-scripts');
  for (const [file, changed] of [
    ['CITATION.cff', (text: string) => text.replace(/^version: .*$/m, `version: ${version}`)],
    ['CHANGELOG.md', (text: string) => headed(text, version)],
  ] as const) {
    const path = join(ROOT, file);
    writeFileSync(path, changed(readFileSync(path, 'utf8')));
  }
}

function release(out: string, asked: string | undefined): void {
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const stated = JSON.parse(read('package.json')) as { name: string; version: string };
  if (asked !== undefined && asked !== stated.version) setVersion(asked);
  const version = asked ?? stated.version;
  const notes = notesOf(read('CHANGELOG.md'), version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  npm('run', '--silent', 'build');
  npm('pack', '--silent', '--ignore-scripts', '--pack-destination', out);
  // With those for development, each called so: without them npm leaves out some that are for both.
  const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  writeFileSync(join(out, `${stated.name}-${version}.cdx.json`), lastingBill(bill, stated.name));
  cpSync(join(ROOT, 'THIRD-PARTY.md'), join(out, 'THIRD-PARTY.md'));
  writeFileSync(join(out, 'NOTES.md'), notes);
  const files = new Map(
    readdirSync(out)
      .toSorted()
      .map((name) => [name, readFileSync(join(out, name))]),
  );
  const checksums = checksumsOf(files);
  writeFileSync(join(out, 'SHA256SUMS'), checksums);
  process.stdout.write(`${relative(process.cwd(), out)}:\n${checksums}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
  release(resolve(values.out ?? 'release'), positionals[0]);
}
