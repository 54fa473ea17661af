/** The work of every actor, round by round, and its sum along the critical path: the client that works most, then the server. */

import type { Bus } from '../../src/core/engine/messages/bus.ts';

/** Counted operations, and nanoseconds on this machine. */
export interface Cost {
  readonly operations: number;
  readonly measuredNs: number;
}

/** The costs of one client, of the server, and of both. */
export interface PathCost extends Cost {
  readonly client: Cost;
  readonly server: Cost;
}

const SERVER = 0;
const NOTHING: Cost = { operations: 0, measuredNs: 0 };

/** Collects what it hears on a bus, of some tasks or of all. */
export class ActorCosts {
  readonly #roundOf = new Map<number, number>();
  /** By round, then by actor. */
  readonly #costs = new Map<number, Map<number, Cost>>();

  constructor(bus: Bus, counts: (task: string) => boolean = () => true) {
    bus.on('labelled', ({ actor, round }) => this.#roundOf.set(actor, round));
    bus.on('computing', ({ actor, task, operations }) => {
      if (counts(task)) this.#add(actor, { operations, measuredNs: 0 });
    });
    bus.on('computed', ({ actor, task, measuredNs }) => {
      if (counts(task)) this.#add(actor, { operations: 0, measuredNs });
    });
  }

  /** The last round in which anybody computed; 0 is before the first iteration. */
  get rounds(): number {
    return Math.max(0, ...this.#costs.keys());
  }

  /** The round that an actor is in. */
  roundOf(actor: number): number {
    return this.#roundOf.get(actor) ?? 0;
  }

  /** Of a round; what is largest among clients is looked for in each unit by itself. */
  path(round: number): PathCost {
    const costs = this.#costs.get(round) ?? new Map<number, Cost>();
    const clients = [...costs].filter(([actor]) => actor !== SERVER).map(([, cost]) => cost);
    const server = costs.get(SERVER) ?? NOTHING;
    const client = {
      operations: Math.max(0, ...clients.map(({ operations }) => operations)),
      measuredNs: Math.max(0, ...clients.map(({ measuredNs }) => measuredNs)),
    };
    return { ...added(client, server), client, server };
  }

  #add(actor: number, cost: Cost): void {
    const round = this.roundOf(actor);
    const costs = this.#costs.get(round) ?? new Map<number, Cost>();
    this.#costs.set(round, costs.set(actor, added(costs.get(actor) ?? NOTHING, cost)));
  }
}

function added(a: Cost, b: Cost): Cost {
  return { operations: a.operations + b.operations, measuredNs: a.measuredNs + b.measuredNs };
}
