/**
 * A start that is found inside the protocol: the same parties first play a one-shot protocol, and the iterations
 * begin from its clustering. Its cost and what it reveals count for the run, and are stated in its certificate.
 */

import { z } from '../../src/core/kit/settings.ts';
import {
  type AnyAttack,
  type AnyProtocol,
  type CommonParameters,
  type PaperCount,
  phaseCost,
  type Population,
  type Privacy,
  type Problem,
  type Protocol,
  protocol,
  type ProtocolDeclaration,
  type Role,
  sends,
  type Truth,
  type View,
} from '../../src/core/kit/index.ts';
import { StartLabels } from './messages.ts';
import { type ByName, type Started, type Starting, startingClient, startingServer } from './roles.ts';

/** Settings that both stages share, or that make no sense for a start. */
const SHARED = { clusters: true, timeout: true, maxIterations: true, remove: true } as const;

/** An iterative protocol with `start: { protocol: mufc }`, with settings of its own: a start found by one of these others. */
export function startedBy<P extends CommonParameters, A extends object>(
  iterative: Protocol<P, A>,
  oneShots: readonly AnyProtocol[],
): Protocol<P, A & Started> {
  const byName: ByName = (name) => oneShots.find((one) => one.name === name) as AnyProtocol;
  const { server, client } = iterative.roles as Readonly<Record<'server' | 'client', Role<A & Started>>>;
  const { parameters, paper, privacy } = iterative;
  const declared: ProtocolDeclaration<P, A & Started> = {
    ...iterative,
    parameters: parameters.extend({
      start: startSetting(parameters.shape['start'] as z.ZodDefault, oneShots),
    }) as typeof parameters,
    roles: {
      server: startingServer(server, byName),
      client: startingClient(client, byName),
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
  };
  return protocol(declared);
}

/** The counts of both papers; neither counts the messages in between. */
function countOf<A>(own: PaperCount<A>, byName: ByName): PaperCount<A & Started> {
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
function firstOf(settings: CommonParameters, byName: ByName) {
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
    // Simulators play the iterations only, so with a start before them claims rest on attacks.
    claims: (agreed) =>
      (own.claims?.(agreed) ?? []).map(({ simulator, ...claim }) =>
        simulator === undefined || agreed.starting !== undefined ? claim : { ...claim, simulator },
      ),
    moduli(agreed, message) {
      const other = of(agreed);
      return message !== undefined && other?.by.messages.includes(message.type) === true
        ? (other.privacy.moduli?.(agreed.starting?.agreed, message) ?? [])
        : (own.moduli?.(agreed, message) ?? []);
    },
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
