/** The kernel that tasks compute with: the fastest that there is here. All give the same residues. */

import type { FieldKernel } from './kernel.ts';
import { loadWasmKernel } from './wasm-kernel.ts';
import { wordKernel } from './word-kernel.ts';

export const fieldKernel: FieldKernel = loadWasmKernel() ?? wordKernel;
