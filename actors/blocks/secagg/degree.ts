/**
 * The risks of a sparse graph of neighbours, and how many neighbours are enough (Bell et al. 2020, section 3: E1,
 * that the graph of honest survivors is connected; E2, that nobody has t colluding neighbours; E3, that t shares of
 * everybody's secrets remain). Their theorems bound the tails of hypergeometric distributions; here the tails
 * themselves are summed over all clients, so the numbers are as small as union bounds get.
 */

import { exp, log, powerOfTwo } from '../../../src/core/kit/math.ts';

/** The number of clients, and how many of them collude or drop out. */
export interface Crowd {
  readonly clients: number;
  /** Clients that collude with the server. */
  readonly colluding: number;
  /** Clients that drop out of a sum. */
  readonly dropouts: number;
}

export interface Graph {
  /** k, even; n - 1: the complete graph. */
  readonly neighbours: number;
  /** t */
  readonly threshold: number;
}

/** The risks of one sum, as the graph is drawn anew for each. */
export interface Risks {
  /**
   * The expected number of clients whose vectors are opened: by t colluding neighbours, or because all neighbours
   * collude or dropped out.
   */
  readonly exposed: number;
  /** A bound on the probability that the graph of the others is disconnected, so that the sum of each component is opened. */
  readonly apart: number;
  /** A bound on the probability that too few shares of somebody's secrets remain for a sum. */
  readonly failed: number;
}

/** The risks of a random k-regular graph: exposure of a client, and failure of a sum (Bell et al. 2020, section 3). */
export function risksOf({ clients: n, colluding, dropouts }: Crowd, { neighbours, threshold }: Graph): Risks {
  const k = Math.min(neighbours, n - 1);
  const away = colluding + dropouts;
  // A client keeps its own share, so an adversary needs t shares from its neighbours.
  const opened = tail(threshold, { draws: k, marked: colluding, of: n - 1 });
  const alone = k < n - 1 ? tail(k, { draws: k, marked: away, of: n - 1 }) : 0;
  const failed =
    (n - dropouts) * tail(k - threshold + 2, { draws: k, marked: dropouts, of: n - 1 }) +
    dropouts * tail(k - threshold + 1, { draws: k, marked: dropouts - 1, of: n - 1 });
  return {
    exposed: (n - colluding) * Math.min(1, opened + alone),
    apart: k < n - 1 ? Math.min(1, cuts(n, away, k)) : 0,
    failed: Math.min(1, failed),
  };
}

/**
 * The expected number of pairs of runs of k/2 clients on the circle that are all away, with somebody between them on
 * either side.
 */
function cuts(n: number, away: number, k: number): number {
  let chance = (n * Math.max(0, n - k - 1)) / 2;
  for (let i = 0; i < k; i++) chance *= Math.max(0, away - i) / (n - i);
  return chance;
}

/** The tail of a hypergeometric distribution: at least `least` marked ones among those drawn. */
function tail(
  least: number,
  { draws, marked, of }: { readonly draws: number; readonly marked: number; readonly of: number },
): number {
  let sum = 0;
  for (let got = Math.max(0, least); got <= Math.min(draws, marked); got++) {
    if (draws - got > of - marked) continue;
    sum += exp(choices(marked, got) + choices(of - marked, draws - got) - choices(of, draws));
  }
  return Math.min(1, sum);
}

/** ln of the binomial coefficient n over k. */
function choices(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += log((n - k + i) / i);
  return sum;
}

/**
 * The risks that are allowed: 2^-security expected exposed clients or probability of being disconnected, and
 * 2^-correctness of no sum.
 */
export interface Limits {
  readonly security: number;
  readonly correctness: number;
}

/** Whether a graph risks no more than is allowed. */
export function isWithin({ exposed, apart, failed }: Risks, { security, correctness }: Limits): boolean {
  return Math.max(exposed, apart) <= powerOfTwo(-security) && failed <= powerOfTwo(-correctness);
}

/**
 * The fewest neighbours within these limits, with the highest threshold that keeps to them; undefined if only the
 * complete graph does.
 */
export function fewestNeighbours(crowd: Crowd, limits: Limits): Graph | undefined {
  for (let neighbours = 2; neighbours < crowd.clients - 1; neighbours += 2) {
    for (let threshold = neighbours + 1; threshold >= 1; threshold--) {
      const graph = { neighbours, threshold };
      if (isWithin(risksOf(crowd, graph), limits)) return graph;
    }
  }
  return undefined;
}
