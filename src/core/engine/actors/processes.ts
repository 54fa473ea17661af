/** The actors that have started. Each starts only when needed, since most of a million may never be. */

import { assert } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import type { Role } from './actor.ts';
import { plainCopy } from '../compute/plain-value.ts';
import type { Directory } from '../messages/directory.ts';
import { MessageLog } from './message-log.ts';
import { Process } from './process.ts';
import { OwnView } from './self.ts';

export interface ProcessesOptions {
  readonly roles: readonly Role[];
  readonly directory: Directory;
  /** What the streams under an actor's name belong to. */
  readonly randomOf: (name: string) => Random;
  readonly mailboxBytes: number;
  /** Whether an actor may be restarted after a crash; otherwise nothing is kept of what it received and saved. */
  readonly mayRestart: (name: string) => boolean;
}

export class Processes {
  readonly #roles: readonly Role[];
  readonly #directory: Directory;
  /** What the streams under an actor's name belong to. */
  readonly #randomOf: (name: string) => Random;
  /** The random streams of an actor in its first life. */
  readonly #firstRandom = (name: string): Random => this.#randomOf(name).scope(name);
  readonly #mailboxBytes: number;
  readonly #started: (Process | undefined)[];
  /** The actors that have crashed, and how often. */
  readonly #crashes = new Map<number, number>();
  readonly #saved = new Map<number, unknown>();
  readonly #mayRestart: ProcessesOptions['mayRestart'];
  /** The logs of actors that retransmit and may be restarted. */
  readonly #logs = new Map<number, MessageLog>();
  /** The actors that are down after a crash, and whether each will be restarted. */
  readonly #down = new Map<number, boolean>();

  constructor({ roles, directory, randomOf, mailboxBytes, mayRestart }: ProcessesOptions) {
    this.#mailboxBytes = mailboxBytes;
    this.#mayRestart = mayRestart;
    this.#roles = roles;
    this.#directory = directory;
    this.#randomOf = randomOf;
    this.#started = Array.from({ length: directory.size });
  }

  /** The actors that have started, in order of their numbers. */
  get started(): Process[] {
    return this.#started.filter((process) => process !== undefined);
  }

  /** Whether all actors that started, and did not crash for good, are done. */
  get allFinished(): boolean {
    const comeBack = [...this.#down.values()].includes(true);
    return !comeBack && this.#started.every((process) => process === undefined || process.finished);
  }

  /** The actor with this number; undefined if it has not started. */
  find(id: number): Process | undefined {
    return this.#started[id];
  }

  /** Starts an actor, which runs when it is resumed. */
  start(id: number): Process {
    const { role, index } = this.#directory.place(id);
    const played = this.#played(role);
    const name = this.#directory.name(id);
    const lives = this.#crashes.get(id);
    assert(lives === undefined || this.#mayRestart(name), `${name} restarts, of whom nothing was kept`);
    const { retransmitAfterNs } = played;
    const saved = this.#saved.get(id);
    const randomOf =
      lives === undefined ? this.#firstRandom : this.#laterRandom(name, lives, retransmitAfterNs);
    const self = new OwnView({ name, index, saved, randomOf });
    const process = new Process(id, name, played.behaviour(self), this.#mailboxBytes);
    process.self = self;
    if (retransmitAfterNs !== undefined) {
      process.retransmits = played;
      if (this.#mayRestart(name)) process.log = logIn(this.#logs, id);
      process.recovering = lives !== undefined;
    }
    this.#started[id] = process;
    this.#down.delete(id);
    return process;
  }

  /**
   * The random streams of an actor that has crashed. Numbers from before a crash must not be drawn again, or data masked with them
   * would be exposed, unless the actor repeats exactly the same steps.
   */
  #laterRandom(name: string, lives: number, retransmitAfterNs: number | undefined): () => Random {
    const streams = this.#randomOf(name);
    const again =
      retransmitAfterNs === undefined ? streams.scope(name, `life ${lives + 1}`) : streams.again(name);
    return () => again;
  }

  /** Operations per second of an actor's processor. */
  rate(id: number): number {
    const { role, index } = this.#directory.place(id);
    return this.#played(role).rate(index);
  }

  #played(role: string): Role {
    const played = this.#roles.find((candidate) => candidate.role === role);
    assert(played !== undefined, `no role ${role}`);
    return played;
  }

  /** Stores what an actor will find when it is restarted: as it is now, whatever the actor does with it afterwards. */
  save(id: number, value: unknown): void {
    if (this.#mayRestart(this.#directory.name(id))) this.#saved.set(id, plainCopy(value));
  }

  /** Crashes an actor, for good or until it is restarted; what it saved is kept. */
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

  /** The run is over, which ends actors that have not finished, and the programs that some of them are. */
  close(): void {
    for (const process of this.#started) {
      if (process === undefined || process.finished) continue;
      try {
        process.behaviour.return();
      } catch {
        // Whatever went wrong is known, and what an actor does after the end changes nothing.
      }
    }
  }

  /** Whether it will receive nothing more, unless it is restarted. */
  isDone(id: number): boolean {
    return this.#started[id]?.finished === true || this.isDown(id);
  }

  /** The names of actors that crashed and were not restarted. */
  get left(): string[] {
    return [...this.#down.keys()].toSorted((a, b) => a - b).map((id) => this.#directory.name(id));
  }

  /** Whether it crashed and was not restarted. */
  isDown(id: number): boolean {
    return this.#down.size > 0 && this.#down.has(id);
  }
}

/** The log of an actor that starts, or starts again. */
function logIn(logs: Map<number, MessageLog>, id: number): MessageLog {
  let log = logs.get(id);
  if (log === undefined) logs.set(id, (log = new MessageLog()));
  log.rewind();
  return log;
}
