/**
 * Honest clients of SecFC as up to t others see them: whatever the points, their shares for t clients are uniform (Li
 * et al. 2022, Theorem 1; Yu et al. 2019, Theorem 2). In a verified dealing the masked combinations that they open are
 * uniform too, among all that fit the members' own.
 */

import { programmed, withOutput, withSent } from '../../../src/core/kit/attack.ts';
import {
  evaluationPoints,
  lagrangeBasis,
  type ResidueMatrix,
  residueZeros,
  WordField,
} from '../../../src/core/kit/field.ts';
import { type GivenStandIn, type Random, type Self, zeros } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { client } from '../client.ts';
import { Identifiers, Openings } from '../messages.ts';
import { hashAt, openShares } from '../sharing/dealing.ts';
import { encodeShares, MASKS, sharesOf } from '../sharing/encode.ts';

export type Planes = readonly Uint32Array[];

/** What a client publishes in the end, if the parties agreed to. */
export interface Publishing {
  publishedBy(client: number): Uint32Array;
}

/** An owner's shares for a member, both by number. */
export type DealtTo = (owner: number, member: number) => Planes;

/**
 * An honest client with as many zeros as it has points, that deals members the shares it is told and everybody else
 * zeros: nobody outside the coalition needs them.
 */
export function* dealer(self: Self, given: GivenStandIn<Agreed, Publishing>, dealtTo: DealtTo) {
  const { agreed, population } = given;
  const { sizes, dimension } = population;
  yield* programmed(
    client(self as Self<never>, {
      agreed,
      shard: zeros(sizes[self.index], dimension),
      identifiers: identifiersOf(self.index, given),
    }),
    withOutput(encodeShares, () => dealing(self.index, given, dealtTo)),
    withSent(Identifiers, () => ({ identifiers: given.functionality.publishedBy(self.index) })),
    withSent(Openings, (body) => ({ ...body, values: opened(self.index, given, dealtTo, body) })),
  );
}

/** The places of the members that are clients. */
export function memberPlaces({
  agreed,
  members,
}: Pick<GivenStandIn<Agreed>, 'agreed' | 'members'>): number[] {
  return members.map(({ name }) => agreed.clients.indexOf(name)).filter((place) => place >= 0);
}

/** Uniform residues, `length` for every prime. */
export function uniform(random: Random, name: string, moduli: readonly number[], length: number): Planes {
  return moduli.map((p, plane) => {
    const stream = random.stream(name, `${plane}`);
    return Uint32Array.from({ length }, () => stream.integer(p));
  });
}

/** What an owner deals: one row per client, of its points and, if the dealing is verified, of masks. */
function dealing(owner: number, given: GivenStandIn<Agreed>, dealtTo: DealtTo): ResidueMatrix {
  const { sizes, width, code, moduli, verifiableSharing } = given.agreed;
  const length = sizes[owner] * width;
  const all = residueZeros(code.n, length + (verifiableSharing ? MASKS : 0), moduli);
  for (const member of memberPlaces(given)) {
    const shares = dealtTo(owner, member);
    const masks = uniform(given.shared(), `masks of ${owner} for ${member}`, moduli, MASKS);
    moduli.forEach((_, plane) => {
      const row = sharesOf(all, plane, member);
      row.set(shares[plane]);
      if (verifiableSharing) row.set(masks[plane], length);
    });
  }
  return all;
}

/** What a client opens, if honest owners' openings are on uniform polynomials through those of members. */
function opened(
  place: number,
  given: GivenStandIn<Agreed>,
  dealtTo: DealtTo,
  { values, digests }: { readonly values: Planes; readonly digests: Uint8Array },
): Planes {
  const { clients, code, moduli } = given.agreed;
  const members = memberPlaces(given);
  const all = values.map((plane) => plane.slice());
  for (const owner of clients.keys()) {
    const digest = hashAt(digests, owner);
    // Members dealt as the protocol says; and of a share that did not come there is nothing to open.
    if (members.includes(owner) || digest.every((byte) => byte === 0)) continue;
    const rows = dealing(owner, given, dealtTo);
    const known = members.map((member) =>
      openShares(
        digest,
        moduli,
        moduli.map((_, plane) => sharesOf(rows, plane, member)),
      ),
    );
    const free = code.l + code.t - members.length;
    const drawn = uniform(given.shared(), `openings of ${owner}`, moduli, free * MASKS);
    moduli.forEach((p, plane) => {
      const field = new WordField(p);
      const { alphas, betas } = evaluationPoints(field, code);
      const nodes = [...members.map((member) => alphas[member]), ...betas.slice(0, free)];
      const [weights] = lagrangeBasis(field, nodes, [alphas[place]]);
      for (let check = 0; check < MASKS; check++) {
        const at = [
          ...known.map((checks) => checks[plane][check]),
          ...drawn[plane].subarray(check * free, (check + 1) * free),
        ];
        all[plane][owner * MASKS + check] = at.reduce(
          (sum, value, i) => field.add(sum, field.mul(weights[i], value)),
          0,
        );
      }
    });
  }
  return all;
}

/**
 * With alignment everybody learns that there are all identifiers, so those that no member holds are dealt out to the
 * others in order.
 */
function identifiersOf(index: number, { population, members }: GivenStandIn<Agreed>): Uint32Array {
  const { clients, sizes, points } = population;
  const known = new Set(members.flatMap(({ identifiers = [] }) => [...identifiers]));
  const others = Uint32Array.from({ length: points }, (_, identifier) => identifier).filter(
    (identifier) => !known.has(identifier),
  );
  const names = new Set(members.map(({ name }) => name));
  const before = sizes.slice(0, index).filter((_, j) => !names.has(clients[j]));
  const first = before.reduce((sum, size) => sum + size, 0);
  return others.slice(first, first + sizes[index]);
}
