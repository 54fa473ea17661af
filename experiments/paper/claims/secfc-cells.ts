/** What our experiments find about SecFC's items. */

import { join } from 'node:path';
import { accuracyCells, percent } from '../accuracy-table.ts';
import { AXES, exponent, type Overhead, overheadOf } from '../overhead-figure.ts';
import { fits, kfedStartCells, TRIED } from '../kfed/starts.ts';
import type { PaperOptions } from '../options.ts';
import { startCells } from '../starts.ts';
import { ALGORITHMS, IMAGES, type Setting, TABLES } from '../tables.ts';
import type { Cell, Experiment } from './item.ts';
import { fastCells } from './secfc-fast-cells.ts';
import { serverCells } from './secfc-server-cells.ts';

/** How many runs the tables average. */
const RUNS = 10;

/** A table, and the equality with Lloyd in each of its runs. @param large whether with sixteen components */
async function tableCells(
  number: 1 | 2 | 3,
  options: PaperOptions,
  large: boolean,
): Promise<readonly Cell[]> {
  const whole = TABLES[`secfc-table-${number}`];
  const isLarge = ({ heading }: Setting): boolean => heading.startsWith('k=16');
  const settings = whole.settings.filter((setting) => large || !isLarge(setting));
  const skipped = whole.settings.filter((setting) => !settings.includes(setting));
  // Mixtures are drawn by seed, and images read.
  const data = number === 3 && options.data !== undefined ? join(options.data, IMAGES) : undefined;
  const cells = await accuracyCells({ ...whole, settings }, { ...options, data });
  const standIn = number === 3 ? { standIn: '10,000 of the 70,000 images' } : {};
  const secure = cells.filter(({ name }) => name === 'SecFC').flatMap(({ runs }) => runs);
  return [
    ...cells.map(({ name, setting, printed: [mean, deviation], runs }): Cell => ({
      item: `secfc-table-${number}-${name.toLowerCase()}`,
      at: setting.heading,
      found: {
        kind: 'numbers',
        printed: percent(mean, deviation),
        runs: RUNS,
        values: runs.flatMap(({ accuracy }) => (accuracy === undefined ? [] : 100 * accuracy)),
      },
      hashes: runs.flatMap(({ hash }) => hash ?? []),
      ...standIn,
    })),
    ...skipped.flatMap(({ heading }) =>
      ALGORITHMS.map(({ name }): Cell => ({
        item: `secfc-table-${number}-${name.toLowerCase()}`,
        at: heading,
        found: { kind: 'cases', held: 0, of: 0 },
      })),
    ),
    {
      item: 'secfc-theorem-1-equality',
      at: `Table ${number}`,
      found: {
        kind: 'cases',
        held: secure.filter(({ equalsLloyd }) => equalsLloyd === true).length,
        of: secure.length,
      },
      hashes: secure.flatMap(({ hash }) => hash ?? []),
    },
  ];
}

async function statedStart(options: PaperOptions): Promise<readonly Cell[]> {
  const cells = await startCells(options, 4);
  return cells
    .filter(({ title }) => title.startsWith('as stated'))
    .map(({ heading, printed: [mean, deviation], runs }) => ({
      item: 'secfc-stated-start',
      at: `${heading}, sigma=1`,
      found: {
        kind: 'numbers',
        printed: percent(mean, deviation),
        runs: RUNS,
        values: runs.flatMap(({ accuracy }) => (accuracy === undefined ? [] : 100 * accuracy)),
      },
      shownBy: 'secfc-starts',
      hashes: runs.flatMap(({ hash }) => hash ?? []),
    }));
}

/**
 * Those of Table 1 to 3's accuracies of k-FED that each thing tried gives as printed. One that gives all of them would be
 * the authors'.
 */
async function kfedStarts(options: PaperOptions): Promise<readonly Cell[]> {
  // Most of the time is for the images.
  const { quick = false } = options;
  const cells = await kfedStartCells(quick ? { ...options, data: undefined } : options);
  return TRIED.map((name, at): Cell => {
    const held = cells.filter(({ tried, printed }) => fits(printed, tried[at].values)).length;
    return {
      item: 'secfc-kfed-start',
      at: quick ? `${name}, without images` : name,
      found: { kind: 'cases', held, of: cells.length },
      shownBy: 'secfc-kfed-starts',
    };
  });
}

/** An exponent is near what it should be if it differs by at most this. */
const NEAR = 0.1;

async function overheads({ seeds }: PaperOptions): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  const cases = (item: string, at: string, held: readonly boolean[]): void => {
    const found = { kind: 'cases', held: held.filter(Boolean).length, of: held.length } as const;
    cells.push({ item: `secfc-figure-1-${item}`, at, found, shownBy: 'secfc-figure-1' });
  };
  for (const { symbol, name, values, set } of AXES) {
    const found: Overhead[] = [];
    for (const value of values) found.push(await overheadOf(set(value), seeds));
    const slope = (key: 'client' | 'server' | 'secfc' | 'kfed'): number =>
      exponent(
        values,
        found.map((overhead) => overhead[key].operations),
      );
    const range = `${symbol} = ${values[0]} to ${values[values.length - 1]}`;
    cases(
      'order',
      range,
      found.map(({ iteration, kfed }) => iteration.operations > kfed.operations),
    );
    if (name === 'clients') cases('clients', range, [Math.abs(slope('client')) <= NEAR]);
    if (name === 'dimension') cases('dimension', range, [Math.abs(slope('server')) <= NEAR]);
    if (name === 'points')
      cases(
        'points',
        range,
        (['client', 'server', 'kfed'] as const).map((key) => Math.abs(slope(key) - 1) <= NEAR),
      );
  }
  return cells;
}

/**
 * Appendix A's bound on the field, 2 λ² D, against the largest quantised distance of `points` times 1 - margin to one
 * point at 1, in one dimension and with λ = 1: all of the former are rounded down to 0.
 */
function fieldCells(): Promise<readonly Cell[]> {
  const tried = [10, 100, 1000].flatMap((points) => [0.01, 0.1].map((margin) => ({ points, margin })));
  const held = tried.filter(({ points, margin }) => {
    const real = (points * margin) ** 2;
    const quantised = (points * (Math.floor(1) - Math.floor(1 - margin))) ** 2;
    return quantised < 2 * real;
  });
  const found = { kind: 'cases', held: held.length, of: tried.length, theorem: true } as const;
  return Promise.resolve([
    { item: 'secfc-field-size', at: 'points just below a grid line', found, shownBy: 'secfc-field' },
  ]);
}

const command = (name: string): string => `npm run paper -- ${name}`;

export const SECFC_EXPERIMENTS: readonly Experiment[] = [
  ...([1, 2, 3] as const).map((number): Experiment => ({
    name: `secfc-table-${number}`,
    command: command(`secfc-table-${number}${number === 3 ? ` --data DIR/${IMAGES}` : ''}`),
    ...(number === 3 ? { data: [IMAGES] } : { quick: 3 }),
    cells: (options) => tableCells(number, options, !options.quick),
  })),
  { name: 'secfc-start', command: command('secfc-starts'), quick: 3, cells: statedStart },
  {
    name: 'secfc-kfed-starts',
    command: command('secfc-kfed-starts --data DIR'),
    quick: 2,
    cells: kfedStarts,
  },
  { name: 'secfc-figure-1', command: command('secfc-figure-1'), quick: 1, cells: overheads },
  { name: 'secfc-server', command: command('claims --only secfc-server'), quick: 3, cells: serverCells },
  { name: 'secfc-fast', command: command('claims --only secfc-fast'), quick: 1, cells: fastCells },
  { name: 'secfc-field', command: command('claims'), quick: 1, cells: fieldCells },
];
