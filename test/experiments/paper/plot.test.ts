import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Panel, plot } from '../../../experiments/paper/plot.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const unescaped = (text: string): string => {
  expect(text.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/[&<]/);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
};

/** Reads the XML that a figure may have: elements, attributes and text. Fails where it is not well-formed. */
function parsed(xml: string): Element {
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const tag = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/y;
  for (let at = 0; at < xml.length;) {
    const parent = open[open.length - 1];
    const next = xml.indexOf('<', at);
    parent.text += unescaped(xml.slice(at, next === -1 ? xml.length : next));
    if (next === -1) break;
    tag.lastIndex = next;
    const found = tag.exec(xml);
    if (found === null) throw new Error(`expected a tag, got ${xml.slice(next, next + 40)}`);
    const [, closing, name, written, empty] = found;
    at = tag.lastIndex;
    if (closing === '/') {
      const ended = open.pop();
      if (ended?.name !== name) throw new Error(`expected the end of ${ended?.name}, got that of ${name}`);
      continue;
    }
    const pairs = [...written.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, key, value]) => [
      key,
      unescaped(value),
    ]);
    const attributes = Object.fromEntries(pairs) as Record<string, string>;
    expect(Object.keys(attributes)).toHaveLength(pairs.length);
    const element: Element = { name, attributes, children: [], text: '' };
    parent.children.push(element);
    if (empty === '') open.push(element);
  }
  expect(open).toHaveLength(1);
  expect(document.children).toHaveLength(1);
  expect(document.text.trim()).toBe('');
  return document.children[0];
}

const within = (element: Element): Element[] => [element, ...element.children.flatMap(within)];
const textsOf = (element: Element): Element[] => within(element).filter(({ name }) => name === 'text');

interface Read {
  readonly title: string;
  /** The points of each curve, by its marks, in the units of the axes. */
  readonly curves: (readonly [x: number, y: number])[][];
  /** The same by its line. */
  readonly lines: (readonly [x: number, y: number])[][];
  readonly right: number;
}

/** Where a panel's points lie, read off its axes as a reader would: from two numbers on each. */
function read(panel: Element): Read {
  const texts = textsOf(panel);
  const across = texts.filter(
    ({ attributes, text }) => attributes['text-anchor'] === 'middle' && /^[\d.e+-]+$/.test(text),
  );
  const up = texts.filter(({ attributes }) => attributes['text-anchor'] === 'end');
  const axis = (ticks: readonly Element[], at: 'x' | 'y') => {
    const [first, last] = [ticks[0], ticks[ticks.length - 1]].map(({ attributes, text }) => ({
      place: Number(attributes[at]),
      log: Math.log(Number(text)),
    }));
    return (place: number): number =>
      Math.exp(first.log + ((place - first.place) / (last.place - first.place)) * (last.log - first.log));
  };
  const [x, y] = [axis(across, 'x'), axis(up, 'y')];
  const groups = panel.children.filter(({ name }) => name === 'g');
  const curves = groups.map(({ children }) =>
    children.slice(1).map(({ attributes }): [number, number] => {
      const [, px, py] = /^M([\d.]+) ([\d.]+)m/.exec(attributes['d'] ?? '') ?? [
        '',
        attributes['cx'],
        attributes['cy'],
      ];
      return [x(Number(px)), y(Number(py))];
    }),
  );
  const lines = groups.map(({ children }) =>
    [...(children[0].attributes['d'] ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(
      ([, px, py]): [number, number] => [x(Number(px)), y(Number(py))],
    ),
  );
  const title = texts.find(
    ({ text, attributes }) => attributes['transform'] === undefined && !/^[\d.e+-]+$/.test(text),
  );
  return {
    title: title?.text ?? '',
    curves,
    lines,
    right: Number(across[across.length - 1].attributes['x']),
  };
}

const panelsOf = (svg: Element): Element[] =>
  svg.children.filter(({ attributes }) => attributes['transform'] !== undefined);

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

/** At a tenth of a pixel, over the decades of the axis. */
const expectNear = (found: number, value: number): void => {
  expect(Math.abs(Math.log10(found / value))).toBeLessThan(0.01);
};

describe('a figure', () => {
  const svg = parsed(plot(PANELS, 'time (ms)'));

  test('is an SVG picture, well-formed, without anything outside of it', () => {
    expect(svg).toMatchObject({ name: 'svg', attributes: { xmlns: 'http://www.w3.org/2000/svg' } });
    const [width, height] = [Number(svg.attributes['width']), Number(svg.attributes['height'])];
    for (const { attributes } of textsOf(svg).filter(({ attributes: { y } }) => y !== undefined)) {
      expect(Number(attributes['y'])).toBeLessThanOrEqual(height);
      expect(Number(attributes['y'])).toBeGreaterThan(0);
    }
    expect(panelsOf(svg).length * read(panelsOf(svg)[0]).right).toBeLessThan(width);
  });

  test('has a panel for each, with its title, and one name of the vertical axis', () => {
    expect(panelsOf(svg).map((panel) => read(panel).title)).toEqual(['clients n', 'points m']);
    expect(textsOf(svg).filter(({ text }) => text === 'time (ms)')).toHaveLength(1);
  });

  test('has every point where its values say, by its mark and by its line', () => {
    for (const [p, panel] of panelsOf(svg).entries()) {
      const { at, series } = PANELS[p];
      const { curves, lines } = read(panel);
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

  test('shares the vertical axis, whose numbers are powers of ten around all values', () => {
    const axes = panelsOf(svg).map((panel) =>
      textsOf(panel)
        .filter(({ attributes }) => attributes['text-anchor'] === 'end')
        .map(({ text, attributes }) => [Number(text), attributes['y']]),
    );
    expect(axes[0]).toEqual(axes[1]);
    expect(axes[0].map(([value]) => value)).toEqual([0.1, 1, 10, 100, 1000, 10_000]);
  });

  test('has a key that tells curves apart by colour and by mark', () => {
    const key = svg.children.slice(-4);
    expect(key.map((entry) => textsOf(entry)[0].text)).toEqual(['a client', 'the server', 'all', 'nobody']);
    const groups = panelsOf(svg)[0].children.filter(({ name }) => name === 'g');
    expect(groups.map(({ attributes }) => attributes['fill'])).toEqual(
      key.map(({ attributes }) => attributes['fill']),
    );
    const shape = ({ name, attributes }: Element): string =>
      name + (attributes['d'] ?? '').replace(/^M[\d.]+ [\d.]+/, '');
    const shapes = key.map(({ children }) => shape(children[0]));
    expect(new Set(shapes).size).toBe(4);
    for (const [c, { children }] of groups.entries()) {
      expect(new Set(children.slice(1).map(shape))).toEqual(new Set([shapes[c]]));
    }
  });

  test('is well-formed whatever it is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ' ', ';', 'µ') }),
        (title) => {
          const at = [1, 10];
          const named = parsed(plot([{ title, at, series: [{ title, values: [1, 10] }] }], title));
          expect(textsOf(named).filter(({ text }) => text === title).length).toBeGreaterThanOrEqual(2);
        },
      ),
    );
  });

  test('of any positive values has its points where they say', () => {
    const value = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 3, maxLength: 3 }), (values) => {
        fc.pre(Math.max(...values) > 1.001 * Math.min(...values));
        const [panel] = panelsOf(
          parsed(plot([{ title: 'x', at: [1, 2, 4], series: [{ title: 'c', values }] }], 'y')),
        );
        const { curves } = read(panel);
        for (const [i, [x, y]] of curves[0].entries()) {
          expectNear(x, [1, 2, 4][i]);
          // A tenth of a pixel of 210, over at most ten decades.
          expect(Math.abs(Math.log10(y / values[i]))).toBeLessThan(0.02);
        }
      }),
    );
  });
});

test('the figure in the documentation is one, of the three panels of the paper', () => {
  const file = new URL('../../../docs/secfc-figure-1.svg', import.meta.url);
  const svg = parsed(readFileSync(file, 'utf8'));
  const panels = panelsOf(svg).map(read);
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
