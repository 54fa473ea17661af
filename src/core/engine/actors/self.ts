/** An actor's view of itself, and whether the actor has looked at what it saved. */

import type { Random } from '../../base/random.ts';
import type { Self } from './actor.ts';

/** What an actor is in one of its lives. */
export interface Life extends Pick<Self, 'name' | 'index'> {
  /** What it saved before it crashed. */
  readonly saved: unknown;
  /** Its random streams, for each time it asks: what is kept for a million actors takes memory. One function may serve all. */
  readonly randomOf: (name: string) => Random;
}

/** An actor's view of itself, with what it saved before a crash. */
export class OwnView implements Self {
  readonly name: string;
  readonly index: number;
  declare readonly random: Random;
  declare readonly saved: unknown;
  readonly #randomOf: Life['randomOf'];
  readonly #saved: unknown;
  #hasReadSaved = false;

  constructor({ name, index, saved, randomOf }: Life) {
    this.name = name;
    this.index = index;
    this.#randomOf = randomOf;
    this.#saved = saved;
    Object.defineProperties(this, OwnView.#reading);
    // Under another name the streams would be another actor's.
    Object.freeze(this);
  }

  /** Whether the actor has read in this life what it saved. */
  static hasReadSaved(view: OwnView): boolean {
    return view.#hasReadSaved;
  }

  /** Getters for all, and properties of each view, so that a copy of a view (`{ ...self }`) has them too. */
  static readonly #reading: PropertyDescriptorMap & ThisType<OwnView> = {
    random: {
      enumerable: true,
      get() {
        return this.#randomOf(this.name);
      },
    },
    saved: {
      enumerable: true,
      get() {
        this.#hasReadSaved = true;
        return this.#saved;
      },
    },
  };
}
