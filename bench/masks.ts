/** What masks take beside the cipher that draws them, and what other ciphers would take, on one thread. */

import { createCipheriv } from 'node:crypto';
import { ModularVectors } from '../src/core/math/field/modular-vectors.ts';
import { HASHED_MODULUS } from '../actors/blocks/scma/hashed-code.ts';
import { against, print } from './table.ts';

/** As a client of MUFC among 10,000 has them. */
const NEIGHBOURS = 66;
const LENGTH = 20_000;
const TURNS = 9;

const ZEROS = new Uint8Array(2 ** 15);
const NONCE = new Uint8Array(16);

interface Case {
  readonly what: string;
  readonly modulus: bigint;
  /** Whether the limit holds here: in fields with few residues per draw the cipher is asked for more. */
  readonly limited: boolean;
}

const CASES: readonly Case[] = [
  { what: 'modulo a prime of 28 bits', modulus: (1n << 28n) - 57n, limited: true },
  { what: 'modulo 2^30, as sums with noise', modulus: 1n << 30n, limited: true },
  { what: 'modulo a prime of 32 bits', modulus: (1n << 32n) - 5n, limited: true },
  { what: 'modulo the prime of 50 bits of hashed locators', modulus: HASHED_MODULUS, limited: true },
  {
    what: 'modulo a prime just above 2^27: half of the draws are none',
    modulus: (1n << 27n) + 29n,
    limited: false,
  },
];

/** Microseconds of processor time of a mask with each way to draw one, the smallest of several turns. */
export function masks(): Promise<void> {
  const keys = Array.from({ length: NEIGHBOURS }, (_, i) => new Uint8Array(32).fill(i));
  const rows = CASES.map(({ what, modulus, limited }) => {
    const vectors = new ModularVectors(modulus);
    const vector = vectors.zeros(LENGTH);
    const terms = keys.map((key) => ({ key, times: 1 as const }));
    const bytes = LENGTH * Math.ceil(vectors.bits / 8);
    const [own, chacha, aes] = fastest([
      () => vectors.addUniforms(vector, terms),
      () => keys.forEach((key) => encrypt('chacha20', key, bytes)),
      () => keys.forEach((key) => encrypt('aes-256-ctr', key, bytes)),
    ]);
    return [
      what,
      own.toFixed(1),
      chacha.toFixed(1),
      limited ? against(own / chacha, 'at most', 1.5) : (own / chacha).toFixed(2),
      aes.toFixed(1),
      (chacha / aes).toFixed(2),
    ];
  });
  print(`A mask of ${LENGTH} elements: microseconds of one thread`, [
    ['', 'drawn and added', 'ChaCha20 alone', 'ratio', 'AES-256-CTR alone', 'ChaCha20 to AES'],
    ...rows,
  ]);
  return Promise.resolve();
}

function encrypt(name: string, key: Uint8Array, bytes: number): void {
  const cipher = createCipheriv(name, key, NONCE);
  for (let at = 0; at < bytes; at += ZEROS.length)
    cipher.update(ZEROS.subarray(0, Math.min(ZEROS.length, bytes - at)));
}

/** Microseconds of each candidate per neighbour, in turn; the first turn warms up. */
function fastest(candidates: readonly (() => void)[]): number[] {
  const best = candidates.map(() => Infinity);
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [i, candidate] of candidates.entries()) {
      const start = process.cpuUsage();
      candidate();
      const { user, system } = process.cpuUsage(start);
      if (turn > 0) best[i] = Math.min(best[i], (user + system) / NEIGHBOURS);
    }
  }
  return best;
}
