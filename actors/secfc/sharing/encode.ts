/** Secret sharing of a client's points (section 4.1, eq. 2; quantised as in Appendix A). */

/**
 * Masks that an owner shares in a verified dealing, one per opened combination: an owner can try commitments until a
 * combination suits it, and two make that infeasible.
 */

import {
  type Code,
  fieldKernel,
  quantiseMatrix,
  type ResidueMatrix,
  residueZeros,
  sharedWords,
  shareWeights,
  toResidues,
  uniformResidues,
} from '../../../src/core/kit/field.ts';
import { defineTask, type Matrix } from '../../../src/core/kit/index.ts';

export const MASKS = 2;

export interface EncodeInput {
  /** The client's own points, one per row. */
  readonly points: Matrix;
  readonly scale: number;
  readonly code: Code;
  readonly width: number;
  readonly moduli: readonly number[];
  /** The key of this client's noise, used for nothing else. */
  readonly noiseKey: Uint8Array;
  /** The key of its masks in a verified dealing: values that are shared like a point's, and follow the points. */
  readonly maskKey?: Uint8Array;
}

/**
 * The shares of all points for all clients: one row per client, `points * width` residues each, then those of the
 * masks. Operations: a multiplication per residue, client and combined value (l segments and t noise vectors).
 */
export const encodeShares = defineTask('secfc/encode-shares', {
  operations: ({ points, code, width, moduli, maskKey }: EncodeInput) =>
    encodeOperations(sharedEntries(points.rows, width, maskKey !== undefined), code, moduli.length),
  run({ points, scale, code, width, moduli, noiseKey, maskKey }): ResidueMatrix {
    const length = sharedEntries(points.rows, width, maskKey !== undefined);
    const weights = shareWeights(code, moduli);
    const secrets = secretsOf({ points, scale, code, width, moduli });
    if (maskKey !== undefined) {
      const masks = uniformResidues(maskKey, moduli, code.l, MASKS);
      masks.forEach((vectors, plane) =>
        vectors.forEach((mask, u) => (secrets[plane][u] = extended(secrets[plane][u], mask))),
      );
    }
    const noise = uniformResidues(noiseKey, moduli, code.t, length);
    const shares = residueZeros(code.n, length, moduli);
    moduli.forEach((p, plane) => {
      const outputs = Array.from({ length: code.n }, (_, j) => sharesOf(shares, plane, j));
      fieldKernel.combine(p, weights[plane], [...secrets[plane], ...noise[plane]], outputs);
    });
    return shares;
  },
});

/** Entries of a share of `points` points, with the masks of a verified dealing. */
export function sharedEntries(points: number, width: number, masked: boolean): number {
  return points * width + (masked ? MASKS : 0);
}

/** Operations of Lagrange-coding `entries` symbols for n clients. */
export function encodeOperations(entries: number, { n, l, t }: Code, moduli: number): number {
  return moduli * entries * n * (l + t);
}

export interface AddInput {
  /** The shares of all points from each client: one plane per modulus. */
  readonly parts: readonly (readonly Uint32Array[])[];
  readonly moduli: readonly number[];
}

/**
 * The sum of all clients' shares of every point: all but its owner's are shares of zero (Appendix B). Operations: an
 * addition per residue.
 */
export const addShares = defineTask('secfc/add-shares', {
  operations: ({ parts, moduli }: AddInput) => parts.length * moduli.length * parts[0][0].length,
  run: ({ parts, moduli }): Uint32Array[] =>
    moduli.map((p, plane) => {
      const sum = sharedWords(parts[0][plane].length);
      const inputs = parts.map((planes) => planes[plane]);
      fieldKernel.combine(p, [inputs.map(() => 1)], inputs, [sum]);
      return sum;
    }),
});

/** One client's row of the encoded shares, in one plane; a view. */
export function sharesOf({ columns, planes }: ResidueMatrix, plane: number, client: number): Uint32Array {
  return planes[plane].subarray(client * columns, (client + 1) * columns);
}

/** The secrets to share, residue by residue: `secrets[plane][u]`, each `points * width` residues. */
export function secretsOf({
  points,
  scale,
  code,
  width,
  moduli,
}: Omit<EncodeInput, 'noiseKey' | 'maskKey'>): Uint32Array[][] {
  return segmentsOf(toResidues(quantiseMatrix(points, scale), moduli), code.l, width);
}

function extended(values: Uint32Array, more: Uint32Array): Uint32Array {
  const longer = sharedWords(values.length + more.length);
  longer.set(values);
  longer.set(more, values.length);
  return longer;
}

/** Cuts every row into l segments of `width` entries, the last padded with zeros: `segments[plane][u]`, point after point. */
function segmentsOf({ rows, columns, planes }: ResidueMatrix, l: number, width: number): Uint32Array[][] {
  return planes.map((plane) =>
    Array.from({ length: l }, (_, u) => {
      const segment = sharedWords(rows * width);
      const end = Math.min(columns, (u + 1) * width);
      for (let i = 0; i < rows; i++) {
        const entries = plane.subarray(i * columns + u * width, i * columns + Math.max(end, u * width));
        segment.set(entries, i * width);
      }
      return segment;
    }),
  );
}
