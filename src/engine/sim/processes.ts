/** The actors that have started: each when it is first asked for, as most of a million may never be. */

import { assert } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import type { Role } from './actor.ts';
import { Correspondence } from './correspondence.ts';
import type { Directory } from './directory.ts';
import { MessageLog } from './message-log.ts';
import { Process } from './process.ts';

export class Processes {
  readonly #roles: readonly Role[];
  readonly #directory: Directory;
  readonly #random: Random;
  readonly #mailboxBytes: number;
  readonly #started: (Process | undefined)[];
  /** Who has crashed, and how often. */
  readonly #crashes = new Map<number, number>();
  readonly #saved = new Map<number, unknown>();
  /** Of those who ask again. */
  readonly #logs = new Map<number, MessageLog>();
  /** Who has crashed and was not started again, and whether it will be. */
  readonly #down = new Map<number, boolean>();

  constructor(roles: readonly Role[], directory: Directory, random: Random, mailboxBytes: number) {
    this.#mailboxBytes = mailboxBytes;
    this.#roles = roles;
    this.#directory = directory;
    this.#random = random;
    this.#started = Array.from({ length: directory.size });
  }

  /** Those that have started, in order of their numbers. */
  get started(): Process[] {
    return this.#started.filter((process) => process !== undefined);
  }

  /** Whether everybody who started, and did not crash for good, is done. */
  get allFinished(): boolean {
    const comeBack = [...this.#down.values()].includes(true);
    return !comeBack && this.#started.every((process) => process === undefined || process.finished);
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
    const lives = this.#crashes.get(id);
    const { asksAgainNs } = played;
    // Numbers that were drawn before a crash must not come again, or what they masked would lie open: but where the actor does
    // the same again, for the same.
    const random =
      lives === undefined
        ? this.#random.scope(name)
        : asksAgainNs === undefined
          ? this.#random.scope(name, `life ${lives + 1}`)
          : this.#random.again(name);
    const saved = this.#saved.get(id);
    const self = { name, index, random, ...(saved !== undefined && { saved }) };
    const process = new Process(id, name, played.rate(index), played.behaviour(self), this.#mailboxBytes);
    if (asksAgainNs !== undefined) {
      process.correspondence = new Correspondence(asksAgainNs);
      process.log = this.#logOf(id);
      process.recovering = lives !== undefined;
    }
    this.#started[id] = process;
    this.#down.delete(id);
    return process;
  }

  #logOf(id: number): MessageLog {
    let log = this.#logs.get(id);
    if (log === undefined) this.#logs.set(id, (log = new MessageLog()));
    log.rewind();
    return log;
  }

  /** Keeps what an actor is to find when it is started again. */
  save(id: number, value: unknown): void {
    this.#saved.set(id, value);
  }

  /** Takes an actor's part from it, for good or until it returns; what it saved is kept. */
  crash(id: number, returns: boolean): void {
    const process = this.#started[id];
    if (process !== undefined) {
      process.gone = true;
      process.behaviour.return();
    }
    this.#started[id] = undefined;
    this.#crashes.set(id, (this.#crashes.get(id) ?? 0) + 1);
    this.#down.set(id, returns);
  }

  /** Whether it will take nothing any more, unless somebody starts it again. */
  isDone(id: number): boolean {
    return this.#started[id]?.finished === true || this.isDown(id);
  }

  /** Who has crashed and was not started again, by name. */
  get left(): string[] {
    return [...this.#down.keys()].toSorted((a, b) => a - b).map((id) => this.#directory.name(id));
  }

  /** Whether it has crashed and was not started again. */
  isDown(id: number): boolean {
    return this.#down.size > 0 && this.#down.has(id);
  }
}
