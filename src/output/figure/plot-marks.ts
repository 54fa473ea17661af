/** Marks of Observable Plot with the values that they draw. */

import { BarX, BarY, Cell, type PlotOptions } from '@observablehq/plot';
import type { PlotSymbol } from './symbol-path.ts';

/** What Plot has of a mark besides what its types say: constants as properties, all else as channels. */
export interface PlotMark {
  readonly channels: Readonly<Record<string, { readonly value: unknown }>>;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly strokeDasharray?: string;
  readonly opacity?: number;
  readonly fillOpacity?: number;
  readonly strokeOpacity?: number;
  readonly symbol?: PlotSymbol;
  readonly r?: number;
  readonly curve?: { readonly name: string };
  readonly dx: number;
  readonly dy: number;
  readonly clip?: unknown;
  readonly frameAnchor?: string;
  readonly textAnchor?: string;
  readonly fontWeight?: string;
  initialize(
    facets: undefined,
    facetChannels: undefined,
    options: PlotOptions,
  ): {
    readonly data: ArrayLike<unknown> | null;
    readonly facets?: readonly ArrayLike<number>[];
    readonly channels: Readonly<Record<string, Channel>>;
  };
}

interface Channel {
  readonly value: ArrayLike<unknown>;
  /** Absent: the values are what is drawn. */
  readonly scale?: string | null;
}

/** A mark with its data, and the values that it draws. */
export interface Traced {
  readonly mark: PlotMark;
  readonly data: ArrayLike<unknown>;
  readonly index: readonly number[];
  readonly channels: Readonly<Record<string, Channel>>;
  /** All values of it on an axis. */
  valuesOn(direction: 'x' | 'y'): readonly unknown[];
}

/** Nothing for a mark without data. */
export function traced(declared: unknown, options: PlotOptions): Traced[] {
  if (typeof declared !== 'object' || declared === null) return [];
  const mark = declared as PlotMark;
  const { data, facets = [], channels } = mark.initialize(undefined, undefined, options);
  const index = facets.flatMap((facet) => Array.from(facet));
  if (data === null || index.length === 0) return [];
  return [
    {
      mark,
      data,
      index,
      channels,
      valuesOn: (direction) =>
        Object.values(channels).flatMap(({ scale, value }) =>
          scale === direction ? index.map((i) => value[i]) : [],
        ),
    },
  ];
}

/** Whether an axis has places for things instead of numbers. */
export function isOrdinal(direction: 'x' | 'y', type: string | undefined, marks: readonly Traced[]): boolean {
  const bars = direction === 'x' ? [BarY, Cell] : [BarX, Cell];
  return (
    type === 'band' ||
    marks.some(({ mark }) => bars.some((kind) => mark instanceof kind)) ||
    marks.some((mark) => mark.valuesOn(direction).some((value) => typeof value === 'string'))
  );
}
