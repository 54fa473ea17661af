/**
 * Latencies and losses of links, one for each direction of each pair of actors. A link is opened at its first use, and its random
 * streams are named after its ends, so other links do not affect it. There may be millions, so a link is a number, and its state a
 * few words in arrays.
 */

import { Generators, Row } from '../../base/generators.ts';
import { grown } from '../../base/grown.ts';
import type { Random } from '../../base/random.ts';
import type { Directory } from '../messages/directory.ts';
import { clamped, comesInPairs, type Distribution, flatRange, Sampler } from './distribution.ts';
import { Pairs } from './pairs.ts';
import { type Series, valueAt } from '../queues/series.ts';

/** The properties of a link, in one direction. */
export interface Link {
  /** One way, in nanoseconds. */
  readonly latency: Distribution;
  /** The probability that one transmission is lost. */
  readonly loss: number;
}

export interface LinkSpec extends Link {
  /** Properties that differ from the common ones, by sender and receiver. */
  readonly link: (from: string, to: string) => Partial<Link>;
  /** The latency measured over time at an actor, which replaces all else; if both ends have one, they are added. */
  readonly latencies?: (actor: string) => Series | undefined;
}

/** The properties that many links share. */
interface Kind {
  /** If a draw is minimum + range u; otherwise the sampler draws, possibly in pairs. */
  readonly flat: { readonly minimum: number; readonly range: number } | undefined;
  readonly sampler: Sampler;
  readonly isPaired: boolean;
  readonly loss: number;
  /** The latencies measured over time at its ends, if any. */
  readonly series: readonly Series[];
}

const FIRST_ROWS = 64;

export class Links {
  readonly #spec: LinkSpec;
  readonly #directory: Directory;
  readonly #latencyKey: (from: string, to: string) => Uint8Array;
  readonly #lossKey: (from: string, to: string) => Uint8Array;
  readonly #pairs: Pairs;
  /** The kind of most links. */
  readonly #common: Kind;
  /** All kinds, and the one of each link. */
  readonly #kinds: Kind[];
  #kindOf = new Int32Array(FIRST_ROWS);
  #count = 0;
  readonly #latencies = new Generators();
  readonly #losses = new Generators();
  /** The link for which samplers currently draw. */
  readonly #drawn = new Row(this.#latencies);
  /** For links whose draws come in pairs, the second draw of a pair; NaN if there is none. */
  #seconds = new Float64Array(FIRST_ROWS);

  constructor(spec: LinkSpec, directory: Directory, random: Random) {
    this.#spec = spec;
    this.#directory = directory;
    this.#common = this.#kindFor(spec);
    this.#kinds = [this.#common];
    this.#pairs = new Pairs(directory.size);
    this.#latencyKey = random.familyOfKeys('latency');
    this.#lossKey = random.familyOfKeys('loss');
  }

  /** The link of a pair. */
  find(from: number, to: number): number {
    const link = this.#pairs.find(from, to);
    return link >= 0 ? link : this.#open(from, to);
  }

  /** The latency of the next packet, which leaves at that time, in whole nanoseconds. */
  latencyNs(link: number, atNs: number): number {
    const { flat, sampler, isPaired, series } = this.#kinds[this.#kindOf[link]];
    if (series.length > 0) return series.reduce((sum, one) => sum + valueAt(one, atNs), 0);
    if (flat === undefined)
      return Math.round(isPaired ? this.#ofPair(link, sampler) : this.#draw(link, sampler));
    const { minimum, range } = flat;
    return Math.round(clamped(range === 0 ? minimum : this.#latencies.uniform(link) * range + minimum));
  }

  /** Whether its latency was measured over time, and is not drawn. */
  isMeasured(link: number): boolean {
    return this.#kinds[this.#kindOf[link]].series.length > 0;
  }

  #draw(link: number, sampler: Sampler): number {
    this.#drawn.of = link;
    return sampler.draw();
  }

  /** Both draws of a pair belong to one link, which keeps the second. */
  #ofPair(link: number, sampler: Sampler): number {
    const second = this.#seconds[link];
    if (!Number.isNaN(second)) {
      this.#seconds[link] = Number.NaN;
      return second;
    }
    const first = this.#draw(link, sampler);
    this.#seconds[link] = sampler.draw();
    return first;
  }

  /** How many times the next packet is lost before it gets through, at most `attempts`. */
  losses(link: number, attempts: number): number {
    const { loss } = this.#kinds[this.#kindOf[link]];
    let lost = 0;
    if (loss > 0) while (lost < attempts && this.#losses.uniform(link) < loss) lost++;
    return lost;
  }

  /** Whether anything is ever lost. */
  loses(link: number): boolean {
    return this.#kinds[this.#kindOf[link]].loss > 0;
  }

  /** Whether the next transmission is lost. */
  isLost(link: number): boolean {
    return this.#losses.uniform(link) < this.#kinds[this.#kindOf[link]].loss;
  }

  #open(fromId: number, toId: number): number {
    const from = this.#directory.name(fromId);
    const to = this.#directory.name(toId);
    const own = this.#spec.link(from, to);
    const differs = own.latency !== undefined || own.loss !== undefined;
    const { latencies } = this.#spec;
    const series = latencies && [from, to].flatMap((name) => latencies(name) ?? []);
    const measured = series !== undefined && series.length > 0;
    const kind = differs || measured ? this.#kindFor({ ...this.#spec, ...own }, series) : this.#common;
    const link = this.#count++;
    while (link >= this.#kindOf.length) this.#kindOf = grown(this.#kindOf);
    if (kind !== this.#common) this.#kindOf[link] = this.#kinds.push(kind) - 1;
    this.#pairs.add(fromId, toId, link);
    if (kind.flat?.range !== 0) this.#latencies.seed(link, this.#latencyKey(from, to));
    if (kind.isPaired) {
      while (link >= this.#seconds.length) this.#seconds = grown(this.#seconds);
      this.#seconds[link] = Number.NaN;
    }
    if (kind.loss > 0) this.#losses.seed(link, this.#lossKey(from, to));
    return link;
  }

  #kindFor({ latency, loss }: Link, series: readonly Series[] = []): Kind {
    const sampler = new Sampler(latency, this.#drawn);
    return { flat: flatRange(latency), sampler, isPaired: comesInPairs(latency), loss, series };
  }
}
