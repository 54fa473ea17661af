import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of one file, removed when they are done; returns a function that writes into it. */
export function temporaryFiles(): (name: string, content: string | Uint8Array) => string {
  // Made at once, as some files are written before any test runs.
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-data-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    const file = join(folder, name);
    // Some file systems wait for the disk when a file is written over, which makes thousands of them slow.
    rmSync(file, { force: true });
    writeFileSync(file, content);
    return file;
  };
}
