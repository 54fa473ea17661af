/**
 * What a clustering protocol is to the rest of the house. Ours in `actors/` and a user's own are equals: both are
 * given to `loadScenario` and `run` as values.
 */

import type { ZodObject } from 'zod';
import type { Labels } from '../cluster/labels.ts';
import type { Task } from '../compute/task.ts';
import type { Matrix } from '../base/matrix.ts';
import type { Self } from '../sim/actor.ts';
import type { Behaviour } from '../sim/effects.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Privacy } from './attack.ts';

/** What everybody may know about who holds how much. Points are numbered client by client. */
export interface Population {
  /** The clients' names, in order. */
  readonly clients: readonly string[];
  /** How many points each client holds. */
  readonly sizes: readonly number[];
  /** How many points all hold together. */
  readonly points: number;
  readonly dimension: number;
  /** The announced range of each coordinate. */
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
}

/** A combination of settings that cannot work: refused before anything runs. */
export interface Problem {
  /** A path inside the scenario, such as `protocol.privacy`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** How a clustering starts: an assignment of every point, drawn, from seeds found outside the protocol, or from a file. */
export type StartRule = 'random' | 'k-means++' | { readonly file: string };

/** What every protocol's settings have. */
export interface CommonParameters {
  readonly clusters: number;
  /** Absent where a protocol finds its own start. */
  readonly start?: StartRule;
}

/** What the server of a clustering protocol finishes with. */
export interface Clustering {
  /**
   * The cluster of every point, in order of the clients; absent when the protocol failed, and where the server does not
   * learn it: then every client finishes with a {@link LocalClustering}.
   */
  readonly labels?: Labels;
  /** The labels that each iteration started from, then the last. */
  readonly history: readonly Labels[];
  /** Iterations that were evaluated, the last of which changed nothing if it converged. */
  readonly iterations: number;
  readonly converged: boolean;
  /** The centres, where the protocol reveals them: one row per cluster, NaN for an empty one. */
  readonly centres?: Matrix;
  /** Clients whose contributions were left out, as they, or one of a group, did not keep to the protocol. */
  readonly blamed?: readonly string[];
  /** Why there are no centres, where they were to be revealed. */
  readonly noCentres?: string;
  /** Clients whose points take no part: they are in no cluster, in `labels` and throughout `history`. */
  readonly missing?: readonly string[];
  /** Clients that were found to have sent wrong values, in the order in which they were found. */
  readonly liars?: readonly string[];
  /** Why the clustering may be wrong after all. */
  readonly caveat?: string;
  /** Why it stopped without a clustering. */
  readonly failure?: string;
}

/** What a client finishes with that alone knows the clusters of its points. */
export interface LocalClustering {
  /** In the order of its points. */
  readonly labels: Labels;
}

/** Something that scenarios can expect of a protocol's runs, by name. */
export interface Property<A = unknown> {
  /** One line for people who choose. */
  readonly summary: string;
  /** What was `expected X, got Y`; undefined where it holds. */
  violated(agreed: A, clustering: Clustering | undefined): string | undefined;
}

/** What a phase should cost by the papers' count, over all parties. */
export interface PhaseCost {
  readonly phase: string;
  readonly messages: readonly {
    readonly type: string;
    readonly messages: number;
    readonly elements: number;
  }[];
  readonly work: readonly { readonly task: string; readonly runs: number; readonly operations: number }[];
}

/**
 * A protocol of one server and many clients.
 * `P` are its settings as the scenario gives them, `A` what all parties agree on before it starts: public and frozen.
 */
export interface Protocol<P extends CommonParameters = CommonParameters, A = unknown> {
  readonly name: string;
  /** One line for people who choose. */
  readonly summary: string;
  /** The settings beside `name` in a scenario's `protocol` section. */
  readonly parameters: ZodObject;
  /** The types of its messages and no others. */
  readonly messages: readonly AnyMessageType[];
  readonly tasks: readonly Task<never, unknown>[];
  check(parameters: P, population: Population): readonly Problem[];
  agree(parameters: P, population: Population): A;
  /**
   * Its result is a {@link Clustering}.
   * @param start the cluster of every point, in order of the clients; empty where the settings name no start
   */
  server(self: Self, agreed: A, start: Labels): Behaviour;
  /**
   * @param shard the client's own points, one per row
   * @param identifiers of these points: their rows in the data
   */
  client(self: Self, agreed: A, shard: Matrix, identifiers: Uint32Array): Behaviour;
  /**
   * Whether labels are in order of the data's rows, as nobody knows who holds which; absent, or false: in order of the
   * clients.
   */
  byRow?(agreed: A): boolean;
  /**
   * The cost formulas for a run of so many iterations in which every client answered every round and no cluster was
   * empty.
   */
  cost(agreed: A, population: Population, iterations: number): readonly PhaseCost[];
  /**
   * The same clustering by centralised Lloyd: the labels that each iteration starts from, then the last. Absent where
   * a protocol does not promise to equal it.
   */
  reference?(agreed: A, points: Matrix, start: Labels): readonly Labels[];
  /** What scenarios can expect of it beyond what they can of every protocol. */
  readonly properties?: Readonly<Record<string, Property<A>>>;
  /** What coalitions could try, and what the protocol says it keeps from them. */
  readonly privacy?: Privacy<A>;
}

/** Any protocol: what lists of protocols hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyProtocol = Protocol<any, any>;
