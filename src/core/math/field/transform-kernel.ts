/** What transforms are made of, in plain TypeScript or in WebAssembly, which takes a fifth of the time. */

import type { Field } from './field.ts';
import type { ScratchMemory } from './scratch-memory.ts';

/** The powers of a root of unity, and each divided by p. */
export interface Powers {
  readonly roots: Float64Array;
  readonly quotients: Float64Array;
}

/** Operations in place on vectors of elements of a field of up to 50 bits, whose length is a power of two. */
export interface TransformKernel {
  /** Leaves values in bit-reversed order. */
  transform(values: Float64Array, powers: Powers, field: Field<number>): void;
  /**
   * Multiplies transformed values by others, element by element, and transforms them back, which multiplies them by their number too.
   * @param powers of the inverse root
   */
  multiplyBack(values: Float64Array, others: Float64Array, powers: Powers, field: Field<number>): void;
}

export const plainTransforms: TransformKernel = {
  transform(values, { roots }, field) {
    const { length } = values;
    for (let half = length >> 1, step = 1; half > 0; half >>= 1, step <<= 1) {
      for (let start = 0; start < length; start += 2 * half) {
        for (let j = 0, at = start; j < half; j++, at++) {
          const one = values[at];
          const other = values[at + half];
          values[at] = field.add(one, other);
          values[at + half] = field.mul(field.sub(one, other), roots[j * step]);
        }
      }
    }
  },
  multiplyBack(values, others, { roots }, field) {
    const { length } = values;
    for (let i = 0; i < length; i++) values[i] = field.mul(values[i], others[i]);
    for (let half = 1, step = length >> 1; half < length; half <<= 1, step >>= 1) {
      for (let start = 0; start < length; start += 2 * half) {
        for (let j = 0, at = start; j < half; j++, at++) {
          const one = values[at];
          const other = field.mul(values[at + half], roots[j * step]);
          values[at] = field.add(one, other);
          values[at + half] = field.sub(one, other);
        }
      }
    }
  },
};

/** The exports of wasm/transforms.ts: addresses, lengths, and the modulus. */
export interface TransformExports {
  transform: Change;
  transformBack: Change;
  multiply(values: number, others: number, length: number, modulus: number): void;
}

type Change = (values: number, length: number, roots: number, quotients: number, modulus: number) => void;

/** @param place scratch space in the memory of these exports */
export function wasmTransforms(wasm: TransformExports, place: ScratchMemory): TransformKernel {
  const at = (address: number, length: number): Float64Array =>
    new Float64Array(place.buffer, address, length);

  function change(by: Change, values: Float64Array, powers: Powers, field: Field<number>): void {
    const { length } = values;
    place.with([2 * length, length, length], (valuesAt, rootsAt, quotientsAt) => {
      at(valuesAt, length).set(values);
      at(rootsAt, powers.roots.length).set(powers.roots);
      at(quotientsAt, powers.roots.length).set(powers.quotients);
      by(valuesAt, length, rootsAt, quotientsAt, Number(field.modulus));
      values.set(at(valuesAt, length));
    });
  }

  return {
    transform: (values, powers, field) => change(wasm.transform, values, powers, field),
    multiplyBack(values, others, powers, field) {
      const { length } = values;
      place.with([2 * length, 2 * length], (valuesAt, othersAt) => {
        at(valuesAt, length).set(values);
        at(othersAt, length).set(others);
        wasm.multiply(valuesAt, othersAt, length, Number(field.modulus));
        values.set(at(valuesAt, length));
      });
      change(wasm.transformBack, values, powers, field);
    },
  };
}
