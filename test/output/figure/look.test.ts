/** Pictures for papers and slides: sizes, fonts, words, axes, and what tells series apart without colours. */

import { describe, expect, test } from 'vitest';
import type { Drawing } from '../../../src/output/figure/drawing.ts';
import { axisOf } from '../../../src/output/figure/axis.ts';
import { KINDS } from '../../../src/output/figure/kinds.ts';
import { lookOf, type LookChoice } from '../../../src/output/figure/look.ts';
import type { Choice } from '../../../src/output/figure/picture.ts';
import { relabelled } from '../../../src/output/figure/relabel.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { everyRun } from '../../../src/run/figures/table.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

const ROWS: Row[] = [1, 2, 3].flatMap((seed) =>
  [1, 2, 4].flatMap((privacy) =>
    ['secfc', 'kfed', 'lloyd', 'mufc'].map((protocol, i) => ({
      protocol,
      seed,
      'protocol.privacy': privacy,
      clustered: true,
      bytes: 10 ** (i + 3) * privacy + seed,
      resultNs: 1e9 * seed,
      waitedLatencyNs: 5e8 * seed,
      waitedComputeNs: 4e8 * seed,
      waitedUplinkNs: 1e8 * seed,
    })),
  ),
);

function drawn(name: string, choice: Choice = {}, from: readonly Row[] = ROWS): Drawing {
  const kind = KINDS.find((one) => one.name === name);
  const rows = kind?.rows({ title: 'table', rows: from }, choice) ?? [];
  if (kind === undefined || rows.length === 0) throw new Error(`nothing to draw ${name} of`);
  return kind.draw(rows, choice, everyRun);
}

const sweep = (choice: Choice = {}): Drawing => drawn('sweep', { y: 'bytes', by: 'protocol', ...choice });
const PAPER: LookChoice = { style: 'paper' };

function sizesOf(svg: string): { widthMm: number; heightMm: number; pointsPerUnit: number } {
  const [, width, height, units] =
    /width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) /.exec(svg)?.map(Number) ?? [];
  return { widthMm: width, heightMm: height, pointsPerUnit: ((width / 25.4) * 72) / units };
}

describe('in a paper', () => {
  test.each([
    ['one column', {}, 85],
    ['two columns', { columns: 2 }, 178],
    ['a width of its own', { width: '3.5in' }, 88.9],
  ])('%s has its width, and no font below 8 pt', (_, choice, width) => {
    for (const name of ['sweep', 'compare', 'waited']) {
      const svg = svgOf(drawn(name), lookOf({ ...PAPER, ...choice }));
      const { widthMm, pointsPerUnit } = sizesOf(svg);
      expect(widthMm).toBeCloseTo(width, 1);
      const fonts = [...svg.matchAll(/font-size="(\d+)/g)].map(([, size]) => Number(size) * pointsPerUnit);
      expect(Math.min(...fonts)).toBeCloseTo(8, 2);
    }
  });

  test('nothing is drawn beside it', () => {
    for (const name of ['sweep', 'compare', 'waited']) {
      const look = lookOf(PAPER);
      for (const [, width] of svgOf(drawn(name), look).matchAll(
        /<svg x="\d+" y="[\d.]+" [^>]*width="([\d.]+)"/g,
      ))
        expect(Number(width)).toBeLessThanOrEqual(look.width + 0.01);
    }
  });

  test('areas differ in their hatches, in the picture as in its legend', () => {
    const svg = svgOf(drawn('waited'), lookOf(PAPER));
    const defined = [...svg.matchAll(/<pattern id="(hatch-\d-\w+)"/g)].map(([, name]) => name);
    expect(defined).toHaveLength(2);
    expect(
      new Set([...svg.matchAll(/<path d="([^"]*)" fill="none" stroke="(?:black|white)"/g)].map(([, d]) => d))
        .size,
    ).toBe(2);
    for (const name of defined) expect(svg.split(`url(#${name})`).length).toBeGreaterThan(2);
    expect(svgOf(drawn('waited'))).not.toContain('hatch');
  });

  test('words are left to the caption, unless a title is asked for', () => {
    const drawing = sweep();
    expect(svgOf(drawing, lookOf(PAPER))).not.toMatch(/>Against |Student/);
    const titled = relabelled(drawing, { title: 'Bytes of privacy' });
    expect(svgOf(titled, lookOf({ ...PAPER, title: 'Bytes of privacy' }))).toContain('>Bytes of privacy<');
  });
});

test('series differ in their lines and markers, and the legend has both', () => {
  const { legend = [] } = sweep();
  expect(legend.map(({ label }) => label)).toEqual(['secfc', 'kfed', 'lloyd', 'mufc']);
  for (const key of ['colour', 'symbol', 'dashes'] as const)
    expect(new Set(legend.map((item) => item[key])).size).toBe(4);
  const svg = svgOf(sweep());
  // In the legend and in the panel.
  for (const { dashes } of legend.slice(1)) expect(svg.split(`stroke-dasharray="${dashes}"`)).toHaveLength(3);
});

test('a picture has the height that it is to have, and says which it cannot have', () => {
  const { heightMm } = sizesOf(svgOf(sweep(), lookOf({ ...PAPER, height: '60mm' })));
  expect(heightMm).toBeCloseTo(60, 1);
  expect(() => svgOf(sweep(), lookOf({ ...PAPER, height: '10mm' }))).toThrow(
    /--height: expected at least \d+px for this picture, got 38px/,
  );
});

test('it is as wide as its labels need, at the font of its style', () => {
  expect(lookOf({ width: '200px' }).width).toBe(200);
  expect(() => lookOf({ width: '199px' })).toThrow(
    '--width: expected at least 53 mm for a font of 12px, got 199px',
  );
  expect(() => lookOf({ ...PAPER, width: '47mm' })).toThrow('at least 48 mm for a font of 8pt, got 47mm');
  expect(lookOf({ ...PAPER, width: '48mm' }).width).toBeGreaterThan(200);
});

test('a mean says of how many runs it is, where that is not all', () => {
  expect(svgOf(sweep())).not.toMatch(/\d of \d/);
  const [first, ...others] = ROWS;
  const rows = [{ ...first, clustered: false, bytes: undefined }, ...others] as Row[];
  const svg = svgOf(drawn('sweep', { y: 'bytes', by: 'protocol' }, rows));
  expect(svg.match(/\d of \d/g)).toEqual(['2 of 3']);
});

test('the legend is where it is wanted', () => {
  const at = (legend: LookChoice['legend']): number =>
    svgOf(sweep(), lookOf({ legend })).indexOf('>secfc<') -
    svgOf(sweep(), lookOf({ legend })).indexOf('data-mark=');
  expect(at('top')).toBeLessThan(0);
  expect(at('bottom')).toBeGreaterThan(0);
  expect(svgOf(sweep(), lookOf({ legend: 'none' }))).not.toContain('>secfc<');
});

test.each([
  [{ width: '85m' }, /--width: expected a length of up to 10000px such as 85mm.*got 85m/],
  [{ width: '0mm' }, /--width: expected a length/],
  [{ style: 'paper', width: '30mm' }, /--width: expected at least 48 mm for a font of 8pt, got 30mm/],
  [{ columns: 2 }, /--columns: expected --style paper, got screen/],
] as [LookChoice, RegExp][])('a look of %j is refused', (choice, message) => {
  expect(() => lookOf(choice)).toThrow(message);
});

describe('logarithmic axes', () => {
  test.each([
    ['bytes', [1234, 7_200_000], ['1 kB', '10 kB', '100 kB', '1 MB', '10 MB']],
    ['bytes', [1234, 7200], ['1 kB', '2 kB', '5 kB', '10 kB']],
    ['resultNs', [2e7, 3e11], ['10 ms', '100 ms', '1 s', '10 s', '1.7 min', '16.7 min']],
  ])('of %s over %j have ticks at powers of ten, or between few of them', (name, values, labels) => {
    const { domain, ticks, tickFormat } = axisOf(everyRun.of(name), values, { log: true });
    expect(ticks.map(tickFormat)).toEqual(labels);
    expect(domain[0]).toBeLessThanOrEqual(values[0]);
    expect(domain[1]).toBeGreaterThanOrEqual(values[1]);
  });

  test('have no place for 0', () => {
    expect(() => axisOf(everyRun.of('bytes'), [0, 10], { log: true })).toThrow(
      '--log: expected values above 0 for a logarithmic axis, got 0 of bytes',
    );
  });

  test('are those that are asked for', () => {
    const scales = ({ panels: [{ plot }] }: Drawing): unknown[] => {
      const { x, y } = typeof plot === 'function' ? plot(700) : plot;
      return [x?.type, y?.type];
    };
    expect(scales(sweep())).toEqual([undefined, undefined]);
    expect(scales(sweep({ log: 'y' }))).toEqual([undefined, 'log']);
    expect(scales(sweep({ log: 'both' }))).toEqual(['log', 'log']);
    expect(svgOf(sweep({ log: 'both' }))).not.toContain('NaN');
  });
});

describe('labels', () => {
  test('are those that are given', () => {
    const words = { title: 'T', caption: 'C', xLabel: 'colluding clients', yLabel: 'traffic' };
    const svg = svgOf(relabelled(sweep(), words));
    for (const word of ['>T<', '>C<', '>colluding clients', '>traffic<']) expect(svg).toContain(word);
    expect(svg).not.toMatch(/protocol\.privacy|Student/);
  });

  test('are refused where several axes would have one, or none has any', () => {
    const panels = drawn('sweep', { by: 'protocol' });
    expect(panels.panels.length).toBeGreaterThan(1);
    expect(() => relabelled(panels, { yLabel: 'traffic' })).toThrow('--y-label: expected one panel');
    expect(() => relabelled(drawn('compare'), { xLabel: 'traffic' })).toThrow(
      '--x-label: expected a picture',
    );
  });
});
