/** Values measured over time: each holds from its time until the next, and all of them repeat after a period. */

/** Each value holds from its time until the next; after a period the values repeat. */
export interface Series {
  /** Nanoseconds, ascending from 0. */
  readonly atNs: readonly number[];
  /** Bits a second, or nanoseconds of latency. */
  readonly values: readonly number[];
  /** Absent: the last value holds for ever. */
  readonly periodNs?: number | undefined;
}

/** The value at a time. */
export function valueAt(series: Series, timeNs: number): number {
  const { values, periodNs } = series;
  return values[placeOf(series, periodNs === undefined ? timeNs : timeNs % periodNs)];
}

/** A link whose rate changes over time. */
export class RateOverTime {
  readonly #series: Series;
  /** Bits sent until each time. */
  readonly #bits: Float64Array;
  readonly #bitsOfPeriod: number;

  /** @param series in which the last value is above 0, or any value if it repeats */
  constructor(series: Series) {
    const { atNs, values, periodNs } = series;
    this.#series = series;
    this.#bits = new Float64Array(atNs.length);
    for (let i = 1; i < atNs.length; i++)
      this.#bits[i] = this.#bits[i - 1] + (values[i - 1] * (atNs[i] - atNs[i - 1])) / 1e9;
    const last = atNs.length - 1;
    this.#bitsOfPeriod =
      periodNs === undefined
        ? Number.POSITIVE_INFINITY
        : this.#bits[last] + (values[last] * (periodNs - atNs[last])) / 1e9;
  }

  /** Bits per second: the mean over a period, or the last value if nothing repeats. */
  get meanBps(): number {
    const { values, periodNs } = this.#series;
    return periodNs === undefined ? values[values.length - 1] : (this.#bitsOfPeriod * 1e9) / periodNs;
  }

  /** When this many bytes have been sent, if sending begins at this time. */
  doneNs(startNs: number, bytes: number): number {
    const { atNs, values, periodNs } = this.#series;
    const periods = periodNs === undefined ? 0 : Math.floor(startNs / periodNs);
    const withinNs = startNs - periods * (periodNs ?? 0);
    const place = placeOf(this.#series, withinNs);
    let bits = this.#bits[place] + (values[place] * (withinNs - atNs[place])) / 1e9 + bytes * 8;
    let baseNs = periods * (periodNs ?? 0);
    if (bits >= this.#bitsOfPeriod) {
      const more = Math.floor(bits / this.#bitsOfPeriod);
      bits -= more * this.#bitsOfPeriod;
      baseNs += more * (periodNs ?? 0);
    }
    // Finds the last time by which fewer bits have been sent.
    let low = 0;
    for (let high = this.#bits.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.#bits[middle] < bits) low = middle;
      else high = middle;
    }
    const restNs = bits <= this.#bits[low] ? 0 : ((bits - this.#bits[low]) * 1e9) / values[low];
    return Math.max(startNs, Math.ceil(baseNs + atNs[low] + restNs));
  }
}

/** The index of the value at a time. */
function placeOf({ atNs }: Series, timeNs: number): number {
  let low = 0;
  for (let high = atNs.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (atNs[middle] <= timeNs) low = middle;
    else high = middle;
  }
  return low;
}
