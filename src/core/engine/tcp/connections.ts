/** Connections between pairs of actors, each with two directions; one opens when it is first needed. */

import type { Paths } from './paths.ts';
import { Direction } from './direction.ts';
import { downlinkOf, type Ends, uplinkOf } from './ends.ts';
import { ANSWERER_BYTES, fullBytes, OPENER_BYTES, type TcpSpec } from './spec.ts';

export class Connections {
  readonly directions: Direction[] = [];
  readonly #spec: TcpSpec;
  readonly #ends: Ends;
  readonly #paths: Paths;
  /** By the numbers of links. */
  readonly #byLink: (Direction | undefined)[] = [];

  constructor(spec: TcpSpec, ends: Ends, paths: Paths) {
    this.#spec = spec;
    this.#ends = ends;
    this.#paths = paths;
  }

  isOpen(link: number): boolean {
    return this.#byLink[link] !== undefined;
  }

  /** The direction of a link, if its connection is open. */
  find(link: number): Direction | undefined {
    return this.#byLink[link];
  }

  /** A direction of an open connection. */
  of(link: number): Direction {
    return this.#byLink[link] as Direction;
  }

  /** The direction of a link; its connection is opened if need be. */
  take(from: number, to: number, link: number, nowNs: number): Direction {
    return this.#byLink[link] ?? this.#open(from, to, link, nowNs);
  }

  #open(from: number, to: number, link: number, nowNs: number): Direction {
    const back = this.#paths.find(to, from);
    const direction = this.#direction(from, to, link, nowNs);
    const reverse = this.#direction(to, from, back, nowNs);
    direction.reverse = reverse;
    reverse.reverse = direction;
    if (this.#spec.connect === 'first') {
      this.#ends.passBoth(from, to, OPENER_BYTES, nowNs);
      this.#ends.passBoth(to, from, ANSWERER_BYTES, nowNs);
      direction.readyNs = nowNs + direction.latencyNs + reverse.latencyNs;
      reverse.readyNs = direction.readyNs + direction.latencyNs;
    }
    return direction;
  }

  #direction(from: number, to: number, link: number, nowNs: number): Direction {
    const bytes = fullBytes(this.#spec);
    const segmentNs = this.#ends.ns(uplinkOf(from), bytes) + this.#ends.ns(downlinkOf(to), bytes);
    const direction = new Direction(
      from,
      to,
      link,
      this.#paths.latencyNs(link, nowNs),
      segmentNs,
      this.#spec,
    );
    this.#byLink[link] = direction;
    this.directions.push(direction);
    return direction;
  }
}
