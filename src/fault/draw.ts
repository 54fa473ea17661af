/** What a swarm draws the settings of a random fault with. */

import type { AnyMessageType } from '../wire/message.ts';
import type { Dice } from './dice.ts';

/** What faults can be about. */
export interface Ground {
  readonly clients: readonly string[];
  /** The types of message that there are in a run without faults. */
  readonly messages: readonly AnyMessageType[];
  /** The last round of a run without faults. */
  readonly rounds: number;
  /** Faults begin before this. */
  readonly spanNs: number;
  /** Whether nothing but the absence of those who are gone may be left of them by then. */
  readonly heals: boolean;
}

/**
 * Whether a random fault that lasts is always over after some time, or goes on to the end now and then. Where it must
 * heal, it always is over.
 */
export type Ends = 'always' | 'mostly';

/** One fault in the making. */
export class Draw {
  readonly dice: Dice;
  readonly ground: Ground;
  readonly #lies: readonly string[] | undefined;
  readonly #beginsNs: number;

  /** @param lies the messages that may be made wrong; absent: any */
  constructor(dice: Dice, ground: Ground, lies?: readonly string[]) {
    this.dice = dice;
    this.ground = ground;
    this.#lies = lies;
    this.#beginsNs = dice.chance(0.2) ? 0 : Math.floor(dice.integer(0, 799) * 1e-3 * ground.spanNs);
  }

  /** Most often a time; what heals must, as nothing else is sure to come before it does. */
  when(): object {
    const { messages, rounds, heals, clients } = this.ground;
    const { dice } = this;
    if (heals || dice.chance(0.5)) {
      return this.#beginsNs === 0 ? {} : { when: { at: dice.duration(this.#beginsNs, this.#beginsNs) } };
    }
    const when = dice.pick([
      { round: dice.integer(0, rounds), after: dice.duration(0, this.ground.spanNs / 4) },
      ...(messages.length > 0
        ? [{ sent: dice.pick(messages).name, messages: dice.integer(1, clients.length) }]
        : []),
      { probability: dice.magnitude(0.05, 0.5) },
    ]);
    return { when };
  }

  /** A duration that ends with the span, or not long after it where nothing has to heal. */
  duration(): string {
    const { heals, spanNs } = this.ground;
    const most = heals ? spanNs - this.#beginsNs : spanNs;
    return this.dice.duration(Math.min(1e6, most), most);
  }

  /** How long it lasts. */
  lasting(ends: Ends): { readonly for?: string } {
    const forever = ends === 'mostly' && !this.ground.heals && this.dice.chance(0.3);
    return forever ? {} : { for: this.duration() };
  }

  /** Which packets: to and from whom. */
  links(): object {
    const { dice } = this;
    return {
      ...(dice.chance(0.4) && { with: [...dice.some(['server', ...this.ground.clients])] }),
      ...(dice.chance(0.4) && { direction: dice.pick(['from', 'to']) }),
    };
  }

  /** Which share of the packets. */
  rate(): { readonly rate?: number } {
    return this.dice.chance(0.3) ? {} : { rate: this.dice.magnitude(0.02, 0.9) };
  }

  /**
   * Which messages, and to whom.
   * @param falsified whether they are made wrong, and the budget may name which
   */
  messages(falsified: boolean): { readonly message?: string; readonly to?: string[] } {
    const { dice } = this;
    const { messages, clients } = this.ground;
    const named = falsified ? this.#lies : undefined;
    const about = named ?? (dice.chance(0.4) ? messages.map(({ name }) => name) : []);
    const message = about.length > 0 ? dice.pick(about) : undefined;
    return {
      ...(message !== undefined && { message }),
      ...(dice.chance(0.2) && { to: [...dice.some(['server', ...clients])] }),
    };
  }
}
