/** The kernels that tasks compute with: the fastest that there are here. All give the same residues. */

import type { FieldKernel } from './kernel.ts';
import type { ResidueMatrix } from './residues.ts';
import { loadWasmKernels } from './wasm-kernel.ts';
import { wordKernel } from './word-kernel.ts';

const wasm = loadWasmKernels();

/** To begin with a matrix takes as long as to compute with a small one. */
const open = new WeakMap<WebAssembly.Memory, FieldKernel>();

/** For vectors that lie anywhere. */
export const fieldKernel: FieldKernel = wasm?.anywhere ?? wordKernel;

/**
 * For the rows of one matrix, read where they lie if that is in WebAssembly memory; all else may lie anywhere. One thread at
 * a time computes with a matrix, as one actor has one processor.
 */
export function kernelOver({ memory, planes }: ResidueMatrix): FieldKernel {
  if (wasm === undefined || memory === undefined) return fieldKernel;
  let kernel = open.get(memory);
  if (kernel === undefined) open.set(memory, (kernel = wasm.over(memory, planes)));
  return kernel;
}
