/**
 * What the server can read from the openings of a verified dealing (see ../sharing/dealing.ts): combinations of every
 * owner's points, hidden by masks. The openings determine the whole polynomial, and so its values at the segments.
 */

import { toHex } from '../../../src/core/kit/crypto.ts';
import { fieldKernel, randomCombinations, segmentWeights } from '../../../src/core/kit/field.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import { type Attack, type Score, selectRows, type Truth, type View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { hashAt } from '../sharing/dealing.ts';
import { MASKS, secretsOf } from '../sharing/encode.ts';
import { Openings } from '../messages.ts';

/** What one owner's openings decode to. */
interface OpenedCombination {
  readonly owner: number;
  /** The digest from which its factors are derived. */
  readonly digest: Uint8Array;
  /** `[segment][plane][check]` */
  readonly values: readonly (readonly Uint32Array[])[];
}

export const openings: Attack<Agreed, readonly OpenedCombination[]> = {
  name: 'openings',
  summary:
    "decodes what clients open to prove a dealing sound: combinations of the owner's points behind masks",
  needs: { server: true },
  inapplicable: ({ verifiableSharing, alignment }) =>
    verifiableSharing
      ? alignment && 'nobody knows who holds which point, and combinations are compared with the owner’s'
      : 'the dealing is not checked, so nothing is opened',
  reads: [Openings],
  guess: decodeOpenings,
  score,
  fit: (opened, candidate) => compare(opened, candidate).equal,
};

function decodeOpenings({ agreed, members }: View<Agreed>): OpenedCombination[] {
  const { clients, code, moduli } = agreed;
  const needed = code.l + code.t;
  const observed = members
    .filter(({ name }) => name === 'server')
    .flatMap(({ received }) => messagesOf(received, Openings));
  return clients.flatMap((_, owner) => {
    const byDigest = new Map<string, typeof observed>();
    for (const message of observed) {
      const name = toHex(hashAt(message.body.digests, owner));
      byDigest.set(name, [...(byDigest.get(name) ?? []), message]);
    }
    const agreeing = [...byDigest].find(([name, group]) => !/^0*$/.test(name) && group.length >= needed);
    if (agreeing === undefined) return [];
    const group = agreeing[1].slice(0, needed);
    const weights = segmentWeights(
      code,
      moduli,
      group.map(({ from }) => clients.indexOf(from)),
    );
    const decoded = moduli.map((p, plane) => {
      const inputs = group.map(({ body }) => body.values[plane].slice(owner * MASKS, (owner + 1) * MASKS));
      const outputs = Array.from({ length: code.l }, () => new Uint32Array(MASKS));
      fieldKernel.combine(p, weights[plane], inputs, outputs);
      return outputs;
    });
    const values = Array.from({ length: code.l }, (__, u) => decoded.map((outputs) => outputs[u]));
    return [{ owner, digest: hashAt(group[0].body.digests, owner), values }];
  });
}

function score(opened: readonly OpenedCombination[], truth: Truth<Agreed>): Score {
  const { values, equal } = compare(opened, truth);
  return {
    exposed: equal / Math.max(1, values),
    measures: { 'owners opened': opened.length, 'combinations unmasked': `${equal} of ${values}` },
    meaning:
      values === 0
        ? 'too few openings came to decode any, so there was nothing to try'
        : equal > 0
          ? "combinations of the owners' points in the clear: what is opened is not masked"
          : "none of what is opened is a combination of the owner's points: masks hide it",
  };
}

/**
 * How many values of owners outside the coalition were opened, and how many of them are unmasked combinations of
 * these points.
 */
function compare(
  opened: readonly OpenedCombination[],
  { agreed, points, hidden }: Truth<Agreed>,
): { readonly values: number; readonly equal: number } {
  const { moduli, sizes, offsets } = agreed;
  const others = new Set(hidden);
  let values = 0;
  let equal = 0;
  for (const { owner, digest, values: found } of opened) {
    if (sizes[owner] === 0 || !others.has(offsets[owner])) continue;
    const rows = Array.from({ length: sizes[owner] }, (_, i) => offsets[owner] + i);
    const secrets = secretsOf({ ...agreed, points: selectRows(points, rows) });
    found.forEach((planes, u) => {
      const bare = randomCombinations(digest, moduli, [secrets.map((segments) => segments[u])], MASKS)[0];
      planes.forEach((checks, plane) => {
        checks.forEach((value, check) => (equal += Number(value === bare[plane][check])));
        values += checks.length;
      });
    });
  }
  return { values, equal };
}
