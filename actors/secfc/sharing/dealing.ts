/**
 * Verifiable secret sharing: whether every owner dealt shares of one polynomial of degree l+t-1. An owner that did
 * not would make every answer wrong and honest clients look Byzantine.
 *
 * After its points every owner shares uniform masks. It commits to all shares before it sends any, and the factors of
 * random combinations of a share's entries are derived from a hash of the commitments (Fiat-Shamir). Every client
 * opens to the server its combination of each owner's shares, plus its share of the mask. If all the owner's shares
 * lie on one polynomial, so do the openings, and the mask makes that polynomial uniform, so nothing is revealed.
 * Neither the server nor other clients can choose the factors, or make two clients use different ones (openings with
 * different factors could reveal shares to the server), and an owner that tries other commitments would need some
 * 2^56 of them. Commitments are salted; otherwise t clients could check guesses of a point against them.
 */

import {
  type Code,
  randomCombinations,
  type ResidueMatrix,
  WordField,
  wrongParties,
} from '../../../src/core/kit/field.ts';
import { defineTask, keystream } from '../../../src/core/kit/index.ts';
import { areSameBytes, createSha256, toHex } from '../../../src/core/kit/crypto.ts';
import { MASKS, sharesOf } from './encode.ts';

/** The length of a salt, a commitment and a digest. */
export const HASH_BYTES = 32;

export interface Commitments {
  /** 32 bytes per client, the same list for all. */
  readonly commitments: Uint8Array;
  /** 32 bytes per client, known to that client only. */
  readonly salts: Uint8Array;
}

/** An owner's commitments to its encoded shares. Operations: one per hashed residue. */
export const commitShares = defineTask('secfc/commit-shares', {
  operations: ({ shares }: { shares: ResidueMatrix; saltKey: Uint8Array }) =>
    commitOperations(shares.rows, shares.columns, shares.moduli.length),
  run({ shares, saltKey }): Commitments {
    const salts = new Uint8Array(keystream(saltKey)((shares.rows * HASH_BYTES) / 4).buffer);
    const commitments = new Uint8Array(shares.rows * HASH_BYTES);
    for (let client = 0; client < shares.rows; client++) {
      const values = shares.moduli.map((_, plane) => sharesOf(shares, plane, client));
      commitments.set(commitment(hashAt(salts, client), values), client * HASH_BYTES);
    }
    return { commitments, salts };
  },
});

/** Operations of committing to the shares of `entries` symbols for every client. */
export function commitOperations(clients: number, entries: number, moduli: number): number {
  return moduli * clients * entries;
}

/** What an owner dealt to one client. */
export interface Dealt {
  /** Its shares, followed by those of the masks. */
  readonly values: readonly Uint32Array[];
  readonly salt: Uint8Array;
  readonly commitments: Uint8Array;
}

export interface OpenInput {
  /** By owner; undefined where nothing arrived. */
  readonly dealt: readonly (Dealt | undefined)[];
  readonly moduli: readonly number[];
  /** The place of the client that opens. */
  readonly client: number;
}

export interface OpenedShares {
  /** Masked combinations, {@link MASKS} per owner; zeros where there is nothing to open. */
  readonly values: readonly Uint32Array[];
  /** The digest from which each owner's factors follow; zeros where its shares did not arrive or do not match its commitment. */
  readonly digests: Uint8Array;
  /** Owners whose shares do not match their commitments. */
  readonly broken: readonly number[];
}

/** What a client opens. Operations: one per hashed residue, and one per residue and combination. */
export const openDealings = defineTask('secfc/open-dealings', {
  operations: ({ dealt, moduli }: OpenInput) =>
    dealt.reduce((sum, one) => sum + openOperations(one?.values[0].length ?? 0, moduli.length), 0),
  run({ dealt, moduli, client }): OpenedShares {
    const values = moduli.map(() => new Uint32Array(dealt.length * MASKS));
    const digests = new Uint8Array(dealt.length * HASH_BYTES);
    const broken: number[] = [];
    for (const [owner, one] of dealt.entries()) {
      if (one === undefined) continue;
      if (!areSameBytes(commitment(one.salt, one.values), hashAt(one.commitments, client))) {
        broken.push(owner);
        continue;
      }
      const digest = hash(one.commitments);
      digests.set(digest, owner * HASH_BYTES);
      openShares(digest, moduli, one.values).forEach((opened, plane) =>
        values[plane].set(opened, owner * MASKS),
      );
    }
    return { values, digests, broken };
  },
});

/** Operations of combining `entries` shares with all masks. */
export function openOperations(entries: number, moduli: number): number {
  if (entries === 0) return 0;
  return moduli * (entries + MASKS * (entries - MASKS));
}

/** One client's masked combinations of one owner's shares, `[plane][check]`: the last entries are those of the masks. */
export function openShares(
  digest: Uint8Array,
  moduli: readonly number[],
  values: readonly Uint32Array[],
): number[][] {
  const entries = values.map((plane) => plane.subarray(0, plane.length - MASKS));
  const [combined] = randomCombinations(digest, moduli, [entries], MASKS);
  return combined.map((checks, plane) => {
    const masks = values[plane].subarray(values[plane].length - MASKS);
    const field = new WordField(moduli[plane]);
    return checks.map((value, check) => field.add(value, masks[check]));
  });
}

/** What one client opened. */
export interface Opening {
  readonly client: number;
  /** Owners whose shares it does not hold. */
  readonly missing: readonly number[];
  readonly values: readonly Uint32Array[];
  readonly digests: Uint8Array;
}

export interface CheckInput {
  readonly openings: readonly Opening[];
  readonly code: Code;
  readonly moduli: readonly number[];
  /** The largest number of clients that may lie. */
  readonly byzantine: number;
}

export interface DealingVerdict {
  /** Owners that dealt inconsistent shares, whichever clients lie. */
  readonly cheats: readonly number[];
  /** Owners whose shares cannot be shown to be consistent, as too few clients opened them. */
  readonly unproven: readonly number[];
  /** `disputes[i]`: owners whose dealing disagrees with the opening of client i: one of the two is wrong. */
  readonly disputes: readonly (readonly number[])[];
}

/** What the server finds in the openings. Operations: a word of all who opened, per owner, residue and combination. */
export const checkDealings = defineTask('secfc/check-dealings', {
  operations: ({ openings, code, moduli }: CheckInput) =>
    checkOperations(code, openings.length, moduli.length),
  run({ openings, code, moduli, byzantine }): DealingVerdict {
    const cheats: number[] = [];
    const unproven: number[] = [];
    const disputes: number[][] = openings.map(() => []);
    for (let owner = 0; owner < code.n; owner++) {
      const holders = [...openings.keys()].filter((i) => !openings[i].missing.includes(owner));
      const disputing = disputers(owner, holders, { openings, code, moduli, byzantine });
      if (disputing !== undefined && disputing.length <= byzantine)
        for (const i of disputing) disputes[i].push(owner);
      else if (holders.length > code.l + code.t + 2 * byzantine) cheats.push(owner);
      else unproven.push(owner);
    }
    return { cheats, unproven, disputes };
  },
});

/** Operations of checking whether the openings of all n owners lie on one polynomial. */
export function checkOperations({ n, l, t }: Code, openings: number, moduli: number): number {
  return moduli * n * openings * (openings + MASKS * (openings - l - t));
}

/** The holders of an owner's shares whose openings disagree with the others'; undefined if no polynomial can be identified. */
function disputers(
  owner: number,
  holders: readonly number[],
  { openings, code, moduli }: CheckInput,
): number[] | undefined {
  const byDigest = new Map<string, number[]>();
  for (const i of holders) {
    const digest = hashAt(openings[i].digests, owner);
    // A client that says its share does not match the commitment agrees with nobody.
    if (digest.every((byte) => byte === 0)) continue;
    const name = toHex(digest);
    byDigest.set(name, [...(byDigest.get(name) ?? []), i]);
  }
  const [agreeing = []] = [...byDigest.values()].toSorted((a, b) => b.length - a.length);
  if (agreeing.length <= code.l + code.t) return undefined;
  const words = agreeing.map((i) =>
    moduli.map((_, plane) => [...openings[i].values[plane].subarray(owner * MASKS, (owner + 1) * MASKS)]),
  );
  const clients = agreeing.map((i) => openings[i].client);
  const wrong = wrongParties(code, moduli, clients, code.l + code.t, words);
  return wrong && holders.filter((i) => !agreeing.includes(i) || wrong.includes(openings[i].client));
}

function commitment(salt: Uint8Array, values: readonly Uint32Array[]): Uint8Array {
  return hash(salt, ...values);
}

function hash(...parts: readonly (Uint8Array | Uint32Array)[]): Uint8Array {
  const sha = createSha256();
  for (const part of parts) sha.update(part);
  return new Uint8Array(sha.digest());
}

/** The hash at an index of concatenated hashes, as a view. */
export function hashAt(hashes: Uint8Array, place: number): Uint8Array {
  return hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
}
