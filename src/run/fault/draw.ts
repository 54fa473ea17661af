/** Draws the settings of a random fault for a swarm. */

import { defined } from '../../core/base/defined.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { Sampler } from './sampler.ts';

/** What faults can refer to. */
export interface Ground {
  readonly clients: readonly string[];
  /** All parties, those that hold no data first. */
  readonly everyone: readonly string[];
  /** The types of messages in a run without faults. */
  readonly messages: readonly AnyMessageType[];
  /** The last round of a run without faults. */
  readonly rounds: number;
  /** Faults begin before this. */
  readonly spanNs: number;
  /** Whether faults must be over by then, except for the absence of actors that are gone. */
  readonly heals: boolean;
}

/**
 * Whether a random fault always ends after some time, or occasionally lasts until the end of the run. If it
 * must heal, it always ends.
 */
export type Ends = 'always' | 'mostly';

/** One fault being drawn. */
export class Draw {
  readonly sampler: Sampler;
  readonly ground: Ground;
  readonly #falsify: readonly string[] | undefined;
  readonly #beginsNs: number;

  /** @param falsify the messages that may be falsified; absent: any */
  constructor(sampler: Sampler, ground: Ground, falsify?: readonly string[]) {
    this.sampler = sampler;
    this.ground = ground;
    this.#falsify = falsify;
    this.#beginsNs = sampler.chance(0.2) ? 0 : Math.floor(sampler.integer(0, 799) * 1e-3 * ground.spanNs);
  }

  /** Usually a time; if it must heal, always, since other events might not occur in time. */
  when(): object {
    const { messages, rounds, heals, clients } = this.ground;
    const { sampler } = this;
    if (heals || sampler.chance(0.5)) {
      return this.#beginsNs === 0 ? {} : { when: { at: sampler.duration(this.#beginsNs, this.#beginsNs) } };
    }
    const when = sampler.pick([
      { round: sampler.integer(0, rounds), after: sampler.duration(0, this.ground.spanNs / 4) },
      ...(messages.length > 0
        ? [{ sent: sampler.pick(messages).name, messages: sampler.integer(1, clients.length) }]
        : []),
      { probability: sampler.magnitude(0.05, 0.5) },
    ]);
    return { when };
  }

  /** A duration that ends within the span, or soon after it if nothing has to heal. */
  duration(): string {
    const { heals, spanNs } = this.ground;
    const most = heals ? spanNs - this.#beginsNs : spanNs;
    return this.sampler.duration(Math.min(1e6, most), most);
  }

  /** How long it lasts. */
  lasting(ends: Ends): { readonly for?: string } {
    const forever = ends === 'mostly' && !this.ground.heals && this.sampler.chance(0.3);
    return forever ? {} : { for: this.duration() };
  }

  /** Which packets: from and to whom. */
  links(): object {
    const { sampler } = this;
    return defined({
      with: sampler.chance(0.4) ? [...sampler.some(this.ground.everyone)] : undefined,
      direction: sampler.chance(0.4) ? sampler.pick(['from', 'to']) : undefined,
    });
  }

  /** Which fraction of the packets. */
  rate(): { readonly rate?: number } {
    return this.sampler.chance(0.3) ? {} : { rate: this.sampler.magnitude(0.02, 0.9) };
  }

  /**
   * Which messages, and to whom.
   * @param falsified whether they are falsified, in which case the budget may name them
   */
  messages(falsified: boolean): { readonly message?: string; readonly to?: string[] } {
    const { sampler } = this;
    const message = this.#about(falsified ? this.#falsify : undefined);
    const to = sampler.chance(0.2) ? [...sampler.some(this.ground.everyone)] : undefined;
    return defined({ message, to });
  }

  /** Which messages are falsified, whoever they are for. */
  falsified(): { readonly message?: string } {
    return defined({ message: this.#about(this.#falsify) });
  }

  #about(named: readonly string[] | undefined): string | undefined {
    const { sampler } = this;
    const about = named ?? (sampler.chance(0.4) ? this.ground.messages.map(({ name }) => name) : []);
    return about.length > 0 ? sampler.pick(about) : undefined;
  }
}
