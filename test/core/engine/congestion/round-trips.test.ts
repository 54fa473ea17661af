/** The timeout of a connection, against `tcp_rtt_estimator` of Linux in its own integers of microseconds. */

import { expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { FIRST_TIMEOUT_NS, RoundTrips } from '../../../../src/core/engine/congestion/round-trips.ts';

/** As in `net/ipv4/tcp_input.c`: the smoothed time is kept in eighths, the deviation in quarters. */
class Linux {
  #eighths = 0;
  #quarters = 0;
  #most = 0;
  #margin = 0;
  #roundEnd = 0;
  readonly #least: number;

  constructor(least: number) {
    this.#least = least;
  }

  measure(microseconds: number, acknowledged: number, next: number): number {
    if (this.#eighths === 0) {
      this.#eighths = microseconds << 3;
      this.#quarters = microseconds << 1;
      this.#margin = this.#most = Math.max(this.#quarters, this.#least);
      this.#roundEnd = next;
    } else {
      let m = microseconds - (this.#eighths >> 3);
      this.#eighths += m;
      if (m < 0) {
        m = -m - (this.#quarters >> 2);
        if (m > 0) m >>= 3;
      } else m -= this.#quarters >> 2;
      this.#quarters += m;
      if (this.#quarters > this.#most) {
        this.#most = this.#quarters;
        if (this.#most > this.#margin) this.#margin = this.#most;
      }
      if (acknowledged > this.#roundEnd) {
        if (this.#most < this.#margin) this.#margin -= (this.#margin - this.#most) >> 2;
        this.#roundEnd = next;
        this.#most = this.#least;
      }
    }
    return (this.#eighths >> 3) + this.#margin;
  }
}

test.each([
  ['that vary much', 50_000, 100_000, 1000],
  ['that hardly vary', 80_000, 2000, 1000],
  ['where the least margin counts', 300, 200, 200_000],
])('round trips %s give the timeout of Linux', (_, least, spread, margin) => {
  const stream = new Random(7).stream('round trips');
  const [trips, linux] = [new RoundTrips(margin * 1000), new Linux(margin)];
  expect(trips.timeoutNs).toBe(FIRST_TIMEOUT_NS);
  for (let number = 0; number < 500; number++) {
    // Several segments are on the way at a time.
    const [acknowledged, next] = [1000 * number, 1000 * (number + 8)];
    const microseconds = least + stream.integer(spread);
    trips.measure(microseconds * 1000, acknowledged, next);
    const expected = linux.measure(microseconds, acknowledged, next);
    // Linux cuts off parts of a microsecond, in the deviation four at a time.
    expect(Math.abs(trips.timeoutNs / 1000 - expected), `round trip ${number}`).toBeLessThan(40);
  }
});

test('each timeout doubles the next, up to two minutes', () => {
  const trips = new RoundTrips(200e6);
  trips.measure(100e6, 0, 1000);
  const first = trips.timeoutNs;
  trips.backOff();
  expect(trips.timeoutNs).toBe(2 * first);
  for (let time = 0; time < 20; time++) trips.backOff();
  expect(trips.timeoutNs).toBe(120e9);
});
