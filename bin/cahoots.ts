#!/usr/bin/env node
/**
 * The program. From version 22 on, Node.js keeps its compiled code beside it: where only those can write who may change the
 * program itself. Where the folder can't be written, all is compiled each time.
 */

import module from 'node:module';
import { fileURLToPath } from 'node:url';

interface Keeping {
  enableCompileCache?(folder: string): unknown;
}

// Before anything else is loaded.
(module as Keeping).enableCompileCache?.(fileURLToPath(new URL('../../.compiled', import.meta.url)));
await import('./program.ts');
