/** What a run shows of the deletion of points. */

import { joinBytes, toLatin1 } from '../../../src/core/kit/crypto.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import { NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { audit, type Check, type Observed, row, type Setup } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { exactness } from '../figures.ts';
import { Centres } from '../messages.ts';
import { Removed } from '../removal/messages.ts';

export const deletion = audit<Agreed, never>({
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
    const { change, secrecy, removals } = view.agreed;
    const found = traces(seen, setup);
    const told = toldSince(seen);
    return [
      {
        says: 'every request is recorded and served',
        holds: requests.length === removals.length && served.length === requests.length,
        because: `${served.length} of ${requests.length}, ${sum(({ points }) => points)} points; centres among them were redrawn ${sum(({ hits }) => hits)} times`,
      },
      {
        says: 'the points are in no cluster, as many as were removed',
        holds: found.gone === sum(({ points }) => points),
        because: `${found.gone} without a cluster`,
      },
      {
        says: 'no clustering announced since contains what was removed',
        holds: told.late === 0,
        because: `${told.clusterings} clusterings, the last for every client that removed anything after its last answer, except ${told.late}`,
      },
      {
        says: 'unlearning is exact',
        holds: exactness(view.agreed) === 'exact' || exactness(view.agreed) === 'retrained',
        because: exactness(view.agreed),
      },
      {
        says: 'no message since its last answer holds a coordinate of what a client removed',
        holds: found.hits === 0,
        because: `${found.hits} of ${found.searched} coordinates in ${found.messages} messages, as represented in memory`,
      },
      {
        says: "nobody's cells are summed again for others' requests",
        holds: secrecy === undefined || change !== 'everybody',
        because:
          secrecy === undefined
            ? 'centres are sent in the clear'
            : `change: ${change}; for ${known} of ${requests.length} requests the server knows what changed at which client`,
      },
    ];
  },
});

/** Coordinates of removed points in what was sent afterwards. */
function traces(
  { view, labels }: Observed<Agreed>,
  { shards, points }: Setup<never>,
): { hits: number; searched: number; messages: number; gone: number } {
  const left = new Set<number>();
  shards.forEach((shard) => {
    for (const one of shard) if (labels?.[one] !== NO_CLUSTER) for (const x of row(points, one)) left.add(x);
  });
  let [hits, searched, lost] = [0, 0, 0];
  const seen = new Set<string>();
  shards.forEach((shard, client) => {
    const member = view.members.find(({ name }) => name === view.agreed.clients[client]);
    const answers = messagesOf(member?.sent ?? [], Removed).filter(({ body }) => body.points > 0);
    const lastNs = answers.at(-1)?.timeNs;
    if (lastNs === undefined) return;
    const gone = [...shard].filter((one) => labels?.[one] === NO_CLUSTER);
    lost += gone.length;
    const coordinates = [...new Set(gone.flatMap((one) => [...row(points, one)]))].filter(
      (x) => !left.has(x),
    );
    const later = view.members.flatMap(({ sent }) => sent.filter(({ timeNs }) => timeNs > lastNs));
    for (const { from, timeNs, to } of later) seen.add(`${from} ${to} ${timeNs}`);
    const sent = toLatin1(joinBytes(later.map(({ payload }) => payload)));
    for (const x of coordinates) {
      if (sent.includes(toLatin1(new Uint8Array(Float64Array.of(x).buffer)))) hits++;
      searched++;
    }
  });
  return { hits, searched, messages: seen.size, gone: lost };
}

/** How many clusterings there were, and of how many clients none was sent after they last reported that points are gone. */
function toldSince({ view }: Observed<Agreed>): { clusterings: number; late: number } {
  const { clients } = view.agreed;
  const server = view.members.find(({ name }) => !clients.includes(name));
  const told = messagesOf(server?.sent ?? [], Centres);
  const late = clients.filter((client) => {
    const member = view.members.find(({ name }) => name === client);
    const last = messagesOf(member?.sent ?? [], Removed).findLast(({ body }) => body.changed);
    return last !== undefined && !told.some(({ timeNs }) => timeNs > last.timeNs);
  });
  return { clusterings: new Set(told.map(({ body }) => body.number)).size, late: late.length };
}
