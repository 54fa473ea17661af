import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateOverTime, type Series, valueAt } from '../../../../src/core/engine/queues/series.ts';

const series: fc.Arbitrary<Series> = fc
  .record({
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 20 })), {
      minLength: 1,
      maxLength: 6,
    }),
    last: fc.integer({ min: 1, max: 20 }),
    comesAgain: fc.boolean(),
  })
  .map(({ steps, last, comesAgain }) => {
    const atNs = [0];
    for (const [ns] of steps) atNs.push(atNs[atNs.length - 1] + ns);
    const values = [...steps.map(([, rate]) => rate * 8e8), last * 8e8];
    return { atNs, values, ...(comesAgain && { periodNs: atNs[atNs.length - 1] + 10 }) };
  });

test('a link that was measured sends a packet in as many nanoseconds as one that counts them', () => {
  fc.assert(
    fc.property(
      series,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 60 }),
      (one, startNs, bytes) => {
        let left = bytes * 8;
        let ns = startNs;
        while (left > 1e-9) left -= valueAt(one, ns++) / 1e9;
        const doneNs = new RateOverTime(one).doneNs(startNs, bytes);
        expect(Math.abs(doneNs - ns)).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 300 },
  );
});

test('its mean is over a period, or what it has in the end', () => {
  const steps = { atNs: [0, 10], values: [100, 200] };
  expect(new RateOverTime(steps).meanBps).toBe(200);
  expect(new RateOverTime({ ...steps, periodNs: 40 }).meanBps).toBe(175);
});
