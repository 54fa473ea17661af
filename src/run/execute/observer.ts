/** Watches a run for what no single trace entry shows: which actors sent falsified values, and what went wrong first. */

import type { Trouble } from './findings.ts';
import { byzantineOn } from '../fault/byzantine.ts';
import type { FaultKind } from '../fault/kind.ts';
import type { Bus } from '../../core/engine/messages/bus.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Register } from '../trace/register.ts';

/** A message to an actor that has finished is not a sign of trouble. */
const HARMLESS = new Set(['the actor is done']);

export class Observer {
  readonly #directory: Directory;
  readonly #kinds: readonly FaultKind[];
  #byzantine: ReadonlySet<number> = new Set();
  readonly #register: Register;
  #trouble: Trouble | undefined;
  #expired = false;

  /**
   * @param kinds those of the run's faults, and any others
   * @param register holds all messages, and is closed as soon as the first trouble is known
   */
  constructor(roles: readonly RoleSize[], kinds: readonly FaultKind[], register: Register) {
    this.#register = register;
    this.#directory = new Directory(roles);
    this.#kinds = kinds;
  }

  /** Must be called before the run. */
  attach(bus: Bus): void {
    const name = (actor: number): string => this.#directory.name(actor);
    this.#byzantine = byzantineOn(bus, this.#kinds);
    bus.on('faulted', ({ timeNs, fault, actor, what }) =>
      this.#report(timeNs, `${fault}: ${what} at ${name(actor)}`),
    );
    bus.on('lost', ({ timeNs, id, reason }) => this.#reportMessage(timeNs, id, `lost: ${reason}`));
    bus.on('refused', ({ timeNs, id, reason }) => {
      if (!HARMLESS.has(reason)) this.#reportMessage(timeNs, id, `refused: ${reason}`);
    });
    bus.on('expired', ({ timeNs, actor, got, wanted }) => {
      this.#expired = true;
      this.#report(timeNs, `${name(actor)} timed out with ${got} of ${wanted} messages`);
    });
    bus.on('stalled', ({ timeNs, actor, awaiting }) =>
      this.#report(timeNs, `${name(actor)} waits for ever for ${awaiting}`),
    );
  }

  /** The names of actors that sent values falsified by a fault, in order of their numbers. */
  get byzantine(): readonly string[] {
    return [...this.#byzantine].toSorted((a, b) => a - b).map((actor) => this.#directory.name(actor));
  }

  /** Whether anybody waited in vain. */
  get expired(): boolean {
    return this.#expired;
  }

  /** The first thing that went wrong, if anything did. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  #reportMessage(timeNs: number, id: number, what: string): void {
    if (this.#trouble === undefined) this.#report(timeNs, `${this.#about(id)} ${what}`);
  }

  #about(id: number): string {
    const message = this.#register.find(id);
    if (message === undefined) return 'a message';
    const { from, to, type } = message;
    return `${type} from ${this.#directory.name(from)} to ${this.#directory.name(to)}`;
  }

  #report(timeNs: number, what: string): void {
    if (this.#trouble !== undefined) return;
    this.#trouble = { timeNs, what };
    this.#register.close();
  }
}
