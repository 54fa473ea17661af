/**
 * The bytes of one sum, of all clients together: what the papers count, in the sizes of keys, shares and ciphertexts here.
 * The numbers of parties in a message take four bytes each; names and lengths of fields are left out.
 */

import { PAIR_BYTES, SEALED_BYTES } from '../../../actors/blocks/flamingo/report.ts';
import { REQUEST_BYTES } from '../../../actors/blocks/flamingo/opening.ts';
import { DEALT_BYTES } from '../../../actors/blocks/flamingo/set-up/dealing.ts';
import { KEY_BYTES, SIGNATURE_BYTES } from '../../../actors/blocks/secagg/curve25519.ts';
import { TAG_BYTES, sealedBytes } from '../../../actors/blocks/secagg/primitives.ts';
import { ciphertextBytes } from '../../../actors/blocks/secagg/secrets.ts';
import { SHARE_BYTES } from '../../../actors/blocks/secagg/shares.ts';
import { POINT_BYTES } from '../../../actors/blocks/flamingo/group.ts';
import type { ProvenSession } from '../../../actors/blocks/index.ts';
import { algorithmFor, lengthOf } from '../../../actors/blocks/prio3/session.ts';
import { FIELD128 } from '../../../actors/blocks/vdaf/field.ts';
import { NONCE_BYTES } from '../../../actors/blocks/vdaf/prio3.ts';
import { SEED_BYTES } from '../../../actors/blocks/vdaf/xof.ts';

const NUMBER = 4;

/** How large a sum is. */
export interface Size {
  readonly clients: number;
  /** d, and the bits of an element. */
  readonly length: number;
  readonly bits: number;
}

const vector = ({ length, bits }: Size): number => Math.ceil((length * bits) / 8);

/**
 * Pairwise masks with k neighbours (Bonawitz et al. 2017, section 7.1, where k = n - 1; Bell et al. 2020): 2(k+1) keys, 5(k+1)-4
 * shares and the vector of each client, and its own keys once more.
 */
export function pairwiseBytes(size: Size, k = size.clients - 1): number {
  const keys = 2 * KEY_BYTES * (k + 2) + NUMBER * (k + 1);
  const shares = 2 * k * ciphertextBytes({}) + NUMBER * k;
  const unmasking = NUMBER * (k + 1) + SHARE_BYTES * (k + 1);
  return size.clients * (keys + shares + vector(size) + TAG_BYTES + unmasking);
}

/**
 * What signatures add to that, of all clients together (Bonawitz et al. 2017, Figure 4): a client's key for everybody, everybody's
 * signatures of their keys, and of who is in the sum.
 */
export function signedBytes({ clients: n }: Size): number {
  const keys = KEY_BYTES * (n - 1) + SIGNATURE_BYTES * (n + 1);
  const consents = SIGNATURE_BYTES + n * (NUMBER + SIGNATURE_BYTES);
  return n * (keys + consents);
}

/** LightSecAgg (So et al. 2022, Table 1): n-1 shares of d/(U-T) elements, sent and received, then d and d/(U-T) elements. */
export function codedBytes(size: Size, pieces: number): number {
  const { clients: n } = size;
  const piece = vector({ ...size, length: Math.ceil(size.length / pieces) });
  const keys = KEY_BYTES * (n + 1) + NUMBER * n;
  const shares = 2 * (n - 1) * sealedBytes(2 * NUMBER + piece) + NUMBER * (n - 1);
  return n * (keys + shares + vector(size) + NUMBER * n + piece);
}

/** What Flamingo's parties are. */
export interface Decryption {
  readonly decryptors: number;
  /** k: neighbours of a client, on average. */
  readonly neighbours: number;
  /** Clients that do not report. */
  readonly gone: number;
}

/** A set-up of Flamingo: everybody's keys for everybody, and a key dealt among L. */
export function setUpBytes({ clients: n }: Size, { decryptors: l }: Decryption): number {
  const coefficients = Math.floor(l / 3) + 1;
  const roster = n * (2 * KEY_BYTES * (n + 1) + NUMBER * n);
  const commitments = POINT_BYTES * coefficients;
  const dealt =
    l * (commitments + DEALT_BYTES * (l - 1)) + l * (l * (commitments + NUMBER) + DEALT_BYTES * (l - 1));
  const agreed = l * (NUMBER * l + 2 * NUMBER * l + SIGNATURE_BYTES);
  return roster + dealt + agreed + n * (POINT_BYTES + l * (2 * NUMBER + SIGNATURE_BYTES));
}

/**
 * One sum of Flamingo: a vector, L shares and k signed ciphertexts of each client, and for each decryptor a share of every
 * client, and a request for every pair of which one is missing; its answers; L signatures.
 */
export function decryptedBytes(size: Size, { decryptors: l, neighbours, gone }: Decryption): number {
  const reported = size.clients - gone;
  const pairs = (reported * neighbours * gone) / Math.max(1, size.clients - 1);
  const report = vector(size) + TAG_BYTES + SEALED_BYTES * l + PAIR_BYTES * neighbours;
  const labels = reported * (NUMBER + SEALED_BYTES) + pairs * REQUEST_BYTES;
  const signatures = SIGNATURE_BYTES + l * (NUMBER + SIGNATURE_BYTES);
  const opening = reported * SHARE_BYTES + pairs * POINT_BYTES;
  return reported * report + l * (labels + signatures + opening);
}

/**
 * A proven sum (draft-irtf-cfrg-vdaf-20, section 7.2): two reports of each client, one of them a share of every element of the encoded
 * vector and of the proof, the other a seed; between the aggregators a verifier share, a verdict, and their own shares.
 */
export function provenBytes(session: ProvenSession): number {
  const { units } = session;
  // Clients with as many units have the same bounds.
  const clients = [...new Set(units)].reduce((sum, own) => {
    const algorithm = algorithmFor(session, own);
    const reports =
      2 * (NONCE_BYTES + algorithm.publicShareBytes) +
      algorithm.inputShareBytes(0) +
      algorithm.inputShareBytes(1);
    const verdict = algorithm.verifierShareBytes + SEED_BYTES + 3 * NUMBER;
    return sum + units.filter((one) => one === own).length * (reports + verdict);
  }, 0);
  return clients + provenSumBytes(lengthOf(session));
}

/** Of those what the aggregators tell each other of the sum, however many clients are in it. */
export function provenSumBytes(length: number): number {
  return 2 * SEED_BYTES + FIELD128.elementBytes * length;
}

/** Vectors of elements of so many bits, whose norm is as large as a single element may be. */
export function provenSession({ clients, length, bits }: Size): ProvenSession {
  return {
    number: 0,
    clients: Array.from({ length: clients }, (_, j) => `client-${j + 1}`),
    threshold: 2,
    valid: {
      of: 'blocks',
      bounds: [{ of: 'norm', bound: 2 ** (bits - 1) - 1, parts: [{ length, weight: 1 }] }],
    },
    units: Array<number>(clients).fill(1),
    timeoutNs: 5e9,
  };
}
