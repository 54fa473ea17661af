/** Residues in messages: whether a vector is what the protocol expects, as its sender cannot be trusted. */

import type { Sealed } from '../../src/core/kit/index.ts';

/** True, or the reason to refuse it. */
export function checkResidues(
  planes: readonly Uint32Array[],
  moduli: readonly number[],
  length: number,
): true | string {
  if (planes.length !== moduli.length || planes.some((plane) => plane.length !== length))
    return 'wrong shape';
  const canonical = planes.every((plane, at) => {
    const p = moduli[at];
    for (let i = 0; i < plane.length; i++) if (plane[i] >= p) return false;
    return true;
  });
  return canonical || 'not in the field';
}

/** Checks the shape of a sealed vector and that its values are in the field; both and range were recorded when it was sealed. */
export function checkSealed(vector: Sealed, moduli: readonly number[], length: number): true | string {
  if (vector.planes !== moduli.length || vector.length !== length) return 'wrong shape';
  return vector.isBelow(moduli) || 'not in the field';
}

/** Factors are uniform in [1, 2^32]. */
export const FACTOR_BITS = 32;
