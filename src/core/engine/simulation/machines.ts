/** Actors that share a machine: each computation has one of its processors to itself, and begins when one is free. */

export interface Machine {
  /** By number. */
  readonly actors: readonly number[];
  readonly processors: number;
}

export class Machines {
  /** When each processor of an actor's machine is free, by actor; those on one machine have one list. */
  readonly #freeNs = new Map<number, number[]>();

  /** @param machines of several for an actor, the last */
  constructor(machines: readonly Machine[]) {
    for (const { actors, processors } of machines) {
      const freeNs = Array<number>(processors).fill(0);
      for (const actor of actors) this.#freeNs.set(actor, freeNs);
    }
  }

  /** Takes the processor that is free first, and returns how long a computation that could begin now waits for it. */
  waitNs(actor: number, nowNs: number, durationNs: number): number {
    const freeNs = this.#freeNs.get(actor);
    if (freeNs === undefined) return 0;
    const first = freeNs.reduce((least, ns, i) => (ns < freeNs[least] ? i : least), 0);
    const waitNs = Math.max(0, freeNs[first] - nowNs);
    freeNs[first] = nowNs + waitNs + durationNs;
    return waitNs;
  }
}
