/**
 * The honest parties' randomness in all runs of an examination, real or simulated. What it decides in public, such as who is on
 * a committee, is the same in all of them, as otherwise different parties would do what is compared. Real and simulated runs draw in the same way, so under a
 * perfect simulation nothing distinguishes them but which is called real.
 */

import { areSameBytes } from '../../../core/base/bytes.ts';
import { assert } from '../../../core/base/errors.ts';
import type { Random } from '../../../core/base/random.ts';
import { encode } from '../../../core/engine/wire/bytes.ts';
import type { AnySimulator, RealRun } from '../../../core/protocol/simulator.ts';
import type { Recast } from '../../../run/execute/cast.ts';
import type { Answer } from './functionality.ts';

/** How often parties draw again. Where that is too seldom, runs differ. */
const MOST_DRAWS = 2 ** 13;

/** Whose randomness is which, by name; undefined: as the scenario says. */
type Streams = NonNullable<Recast['random']>;

type Decided = (randomOf: (name: string) => Random) => unknown;

export class DrawnAlike {
  readonly #honest: readonly string[];
  #first: { readonly decides: (streams: Streams) => Uint8Array; readonly value: Uint8Array } | undefined;

  /** Whether it could not be drawn alike. */
  #hopeless = false;

  /** @param honest the parties that do not collude */
  constructor(honest: readonly string[]) {
    this.#honest = honest;
  }

  /** The streams of one run. */
  streams(of: Random): Streams {
    const own = (name: string): Random | undefined => (this.#honest.includes(name) ? of : undefined);
    if (this.#first === undefined || this.#hopeless) return own;
    const { decides, value } = this.#first;
    let streams: Streams = own;
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      if (areSameBytes(decides(streams), value)) return streams;
      // One party at a time: what others draw is known already.
      const again = this.#honest[draw % this.#honest.length];
      const drawn = of.scope('again', `${draw}`);
      streams = (name) => (name === again ? drawn : own(name));
    }
    this.#hopeless = true;
    return own;
  }

  /**
   * Takes down what the first run decided; later runs change nothing.
   * @returns what all runs have in common, as something that everybody learns; undefined if the simulator names nothing
   */
  decidedIn(real: RealRun, simulator: AnySimulator, streams: Streams): Answer | undefined {
    if (this.#first === undefined) {
      const decided = simulator.decided?.(real);
      if (decided === undefined) return undefined;
      const decides = decidedBy(real, decided);
      this.#first = { decides, value: decides(streams) };
    }
    return { question: 'what is decided in public', bytes: this.#first.value };
  }
}

/** What follows from the streams of honest parties; members have their own. */
function decidedBy({ members }: RealRun, decided: Decided): (streams: Streams) => Uint8Array {
  const own = new Map(members.map(({ name, random }) => [name, random]));
  return (streams) =>
    new Uint8Array(
      encode(
        decided((name) => {
          const random = streams(name)?.again(name) ?? own.get(name)?.();
          assert(random !== undefined, `there is no ${name}`);
          return random;
        }),
      ),
    );
}
