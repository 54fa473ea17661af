import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { type Panel, plot } from '../../../experiments/paper/plot.ts';

interface Read {
  readonly title: string;
  /** The points of each curve, by its dots, in the units of the axes. */
  readonly curves: (readonly [x: number, y: number])[][];
  /** The same by its line. */
  readonly lines: (readonly [x: number, y: number])[][];
  readonly colours: readonly (string | null)[];
  /** The numbers on the vertical axis. */
  readonly up: readonly number[];
}

/** What a number on an axis stands for, such as `10k`. */
const valueOf = (text: string): number => {
  const [, digits, prefix] = /^([\d.,]+) ?([kMGT]?)$/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * 10 ** (3 * ' kMGT'.indexOf(prefix || ' '));
};

/** Where the points of each panel lie, read off its axes as a reader would: from two numbers on each. */
function read(svg: string): { readonly panels: readonly Read[]; readonly texts: readonly string[] } {
  const { document } = parseHTML(svg);
  const texts = [...document.querySelectorAll('text')].map((text) => text.textContent ?? '');
  const panels = [...document.querySelectorAll('svg svg')].map((panel): Read => {
    const labels = (axis: string): { place: [number, number]; value: number }[] =>
      [...panel.querySelectorAll(`g[data-mark="${axis}-axis tick label"] text`)].flatMap((text) => {
        const [, x, y] =
          /translate\(([\d.-]+),\s*([\d.-]+)\)/.exec(text.getAttribute('transform') ?? '') ?? [];
        return text.textContent === ''
          ? []
          : [{ place: [Number(x), Number(y)], value: valueOf(text.textContent ?? '') }];
      });
    const scale = (axis: 'x' | 'y', at: 0 | 1): ((place: number) => number) => {
      const ticks = labels(axis);
      const [first, last] = [ticks[0], ticks[ticks.length - 1]].map(({ place, value }) => ({
        place: place[at],
        log: Math.log(value),
      }));
      return (place) =>
        Math.exp(first.log + ((place - first.place) / (last.place - first.place)) * (last.log - first.log));
    };
    const [x, y] = [scale('x', 0), scale('y', 1)];
    const paths = [...panel.querySelectorAll('g[data-mark="line"] path')];
    const colours = paths.map((path) => path.getAttribute('stroke'));
    const dots = [...panel.querySelectorAll('g[data-mark="dot"] circle')];
    const number = (element: { getAttribute: (name: string) => string | null }, name: string): number =>
      Number(element.getAttribute(name));
    return {
      title: panel.querySelector('g[data-mark="x-axis label"] text')?.textContent?.replace(/ →$/, '') ?? '',
      curves: colours.map((colour) =>
        dots
          .filter((one) => one.getAttribute('fill') === colour)
          .map((one): [number, number] => [x(number(one, 'cx')), y(number(one, 'cy'))]),
      ),
      lines: paths.map((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(
          ([, px, py]): [number, number] => [x(Number(px)), y(Number(py))],
        ),
      ),
      colours,
      up: labels('y').map(({ value }) => value),
    };
  });
  return { panels, texts };
}

const PANELS: readonly Panel[] = [
  {
    title: 'clients n',
    at: [5, 10, 20, 40, 80],
    series: [
      { title: 'a client', values: [3, 2.5, 7, 9, 31] },
      { title: 'the server', values: [0.4, 0.5, 0.9, 4, 12] },
      { title: 'all', values: [100, 120, 80, 240, 1100] },
      { title: 'nobody', values: [1, 1, 1, 1, 1] },
    ],
  },
  {
    title: 'points m',
    at: [1000, 16_000],
    series: [
      { title: 'a client', values: [30, 480] },
      { title: 'the server', values: [2, 32] },
      { title: 'all', values: [50, 50] },
      { title: 'nobody', values: [0.2, 5000] },
    ],
  },
];

const expectNear = (found: number, value: number): void => {
  expect(Math.abs(Math.log10(found / value))).toBeLessThan(0.01);
};

describe('a picture of curves', () => {
  const { panels, texts } = read(plot('times', 'in ms', PANELS));

  test('has a panel for each, with its title, and says once what it shows', () => {
    expect(panels.map(({ title }) => title)).toEqual(['clients n', 'points m']);
    for (const once of ['times', 'in ms', 'a client', 'the server', 'all', 'nobody'])
      expect(texts.filter((text) => text === once)).toHaveLength(1);
  });

  test('has every point where its values say, by its dot and by its line', () => {
    for (const [p, { curves, lines }] of panels.entries()) {
      const { at, series } = PANELS[p];
      for (const found of [curves, lines]) {
        expect(found.map((curve) => curve.length)).toEqual(series.map(() => at.length));
        for (const [c, curve] of found.entries()) {
          for (const [i, [x, y]] of curve.entries()) {
            expectNear(x, at[i]);
            expectNear(y, series[c].values[i]);
          }
        }
      }
    }
  });

  test('shares the vertical axis, over whole decades, and gives each curve its colour', () => {
    const [one, other] = panels;
    expect(one.up).toEqual(other.up);
    expect(one.up.at(0)).toBe(0.1);
    expect(one.up.at(-1)).toBe(10_000);
    expect(one.colours).toEqual(other.colours);
    expect(new Set(one.colours).size).toBe(4);
  });

  test('of any positive values has its points where they say', () => {
    const value = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 3, maxLength: 3 }), (values) => {
        const [{ curves }] = read(
          plot('y', 'y', [{ title: 'x', at: [1, 2, 4], series: [{ title: 'c', values }] }]),
        ).panels;
        for (const [i, [x, y]] of curves[0].entries()) {
          expect(x).toBeCloseTo([1, 2, 4][i], 2);
          expect(Math.abs(Math.log10(y / values[i]))).toBeLessThan(0.01);
        }
      }),
      { numRuns: 25 },
    );
  });
});

test('the figure in the documentation is one, of the three panels of the paper', () => {
  const file = new URL('../../../docs/secfc-figure-1.svg', import.meta.url);
  const { panels } = read(readFileSync(file, 'utf8'));
  expect(panels.map(({ title }) => title)).toEqual(['clients n', 'dimension d', 'points m']);
  expect(panels.flatMap(({ curves }) => curves.map((curve) => curve.length))).toEqual(Array(9).fill(5));
  const given = [
    [5, 10, 20, 40, 80],
    [20, 40, 80, 160, 320],
    [1000, 2000, 4000, 8000, 16_000],
  ];
  for (const [p, { curves }] of panels.entries()) {
    for (const curve of curves) for (const [i, [x]] of curve.entries()) expectNear(x, given[p][i]);
  }
});
