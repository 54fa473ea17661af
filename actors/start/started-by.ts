/**
 * A start that is found inside the protocol: the same parties first play a one-shot protocol, and the iterations
 * begin from its clustering. Its cost and what it reveals count for the run, and are stated in its certificate.
 */

import { type Labels, NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import { z } from '../../src/core/kit/settings.ts';
import {
  abort,
  type Aborted,
  type AnyAttack,
  type AnyProtocol,
  attempt,
  type Behaviour,
  type Clustered,
  collect,
  type CommonParameters,
  type GivenShard,
  type GivenStart,
  type LocalClustering,
  type PaperCount,
  phase,
  phaseCost,
  type Population,
  type Privacy,
  type Problem,
  type Protocol,
  protocol,
  type Role,
  role,
  type Self,
  send,
  sends,
  type Truth,
  type View,
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

/** Settings that both stages share, or that make no sense for a start. */
const SHARED = { clusters: true, timeout: true, maxIterations: true, remove: true } as const;

/** An iterative protocol with `start: { protocol: mufc }`, with settings of its own: a start found by one of these others. */
export function startedBy<P extends CommonParameters, A extends object>(
  iterative: Protocol<P, A>,
  oneShots: readonly AnyProtocol[],
): Protocol<P, A & Started> {
  const byName = (name: string): AnyProtocol => oneShots.find((one) => one.name === name) as AnyProtocol;
  const { server, client } = iterative.roles as Readonly<Record<'server' | 'client', Role<A & Started>>>;
  const { parameters, paper, privacy } = iterative;
  return protocol<P, A & Started>({
    ...iterative,
    parameters: parameters.extend({
      start: startSetting(parameters.shape['start'] as z.ZodDefault, oneShots),
    }),
    roles: {
      server: role({
        ...retransmitAfter(server),
        parties: 'one',
        starts: true,
        *play(self: Self, given: GivenStart<A & Started>): Behaviour {
          const { starting } = given.agreed;
          const play = server.play as (who: Self, what: GivenStart<A & Started>) => Behaviour;
          if (starting === undefined) return yield* play(self, given);
          const start = isSecond(self) ? given.start : yield* findStart(self, starting, byName(starting.by));
          return yield* play(secondStage(self), { ...given, start });
        },
      }),
      client: role({
        ...retransmitAfter(client),
        parties: 'many',
        *play(self: Self, given: GivenShard<A & Started>): Behaviour {
          const { starting } = given.agreed;
          const play = client.play as (who: Self, what: GivenShard<A & Started>) => Behaviour;
          if (starting === undefined) return yield* play(self, given);
          if (!isSecond(self)) yield* help(self, starting, byName(starting.by), given);
          return yield* play(secondStage(self), given);
        },
      }),
    },
    messages: [...iterative.messages, StartLabels],
    tasks: iterative.tasks,
    uses: [
      ...(iterative.uses ?? []),
      ...oneShots.map(({ name, summary, messages, tasks }) => ({ name, summary, messages, tasks })),
    ],
    check(settings, population) {
      const own = iterative.check(settings, population);
      const first = firstOf(settings, byName);
      if (first === undefined) return own;
      return [...own, ...startProblems(settings, first.by, first.settings, population)];
    },
    agree(settings, population) {
      const agreed = iterative.agree(settings, population);
      const first = firstOf(settings, byName);
      if (first === undefined) return agreed;
      const { clients, sizes } = population;
      const { clusters, timeout } = settings as P & { readonly timeout: number };
      const starting: Starting = {
        by: first.by.name,
        agreed: first.by.agree(first.settings as never, population),
        clients,
        sizes,
        clusters,
        timeoutNs: timeout,
      };
      return { ...agreed, starting };
    },
    // How often the one-shot protocol's server iterates depends on what it receives: the formulas omit that.
    cost(agreed, population, iterations) {
      const { starting } = agreed;
      const own = iterative.cost(agreed, population, iterations);
      if (starting === undefined) return own;
      const first = byName(starting.by).cost(starting.agreed as never, population, 0);
      return [...first, phaseCost('start', sends(StartLabels, population.clients.length)), ...own];
    },
    ...(paper && { paper: countOf(paper, byName) }),
    ...(privacy && { privacy: privacyOf(privacy, oneShots) }),
  });
}

/** The counts of both papers; neither counts the messages in between. */
function countOf<A>(own: PaperCount<A>, byName: (name: string) => AnyProtocol): PaperCount<A & Started> {
  return {
    of: own.of,
    bits(agreed, population, sent) {
      const { starting } = agreed;
      const iterated = own.bits(agreed, population, sent);
      if (starting === undefined || iterated === undefined) return iterated;
      const first = byName(starting.by).paper?.bits(starting.agreed, population, sent);
      return first === undefined ? undefined : first + iterated;
    },
  };
}

function retransmitAfter<A>({ retransmitAfterNs }: Role<A>): Pick<Role<A>, 'retransmitAfterNs'> {
  return retransmitAfterNs === undefined ? {} : { retransmitAfterNs };
}

function isSecond({ saved }: Self): boolean {
  return saved !== undefined && !isFirstStage(saved);
}

function startSetting(own: z.ZodDefault, oneShots: readonly AnyProtocol[]) {
  const forms = oneShots.map(({ name, parameters }) => {
    const kept = Object.keys(SHARED).filter((key) => Object.hasOwn(parameters.shape, key));
    const omitted = Object.fromEntries(kept.map((key) => [key, true])) as Record<string, true>;
    return parameters.omit(omitted as never).extend({
      protocol: z
        .literal(name)
        .meta({ description: 'the one-shot protocol that finds the start, with its settings' }),
    });
  });
  const names = oneShots.map(({ name }) => name).join(' or ');
  const rule = own.unwrap() as z.ZodType;
  return z
    .union([rule, ...forms], {
      error: `expected random, k-means++, or a mapping with subsets and restarts, with file, or with protocol: ${names} and its settings`,
    })
    .default('random')
    .meta({ description: `${own.meta()?.description ?? ''}; protocol: found by ${names} inside the run` });
}

/** Which protocol finds the start, with its settings; undefined if none does. */
function firstOf(settings: CommonParameters, byName: (name: string) => AnyProtocol) {
  const { start, clusters } = settings;
  if (typeof start !== 'object' || !('protocol' in start)) return undefined;
  const { protocol: name, ...own } = start;
  const by = byName(name);
  const { timeout, maxIterations } = settings as unknown as Readonly<Record<string, unknown>>;
  const shared = { clusters, maxIterations };
  // Times are already numbers, so they bypass the schema.
  const parsed = by.parameters.omit({ timeout: true } as never).parse({ ...shared, ...own });
  return { by, settings: { ...parsed, timeout } };
}

function startProblems(
  settings: CommonParameters,
  by: AnyProtocol,
  own: object,
  population: Population,
): Problem[] {
  const unknown = 'align' in settings && settings.align !== undefined;
  return [
    ...(unknown
      ? [
          {
            path: 'protocol.start',
            expected: 'another start where nobody knows who holds which point',
            got: by.name,
          },
        ]
      : []),
    ...by
      .check(own as never, population)
      .map((problem) => ({ ...problem, path: problem.path.replace(/^protocol\./, 'protocol.start.') })),
  ];
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

/** Adds what the start reveals: the attacks on the protocol that finds it, and its own statement. */
function privacyOf<A extends object>(
  own: Privacy<A & Started>,
  oneShots: readonly AnyProtocol[],
): Privacy<A & Started> {
  const others = oneShots.flatMap((by) =>
    by.privacy ? [{ by, privacy: by.privacy as Privacy<unknown> }] : [],
  );
  const of = ({ starting }: Started) => others.find(({ by }) => by.name === starting?.by);
  return {
    ...own,
    attacks: [
      ...own.attacks,
      ...others.flatMap(({ by, privacy }) => privacy.attacks.map((one) => onStart(one, by))),
    ],
    moduli: (agreed) => [
      ...(own.moduli?.(agreed) ?? []),
      ...(of(agreed)?.privacy.moduli?.(agreed.starting?.agreed) ?? []),
    ],
    masked: [...new Set([...(own.masked ?? []), ...others.flatMap(({ privacy }) => privacy.masked ?? [])])],
    statement(agreed) {
      const other = of(agreed);
      if (other === undefined) return own.statement(agreed);
      return `${own.statement(agreed)} The start is found by ${other.by.name}: ${other.privacy.statement(agreed.starting?.agreed)}`;
    },
  };
}

/** An attack on the protocol that finds the start, in a run that it starts. */
function onStart(attack: AnyAttack, by: AnyProtocol): AnyAttack {
  const inner = (agreed: Started): unknown => agreed.starting?.agreed;
  const { fit } = attack;
  return {
    ...attack,
    name: `start-${by.name}-${attack.name}`,
    summary: `${attack.summary}, of the start`,
    concerns: ({ starting }: Started) => starting?.by === by.name,
    inapplicable: (agreed: Started) => attack.inapplicable?.(inner(agreed)),
    guess: (view: View<Started>) => attack.guess({ ...view, agreed: inner(view.agreed) }),
    score: (guess: unknown, truth: Truth<Started>) =>
      attack.score(guess, { ...truth, agreed: inner(truth.agreed) }),
    ...(fit && {
      fit: (guess: unknown, candidate: Truth<Started>) =>
        fit(guess, { ...candidate, agreed: inner(candidate.agreed) }),
    }),
  };
}
