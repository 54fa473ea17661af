/** Masks and their coded shares (So et al. 2022, section 4, equations 5 to 8). */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { type Code, ModularVectors, type Packed, VectorCode } from '../../../src/core/kit/field.ts';
import { defineTask, type Random } from '../../../src/core/kit/index.ts';
import { agreeOnSecret, KEY_BYTES, publicKey } from '../secagg/curve25519.ts';
import { bigEndian, OPERATIONS, open, seal, sealedBytes } from '../secagg/primitives.ts';
import { codeOf, type CodedSession, pieceLength } from './session.ts';

/** Keys of 32 bytes each; none is used for anything else. */
export interface CodedSecrets {
  /** For the ciphertexts of shares. */
  readonly sealing: Uint8Array;
  /** From which the mask is drawn, and the noise that hides it in its shares. */
  readonly mask: Uint8Array;
  readonly noise: Uint8Array;
}

/** Draws them from a client's cryptographic streams, separately for each sum. */
export function codedSecretsOf(random: Random, aggregation: number): CodedSecrets {
  const scope = random.scope('aggregation', `${aggregation}`);
  return {
    sealing: scope.secretKey('sealing'),
    mask: scope.secretKey('mask'),
    noise: scope.secretKey('noise'),
  };
}

/** The public key of a client, for ciphertexts. */
export const makeSealingKey = defineTask('lightsecagg/key', {
  operations: (_secrets: CodedSecrets) => OPERATIONS.scalarMultiplication,
  run: ({ sealing }): Uint8Array => publicKey(sealing),
});

/** What is agreed on about masks and their shares, of all that the parties of a sum agree on. */
export interface MaskShape {
  readonly modulus: bigint;
  /** Elements of a vector. */
  readonly length: number;
  /** Elements of a piece of its mask. */
  readonly piece: number;
  readonly code: Code;
}

/** The shape of the masks of a sum. */
export function shapeOf(session: CodedSession): MaskShape {
  const { modulus, length } = session;
  return { modulus, length, piece: pieceLength(session), code: codeOf(session) };
}

/** The bytes of a piece's elements, without padding between them. */
function pieceBytes({ modulus, piece }: MaskShape): number {
  return Math.ceil((new ModularVectors(modulus).bits * piece) / 8);
}

/** The bytes of one ciphertext: sender, receiver, and the share. */
export function shareBytes(shape: MaskShape): number {
  return sealedBytes(8 + pieceBytes(shape));
}

/**
 * The mask z of a client in U - T pieces, and T uniform pieces: what lies beyond the length of a vector is drawn too, and
 * masks nothing.
 */
function piecesOf(shape: MaskShape, { mask, noise }: CodedSecrets): Uint32Array[] {
  const { modulus, piece, code } = shape;
  const vectors = new ModularVectors(modulus);
  const words = piece * vectors.words;
  const cut = (vector: Uint32Array): Uint32Array[] =>
    Array.from({ length: vector.length / words }, (_, k) => vector.subarray(k * words, (k + 1) * words));
  if (words === 0) return Array.from({ length: code.l + code.t }, () => vectors.zeros(0));
  return [...cut(vectors.uniform(mask, code.l * piece)), ...cut(vectors.uniform(noise, code.t * piece))];
}

export interface CodingInput {
  readonly shape: MaskShape;
  readonly secrets: CodedSecrets;
  readonly own: number;
  /** Who sent keys, ascending, and their public keys in that order, 32 bytes each; its own included. */
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
}

export interface Coded {
  /** One ciphertext for each other party, in their order. */
  readonly sealed: Uint8Array;
  /** The secret that the sender shares with each party, for their ciphertexts in return; empty for itself. */
  readonly shared: readonly Uint8Array[];
  /** The share that the sender keeps for itself. */
  readonly kept: Uint32Array;
}

/** The coded shares of a client's mask, encrypted (equation 5); undefined if a party's key is unusable. */
export const codeMask = defineTask('lightsecagg/code', {
  operations: ({ shape, parties }: CodingInput) => codeOperations(shape, parties.length),
  run({ shape, secrets, own, parties, keys }): Coded | undefined {
    const vectors = new ModularVectors(shape.modulus);
    const code = new VectorCode(shape.code, shape.modulus);
    const pieces = piecesOf(shape, secrets);
    const shares = code.encode(pieces, parties);
    // Shares of one call are in one piece of memory, and this one is kept for longer.
    const [kept] = code.encode(pieces, [own]);
    const sealed: Uint8Array[] = [];
    const shared: Uint8Array[] = [];
    for (const [i, party] of parties.entries()) {
      if (party === own) {
        shared.push(new Uint8Array());
        continue;
      }
      const secret = agreeOnSecret(secrets.sealing, keys.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES));
      if (secret === undefined) return undefined;
      shared.push(secret);
      const plain = joinBytes([bigEndian(own), bigEndian(party), vectors.pack(shares[i]).bytes]);
      sealed.push(seal(secret, own, party, plain));
    }
    return { sealed: joinBytes(sealed), shared, kept };
  },
});

/** U pieces drawn, combined for each party, and a key agreement and a ciphertext for each other one. */
export function codeOperations(shape: MaskShape, parties: number): number {
  const { modulus, piece, code } = shape;
  const { words } = new ModularVectors(modulus);
  const pieces = code.l + code.t;
  return (
    pieces * piece * words * OPERATIONS.keystreamWord +
    parties * pieces * piece * words * words +
    (parties - 1) * (OPERATIONS.scalarMultiplication + (shareBytes(shape) / 4) * OPERATIONS.keystreamWord)
  );
}

export interface MaskingInput {
  readonly shape: MaskShape;
  /** x: elements modulo m. */
  readonly input: Uint32Array;
  readonly secrets: CodedSecrets;
}

/** x + z. */
export const addMask = defineTask('lightsecagg/mask', {
  operations: ({ shape }: MaskingInput) => addMaskOperations(shape),
  run({ shape: { modulus, length, piece, code }, input, secrets }): Packed {
    const vectors = new ModularVectors(modulus);
    const masked = vectors.uniform(secrets.mask, code.l * piece).subarray(0, length * vectors.words);
    vectors.add(masked, input);
    return vectors.pack(masked);
  },
});

/** A mask: drawn and added, word by word. */
export function addMaskOperations({ modulus, piece, code }: MaskShape): number {
  return code.l * piece * new ModularVectors(modulus).words * (OPERATIONS.keystreamWord + 1);
}

export interface SharesInput {
  readonly shape: MaskShape;
  readonly own: number;
  /** Whose shares these are, ascending, without the receiver itself. */
  readonly parties: readonly number[];
  readonly sealed: Uint8Array;
  /** The secret that the receiver shares with each of them. */
  readonly shared: readonly Uint8Array[];
}

/**
 * The share that one party made for another; undefined if there is none in the ciphertext.
 * @param share of the length of a piece, which receives it
 */
export function openShare(
  vectors: ModularVectors,
  secret: Uint8Array,
  from: number,
  to: number,
  sealed: Uint8Array,
  share: Uint32Array,
): Uint32Array | undefined {
  const plain = open(secret, from, to, sealed);
  const addressed = joinBytes([bigEndian(from), bigEndian(to)]);
  if (plain === undefined || !addressed.every((byte, i) => byte === plain[i])) return undefined;
  const { bits, words } = vectors;
  return vectors.unpack({ bits, length: share.length / words, bytes: plain.slice(addressed.length) }, share);
}

/** The shares that others made for this client, in their order; undefined if one of them is invalid. */
export const openCoded = defineTask('lightsecagg/open', {
  operations: ({ shape, parties }: SharesInput) => openCodedOperations(shape, parties.length),
  run({ shape, own, parties, sealed, shared }): Uint32Array[] | undefined {
    const bytes = shareBytes(shape);
    const vectors = new ModularVectors(shape.modulus);
    const words = shape.piece * vectors.words;
    const all = vectors.zeros(shape.piece * parties.length);
    const shares = parties.map((party, i) => {
      const one = sealed.subarray(i * bytes, (i + 1) * bytes);
      return openShare(vectors, shared[i], party, own, one, all.subarray(i * words, (i + 1) * words));
    });
    return shares.includes(undefined) ? undefined : (shares as Uint32Array[]);
  },
});

/** Operations of decrypting the shares that `parties` sent. */
export function openCodedOperations(shape: MaskShape, parties: number): number {
  return parties * (shareBytes(shape) / 4) * OPERATIONS.keystreamWord;
}

export interface AddingInput {
  readonly shape: MaskShape;
  /** The sender's shares of the survivors' masks. */
  readonly shares: readonly Uint32Array[];
}

/** The sum of the coded shares of the survivors' masks: the share of the sum, as coding is linear. */
export const addShares = defineTask('lightsecagg/add', {
  operations: ({ shape, shares }: AddingInput) => addSharesOperations(shape, shares.length),
  run({ shape: { modulus, piece }, shares }): Packed {
    const vectors = new ModularVectors(modulus);
    const sum = vectors.zeros(piece);
    for (const share of shares) vectors.add(sum, share);
    return vectors.pack(sum);
  },
});

/** An addition for each word of each share. */
export function addSharesOperations({ modulus, piece }: MaskShape, shares: number): number {
  return shares * piece * new ModularVectors(modulus).words;
}
