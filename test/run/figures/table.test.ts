import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { adjustedRandIndex, normalisedMutualInformation } from '../../../src/core/math/cluster/accuracy.ts';
import type { FigureDescription } from '../../../src/core/protocol/figure.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { run } from '../../../src/run/execute/run.ts';
import { OTHER_COLUMNS } from '../../../src/run/figures/shape.ts';
import {
  everyRun,
  FigureTable,
  figuresWith,
  rangeOf,
  type RunFigure,
} from '../../../src/run/figures/table.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { NOTE_KINDS } from '../../../src/run/report/notes.ts';
import { Subject } from '../../../src/run/tidy/about.ts';
import { runRow } from '../../../src/run/tidy/run-row.ts';
import { lloyd } from '../../../bin/standard.ts';
import { plugins } from '../../support/plugins.ts';
import { edited, refused, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load } = scenarios();
const BASE: FigureDescription = { name: 'haste', title: 'haste', summary: 'how fast', unit: 'share' };

/** A plugin whose protocol measures these. */
const measuring = (name: string, ...figures: readonly object[]) =>
  plugin(import.meta.url, {
    name,
    protocols: [
      { ...lloyd, name, figures: figures.map((one) => ({ of: () => 1, ...one })) } as unknown as AnyProtocol,
    ],
  });
const messageOf = (act: () => unknown): string =>
  refused(act)
    .map(({ message }) => message)
    .join('; ');

describe('one name with two meanings is refused', () => {
  test.each([
    [{ unit: 'ns' }, 'unit share (of one) and ns (of two)'],
    [{ better: 'up' }, 'better neither way (of one) and up (of two)'],
    [{ range: { least: 0 } }, 'range 0 to 1 (of one) and 0 to any (of two)'],
  ])('of two plugins: %j', (other, told) => {
    const both = [measuring('one', BASE), measuring('two', { ...BASE, ...other })];
    expect(messageOf(() => registryOf(both))).toBe(
      `expected one meaning of the figure haste, got two: ${told}; rename one of them`,
    );
  });

  test('of one protocol, and of every run', () => {
    expect(messageOf(() => registryOf([measuring('one', BASE, BASE)]))).toBe(
      'protocol one: expected figures of different names, got haste twice',
    );
    expect(messageOf(() => registryOf([measuring('one', { ...BASE, name: 'loss' })]))).toBe(
      'protocol one: expected names of figures that not every run has anyway, got loss',
    );
  });

  test('but two protocols may measure the same, and each has its words', () => {
    const other = { ...BASE, title: 'speed', summary: 'how quick' };
    const { figures } = registryOf([measuring('one', BASE), measuring('two', other)]);
    expect([...figures].filter(({ name }) => name === 'haste')).toHaveLength(1);
    expect(figures.of('haste').title).toBe('haste');
    expect(figures.ofProtocols(['two']).of('haste').title).toBe('speed');
  });
});

describe('what makes no sense is refused', () => {
  test.each([
    [{ name: 'in haste' }, 'name: expected a name in camelCase, as columns have, got in haste'],
    [{ name: 'seed' }, 'name: expected a name that no other column of a run has, got seed'],
    [{ title: '' }, 'title: expected a title'],
    [{ summary: undefined }, 'summary: expected a line that says what it means'],
    [{ unit: 'seconds' }, 'unit: expected one of number, share, ratio, bytes, operations, ns, got seconds'],
    [{ better: 'left' }, 'better: expected one of up, down, got left'],
    [{ rank: 'first' }, 'rank: expected one of main, detail, exception, hidden, got first'],
    [{ range: { least: 2, most: 1 } }, 'range: expected least below most, got 2 and 1'],
    [{ range: { most: Number.NaN } }, 'range.most: expected a finite number'],
    [{ range: [0, 1] }, 'range: expected least, most, or both'],
    [{ of: 3 }, 'of: expected a function'],
  ])('%j', (wrong, told) => {
    expect(messageOf(() => measuring('one', { ...BASE, ...wrong }))).toBe(
      `plugin one: protocols.0.figures.0.${told}`,
    );
  });

  test('and what is not a figure at all', () => {
    const protocols = [{ ...lloyd, name: 'one', figures: ['haste'] } as unknown as AnyProtocol];
    expect(() => plugin(import.meta.url, { name: 'one', protocols })).toThrow(CahootsError);
  });
});

test.each([
  ['adjustedRand', adjustedRandIndex],
  ['mutualInformation', normalisedMutualInformation],
])('the range of %s ends where halves cross the classes, and where they are the classes', (name, score) => {
  const [truth, crossing] = [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
  ];
  expect(rangeOf(everyRun.of(name))).toEqual({ least: score(crossing, truth), most: score(truth, truth) });
});

test('every column of a run that is no figure and no setting is a name that figures cannot have', async () => {
  const scenario = load(edited(SMALL, ['name: small', 'name: small\ndescription: all']));
  const result = await run(scenario, { plugins, timing: true });
  const made = { files: '{}', file: '', set: '', cahoots: '', commit: '', code: '' };
  const columns = Object.keys(runRow(new Subject(scenario, made).under(1), result));
  const { figures } = registryOf(plugins);
  const others = columns.filter((column) => !figures.has(column) && !column.includes('.'));
  expect(others.filter((column) => !OTHER_COLUMNS.includes(column))).toEqual([]);
  expect(others.length).toBeGreaterThan(10);
  expect(NOTE_KINDS.map(({ column }) => column).filter((column) => !OTHER_COLUMNS.includes(column))).toEqual(
    [],
  );
});

describe('a full table', () => {
  const of = (name: string, rank?: RunFigure['rank']): RunFigure => ({ ...BASE, name, rank });
  const table = new FigureTable([
    of('a'),
    of('b', 'detail'),
    of('c', 'exception'),
    of('d', 'hidden'),
    of('e'),
  ]);
  const shown = (...rows: readonly object[]): string[] =>
    table.shownIn(rows as Readonly<Record<string, unknown>>[]).map(({ name }) => name);

  test('has what some row has, and exceptions where they are not 0', () => {
    expect(shown({ a: 0, b: 'none', c: 0, d: 1 })).toEqual(['a', 'b']);
    expect(shown({ c: 0 }, { c: 2 })).toEqual(['c']);
    expect(shown({ c: 'Infinity', e: false })).toEqual(['c', 'e']);
    expect(shown({})).toEqual([]);
  });

  test('compares what all points make, where some are missing, and otherwise what those that count make', () => {
    const compared = (...missing: number[]): string[] =>
      everyRun
        .comparedIn(missing.map((points) => ({ loss: 1, lossOfAll: 2, accuracy: 1, missingPoints: points })))
        .map(({ name }) => name);
    expect(compared(0, 0)).toEqual(['accuracy', 'loss']);
    expect(compared(0, 3)).toEqual(['accuracy', 'lossOfAll', 'missingPoints']);
  });
});

test('figures as a trace describes them are read without the plugin', () => {
  const table = figuresWith([{ ...BASE, better: 'down', value: 0.5 }]);
  expect(table.of('haste')).toMatchObject({ ...BASE, better: 'down' });
  expect([...table]).toHaveLength([...everyRun].length + 1);
});
