/** Pictures as Vega-Lite: what its own compiler makes of them. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Subject } from '../../../src/output/figure/picture.ts';
import { fitting, KINDS } from '../../../src/output/figure/kinds.ts';
import { lookOf } from '../../../src/output/figure/look.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { vegaLiteOf } from '../../../src/output/figure/vega-lite.ts';
import type { Drawing } from '../../../src/output/figure/drawing.ts';
import { everyRun } from '../../../src/run/figures/table.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { pictureSubjects } from '../../support/picture-subjects.ts';
import { drawnBy, missing } from '../../support/vega.ts';

let subjects: readonly Subject[];
beforeAll(async () => {
  subjects = await pictureSubjects();
});

interface Layer {
  readonly mark: { readonly type: string };
  readonly encoding: Readonly<Record<string, Encoded>>;
  readonly data: { readonly values: readonly Row[] };
}

interface Encoded {
  readonly field?: string;
  readonly title?: string | null;
  readonly scale?: { readonly domain?: readonly unknown[]; readonly type?: string };
  readonly axis?: { readonly values?: readonly unknown[]; readonly labelExpr?: string };
}

interface Panel {
  readonly title?: { readonly text: string };
  readonly layer: readonly Layer[];
}

const specOf = (drawing: Drawing) =>
  JSON.parse(JSON.stringify(vegaLiteOf(drawing))) as { readonly vconcat: readonly Panel[] };

const textsIn = (svg: string): string[] =>
  [...svg.matchAll(/<t(?:ext|span)\b[^>]*>([^<]+)</g)].map(([, text]) => text.replaceAll('\u2212', '-'));

const drawn = (name: string): Drawing => {
  const kind = KINDS.find((one) => one.name === name);
  const subject = subjects.find((one) => fitting(one).some((other) => other.name === name));
  if (kind === undefined || subject === undefined) throw new Error(`nothing to draw ${name} of`);
  const rows = kind.rows(subject, {}) ?? [];
  return kind.draw(rows, {}, subject.figures ?? everyRun);
};

describe.skipIf(missing)(`compiled${missing ? ' (skipped: needs vega and vega-lite, npm ci)' : ''}`, () => {
  test.each(KINDS.map(({ name }) => name))(
    '%s has the marks, titles and ticks of the picture',
    async (name) => {
      const drawing = drawn(name);
      const spec = specOf(drawing);
      const { svg, complaints } = await drawnBy(spec);
      expect(complaints).toEqual([]);
      expect(spec.vconcat.map(({ title }) => title?.text)).toEqual(drawing.panels.map(({ title }) => title));
      for (const { layer } of spec.vconcat) {
        expect(layer.length).toBeGreaterThan(0);
        for (const { encoding, data } of layer) {
          expect(data.values.length).toBeGreaterThan(0);
          const fields = Object.values(encoding).flatMap(({ field }) => field?.replaceAll('\\', '') ?? []);
          expect(fields.filter((field) => !data.values.some((row) => Object.hasOwn(row, field)))).toEqual([]);
        }
      }
      expect(svg.replaceAll(/ aria-label="[^"]*"/g, '')).not.toMatch(/NaN|undefined|null/);
      const ours = new Set(textsIn(svgOf(drawing)));
      const theirs = textsIn(svg);
      // Ticks, labels, titles and the legend are words of the picture.
      const signs = ['hollow:', 'diamond:', 'cross:', 'from light to dark:'].join(' ').split(' ');
      const words = new Set([...signs, ...ours, ...[...ours].join(' ').split(/ |,(?= )/)]);
      const foreign = theirs.filter(
        (text) => !words.has(text) && !text.split(/ |,(?= |$)/).every((word) => words.has(word)),
      );
      expect(foreign).toEqual([]);
      for (const { label } of drawing.legend ?? []) expect(theirs.join(' ')).toContain(label);
    },
  );
});

test('a sweep has its means and the ends of their intervals, with the columns of its table', () => {
  const drawing = drawn('sweep');
  const spec = specOf(drawing);
  const [{ layer }] = spec.vconcat;
  const area = layer.find(({ mark }) => mark.type === 'area');
  expect(area?.encoding['y2']?.field).toBe('high');
  const line = layer.find(({ mark }) => mark.type === 'line');
  expect([line?.encoding['x']?.field, line?.encoding['y']?.field]).toEqual(['x', 'mean']);
  for (const row of line?.data.values ?? []) {
    expect(Number(row['low'])).toBeLessThanOrEqual(Number(row['mean']));
    expect(Number(row['high'])).toBeGreaterThanOrEqual(Number(row['mean']));
  }
  expect(spec.vconcat.at(-1)?.layer[0].encoding['x']?.title).toBe('protocol.privacy');
});

test('logarithmic axes are that', () => {
  const kind = KINDS.find(({ name }) => name === 'sweep')!;
  const subject = subjects.find(({ rows }) => rows !== undefined)!;
  const choice = { y: 'bytes', log: 'y' } as const;
  const spec = specOf(kind.draw(kind.rows(subject, choice) ?? [], choice, subject.figures ?? everyRun));
  expect(spec.vconcat[0].layer.every(({ encoding }) => encoding['y']?.scale?.type === 'log')).toBe(true);
});

test('it has the width and the fonts of its style', () => {
  const spec = vegaLiteOf(drawn('sweep'), lookOf({ style: 'paper' })) as unknown as {
    readonly config: { readonly axis: { readonly labelFontSize: number } };
    readonly vconcat: readonly { readonly width: number }[];
  };
  // 8 pt, and a panel within 85 mm.
  expect(spec.config.axis.labelFontSize).toBeCloseTo((8 * 96) / 72, 2);
  for (const { width } of spec.vconcat) expect(width).toBeLessThan((85 / 25.4) * 96);
});
