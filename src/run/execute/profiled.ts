/**
 * How long tasks and messages take on devices that were measured. Durations are interpolated between two measured sizes, by counted
 * operations for tasks and by bytes for messages; outside the measured range, the rate of the nearest size applies. A run warns about
 * sizes outside the range, and about tasks that were not measured, whose durations follow from counted operations and the device's rate.
 */

import type { MessageShape, Profile, TaskShape } from '../scenario/profile.ts';
import type { DeviceTimes } from '../../core/engine/simulation/options.ts';

/** Measured durations of one device at one size. */
interface Point {
  readonly amount: number;
  readonly ns: number;
}

/** @param profileOf the profile of each actor, by number; undefined if only its counted operations matter */
export class Profiled implements DeviceTimes {
  readonly #profileOf: (actor: number) => Profile | undefined;
  readonly #sorted = new Map<readonly object[], readonly object[]>();
  /** How often each actor has run a task. */
  readonly #runs: Map<string, number>[] = [];
  /** How many turns each actor has had. */
  readonly #turns: number[] = [];
  readonly #beyond = new Map<string, number>();
  readonly #unmeasured = new Set<string>();

  constructor(profileOf: (actor: number) => Profile | undefined) {
    this.#profileOf = profileOf;
  }

  computeNs(actor: number, task: string, operations: number): number | undefined {
    const profile = this.#profileOf(actor);
    if (profile === undefined) return undefined;
    const shapes = own(profile.tasks, task);
    if (shapes === undefined) {
      this.#unmeasured.add(task);
      return undefined;
    }
    const runs = (this.#runs[actor] ??= new Map<string, number>());
    const run = runs.get(task) ?? 0;
    runs.set(task, run + 1);
    const points = this.#ordered(shapes, ({ operations: amount }: TaskShape) => amount);
    return this.#between(
      `task ${task}`,
      points.map(({ operations: amount, coldNs, warmNs }) => ({ amount, ns: coldNs[run] ?? warmNs })),
      operations,
    );
  }

  turnNs(actor: number): number {
    const turns = this.#profileOf(actor)?.turns;
    if (turns === undefined) return 0;
    const turn = this.#turns[actor] ?? 0;
    this.#turns[actor] = turn + 1;
    return turns.coldNs[turn] ?? turns.warmNs;
  }

  encodeNs(actor: number, type: string, bytes: number): number {
    return this.#message(actor, type, bytes, ({ encodeNs }) => encodeNs);
  }

  decodeNs(actor: number, type: string, bytes: number): number {
    return this.#message(actor, type, bytes, ({ decodeNs }) => decodeNs);
  }

  /** Warnings about durations that were not measured. */
  get warnings(): string[] {
    const beyond = [...this.#beyond].map(
      ([what, times]) =>
        `${what} had a size outside its device profile ${times} times: its duration was scaled`,
    );
    const counted = [...this.#unmeasured].map(
      (task) =>
        `task ${task} is not in its device profile: its duration is from counted operations and the device's rate`,
    );
    return [...beyond, ...counted];
  }

  /** A message that was not measured takes no time: encoding takes little compared with computing. */
  #message(actor: number, type: string, bytes: number, of: (shape: MessageShape) => number): number {
    const profile = this.#profileOf(actor);
    const shapes = own(profile?.messages ?? {}, type);
    if (shapes === undefined || profile?.turns !== undefined) return 0;
    const points = this.#ordered(shapes, ({ bytes: amount }: MessageShape) => amount);
    return this.#between(
      `message ${type}`,
      points.map((shape) => ({ amount: shape.bytes, ns: of(shape) })),
      bytes,
    );
  }

  #between(what: string, points: readonly Point[], amount: number): number {
    const above = points.findIndex((point) => point.amount >= amount);
    const nearest = points[above === -1 ? points.length - 1 : above];
    if (nearest.amount === amount) return nearest.ns;
    if (above <= 0) {
      this.#beyond.set(what, (this.#beyond.get(what) ?? 0) + 1);
      return nearest.amount === 0 ? nearest.ns : Math.round((nearest.ns * amount) / nearest.amount);
    }
    const below = points[above - 1];
    const share = (amount - below.amount) / (nearest.amount - below.amount);
    return Math.round(below.ns + share * (nearest.ns - below.ns));
  }

  #ordered<S extends object>(shapes: readonly S[], amount: (shape: S) => number): readonly S[] {
    let sorted = this.#sorted.get(shapes) as readonly S[] | undefined;
    if (sorted === undefined)
      this.#sorted.set(shapes, (sorted = shapes.toSorted((a, b) => amount(a) - amount(b))));
    return sorted;
  }
}

function own<S>(table: Readonly<Record<string, S>>, name: string): S | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
