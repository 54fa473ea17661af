/** What BBR remembers of the path: the largest rate of the last rounds, and acknowledgements that come in bulk. */

/** Rounds for which the largest rate counts. */
const RATE_ROUNDS = 10;
/** For how many rounds, and up to how many nanoseconds' worth, the window makes up for acknowledgements that come in bulk. */
const BULK_ROUNDS = 5;
const BULK_NS = 100e6;

/** The largest rate of the last rounds, in segments per nanosecond. */
export class LargestRate {
  /** Descending, and in the order of rounds. */
  readonly #found: { readonly round: number; readonly rate: number }[] = [];

  /** 0 before the first. */
  get rate(): number {
    return this.#found[0]?.rate ?? 0;
  }

  add(rate: number, round: number): void {
    const found = this.#found;
    while (found.length > 0 && (found.at(-1)?.rate ?? 0) <= rate) found.pop();
    found.push({ round, rate });
    while (found[0].round < round - RATE_ROUNDS) found.shift();
  }
}

/** Segments acknowledged beyond what the rate explains, in the last rounds (`bbr_update_ack_aggregation`). */
export class Bulk {
  /** In the present and the previous rounds. */
  readonly #most = [0, 0];
  #at = 0;
  #rounds = 0;
  #sinceNs = 0;
  #acked = 0;

  /** How many more segments the window should have room for. */
  segments(rate: number): number {
    return Math.min(Math.max(...this.#most), Math.floor(rate * BULK_NS));
  }

  begin(nowNs: number): void {
    this.#sinceNs = nowNs;
    this.#acked = 0;
  }

  add(acked: number, rate: number, window: number, isRoundStart: boolean, nowNs: number): void {
    if (isRoundStart && ++this.#rounds >= BULK_ROUNDS) {
      this.#rounds = 0;
      this.#at = 1 - this.#at;
      this.#most[this.#at] = 0;
    }
    let expected = Math.floor(rate * (nowNs - this.#sinceNs));
    if (this.#acked <= expected) {
      this.begin(nowNs);
      expected = 0;
    }
    this.#acked += acked;
    this.#most[this.#at] = Math.max(this.#most[this.#at], Math.min(window, this.#acked - expected));
  }
}
