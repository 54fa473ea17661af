/** What members of a coalition in FastLloyd were sent: the common key, noisy sums, and the centres that follow from them. */

import { ModularVectors } from '../../src/core/kit/field.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import type { Matrix, Member, View } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { unmask, unseal } from './group.ts';
import { movedCentres } from './iteration.ts';
import { CommonKey, MaskedTotal, NoisyTotal } from './messages.ts';
import { begin } from './tasks.ts';

/** The common key, if a member has it. */
export function keyOf({ agreed: { clients }, members }: View<Agreed>): Uint8Array | undefined {
  for (const member of members) {
    const own = clients.indexOf(member.name);
    if (own === 0) return member.random().secretKey('common key');
    const [sealedKey] = messagesOf(member.received, CommonKey);
    if (own < 0 || sealedKey === undefined) continue;
    const secret = member.random().secretKey('introduction');
    return unseal.run({ secret, own, key: sealedKey.body.key, sealed: sealedKey.body.sealed });
  }
  return undefined;
}

/** The noisy sums that a client among the members was sent, iteration by iteration. */
export function receivedTotals(
  view: View<Agreed>,
): { iteration: number; clients: number[]; sums: Float64Array }[] {
  const { agreed, members } = view;
  const one = members.find(({ shard }) => shard !== undefined) as Member | undefined;
  if (one === undefined) return [];
  if (agreed.noise.by === 'clients') {
    const everybody = agreed.clients.map((_, j) => j);
    return messagesOf(one.received, NoisyTotal)
      .filter(({ body }) => body.values.length > 0)
      .map(({ body }) => ({ iteration: body.iteration, clients: everybody, sums: body.values }));
  }
  const group = keyOf(view);
  if (group === undefined) return [];
  return messagesOf(one.received, MaskedTotal).flatMap(({ body: { iteration, parties, values } }) => {
    const { modulus, length } = agreed.stages[iteration].sum.session;
    const residues = new ModularVectors(modulus).unpack(values);
    if (parties.length === 0 || residues === undefined) return [];
    const clients = [...parties];
    const sums = unmask.run({ modulus, group, parties: clients, iteration, length, values: residues });
    return [{ iteration, clients, sums }];
  });
}

/** The centres before each iteration, as far as members know them: everybody knows the first. */
export function knownCentres(view: View<Agreed>): Matrix[] {
  const { clusters, dimension, bits, packingSeed, stages } = view.agreed;
  const centres = [begin.run({ clusters, dimension, bits, seed: packingSeed })];
  for (const { iteration, sums } of receivedTotals(view)) {
    centres.push(movedCentres(sums, centres[centres.length - 1], stages[iteration].step));
  }
  return centres;
}
