/** The actors that have started: each when it is first asked for, as most of a million may never be. */

import { assert } from '../errors.ts';
import type { Random } from '../random.ts';
import type { Role } from './actor.ts';
import type { Directory } from './directory.ts';
import { Process } from './process.ts';

export class Processes {
  readonly #roles: readonly Role[];
  readonly #directory: Directory;
  readonly #random: Random;
  readonly #started: (Process | undefined)[];

  constructor(roles: readonly Role[], directory: Directory, random: Random) {
    this.#roles = roles;
    this.#directory = directory;
    this.#random = random;
    this.#started = Array.from({ length: directory.size });
  }

  /** Those that have started, in order of their numbers. */
  get started(): Process[] {
    return this.#started.filter((process) => process !== undefined);
  }

  /** The actor of this number; undefined when it has not started. */
  find(id: number): Process | undefined {
    return this.#started[id];
  }

  /** Gives an actor its part; it runs when it is resumed. */
  start(id: number): Process {
    const { role, index } = this.#directory.place(id);
    const played = this.#roles.find((candidate) => candidate.role === role);
    assert(played !== undefined, `no role ${role}`);
    const name = this.#directory.name(id);
    const self = { name, index, random: this.#random.scope(name) };
    const process = new Process(id, name, played.rate(index), played.behaviour(self));
    this.#started[id] = process;
    return process;
  }
}
