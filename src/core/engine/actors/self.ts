/** An actor's view of itself, and whether the actor has looked at what it saved. */

import type { Random } from '../../base/random.ts';
import type { Self } from './actor.ts';

/** What an actor saved before it crashed. */
export class SavedValue {
  readonly #value: unknown;
  #isRead = false;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** Whether the actor has read it in this life. */
  get isRead(): boolean {
    return this.#isRead;
  }

  read(): unknown {
    this.#isRead = true;
    return this.#value;
  }
}

/** An actor's view of itself, with what it saved before a crash. */
export class OwnView implements Self {
  readonly name: string;
  readonly index: number;
  readonly random: Random;
  declare readonly saved: unknown;
  readonly #saved: SavedValue;

  constructor({ name, index, random }: Omit<Self, 'saved'>, saved: SavedValue) {
    this.name = name;
    this.index = index;
    this.random = random;
    this.#saved = saved;
    Object.defineProperty(this, 'saved', OwnView.#reading);
  }

  /** One getter for all, and a property of each view, so that a copy of a view (`{ ...self }`) has it too. */
  static readonly #reading: PropertyDescriptor & ThisType<OwnView> = {
    enumerable: true,
    get() {
      return this.#saved.read();
    },
  };
}
