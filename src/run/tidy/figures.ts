/** The figures that are compared, and how each is displayed. */

import type { Figure, FigureValue, Range } from '../../core/protocol/figure.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Row } from './rows.ts';

/** A numeric column of the rows of runs. */
export type RunFigure = Omit<FigureValue, 'value'> & Pick<Figure, 'range'>;

export const COUNT: Range = { least: 0 };

export const QUALITY: readonly RunFigure[] = [
  { name: 'accuracy', title: 'accuracy', unit: 'share', better: 'up' },
  {
    name: 'adjustedRand',
    title: 'adjusted Rand index',
    unit: 'number',
    better: 'up',
    range: { least: -1, most: 1 },
  },
  {
    name: 'mutualInformation',
    title: 'mutual information',
    unit: 'number',
    better: 'up',
    range: { least: 0, most: 1 },
  },
  { name: 'loss', title: 'loss', unit: 'number', better: 'down', range: COUNT },
  { name: 'lossOfAll', title: 'loss over all points', unit: 'number', better: 'down', range: COUNT },
  { name: 'lossPerPoint', title: 'loss per point', unit: 'number', better: 'down', range: COUNT },
];
/** What the quality refers to: shown if columns differ in it, or one falls short of the total. */
export const BASIS: readonly RunFigure[] = [
  { name: 'missingPoints', title: 'points missing', unit: 'number', better: 'down', range: COUNT },
  { name: 'unassignedPoints', title: 'points in no cluster', unit: 'number', better: 'down', range: COUNT },
  { name: 'emptyClusters', title: 'clusters without points', unit: 'number', better: 'down', range: COUNT },
];
export const COST: readonly RunFigure[] = [
  { name: 'iterations', title: 'iterations', unit: 'number', better: 'down', range: COUNT },
  { name: 'rounds', title: 'rounds', unit: 'number', better: 'down', range: COUNT },
  { name: 'messages', title: 'messages', unit: 'number', better: 'down', range: COUNT },
  { name: 'toServer', title: 'to server', unit: 'bytes', better: 'down' },
  { name: 'fromServer', title: 'from server', unit: 'bytes', better: 'down' },
  { name: 'betweenClients', title: 'between clients', unit: 'bytes', better: 'down' },
  { name: 'serverCarried', title: "over the server's links", unit: 'bytes', better: 'down' },
  { name: 'serverForwarded', title: 'of these forwarded', unit: 'bytes', better: 'down' },
  { name: 'operationsClients', title: 'operations of clients', unit: 'operations', better: 'down' },
  { name: 'operationsServer', title: 'operations of server', unit: 'operations', better: 'down' },
  { name: 'resultNs', title: 'time to the result', unit: 'ns', better: 'down' },
  { name: 'knownNs', title: 'until all know it', unit: 'ns', better: 'down' },
  { name: 'measuredNs', title: 'measured', unit: 'ns', better: 'down' },
];

/** The figures of every run, and those that protocols measure themselves. */
export function figuresOf(protocols: readonly AnyProtocol[]): readonly RunFigure[] {
  const own = protocols.flatMap(({ figures = [] }) =>
    figures.map(({ name, title, unit, better, range }) => ({
      name,
      title,
      unit,
      ...(better && { better }),
      ...(range && { range }),
    })),
  );
  return inOrder([...QUALITY, ...BASIS, ...COST, ...own]);
}

/** Figures, each once, in display order: quality, what it refers to, protocols' own figures, cost. */
export function inOrder<F extends RunFigure>(figures: readonly F[]): F[] {
  const once = [
    ...new Map(figures.toReversed().map((figure) => [figure.name, figure])).values(),
  ].toReversed();
  const places = [QUALITY, BASIS, [], COST].map((list) => list.map(({ name }) => name));
  const placeOf = ({ name }: F): number => {
    const at = places.findIndex((names) => names.includes(name));
    return at === -1 ? OWN : at;
  };
  return once.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Between the basis of quality and cost. */
const OWN = 2;

/** The values of a figure, from the rows that have one. */
export function valuesOf(rows: readonly Row[], name: string): number[] {
  return rows.map((row) => row[name]).filter((value) => typeof value === 'number');
}

/** The range of a figure: as declared, or by its unit. */
export function rangeOf({ unit, range }: Pick<RunFigure, 'unit' | 'range'>): Range {
  if (range !== undefined) return range;
  if (unit === 'share') return { least: 0, most: 1 };
  return unit === 'number' ? {} : { least: 0 };
}

/** By name. */
export function rangesOf(figures: Iterable<RunFigure>): Map<string, Range> {
  return new Map(Array.from(figures, (figure) => [figure.name, rangeOf(figure)]));
}
