/** Random faults within a budget: every run draws some of the families, then faults of these (swarm testing). */

import type { Random } from '../base/random.ts';
import { DRAWN_LIES } from '../scenario/faults.ts';
import type { Budget } from '../scenario/swarm.ts';
import type { FaultDocument } from './document.ts';
import { Dice } from './dice.ts';

/** What faults can be about. */
export interface Ground {
  readonly clients: readonly string[];
  /** The types of message that there are in a run without faults. */
  readonly messages: readonly string[];
  /** The last round of a run without faults. */
  readonly rounds: number;
  /** Faults begin before this. */
  readonly spanNs: number;
  /** Whether nothing but the absence of those who are gone may be left of them by then. */
  readonly heals: boolean;
}

type Family = Budget['families'][number];

/** @param random with nothing drawn from it yet */
export function drawSchedule(budget: Budget, ground: Ground, random: Random): FaultDocument[] {
  const pools = new Dice(random.stream('parties'));
  const everyone = ['server', ...ground.clients];
  const gone = pools.sample(ground.clients, budget.gone);
  const liars = pools.sample(everyone, budget.liars);
  const targets = (family: Family): readonly string[] => {
    if (family === 'dropout') return gone;
    return family === 'lie' || family === 'garble' ? liars : everyone;
  };
  const possible = budget.families.filter((family) => targets(family).length > 0);
  if (possible.length === 0) return [];
  const chosen = new Dice(random.stream('families'));
  const some = possible.filter(() => chosen.chance(0.5));
  const families = some.length > 0 ? some : [chosen.pick(possible)];
  return Array.from({ length: chosen.integer(1, budget.faults) }, (_, i) => {
    const dice = new Dice(random.stream('fault', `${i + 1}`));
    const family = dice.pick(families);
    const who = [...dice.some(targets(family))];
    return new Draw(dice, budget, ground).fault(family, who);
  });
}

/** One fault in the making. */
class Draw {
  readonly #dice: Dice;
  readonly #budget: Budget;
  readonly #ground: Ground;
  readonly #beginsNs: number;

  constructor(dice: Dice, budget: Budget, ground: Ground) {
    this.#dice = dice;
    this.#budget = budget;
    this.#ground = ground;
    this.#beginsNs = dice.chance(0.2) ? 0 : Math.floor(dice.integer(0, 799) * 1e-3 * ground.spanNs);
  }

  fault(fault: Family, who: readonly string[]): FaultDocument {
    const dice = this.#dice;
    const { spanNs } = this.#ground;
    const common = { fault, who, ...this.#when() };
    switch (fault) {
      case 'crash':
        return { ...common, restartAfter: this.#lasting() };
      case 'dropout':
        return common;
      case 'pause':
        return { ...common, for: this.#lasting() };
      case 'slow':
        return { ...common, ...this.#for(), factor: dice.magnitude(2, 1000) };
      case 'partition':
        return { ...common, for: this.#lasting(), ...this.#ends() };
      case 'lose':
        return {
          ...common,
          for: this.#lasting(),
          ...this.#ends(),
          ...this.#rate(),
          burst: dice.integer(1, 10),
        };
      case 'duplicate':
      case 'delay':
        return {
          ...common,
          ...this.#for(),
          ...this.#ends(),
          ...this.#rate(),
          by: dice.duration(1e6, spanNs / 4),
        };
      case 'throttle':
        return {
          ...common,
          for: this.#lasting(),
          ...this.#ends(),
          bandwidth: `${dice.magnitude(10, 100_000)}Kbps`,
        };
      case 'lie': {
        const lie = { ...common, ...this.#for(), ...this.#words(true) };
        const how = dice.pick(['random', 'zero', 'shift', 'scale', 'one-entry', 'stale']);
        const together = dice.chance(0.3) && { together: true };
        const differently = dice.chance(0.3) && DRAWN_LIES.includes(how) && { differently: true };
        return { ...lie, how, ...together, ...differently };
      }
      case 'garble':
        return { ...common, ...this.#for(), ...this.#words(true) };
      case 'bloat':
        return {
          ...common,
          ...this.#for(),
          ...this.#words(false),
          bytes: `${dice.magnitude(1, 1000)}KB`,
        };
      case 'flood':
        return { ...common, ...this.#for(), ...this.#words(false), copies: dice.integer(2, 20) };
      case 'silence':
        return { ...common, for: this.#lasting(), ...this.#words(false) };
    }
  }

  /** Most often a time; what heals must, as nothing else is sure to come before it does. */
  #when(): object {
    const { messages, rounds, heals, clients } = this.#ground;
    const dice = this.#dice;
    if (heals || dice.chance(0.5)) {
      return this.#beginsNs === 0 ? {} : { when: { at: dice.duration(this.#beginsNs, this.#beginsNs) } };
    }
    const when = dice.pick([
      { round: dice.integer(0, rounds), after: dice.duration(0, this.#ground.spanNs / 4) },
      ...(messages.length > 0
        ? [{ sent: dice.pick(messages), messages: dice.integer(1, clients.length) }]
        : []),
      { probability: dice.magnitude(0.05, 0.5) },
    ]);
    return { when };
  }

  /** A duration that ends with the span, or not long after it where nothing has to heal. */
  #lasting(): string {
    const { heals, spanNs } = this.#ground;
    const most = heals ? spanNs - this.#beginsNs : spanNs;
    return this.#dice.duration(Math.min(1e6, most), most);
  }

  /** What can last to the end does so now and then. */
  #for(): object {
    const forever = !this.#ground.heals && this.#dice.chance(0.3);
    return forever ? {} : { for: this.#lasting() };
  }

  #ends(): object {
    const dice = this.#dice;
    return {
      ...(dice.chance(0.4) && { with: [...dice.some(['server', ...this.#ground.clients])] }),
      ...(dice.chance(0.4) && { direction: dice.pick(['from', 'to']) }),
    };
  }

  #rate(): object {
    return this.#dice.chance(0.3) ? {} : { rate: this.#dice.magnitude(0.02, 0.9) };
  }

  /** @param lies whether they are wrong, and the budget may name which */
  #words(lies: boolean): object {
    const dice = this.#dice;
    const { messages, clients } = this.#ground;
    const named = lies ? this.#budget.lies : undefined;
    const about = named ?? (dice.chance(0.4) ? messages : []);
    const message = about.length > 0 ? dice.pick(about) : undefined;
    return {
      ...(message !== undefined && { message }),
      ...(dice.chance(0.2) && { to: [...dice.some(['server', ...clients])] }),
    };
  }
}
