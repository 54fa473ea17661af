/**
 * Private alignment of identifiers: all parties learn the union of their identifiers, in one order, and nobody learns
 * whose they are. It is the first step of SecFC's membership privacy (section 6), which the paper leaves open; here
 * it is a sum of sparse vectors with a 1 for each identifier of a client, so the server learns how often each occurs.
 */

import { type PhaseCost, type Problem, sends } from '../../../src/core/kit/index.ts';
import { unprovable } from '../prio3/index.ts';
import {
  sparseSession,
  sparseSumCost,
  sparseSumProblems,
  type SparseSession,
  type SparseSumParameters,
} from '../scma/session.ts';
import { Union } from './messages.ts';

export interface Alignment {
  /** Identifiers are in [0, universe). */
  readonly universe: number;
  /** How many identifiers all clients have together. */
  readonly identifiers: number;
  readonly sum: SparseSession;
}

/**
 * An alignment of clients' rows by a sum of sparse vectors.
 * @param universe how many different identifiers there can be
 * @param identifiers how many different ones there are at most
 */
export function alignment(
  settings: SparseSumParameters,
  clients: readonly string[],
  { universe, identifiers }: { readonly universe: number; readonly identifiers: number },
  timeoutNs: number,
): Alignment {
  return {
    universe,
    identifiers,
    sum: sparseSession(settings, clients, shapeOf(universe, identifiers), timeoutNs),
  };
}

/**
 * What makes the alignment impossible.
 * @param clients how many there are
 * @param identifiers how many different ones there are at most
 * @param path of the settings in the scenario, for errors
 */
export function alignmentProblems(
  settings: SparseSumParameters,
  clients: number,
  identifiers: number,
  path: string,
): Problem[] {
  const because = 'a proof grows with the square of the identifiers, and SecFC has no second aggregator';
  return settings.protocol === 'prio3'
    ? unprovable(settings, path, because)
    : sparseSumProblems(settings, clients, shapeOf(identifiers, identifiers), path);
}

/** Any client may hold all identifiers, so each sends and computes as if it did. */
function shapeOf(universe: number, identifiers: number) {
  return { dimension: 1, levels: universe, capacity: identifiers, points: identifiers, entries: identifiers };
}

/** The expected cost of an alignment: 2m elements from each client to align m identifiers. */
export function alignmentCost({ sum }: Alignment): PhaseCost[] {
  const n = sum.clients.length;
  const costs = sparseSumCost(sum);
  const last = costs[costs.length - 1];
  return [...costs.slice(0, -1), { ...last, messages: [...last.messages, sends(Union, n)] }];
}
