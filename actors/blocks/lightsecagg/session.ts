/** What the parties of LightSecAgg agree on, and the settings that it follows from (So et al. 2022, section 4). */

import type { Code } from '../../../src/core/kit/field.ts';
import { primeAbove } from '../../../src/core/kit/field.ts';
import type { Problem } from '../../../src/core/kit/index.ts';
import { z } from '../../../src/core/kit/settings.ts';
import type { SumSession } from '../sums/secure-sum.ts';

/** The settings, for the `protocol` section of a scenario; U is `threshold`. */
export const codedParameters = z.strictObject({
  colluding: z.int().min(0).optional().meta({
    description:
      'T, with lightsecagg: so many clients that collude with the server learn only the sum; absent: half of the clients, if so many others are left',
    example: 4,
  }),
  dropouts: z.int().min(0).optional().meta({
    description:
      'D, with lightsecagg: so many clients may drop out of a sum, T + D < n; absent: three tenths of the clients, or as few as T leaves',
    example: 2,
  }),
  checks: z.int().min(0).optional().meta({
    description:
      'with lightsecagg: the server waits for at most so many answers beyond U, which detect as many that are wrong and correct half as many; 0: for none, as in the paper; absent: for all',
    example: 2,
  }),
});

export type CodedParameters = z.output<typeof codedParameters> & { readonly threshold?: number | undefined };

/** `threshold` is U, the number of answers that decode the sum of the masks. `modulus` is prime. */
export interface CodedSession extends SumSession {
  readonly protocol: 'lightsecagg';
  /** T */
  readonly colluding: number;
  /** How many answers beyond U the server waits for; absent: all. */
  readonly checks?: number | undefined;
}

/** T, D and U. */
interface Limits {
  readonly colluding: number;
  readonly dropouts: number;
  readonly threshold: number;
}

/** T, D and U, where they are not set such that T < U <= n - D. */
export function limitsOf({ threshold, ...set }: CodedParameters, clients: number): Limits {
  const most = (threshold ?? clients - (set.dropouts ?? 0)) - 1;
  const colluding = set.colluding ?? atLeast(0, Math.min(Math.floor(clients / 2), most));
  const few = Math.min(Math.floor((3 * clients) / 10), clients - colluding - 1);
  const dropouts = set.dropouts ?? atLeast(0, threshold === undefined ? few : clients - threshold);
  return { colluding, dropouts, threshold: threshold ?? atLeast(1, clients - dropouts) };
}

function atLeast(least: number, value: number): number {
  return Math.max(least, value);
}

/** n shares of U - T pieces of a mask and T pieces of noise: T shares tell nothing, and U all. */
export function codeOf({ clients, threshold, colluding }: CodedSession): Code {
  return { n: clients.length, l: threshold - colluding, t: colluding };
}

/** Elements of a piece: a mask is divided into U - T of these. */
export function pieceLength({ length, threshold, colluding }: CodedSession): number {
  return Math.ceil(length / (threshold - colluding));
}

/** A modulus for sums of this many bits: a prime, as only over a field any U shares determine a mask. */
export function codedModulus(bits: number): bigint {
  return primeAbove(1n << BigInt(bits));
}

/** The points of n clients, U - T pieces and T of noise are distinct elements. */
export function fieldProblems(
  settings: CodedParameters,
  clients: number,
  modulus: bigint,
  path: string,
): Problem[] {
  const { threshold } = limitsOf(settings, clients);
  if (modulus >= BigInt(clients + threshold)) return [];
  const expected = `sums modulo at least n + U = ${clients + threshold}, as all points of the code must differ`;
  return [{ path, expected, got: `lightsecagg with sums modulo ${modulus}` }];
}

/** All impossible combinations of settings. */
export function codedProblems(settings: CodedParameters, clients: number, path: string): Problem[] {
  const { colluding, dropouts, threshold } = limitsOf(settings, clients);
  if (colluding + dropouts >= clients) {
    const most = clients - 1 - dropouts;
    return [
      most < 0
        ? {
            path: `${path}.dropouts`,
            expected: `at most ${clients - 1}, so that a client is left`,
            got: `${dropouts}`,
          }
        : {
            path: `${path}.colluding`,
            expected: `at most ${most}, as T + D < n with D = ${dropouts} of ${clients} clients`,
            got: `${colluding}`,
          },
    ];
  }
  if (threshold <= colluding || threshold > clients - dropouts) {
    return [
      {
        path: `${path}.threshold`,
        expected: `from ${colluding + 1} to ${clients - dropouts}, as T < U <= n - D with T = ${colluding} and D = ${dropouts} of ${clients} clients`,
        got: `${threshold}`,
      },
    ];
  }
  return [];
}
