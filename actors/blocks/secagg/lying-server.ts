/**
 * Malicious servers in secure aggregations, for protocols that list adversaries: an honest server's requests are
 * altered, and the rest of the protocol's server runs unchanged.
 */

import type { AnyMessageType, Behaviour } from '../../../src/core/kit/index.ts';
import { Keys, Survivors } from './messages.ts';

/**
 * In every aggregation half of the clients are sent survivors without the last one (Bonawitz et al. 2017, section 6;
 * Pasquini, Francati and Ateniese 2022, section 2, name other uses of inconsistency): they reveal shares of that
 * client's mask key, and the others those of its self mask. With t of each its vector is opened. Clients that sign
 * the survivors that they received detect it.
 */
export function* splitView(honest: Behaviour): Behaviour {
  let result: unknown;
  for (;;) {
    const { done, value } = honest.next(result);
    if (done === true) return;
    if (value.kind !== 'send' || value.type !== (Survivors as AnyMessageType)) {
      result = yield value;
      continue;
    }
    const body = value.body as { readonly parties: Uint32Array };
    const receivers = [value.to].flat();
    const half = receivers.length >> 1;
    const without = { ...body, parties: body.parties.slice(0, -1) };
    yield { ...value, to: receivers.slice(0, half), body: without };
    result = yield { ...value, to: receivers.slice(half) };
  }
}

/** In every aggregation one more client is left out as if it had sent no keys: the difference between two sums is its vector. */
export function leavingOut(honest: Behaviour): Behaviour {
  let aggregations = 0;
  return withKeysOf(honest, (clients) => clients.slice(0, Math.max(1, clients.length - aggregations++)));
}

/**
 * In every aggregation all clients but the first and the last t - 1 are left out as if they had sent no keys. If those last
 * ones are the server's own (Sybils), the sum less theirs is the vector of the first (Boenisch et al. 2023, section 4).
 * A threshold that they do not reach alone with one client stops it; signatures do not, as everybody is told the same.
 * @param threshold t
 */
export function isolating(honest: Behaviour, threshold: number): Behaviour {
  return withKeysOf(honest, ([victim, ...others]) => [victim, ...others.slice(1 - threshold)]);
}

/** Waits in every aggregation only for the keys of the clients that are chosen, of all that the honest server would wait for. */
function* withKeysOf(honest: Behaviour, chosen: (clients: string[]) => string[]): Behaviour {
  let result: unknown;
  for (;;) {
    const { done, value } = honest.next(result);
    if (done === true) return;
    const clients = value.kind === 'wait' ? value.filter.from : undefined;
    if (value.kind === 'wait' && value.types[0] === (Keys as AnyMessageType) && Array.isArray(clients)) {
      const from = chosen(clients);
      result = yield { ...value, count: from.length, filter: { ...value.filter, from } };
    } else {
      result = yield value;
    }
  }
}
