/** Verified dealing in SecFC, broken: commitments and openings. */

import { secfc } from '../../../bin/standard.ts';
import { commitShares, HASH_BYTES, openDealings } from '../../../actors/secfc/sharing/dealing.ts';
import { encodeShares, MASKS, sharesOf } from '../../../actors/secfc/sharing/encode.ts';
import { createSha256, sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import type { ResidueMatrix } from '../../../src/core/kit/field.ts';
import { computing } from '../broken.ts';
import type { Mutant } from '../mutant.ts';

type Committing = Parameters<typeof commitShares.run>[0];

const SETTING = 'secfc checked';

/** Commitments with these salts, one after the other. */
function committed({ shares }: Committing, salts: Uint8Array): ReturnType<typeof commitShares.run> {
  const commitments = new Uint8Array(salts.length);
  for (let client = 0; client < shares.rows; client++) {
    const at = client * HASH_BYTES;
    const hash = createSha256().update(salts.subarray(at, at + HASH_BYTES));
    shares.moduli.forEach((_, plane) => hash.update(sharesOf(shares, plane, client)));
    commitments.set(hash.digest(), at);
  }
  return { commitments, salts };
}

const salting = (name: string, what: string, saltsOf: (input: Committing) => Uint8Array): Mutant => ({
  name,
  what,
  setting: SETTING,
  protocol: computing(secfc, commitShares, (input) => committed(input, saltsOf(input))),
});

/** Changes the shares of the masks, which are the last entries: `change(shares of one client, mask 0 to MASKS - 1)`. */
const masking = (
  name: string,
  what: string,
  change: (own: Uint32Array, at: number, original: Uint32Array, first: Uint32Array) => number,
): Mutant => ({
  name,
  what,
  setting: SETTING,
  protocol: computing(secfc, encodeShares, (input): ResidueMatrix => {
    const shares = encodeShares.run(input);
    shares.planes.forEach((_, plane) => {
      const first = sharesOf(shares, plane, 0).slice(-MASKS);
      for (let client = 0; client < shares.rows; client++) {
        const own = sharesOf(shares, plane, client).subarray(-MASKS);
        const original = own.slice();
        for (let at = 0; at < MASKS; at++) own[at] = change(own, at, original, first);
      }
    });
    return shares;
  }),
});

const keyed = (name: string, what: string, maskKey: (noiseKey: Uint8Array) => Uint8Array): Mutant => ({
  name,
  what,
  setting: SETTING,
  protocol: computing(secfc, encodeShares, (input) =>
    encodeShares.run({ ...input, maskKey: maskKey(input.noiseKey) }),
  ),
});

export const openingMutants: readonly Mutant[] = [
  salting(
    'no salt',
    'commitments to shares have no salt',
    ({ shares }) => new Uint8Array(shares.rows * HASH_BYTES),
  ),
  salting(
    'one salt',
    'all commitments of an owner have the same salt, which each client is told',
    (input) => {
      const salt = commitShares.run(input).salts.subarray(0, HASH_BYTES);
      return Uint8Array.from({ length: input.shares.rows * HASH_BYTES }, (_, i) => salt[i % HASH_BYTES]);
    },
  ),
  salting('salts that count', "a client's salt is its number", ({ shares }) =>
    Uint8Array.from({ length: shares.rows * HASH_BYTES }, (_, i) =>
      i % HASH_BYTES === 0 ? Math.floor(i / HASH_BYTES) : 0,
    ),
  ),
  salting('salts of one byte', 'salts have one random byte', (input) =>
    commitShares.run(input).salts.map((x, i) => (i % HASH_BYTES === 0 ? x : 0)),
  ),
  masking('equal masks', 'both openings have the same mask', (_own, _at, original) => original[0]),
  masking('absent masks', 'openings have no mask', () => 0),
  masking('small masks', 'masks of openings are below 256', (_own, at, _original, first) => first[at] & 255),
  masking('second mask absent', 'only the first opening has a mask', (_own, at, original) =>
    at === 0 ? original[0] : 0,
  ),
  keyed(
    'masks from the stream of noise',
    'masks are drawn from the key of the noise',
    (noiseKey) => noiseKey,
  ),
  keyed('masks from a constant', 'masks are drawn from a key in the code', () => sha256(utf8('masks'))),
  {
    name: 'shares opened',
    what: 'a client opens the first entries of its shares, without combining them',
    setting: SETTING,
    protocol: computing(secfc, openDealings, (input) => {
      const opened = openDealings.run(input);
      const values = opened.values.map((plane, p) => {
        const own = plane.slice();
        input.dealt.forEach((one, owner) => {
          if (one !== undefined) own.set(one.values[p].subarray(0, MASKS), owner * MASKS);
        });
        return own;
      });
      return { ...opened, values };
    }),
  },
];
