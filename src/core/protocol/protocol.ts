/**
 * What a clustering protocol is to the rest of the project. Ours in `actors/` and a user's own are equals:
 * both are made by {@link protocol} and passed to `loadScenario` and `run` as values.
 */

import type { ZodObject } from 'zod';
import { CahootsError } from '../base/errors.ts';
import type { Matrix } from '../base/matrix.ts';
import type { Labels } from '../base/labels.ts';
import type { Requirements, Unchecked, Yields } from '../engine/actors/effects.ts';
import type { Task } from '../engine/compute/task.ts';
import type { AnyMessageType, MessageType } from '../engine/wire/message.ts';
import type { AnyAttack, Claim, Privacy } from './attack.ts';
import type { AnyAudit } from './audit.ts';
import type { CommonParameters } from './common-parameters.ts';
import type { PhaseCost } from './cost.ts';
import type { Invariant } from './invariant.ts';
import type { Figure } from './figure.ts';
import type { Outcome } from './outcome.ts';
import { OVER_PAPER, overPaper, type PaperCount } from './paper-count.ts';
import type { Population } from './population.ts';
import type { AnyRole, Role } from './role.ts';
import type { Sent } from './sent.ts';
import { broughtBy, type NamesIn, type Subprotocol } from './subprotocol.ts';

/** A combination of settings that cannot work: rejected before anything runs. */
export interface Problem {
  /** A path inside the scenario, such as `protocol.privacy`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Something that scenarios can expect of a protocol's runs, by name. */
export interface Property<A = unknown> {
  /** One line, to help choose. */
  readonly summary: string;
  /**
   * `expected X, got Y`; undefined if it holds.
   * @param sent what the run sent, between which roles
   */
  violated(agreed: A, outcome: Outcome | undefined, sent: Sent): string | undefined;
}

/**
 * A protocol as its author declares it.
 * `P` are its settings as the scenario gives them, `A` what all parties agree on before it starts: public and frozen. `R` are the
 * names of its roles, `N` what these need.
 */
export interface ProtocolDeclaration<
  P extends CommonParameters = CommonParameters,
  A = unknown,
  R extends string = string,
  N = Unchecked,
> {
  readonly name: string;
  /** One line, to help choose. */
  readonly summary: string;
  /** The settings besides `name` in a scenario's `protocol` section. */
  readonly parameters: ZodObject & { readonly _zod: { readonly output: P } };
  /** Settings of earlier versions with their current names, used to reject the old ones helpfully. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Its parties; exactly one role is played by `many`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each saves something else
  readonly roles: Readonly<Record<R, Role<NoInfer<A>, any, Yields<N>>>>;
  /** The role whose first party finishes with the {@link Outcome}. */
  readonly reports: NoInfer<R>;
  /** The types of its own messages. */
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  /** Sub-protocols whose messages and tasks it includes. */
  readonly uses?: readonly Subprotocol[];
  /** Every impossible combination of settings; absent: there are none. */
  readonly check?: (parameters: NoInfer<P>, population: Population) => readonly Problem[];
  readonly agree: (parameters: NoInfer<P>, population: Population) => A;
  /**
   * Whether labels are in order of the data's rows, because nobody knows who holds which; absent, or false:
   * in order of the clients.
   */
  byRow?(agreed: NoInfer<A>): boolean;
  /**
   * The cost formulas for a run of this many iterations in which every client answered every round and no
   * cluster was empty. Absent: it has none.
   */
  cost?(agreed: NoInfer<A>, population: Population, iterations: number): readonly PhaseCost[];
  /**
   * What centralised Lloyd gives: the labels that each iteration starts from, then the final
   * ones. Absent if a protocol does not promise to equal it.
   */
  reference?(input: {
    readonly agreed: NoInfer<A>;
    readonly points: Matrix;
    readonly start: Labels;
  }): readonly Labels[];
  /** What it reports about its runs beyond what every run has. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a protocol's own outcome has more than every outcome
  readonly figures?: readonly Figure<NoInfer<A>, any>[];
  /** What its paper counts as communication, from which a figure is made; absent: nothing. */
  readonly paper?: PaperCount<NoInfer<A>>;
  /**
   * What must hold at every moment of its runs, see {@link Invariant}; those of its sub-protocols are added.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- those of what it uses know nothing of what it agrees on
  readonly invariants?: readonly Invariant<any>[];
  /** What scenarios can expect of it beyond what they can expect of every protocol. */
  readonly properties?: Readonly<Record<string, Property<NoInfer<A>>>>;
  /** What coalitions could try, and what the protocol claims to keep from them. */
  readonly privacy?: Privacy<NoInfer<A>>;
  /** How its promises are tested empirically, over many runs: see `cahoots audit`. */
  readonly audits?: readonly AnyAudit[];
}

/** A protocol with everything that it includes. */
export interface Protocol<
  P extends CommonParameters = CommonParameters,
  A = unknown,
> extends ProtocolDeclaration<P, A> {
  /** All of its messages and no others, including those of its sub-protocols. */
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  readonly check: (parameters: P, population: Population) => readonly Problem[];
  cost(agreed: A, population: Population, iterations: number): readonly PhaseCost[];
  /** The role of the parties that hold the data. */
  readonly holders: string;
}

/** Any protocol: what lists of protocols hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyProtocol = Protocol<any, any>;

/** What the roles of a protocol may need: its parties, and the message types and tasks that it has and uses. */
type Provided<R extends string, M, T, U> = Requirements<
  R | `${R}-${number}`,
  M | NamesIn<U, 'messages'>,
  T | NamesIn<U, 'tasks'>,
  unknown
>;

/** The roles in claims that a protocol does not have, as far as the compiler knows them. */
type Strange<C, R extends string> = C extends { readonly coalition: infer O }
  ? Strangers<keyof O & string, R>
  : never;
type Strangers<N extends string, R extends string> = string extends N ? never : Exclude<N, R>;

/** What makes claims: the compiler finds `C`, and refuses those of coalitions of roles that are not among `R`. */
interface Claiming<A, C extends Claim, R extends string> {
  readonly privacy?: {
    claims?(agreed: A): readonly C[];
  } & {
    claims?(agreed: A): readonly { readonly coalition: { readonly [S in Strange<C, R>]?: never } }[];
  };
}

/**
 * Declares a protocol. The compiler holds its roles against it: whom they send to and wait for, what they send and compute. It also
 * holds the coalitions of its claims against its roles.
 * @throws CahootsError for impossible roles or messages
 */
export function protocol<
  P extends CommonParameters,
  A,
  R extends string,
  M extends string = never,
  T extends string = never,
  U extends Subprotocol = never,
  C extends Claim = never,
>(
  declared: ProtocolDeclaration<P, A, R, NoInfer<Provided<R, M, T, U>>> &
    Claiming<NoInfer<A>, C, NoInfer<R>> & {
      // oxlint-disable-next-line typescript/no-explicit-any -- bodies are invariant, and a list mixes them
      readonly messages: readonly MessageType<any, M>[];
      readonly tasks: readonly Task<never, unknown, T>[];
      readonly uses?: readonly U[];
    },
): Protocol<P, A> {
  const { name, reports } = declared;
  const roles: Readonly<Record<string, AnyRole>> = declared.roles;
  const holders = Object.keys(roles).filter((role) => roles[role].parties === 'many');
  if (holders.length !== 1) throw wrong(name, 'one role of many parties, who hold the data', list(holders));
  if (roles[reports] === undefined)
    throw wrong(name, `a role that reports: ${list(Object.keys(roles))}`, reports);
  const numbered = Object.keys(roles).find((role) => /-\d+$/.test(role));
  if (numbered !== undefined) throw wrong(name, 'roles that are not named like one of many', numbered);
  const { messages, tasks, invariants } = broughtBy([declared]);
  const { figures = [], paper } = declared;
  for (const [kind, declarations] of Object.entries({ messages, tasks })) {
    const names = declarations.map((declaration) => declaration.name);
    const twice = names.find((one, at) => names.indexOf(one) < at);
    if (twice !== undefined) throw wrong(name, `${kind} of different names`, `${twice} twice`);
  }
  for (const attack of declared.privacy?.attacks ?? []) refuseStrange(attack, name, messages);
  return Object.freeze({
    check: () => [],
    cost: () => [],
    ...declared,
    messages,
    tasks,
    invariants,
    // A protocol derived from another one has a count of its own.
    figures: [...figures.filter((one) => one.name !== OVER_PAPER), ...(paper ? [overPaper(paper)] : [])],
    holders: holders[0],
  });
}

/** Refuses an attack that reads nothing that the protocol sends: it would find nothing in any run. */
function refuseStrange({ name, reads }: AnyAttack, of: string, messages: readonly AnyMessageType[]): void {
  const read: readonly (Partial<AnyMessageType> | undefined)[] = Array.isArray(reads) ? reads : [undefined];
  const names = read.map((type) => `${type?.name}`);
  // Attacks on a part that several protocols share may also read what only some of them send.
  const isKnown = read.length === 0 || messages.some((type) => names.includes(type.name));
  if (!isKnown || read.some((type) => type?.fields === undefined))
    throw wrong(of, `types of its messages in reads of the attack ${name}`, list(names));
}

function wrong(name: string, expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `protocol ${name}: expected ${expected}, got ${got}`);
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
