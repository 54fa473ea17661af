/** What the parties of Flamingo agree on, and the settings that it follows from (Ma et al. 2023, section 4). */

import type { Problem } from '../../../src/core/kit/index.ts';
import { z } from '../../../src/core/kit/settings.ts';
import type { SumSession } from '../sums/secure-sum.ts';
import type { LongTermSecrets } from './secrets.ts';

/** The settings that only Flamingo has. */
export const flamingoParameters = z.strictObject({
  decryptors: z.int().min(1).optional().meta({
    description:
      'L, with flamingo: so many clients hold the key that opens masks, of whom up to a third may collude, and fewer than a third drop out; absent: 60, or all clients if there are fewer',
    example: 10,
  }),
});

export type FlamingoParameters = z.output<typeof flamingoParameters> & {
  readonly threshold?: number | undefined;
  readonly neighbours?: number | 'auto' | undefined;
};

/** `threshold` is the number of reports without which nothing is opened: (1 - delta) n. */
export interface FlamingoSession extends SumSession {
  readonly protocol: 'flamingo';
  /** L */
  readonly decryptors: number;
  /** epsilon (n - 1): with how many others a client has a mask in common, on average; absent: with all. */
  readonly neighbours?: number | undefined;
  /** The number of the set-up that it has in common with other sums; absent: one of its own. */
  readonly common?: number | undefined;
  /** What this party has from the set-up, once it is done; absent: it is still to do. */
  readonly setUp?: SetUp | undefined;
}

/** What a party keeps of a set-up for all sums. */
export interface SetUp {
  /** Who takes part, ascending, and their public keys in that order, 64 bytes each. */
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
  /** PK */
  readonly key: Uint8Array;
  /** Who signed the key, ascending: they hold shares of it. */
  readonly decryptors: readonly number[];
  /** What a client has of its own; absent: this is the server. */
  readonly own?: OwnSetUp;
}

/** What only one client knows of a set-up. */
export interface OwnSetUp {
  readonly secrets: LongTermSecrets;
  /** A decryptor's share of the secret key. */
  readonly share?: Uint8Array | undefined;
}

const DECRYPTORS = 60;

/** L, the reports that a sum needs, and the neighbours of a client. */
export function flamingoLimits({ decryptors, threshold, neighbours }: FlamingoParameters, clients: number) {
  return {
    decryptors: decryptors ?? Math.min(DECRYPTORS, clients),
    threshold: threshold ?? Math.floor((2 * clients) / 3) + 1,
    neighbours: neighbours === 'auto' ? undefined : neighbours,
  };
}

/** So many decryptors decrypt together: more than a third, as up to a third may collude with the server. */
export function decrypting({ decryptors }: Pick<FlamingoSession, 'decryptors'>): number {
  return Math.floor(decryptors / 3) + 1;
}

/** So many must have signed the same: two sets of more than two thirds have an honest decryptor in common. */
export function quorum({ decryptors }: Pick<FlamingoSession, 'decryptors'>): number {
  return Math.floor((2 * decryptors) / 3) + 1;
}

/** The number of the set-up that a sum is under. */
export function setUpNumber({ number, common }: FlamingoSession): number {
  return common ?? number;
}

/** All impossible combinations of settings. */
export function flamingoProblems(settings: FlamingoParameters, clients: number, path: string): Problem[] {
  const { decryptors, threshold } = flamingoLimits(settings, clients);
  const problems: Problem[] = [];
  if (decryptors > clients)
    problems.push({
      path: `${path}.decryptors`,
      expected: `at most ${clients}, as many as there are clients`,
      got: `${decryptors}`,
    });
  if (threshold > clients)
    problems.push({
      path: `${path}.threshold`,
      expected: `at most ${clients}, as many as may report`,
      got: `${threshold}`,
    });
  if (settings.neighbours === 'auto') {
    const expected = 'a number with flamingo, whose graph is drawn anew for each sum, or none for all';
    problems.push({ path: `${path}.neighbours`, expected, got: 'auto' });
  }
  return problems;
}
