/** What each actor has computed in its current round, and the maximum by round and role. */

import type { Load, Share } from './account.ts';

export class Loads {
  readonly #loads: (Load & { readonly at: string })[] = [];
  readonly #slowest = new Map<string, Load>();

  add(
    actor: number,
    role: string,
    { part, round }: { readonly part: Share; readonly round: number },
    { operations, durationNs }: Load,
  ): void {
    const at = `${part} ${round}`;
    const before = this.#loads[actor]?.at === at ? this.#loads[actor] : { operations: 0, durationNs: 0 };
    const load = {
      at,
      operations: before.operations + operations,
      durationNs: before.durationNs + durationNs,
    };
    this.#loads[actor] = load;
    if (load.durationNs >= this.slowest(round, role, part).durationNs)
      this.#slowest.set(`${at} ${role}`, load);
  }

  /** What the actor of a role computed whose processor took longest in a round. */
  slowest(round: number, role: string, part: Share): Load {
    return this.#slowest.get(`${part} ${round} ${role}`) ?? { operations: 0, durationNs: 0 };
  }
}
