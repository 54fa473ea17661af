/** The parties of an iterative protocol whose start is found inside: they play another protocol first. */

import { type Labels, NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import {
  abort,
  type Aborted,
  type AnyProtocol,
  attempt,
  type Behaviour,
  type Clustered,
  collect,
  type GivenShard,
  type GivenStart,
  type LocalClustering,
  phase,
  type Role,
  role,
  type Self,
  send,
} from '../../src/core/kit/index.ts';
import { StartLabels } from './messages.ts';
import { firstStage, isFirstStage, playToEnd, secondStage } from './stage.ts';

/** What the parties agree on about the first stage. */
export interface Starting {
  readonly by: string;
  /** What that protocol's parties agree on. */
  readonly agreed: unknown;
  readonly clients: readonly string[];
  readonly sizes: readonly number[];
  readonly clusters: number;
  readonly timeoutNs: number;
}

export interface Started {
  readonly starting?: Starting;
}

/** A one-shot protocol by its name. */
export type ByName = (name: string) => AnyProtocol;

/** The server, which has the start found first. */
export function startingServer<A extends object>(
  server: Role<A & Started>,
  byName: ByName,
): Role<A & Started> {
  const play = server.play as (who: Self, what: GivenStart<A & Started>) => Behaviour;
  return role({
    ...retransmitAfter(server),
    parties: 'one',
    starts: true,
    play(self: Self, given: GivenStart<A & Started>): Behaviour {
      const { starting } = given.agreed;
      return starting === undefined ? play(self, given) : inTwoStages(self, given, starting);
    },
  });

  function* inTwoStages(self: Self, given: GivenStart<A & Started>, starting: Starting): Behaviour {
    const start = isSecond(self) ? given.start : yield* findStart(self, starting, byName(starting.by));
    return yield* play(secondStage(self), { ...given, start });
  }
}

/** A client, which helps to find the start first. */
export function startingClient<A extends object>(
  client: Role<A & Started>,
  byName: ByName,
): Role<A & Started> {
  const play = client.play as (who: Self, what: GivenShard<A & Started>) => Behaviour;
  return role({
    ...retransmitAfter(client),
    parties: 'many',
    play(self: Self, given: GivenShard<A & Started>): Behaviour {
      const { starting } = given.agreed;
      return starting === undefined ? play(self, given) : inTwoStages(self, given, starting);
    },
  });

  function* inTwoStages(self: Self, given: GivenShard<A & Started>, starting: Starting): Behaviour {
    if (!isSecond(self)) yield* help(self, starting, byName(starting.by), given);
    return yield* play(secondStage(self), given);
  }
}

/** The server's half: plays the other protocol, then learns from every client the clusters of its points. */
function* findStart(self: Self, starting: Starting, by: AnyProtocol): Behaviour<Labels> {
  const { clients, sizes, clusters, timeoutNs, agreed } = starting;
  const play = by.roles['server'].play as (who: Self, what: object) => Behaviour;
  const found = yield* attempt(playToEnd(play(firstStage(self), { agreed, start: new Uint16Array() })));
  const outcome = found.kind === 'completed' ? (found.value as Clustered | Aborted) : found;
  if (outcome.kind === 'aborted')
    return yield* abort(`${by.name} found no start: ${outcome.reason}`, outcome);
  yield* phase('start');
  const sizeOf = new Map(clients.map((name, j) => [name, sizes[j]]));
  const received = yield* collect(StartLabels, {
    count: clients.length,
    from: clients,
    timeoutNs,
    accept: ({ from, body: { labels } }) => {
      if (labels.values.length !== sizeOf.get(from)) return 'wrong shape';
      return labels.clusters === clusters || 'wrong labels';
    },
  });
  if (received.length === 0) return yield* abort('no client reported the clusters of its points');
  const said = new Map(received.map(({ from, body }) => [from, body.labels.values]));
  return Uint16Array.from(
    clients.flatMap((name, j) => [...(said.get(name) ?? new Uint16Array(sizes[j]).fill(NO_CLUSTER))]),
  );
}

/** A client's half. A client without a result from the other protocol still takes part: its points are in no cluster at first. */
function* help<A>(self: Self, starting: Starting, by: AnyProtocol, given: GivenShard<A>): Behaviour {
  const { agreed, clusters } = starting;
  const play = by.roles['client'].play as (who: Self, what: object) => Behaviour;
  const found = yield* attempt(playToEnd(play(firstStage(self), { ...given, agreed })));
  const outcome = found.kind === 'completed' ? (found.value as LocalClustering | Aborted | undefined) : found;
  yield* phase('start');
  if (outcome !== undefined && 'labels' in outcome)
    yield* send('server', StartLabels, { labels: { clusters, values: outcome.labels } });
}

function retransmitAfter<A>({ retransmitAfterNs }: Role<A>): Pick<Role<A>, 'retransmitAfterNs'> {
  return retransmitAfterNs === undefined ? {} : { retransmitAfterNs };
}

function isSecond({ saved }: Self): boolean {
  return saved !== undefined && !isFirstStage(saved);
}
