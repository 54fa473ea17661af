import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig({
  resolve: {
    // The doors of the package, from source.
    alias: [
      { find: /^cahoots$/, replacement: source('src/index.ts') },
      { find: /^cahoots\/actors$/, replacement: source('bin/standard.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/same-cases.ts'],
    // Worker threads and whole runs; what hangs must fail and not hang the suite.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
