/** Figures about the outcome of removal requests, and about clients that a sum opens. */

import { type Clustered, figure, type RequestRecord } from '../../src/core/kit/index.ts';
import { riskText, tooRisky } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';

type Requests = readonly RequestRecord[];

const counted = (name: string, title: string, summary: string, count: (requests: Requests) => number) =>
  figure<unknown, Clustered>({
    name,
    title,
    summary,
    unit: 'number',
    range: { least: 0 },
    rank: 'detail',
    of: ({ outcome: { requests } }) => requests && count(requests),
  });

const inState = (state: RequestRecord['state']) => (requests: Requests) =>
  requests.filter((one) => one.state === state).length;

const unlearning = figure<Agreed, Clustered>({
  name: 'unlearning',
  title: 'unlearning',
  summary: 'whether the result of unlearning is distributed as that of training without the points',
  unit: 'number',
  of: ({ agreed, outcome: { requests } }) => requests && exactness(agreed),
});

/** What the settings promise about unlearning, in words. */
export function exactness({ unlearning: how, removals }: Pick<Agreed, 'unlearning' | 'removals'>): string {
  if (how === 'lazy') return 'not exact (lazy)';
  const adaptive = removals.some(({ kind }) => kind === 'adversarial');
  if (how === 'retrain' && !adaptive) return 'retrained';
  return adaptive ? 'exact but for requests that depend on the clustering, as some do' : 'exact';
}

/** The expected number of clients that a sparse graph exposes, if that is more than is allowed. */
export const exposedFigure = figure<Agreed, Clustered>({
  name: 'clientsOpened',
  title: 'clients opened in a sum',
  summary:
    'average number of clients whose vectors colluding neighbours open in a sum; only if neighbours are too few',
  unit: 'number',
  range: { least: 0 },
  better: 'down',
  about: 'privacy',
  of: ({ agreed }) => {
    const sum = amongNeighbours(agreed);
    return sum && tooRisky(sum.aggregation, sum.clients.length)?.exposed;
  },
  warning: ({ agreed }) => {
    const sum = amongNeighbours(agreed);
    return sum && riskText(sum.aggregation, sum.clients.length);
  },
});

/** A sum in which neighbours hold each other's secrets; with flamingo decryptors do. */
function amongNeighbours({ secrecy }: Agreed) {
  return secrecy?.sum.aggregation.protocol === 'flamingo' ? undefined : secrecy?.sum;
}

export const requestFigures = [
  counted(
    'requestsServed',
    'requests served',
    'removal requests whose points have been removed everywhere',
    inState('served'),
  ),
  counted(
    'requestsOpen',
    'requests open',
    'removal requests whose points have not been removed everywhere',
    (requests) => requests.length - inState('served')(requests),
  ),
  counted(
    'centresHit',
    'centres hit',
    "clients' own centres that were removed points, by request",
    (requests) => requests.reduce((sum, { hits }) => sum + hits, 0),
  ),
  counted(
    'changesSeen',
    'changes seen',
    'requests for which the server knows what changed at which client, because no other client changed anything with it',
    (requests) => requests.filter(({ together }) => together === 1).length,
  ),
  unlearning,
];
