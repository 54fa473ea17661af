/**
 * Unlearning tested from below: whether what is unlearnt is distributed as what never knew the points, whether anybody can tell
 * whether they were there (Chen et al. 2021), and what a run shows of their deletion.
 */

import { messagesOf } from '../../src/kit/attack.ts';
import { NO_CLUSTER, squaredDistance } from '../../src/kit/cluster.ts';
import {
  type AnyAudit,
  audit,
  type Check,
  fromRows,
  type Matrix,
  type Observed,
  row,
  type Setup,
  type World,
} from '../../src/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { exactness } from './figures.ts';
import { Removed } from './removal/messages.ts';
import { type Removals, removalsOf } from './removal/requests.ts';

/** The rows of the data that requests name; those that are drawn in the run are not among them. */
function namedRows({ parameters, shards, population }: Setup<never>): Set<number> {
  const { remove } = parameters as { readonly remove: Removals };
  const rows = removalsOf(remove, population.clients).flatMap((removal) => {
    if (removal.kind === 'points') return removal.points.map((point) => shards[removal.client][point]);
    return removal.kind === 'clients' ? removal.clients.flatMap((client) => [...shards[client]]) : [];
  });
  return new Set(rows);
}

/** Why requests cannot be held against a run without their points. */
function unnamed({ removals }: Pick<Agreed, 'removals'>): string | undefined {
  if (removals.length === 0) return 'nothing is removed';
  if (removals.some(({ kind }) => kind === 'adversarial'))
    return 'some requests depend on the clustering (points: adversarial): exact does not hold for those, and but for retraining afresh nothing is known that does';
  const drawn = removals.some(({ kind }) => kind === 'random');
  return drawn ? 'which points go is drawn in the run: name them in a list' : undefined;
}

/** The run that never knew these rows, on the same grid. */
function without({ parameters, shards, population }: Setup<never>, rows: ReadonlySet<number>): World<never> {
  return {
    parameters: { ...(parameters as object), remove: [] } as never,
    shards: shards.map((shard) => shard.filter((one) => !rows.has(one))),
    population: { points: population.points },
  };
}

const unlearning = audit<Agreed, never>({
  kind: 'distributions',
  name: 'unlearning',
  summary: 'whether centres after requests are distributed as those of data without the points',
  runs: 400,
  inapplicable: (agreed) =>
    unnamed(agreed) ??
    (agreed.secrecy !== undefined && agreed.representatives === 'points'
      ? 'centres of drawn points are never the same twice: set representatives: middles, or secrecy: none'
      : undefined),
  claim: () => 'unlearning points is clustering without them',
  category: centresText,
  world: () => ({}),
  against: (setup) => without(setup, namedRows(setup)),
});

/** The centres in one order, whatever they are called. */
function centresText({ outcome }: Observed<Agreed>): string {
  if (outcome?.kind !== 'clustered' || outcome.centres === undefined) return 'none';
  const { centres } = outcome;
  const texts = Array.from({ length: centres.rows }, (_, h) =>
    [...row(centres, h)].map((x) => x.toFixed(6)).join(),
  );
  return texts.toSorted().join(' ');
}

/** A point, where it is and whose. */
interface Target {
  readonly row: number;
  readonly client: number;
  readonly point: number;
  readonly place: Matrix;
}

/** Whether an adversary who knows a point can tell from the centres whether it was there. */
function membership(name: string, summary: string, removed: boolean): AnyAudit {
  return audit<Agreed, Target>({
    kind: 'game',
    name,
    summary,
    runs: 300,
    claim: () => (removed ? { epsilon: 0, delta: 0, of: 'a point that was removed' } : undefined),
    target({ shards, points }, random) {
      const clients = [...shards.keys()].filter((client) => shards[client].length > 1);
      const client = clients[random.integer(clients.length)];
      const point = random.integer(shards[client].length);
      const own = shards[client][point];
      return { row: own, client, point, place: fromRows([row(points, own)]) };
    },
    world(setup, { row: own, client, point }, isIn) {
      const world = without(setup, isIn ? new Set() : new Set([own]));
      if (!isIn || !removed) return world;
      const remove = [{ points: [point], client: setup.population.clients[client] }];
      return { ...world, parameters: { ...(setup.parameters as object), remove } as never };
    },
    score({ outcome }, { place }) {
      if (outcome?.kind !== 'clustered' || outcome.centres === undefined) return Number.NEGATIVE_INFINITY;
      const { centres } = outcome;
      const distances = Array.from({ length: centres.rows }, (_, h) => squaredDistance(centres, h, place, 0));
      return -Math.min(...distances);
    },
  });
}

const deletion = audit<Agreed, never>({
  kind: 'certificate',
  name: 'deletion',
  summary:
    'what a run shows of the deletion of points: requests, what was drawn anew, bytes that could hold them',
  runs: 1,
  watches: ({ clients }) => ['server', ...clients],
  inapplicable: ({ removals }) => (removals.length === 0 ? 'nothing is removed' : undefined),
  check(seen, setup): Check[] {
    const { outcome, view } = seen;
    const requests = outcome?.kind === 'clustered' ? (outcome.requests ?? []) : [];
    const served = requests.filter(({ state }) => state === 'served');
    const sum = (count: (request: (typeof requests)[number]) => number): number =>
      requests.reduce((total, one) => total + count(one), 0);
    const known = requests.filter(({ together }) => together === 1).length;
    const { change, secrecy } = view.agreed;
    const found = traces(seen, setup);
    return [
      {
        says: 'every request is served',
        holds: requests.length > 0 && served.length === requests.length,
        because: `${served.length} of ${requests.length}, ${sum(({ points }) => points)} points; centres that went with them were drawn anew ${sum(({ hits }) => hits)} times`,
      },
      {
        says: 'unlearning is exact',
        holds: exactness(view.agreed) === 'exact' || exactness(view.agreed) === 'retrained',
        because: exactness(view.agreed),
      },
      {
        says: 'no message since its last answer holds a coordinate of what a client removed',
        holds: found.hits === 0,
        because: `${found.hits} of ${found.searched} coordinates in ${found.messages} messages, as they are in memory`,
      },
      {
        says: "nobody's cells are summed again for others' requests",
        holds: secrecy === undefined || change !== 'everybody',
        because:
          secrecy === undefined
            ? 'centres are sent in the clear'
            : `change: ${change}; of ${known} of ${requests.length} requests the server knows what changed at whom`,
      },
    ];
  },
});

/** Coordinates of removed points in what was sent afterwards. */
function traces(
  { view, labels }: Observed<Agreed>,
  { shards, points }: Setup<never>,
): { hits: number; searched: number; messages: number } {
  const left = new Set<number>();
  shards.forEach((shard) => {
    for (const one of shard) if (labels?.[one] !== NO_CLUSTER) for (const x of row(points, one)) left.add(x);
  });
  let [hits, searched] = [0, 0];
  const seen = new Set<string>();
  shards.forEach((shard, client) => {
    const member = view.members.find(({ name }) => name === view.agreed.clients[client]);
    const answers = messagesOf(member?.sent ?? [], Removed).filter(({ body }) => body.points > 0);
    const lastNs = answers.at(-1)?.timeNs;
    if (lastNs === undefined) return;
    const gone = [...shard].filter((one) => labels?.[one] === NO_CLUSTER);
    const coordinates = [...new Set(gone.flatMap((one) => [...row(points, one)]))].filter(
      (x) => !left.has(x),
    );
    const later = view.members.flatMap(({ sent }) => sent.filter(({ timeNs }) => timeNs > lastNs));
    for (const { from, timeNs, to } of later) seen.add(`${from} ${to} ${timeNs}`);
    const sent: Buffer = Buffer.concat(later.map(({ payload }) => payload));
    for (const x of coordinates) {
      const pattern = Buffer.alloc(8);
      pattern.writeDoubleLE(x);
      if (sent.indexOf(pattern) >= 0) hits++;
      searched++;
    }
  });
  return { hits, searched, messages: seen.size };
}

export const audits: readonly AnyAudit[] = [
  unlearning,
  membership(
    'membership-before',
    'whether the centres show that a point is there: nearer to one if it is',
    false,
  ),
  membership('membership-after', 'the same of a point that was there and was removed', true),
  deletion,
];
