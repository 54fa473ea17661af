/** The kernels that tasks compute with: the fastest ones available. All give the same residues. */

import type { Field } from './field.ts';
import type { FieldKernel } from './kernel.ts';
import type { PolynomialKernel } from './polynomial-kernel.ts';
import type { ResidueMatrix } from './residues.ts';
import type { SealingKernel } from './sealing-kernel.ts';
import type { ShortElements } from './short-elements.ts';
import { plainTransforms, type TransformKernel } from './transform-kernel.ts';
import { loadWasmKernels } from './wasm-kernel.ts';
import { wordKernel } from './word-kernel.ts';

const wasm = loadWasmKernels();

/** Setting up a kernel for a matrix takes as long as computing with a small one. */
const open = new WeakMap<WebAssembly.Memory, FieldKernel>();

/** For vectors anywhere in memory. */
export const fieldKernel: FieldKernel = wasm?.anywhere ?? wordKernel;

/**
 * For the rows of one matrix, read in place if it lies in WebAssembly memory; everything else may lie
 * anywhere. Only one thread at a time may compute with a matrix, as one actor has one processor.
 */
export function kernelOver({ memory, planes }: ResidueMatrix): FieldKernel {
  if (wasm === undefined || memory === undefined) return fieldKernel;
  let kernel = open.get(memory);
  if (kernel === undefined) open.set(memory, (kernel = wasm.over(memory, planes)));
  return kernel;
}

/** For products of long polynomials over fields of up to 50 bits. */
export const transforms: TransformKernel = wasm?.transforms ?? plainTransforms;

/** For short texts; undefined if plain TypeScript is all there is. */
export const sealing: SealingKernel | undefined = wasm?.sealing;

/**
 * For vectors of elements modulo m, whose largest has this many bits; undefined if they are too long, or plain TypeScript is all there
 * is.
 */
export function elementsOf(modulus: bigint, bits: number): ShortElements | undefined {
  return wasm?.elements(modulus, bits);
}

/**
 * For long sequences and polynomials over a field; undefined if its elements are too long, or plain TypeScript is all there is.
 */
export function polynomialsOver<E>(field: Field<E>): PolynomialKernel<E> | undefined {
  // Elements that are numbers have at most 50 bits.
  if (typeof field.one !== 'number') return undefined;
  return wasm?.polynomials(Number(field.modulus)) as PolynomialKernel<E> | undefined;
}
