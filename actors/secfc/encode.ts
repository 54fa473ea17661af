/** Secret sharing of a client's points (section 4.1, eq. 2; quantised as in Appendix A). */

import { defineTask } from '../../src/compute/task.ts';
import { shareWeights } from '../../src/field/code.ts';
import type { Code } from '../../src/field/lagrange.ts';
import { uniformResidues } from '../../src/field/noise.ts';
import { quantiseMatrix } from '../../src/field/quantise.ts';
import { type ResidueMatrix, residueZeros, sharedWords, toResidues } from '../../src/field/residues.ts';
import { fieldKernel } from '../../src/field/field-kernel.ts';
import type { Matrix } from '../../src/matrix.ts';

export interface EncodeInput {
  /** The client's own points, one per row. */
  readonly points: Matrix;
  readonly scale: number;
  readonly code: Code;
  readonly width: number;
  readonly moduli: readonly number[];
  /** The key of this client's noise, used for nothing else. */
  readonly noiseKey: Uint8Array;
}

/**
 * The shares of all points for all clients: one row per client, `points * width` residues each.
 * Operations: a multiplication per residue, client and value that is combined (l segments and t noise vectors).
 */
export const encodeShares = defineTask(import.meta.url, 'secfc/encode-shares', {
  operations: ({ points, code, width, moduli }: EncodeInput) =>
    encodeOperations(points.rows, code, width, moduli.length),
  run({ points, scale, code, width, moduli, noiseKey }): ResidueMatrix {
    const length = points.rows * width;
    const weights = shareWeights(code, moduli);
    const secrets = segmentsOf(toResidues(quantiseMatrix(points, scale), moduli), code.l, width);
    const noise = uniformResidues(noiseKey, moduli, code.t, length);
    const shares = residueZeros(code.n, length, moduli);
    moduli.forEach((p, plane) => {
      const outputs = Array.from({ length: code.n }, (_, j) => sharesOf(shares, plane, j));
      fieldKernel.combine(p, weights[plane], [...secrets[plane], ...noise[plane]], outputs);
    });
    return shares;
  },
});

export function encodeOperations(points: number, { n, l, t }: Code, width: number, moduli: number): number {
  return moduli * points * width * n * (l + t);
}

export interface AddInput {
  /** What each client shared of all points: one plane per modulus. */
  readonly parts: readonly (readonly Uint32Array[])[];
  readonly moduli: readonly number[];
}

/** The sum of all clients' shares, of which only the owner's are not of zeros (Appendix B): an addition a residue. */
export const addShares = defineTask(import.meta.url, 'secfc/add-shares', {
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
