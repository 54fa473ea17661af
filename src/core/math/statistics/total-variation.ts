/**
 * Whether two samples have the same distribution, or one sample a known one: a chi-square statistic compared with
 * relabelled or redrawn samples, and the total variation distance with an interval.
 */

import { log, square } from '../elementary/index.ts';
import { bisectRight } from 'd3-array';
import type { Stream } from '../../base/random.ts';
import { shareAtLeast, shareAtMost } from './proportions.ts';

/**
 * How often labels are permuted: no smaller probability than one in this many is reported. At least this often,
 * more often for a confidence that needs it, and at most so often.
 */
const RELABELLED = { least: 999, most: 99_999 };

function relabellings(confidence: number): number {
  return Math.min(RELABELLED.most, Math.max(RELABELLED.least, Math.ceil(2 / (1 - confidence))));
}

export interface Compared {
  /** Between the counts: biased upwards by chance. */
  readonly variation: number;
  /** For the distributions themselves. */
  readonly interval: readonly [number, number];
  /** If there is no difference. */
  readonly byChance: { readonly mean: number; readonly most: number };
  readonly pValue: number;
  /** The smallest probability that any such samples could have had. */
  readonly least: number;
  readonly categories: number;
}

/** Two samples of the same size. */
export function compareSamples(
  first: readonly string[],
  second: readonly string[],
  stream: Stream,
  confidence: number,
): Compared {
  const names = new Map([...new Set([...first, ...second])].map((name, at) => [name, at]));
  const pooled = Uint32Array.from([...first, ...second], (name) => names.get(name) ?? 0);
  const total = count(pooled, names.size);
  const n = first.length;
  const statistics = (labels: Uint32Array): { chi: number; variation: number } => {
    const own = count(labels.subarray(0, n), names.size);
    let chi = 0;
    let variation = 0;
    own.forEach((a, at) => {
      const b = total[at] - a;
      chi += square(a - b) / total[at];
      variation += Math.abs(a - b) / n / 2;
    });
    return { chi, variation };
  };
  const found = statistics(pooled);
  const shuffled = pooled.slice();
  const others = Array.from({ length: relabellings(confidence) }, () => statistics(stream.shuffle(shuffled)));
  const [low, high] = [0, Math.floor(n / 2)];
  // An event is chosen on one half of the runs and counted on the other.
  const practice = { first: first.slice(low, high), second: second.slice(low, high) };
  const event = commoner(practice.first, practice.second);
  const rest = n - high;
  const counted = (sample: readonly string[]): number =>
    sample.slice(high).filter((name) => event.has(name)).length;
  const each = (1 + confidence) / 2;
  const least = shareAtLeast(counted(first), rest, each) - shareAtMost(counted(second), rest, each);
  return {
    variation: found.variation,
    interval: [Math.max(0, least), atMost(found.variation, 2 / n, confidence)],
    ...chances(found, others, confidence),
    least: Math.max(1 / (others.length + 1), 2 / halvings(n)),
    categories: names.size,
  };
}

/** A sample compared with the exact probabilities of all categories. */
export function compareWithExact(
  sample: readonly string[],
  exact: ReadonlyMap<string, number>,
  stream: Stream,
  confidence: number,
): Compared {
  const names = [...exact.keys()];
  const place = new Map(names.map((name, at) => [name, at]));
  const probabilities = names.map((name) => exact.get(name) ?? 0);
  const n = sample.length;
  const impossible = sample.filter((name) => (exact.get(name) ?? 0) === 0).length;
  const statistics = (labels: Uint32Array): { chi: number; variation: number } => {
    const own = count(labels, names.length);
    let chi = 0;
    let variation = 0;
    probabilities.forEach((p, at) => {
      if (p > 0) chi += square(own[at] - n * p) / (n * p);
      variation += Math.abs(own[at] / n - p) / 2;
    });
    return { chi, variation };
  };
  const possible = Uint32Array.from(sample.flatMap((name) => place.get(name) ?? []));
  const found = statistics(possible);
  const variation = found.variation + impossible / n / 2;
  const cumulative: number[] = [];
  probabilities.reduce((sum, p) => (cumulative.push(sum + p), sum + p), 0);
  const others = Array.from({ length: relabellings(confidence) }, () =>
    statistics(Uint32Array.from({ length: n }, () => faceOf(cumulative, stream.uniform()))),
  );
  const high = Math.floor(n / 2);
  const half = count(
    Uint32Array.from(sample.slice(0, high).flatMap((name) => place.get(name) ?? [])),
    names.length,
  );
  const commonerThanExact = (name: string): boolean => {
    const at = place.get(name);
    return at === undefined || half[at] / Math.max(1, high) > probabilities[at];
  };
  const expected = names.reduce(
    (sum, name, at) => sum + (commonerThanExact(name) ? probabilities[at] : 0),
    0,
  );
  const rest = sample.slice(high);
  const least = shareAtLeast(rest.filter(commonerThanExact).length, rest.length, confidence) - expected;
  const chance = chances(found, others, confidence);
  return {
    variation,
    interval: [Math.max(0, least), atMost(variation, 1 / n, confidence)],
    ...chance,
    // An impossible result is no chance.
    pValue: impossible > 0 ? 0 : chance.pValue,
    least: 0,
    categories: names.length,
  };
}

/** In how many ways 2n runs fall into two worlds of n. */
function halvings(n: number): number {
  let ways = 1;
  for (let i = 1; i <= n && ways < Number.MAX_SAFE_INTEGER; i++) ways *= (n + i) / i;
  return ways;
}

/**
 * By McDiarmid's inequality, since the empirical distance is on average at least the true one; `spread` is
 * the sum of 1 / n.
 */
function atMost(variation: number, spread: number, confidence: number): number {
  return Math.min(1, variation + Math.sqrt((log(1 / (1 - confidence)) * spread) / 2));
}

function chances(
  found: { readonly chi: number },
  others: readonly { readonly chi: number; readonly variation: number }[],
  confidence: number,
): Pick<Compared, 'byChance' | 'pValue'> {
  const variations = others.map(({ variation }) => variation).toSorted((a, b) => a - b);
  const as = others.filter(({ chi }) => chi >= found.chi * (1 - 1e-12)).length;
  return {
    byChance: {
      mean: variations.reduce((sum, one) => sum + one, 0) / variations.length,
      most: variations[Math.min(variations.length - 1, Math.floor(confidence * variations.length))],
    },
    pValue: (as + 1) / (others.length + 1),
  };
}

function count(labels: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const label of labels) counts[label]++;
  return counts;
}

/** The categories that are more frequent in the first than in the second. */
function commoner(first: readonly string[], second: readonly string[]): Set<string> {
  const balance = new Map<string, number>();
  for (const name of first) balance.set(name, (balance.get(name) ?? 0) + 1);
  for (const name of second) balance.set(name, (balance.get(name) ?? 0) - 1);
  return new Set([...balance].filter(([, more]) => more > 0).map(([name]) => name));
}

function faceOf(cumulative: readonly number[], uniform: number): number {
  return Math.min(cumulative.length - 1, bisectRight(cumulative, uniform));
}
