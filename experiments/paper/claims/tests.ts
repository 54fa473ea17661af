/** Items that tests hold: every test of a file is a case. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CahootsError } from '../../../src/core/base/errors.ts';
import type { Cases } from './item.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    /** In milliseconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A test file's tests, and how long they ran. */
export interface TestedFile {
  readonly cases: Cases;
  readonly seconds: number;
}

/**
 * Runs test files, all in one process of vitest.
 * @returns by file, how many of its tests passed; skipped ones do not count
 * @throws CahootsError if vitest wrote no report
 */
export function testedFiles(files: readonly string[]): ReadonlyMap<string, TestedFile> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-claims-'));
  try {
    const out = join(folder, 'report.json');
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      // On a slow machine a test takes longer, which says nothing about the paper.
      '--testTimeout=0',
      '--reporter=json',
      `--outputFile=${out}`,
    ];
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const { testResults } = readReport(out, status);
    return new Map(
      testResults.map(({ name, startTime, endTime, assertionResults }) => {
        const run = assertionResults.filter((one) => one.status === 'passed' || one.status === 'failed');
        const held = run.filter((one) => one.status === 'passed').length;
        const cases = { kind: 'cases', held, of: run.length } as const;
        return [relative(ROOT, name), { cases, seconds: (endTime - startTime) / 1000 }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readReport(file: string, status: number | null): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    throw new CahootsError(
      'damaged',
      `expected a report of vitest, got none: it ended with status ${status}`,
    );
  }
}
