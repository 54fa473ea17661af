/**
 * The last steps of actors that have only computed since, one computation directly after another: as numbers, since a million actors
 * compute several times each and nothing refers to most of these steps. Whoever needs one as an object makes it of them.
 */

/** Whether an actor's last step is kept here, and if so, whether the actor has acted in it. */
const NONE = 0;
const REACHED = 1;
const ACTED = 2;

export class Computations {
  readonly #states: Uint8Array;
  readonly #endsNs: Float64Array;
  readonly #durationsNs: Float64Array;

  constructor(actors: number) {
    this.#states = new Uint8Array(actors);
    this.#endsNs = new Float64Array(actors);
    this.#durationsNs = new Float64Array(actors);
  }

  has(actor: number): boolean {
    return this.#states[actor] !== NONE;
  }

  hasActed(actor: number): boolean {
    return this.#states[actor] === ACTED;
  }

  /** When the actor's last computation ended, if its step is kept here. */
  endNs(actor: number): number {
    return this.#endsNs[actor];
  }

  /** How long its computations took together. */
  durationNs(actor: number): number {
    return this.#durationsNs[actor];
  }

  /** The actor has computed, directly after its computations so far if it has acted in their step. */
  add(actor: number, endNs: number, durationNs: number): void {
    const before = this.hasActed(actor) ? this.#durationsNs[actor] : 0;
    this.#durationsNs[actor] = before + durationNs;
    this.#endsNs[actor] = endNs;
    this.#states[actor] = REACHED;
  }

  /** The actor does something in the step that its last computation led to. */
  act(actor: number): void {
    this.#states[actor] = ACTED;
  }

  forget(actor: number): void {
    this.#states[actor] = NONE;
  }
}
