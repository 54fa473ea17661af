/**
 * What a sparse graph of neighbours risks, and how many neighbours are enough (Bell et al. 2020, section 3: E1, that the honest
 * survivors' graph hangs together; E2, that nobody has t colluding neighbours; E3, that t shares of everybody's secrets are
 * left). Their theorems bound the tails of hypergeometric distributions; here the tails themselves are added up over all
 * clients, so the numbers are as small as union bounds get.
 */

/** Clients of so many, and what may happen to them. */
export interface Crowd {
  readonly clients: number;
  /** Colluding with the server. */
  readonly colluding: number;
  /** Dropping out of a sum. */
  readonly dropouts: number;
}

export interface Graph {
  /** k, even; as many as there are others: everybody is everybody's. */
  readonly neighbours: number;
  /** t */
  readonly threshold: number;
}

/** Of one sum, as the graph is drawn anew for each. */
export interface Risks {
  /** Clients whose vectors are opened, on average: by t colluding neighbours, or as all neighbours collude or dropped out. */
  readonly exposed: number;
  /** The chance, at most, that the others fall into parts whose sums are opened one by one. */
  readonly apart: number;
  /** The chance, at most, that so few shares of somebody's secrets are left that there is no sum. */
  readonly failed: number;
}

export function risksOf({ clients: n, colluding, dropouts }: Crowd, { neighbours, threshold }: Graph): Risks {
  const k = Math.min(neighbours, n - 1);
  const away = colluding + dropouts;
  // A client's own share is its own: who wants t needs them of its neighbours.
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

/** Pairs of k/2 in a row on the circle that are all away, with somebody between them on either side, on average. */
function cuts(n: number, away: number, k: number): number {
  let chance = (n * Math.max(0, n - k - 1)) / 2;
  for (let i = 0; i < k; i++) chance *= Math.max(0, away - i) / (n - i);
  return chance;
}

/** The tail of a hypergeometric distribution: so many marked ones at least among those drawn. */
function tail(
  least: number,
  { draws, marked, of }: { readonly draws: number; readonly marked: number; readonly of: number },
): number {
  let sum = 0;
  for (let got = Math.max(0, least); got <= Math.min(draws, marked); got++) {
    if (draws - got > of - marked) continue;
    sum += Math.exp(choices(marked, got) + choices(of - marked, draws - got) - choices(of, draws));
  }
  return Math.min(1, sum);
}

/** ln of n over k. */
function choices(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}

/** What a graph may risk: 2^-security clients exposed, or chances to fall apart, and 2^-correctness of no sum. */
export interface Limits {
  readonly security: number;
  readonly correctness: number;
}

/** Whether a graph risks no more than is allowed. */
export function isWithin({ exposed, apart, failed }: Risks, { security, correctness }: Limits): boolean {
  return Math.max(exposed, apart) <= 2 ** -security && failed <= 2 ** -correctness;
}

/** The fewest neighbours that risk no more than this, with the highest threshold that does; undefined where only all are enough. */
export function fewestNeighbours(crowd: Crowd, limits: Limits): Graph | undefined {
  for (let neighbours = 2; neighbours < crowd.clients - 1; neighbours += 2) {
    for (let threshold = neighbours + 1; threshold >= 1; threshold--) {
      const graph = { neighbours, threshold };
      if (isWithin(risksOf(crowd, graph), limits)) return graph;
    }
  }
  return undefined;
}
