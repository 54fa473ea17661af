/** What Linux did with a case, in figures, and how far the simulation is from them. */

import { max } from 'd3-array';
import type { Case } from './cases.ts';

/** What the messages of a case did in one run, in Linux or in a simulation. */
export interface Flowed {
  /** When each message was sent, in milliseconds, in the order of sendings. */
  readonly sentMs: readonly number[];
  /** Milliseconds from sending to arrival of each; NaN: it never arrived. */
  readonly ms: readonly number[];
  readonly ipBytes: number;
}

export interface Figure {
  readonly what: string;
  readonly median: number;
  /** Quartiles. */
  readonly low: number;
  readonly high: number;
}

/** Figures of several runs. */
export interface Summary {
  readonly arrivals: readonly Figure[];
  readonly completion: Figure;
  readonly ipBytes: Figure;
}

/** By how much, as a part, a case's figures may be off; arrivals may also lie within Linux's quartiles. */
export interface Bounds {
  readonly arrival: number;
  readonly completion: number;
  readonly bytes: number;
}

export const BOUNDS: Bounds = { arrival: 0.15, completion: 0.1, bytes: 0.02 };

/** More groups of unlike messages than this are one group, of the times at which they are there. */
const MOST_GROUPS = 6;
/** More like messages than this are shown by their quartiles. */
const MOST_SHOWN = 3;

export function summaryOf(one: Case, flowed: readonly Flowed[]): Summary {
  // What never came, came last.
  const runs = flowed.map(({ sentMs, ms, ipBytes }) => ({
    sentMs,
    ms: ms.map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value)),
    ipBytes,
  }));
  const arrivals = runs.map((run) => arrivalsOf(one, run));
  return {
    arrivals: [...(arrivals[0]?.keys() ?? [])].map((what) =>
      figure(
        what,
        arrivals.map((run) => run.get(what) ?? Number.NaN),
      ),
    ),
    completion: figure(
      'completion',
      runs.map(({ sentMs, ms }) => max(ms, (value, i) => sentMs[i] + value) ?? Number.NaN),
    ),
    ipBytes: figure(
      'bytes of IP',
      runs.map(({ ipBytes }) => ipBytes),
    ),
  };
}

function figure(what: string, values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => round(sorted[rankOf(part, sorted.length)]);
  return { what, median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** The nearest rank, from 0, because what never came cannot be interpolated. */
const rankOf = (part: number, count: number): number => Math.round(part * (count - 1));

/** Hundredths of milliseconds are enough. */
const round = (value: number): number => Number(value.toFixed(2));

/** The arrivals of one run by name: like messages have no identity, only an order. */
function arrivalsOf(one: Case, { sentMs, ms }: Pick<Flowed, 'sentMs' | 'ms'>): ReadonlyMap<string, number> {
  const { sendings, parties } = one;
  const groups = new Map<string, number[]>();
  for (const [i, { atMs, from, to, bytes }] of sendings.entries()) {
    const like = JSON.stringify([atMs, bytes, parties[from], parties[to]]);
    groups.set(like, [...(groups.get(like) ?? []), ms[i]]);
  }
  const all = groups.size > MOST_GROUPS ? [ms.map((value, i) => sentMs[i] + value)] : [...groups.values()];
  return new Map(
    all.flatMap((group, number): [string, number][] => {
      const sorted = group.toSorted((a, b) => a - b);
      const prefix = all.length === 1 ? '' : `${number + 1}: `;
      const { length } = sorted;
      if (length === 1) return [[`${number + 1}`, sorted[0]]];
      if (length <= MOST_SHOWN)
        return sorted.map((value, i): [string, number] => [`${prefix}${i + 1} of ${length}`, value]);
      return [0, 0.25, 0.5, 0.75, 1].map((part): [string, number] => {
        const rank = rankOf(part, length);
        return [`${prefix}${rank + 1} of ${length}`, sorted[rank]];
      });
    }),
  );
}

export interface Deviation {
  readonly what: string;
  readonly simulated: number;
  readonly real: Figure;
  /** The simulated figure over the real one, less 1. */
  readonly error: number;
  readonly isWithin: boolean;
}

export interface Comparison {
  readonly arrivals: readonly Deviation[];
  readonly completion: Deviation;
  readonly ipBytes: Deviation;
}

export function compared(simulated: Summary, real: Summary, bounds: Bounds = BOUNDS): Comparison {
  const deviation = (from: Figure, to: Figure, most: number, quartilesDo: boolean): Deviation => {
    const error = from.median / to.median - 1;
    const isBetween = quartilesDo && from.median >= to.low && from.median <= to.high;
    const isWithin = Math.abs(error) <= most || isBetween;
    return { what: to.what, simulated: from.median, real: to, error, isWithin };
  };
  return {
    arrivals: real.arrivals.map((to, i) => deviation(simulated.arrivals[i], to, bounds.arrival, true)),
    completion: deviation(simulated.completion, real.completion, bounds.completion, false),
    ipBytes: deviation(simulated.ipBytes, real.ipBytes, bounds.bytes, false),
  };
}
