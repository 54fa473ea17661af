/** Axes are round in the unit of their labels, and where nothing varies, nothing seems to. */

import { describe, expect, test } from 'vitest';
import { axisOf } from '../../../src/output/figure/axis.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { KINDS } from '../../../src/output/figure/kinds.ts';
import { everyRun } from '../../../src/run/figures/table.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

const minutes = (count: number): number => count * 60e9;

describe('ticks are round in the unit of their labels', () => {
  test.each([
    ['resultNs', minutes(17), ['0', '5 min', '10 min', '15 min', '20 min']],
    ['resultNs', minutes(167), ['0', '50 min', '100 min', '150 min', '200 min']],
    ['resultNs', 90e9, ['0', '20 s', '40 s', '60 s', '80 s', '100 s']],
    ['resultNs', 2.4e9, ['0', '0.5 s', '1 s', '1.5 s', '2 s', '2.5 s']],
    ['resultNs', 0.9e6, ['0', '200 µs', '400 µs', '600 µs', '800 µs', '1000 µs']],
    ['bytes', 1.1e6, ['0', '200 kB', '400 kB', '600 kB', '800 kB', '1 MB', '1.2 MB']],
    ['operationsClients', 2.1e9, ['0', '500 M', '1 G', '1.5 G', '2 G', '2.5 G']],
  ])('%s up to %d', (name, most, labels) => {
    const { domain, ticks, tickFormat } = axisOf(everyRun.of(name), [most / 3, most]);
    expect(ticks.map(tickFormat)).toEqual(labels);
    expect(domain).toEqual([ticks[0], ticks[ticks.length - 1]]);
  });

  test('with all that is drawn between the ends', () => {
    const { domain } = axisOf(everyRun.of('accuracy'), [0.613, 0.987]);
    expect(domain[0]).toBeLessThanOrEqual(0.613);
    expect(domain[1]).toBeGreaterThanOrEqual(0.987);
  });
});

describe('where all values are the same, an axis still has two ends', () => {
  test.each([
    ['accuracy', 1, [0, 1]],
    ['accuracy', 0.5, [0, 1]],
    ['bytes', 0, [0, 1]],
    ['bytes', 3000, [0, 3000]],
    ['resultNs', minutes(20), [0, minutes(20)]],
  ])('%s of %d', (name, value, domain) => {
    expect(axisOf(everyRun.of(name), [value, value]).domain).toEqual(domain);
    // As of results that were added up in another order.
    expect(axisOf(everyRun.of(name), [value, value * (1 - 2 ** -52)]).domain).toEqual(domain);
  });
});

const run = (protocol: string, privacy: number | undefined, seed: number, bytes: number): Row => ({
  protocol,
  ...(privacy !== undefined && { 'protocol.privacy': privacy }),
  clients: 10,
  seed,
  clustered: true,
  accuracy: 1,
  bytes,
});
const EQUAL = ['secfc', 'lloyd'].flatMap((protocol) =>
  [1, 2, 3].map((seed) => run(protocol, undefined, seed, seed)),
);
const MIXED = [1, 2, 3].flatMap((seed) => [
  run('secfc', 1, seed, 10 * seed),
  run('secfc', 2, seed, 20 * seed),
  run('lloyd', undefined, seed, seed),
]);

const of = (name: string, rows: readonly Row[], choice: { y?: string; x?: string; by?: string }) => {
  const found = KINDS.find((one) => one.name === name);
  const made = found?.rows({ title: 'table', rows }, choice) ?? [];
  return { made, drawing: found?.draw(made, choice, everyRun) };
};

test('the interval of equal measurements is a point, not a line across the picture', () => {
  const { made, drawing } = of('compare', EQUAL, { y: 'accuracy' });
  const means = made.filter(({ what }) => what === 'mean');
  expect(means.map(({ value, low, high }) => [value, low, high])).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  const svg = drawing === undefined ? '' : svgOf(drawing);
  const rules = [...svg.matchAll(/<line stroke="#\w+" y2="([\d.]+)" y1="\1" x2="([\d.]+)" x1="([\d.]+)"/g)];
  expect(rules.map(([, , x2, x1]) => x1 === x2)).toEqual([true, true]);
});

test.each([
  ['compare', {}],
  ['sweep', { x: 'clients', by: 'protocol' }],
])('in %s, a protocol that mixes settings does not take the others’ intervals away', (name, choice) => {
  const { made, drawing } = of(name, MIXED, { y: 'bytes', ...choice });
  const means = made.filter(({ what }) => what !== 'run');
  expect(means.map(({ group, low, together }) => [group, typeof low, together])).toEqual([
    ['secfc', 'undefined', 'protocol.privacy'],
    ['lloyd', 'number', undefined],
  ]);
  expect(drawing?.caption).toContain(
    'Means of secfc are over different values of protocol.privacy together, and have no intervals for that',
  );
  expect(`${drawing?.subtitle} ${drawing?.caption}`).toContain('95 % interval');
});
