/** Secret sharings of SecFC with defective noise. */

import type { EncodeInput } from '../../actors/secfc/sharing/encode.ts';
import { secretsOf, sharesOf } from '../../actors/secfc/sharing/encode.ts';
import { shareWeights, type Weights } from '../../src/core/math/field/code.ts';
import { fieldKernel } from '../../src/core/math/field/field-kernel.ts';
import { uniformResidues } from '../../src/core/math/field/noise.ts';
import { type ResidueMatrix, residueZeros } from '../../src/core/math/field/residues.ts';

/** `[plane][vector]`: uniform noise, to be made defective. */
export type Noise = Uint32Array[][];

/** The published encoding with other noise or other weights. */
export function encodeWith(
  input: EncodeInput,
  spoil: (noise: Noise, input: EncodeInput) => Noise = (noise) => noise,
  weights: Weights = shareWeights(input.code, input.moduli),
): ResidueMatrix {
  const { code, moduli, points, width, noiseKey } = input;
  const length = points.rows * width;
  const secrets = secretsOf(input);
  const noise = spoil(uniformResidues(noiseKey, moduli, code.t, length), input);
  const shares = residueZeros(code.n, length, moduli);
  moduli.forEach((p, plane) => {
    const outputs = Array.from({ length: code.n }, (_, j) => sharesOf(shares, plane, j));
    fieldKernel.combine(p, weights[plane], [...secrets[plane], ...noise[plane]], outputs);
  });
  return shares;
}

/** Changes every entry, given its index and the entry before it. */
export function mapped(
  noise: Noise,
  moduli: readonly number[],
  change: (value: number, at: number, before: number, p: number) => number,
): Noise {
  return noise.map((vectors, plane) =>
    vectors.map((vector) => {
      const spoilt = vector.slice();
      for (let i = 0; i < spoilt.length; i++)
        spoilt[i] = change(vector[i], i, spoilt[Math.max(0, i - 1)], moduli[plane]);
      return spoilt;
    }),
  );
}
