/** A folder for what several test files need and one of them makes; gone after the last. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly shared: string;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-shared-'));
  provide('shared', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
