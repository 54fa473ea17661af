/** A protocol with a figure of its own in every unit, and one in words. */

import { lloyd } from '../../bin/standard.ts';
import type { FigureDescription } from '../../src/core/protocol/figure.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';

export interface OwnFigure {
  readonly described: FigureDescription;
  readonly value: number | string;
  /** The value as it is shown by itself. */
  readonly text: string;
  /** Its number in a table, and the unit in the table's heading. */
  readonly cell?: string;
  readonly unit?: string;
}

export const OWN: readonly OwnFigure[] = [
  {
    described: {
      name: 'ownRoundness',
      title: 'roundness',
      summary: 'how round the clusters are',
      unit: 'number',
      range: { least: 1, most: 20 },
      better: 'up',
      about: 'quality',
    },
    value: 12.25,
    text: '12.25',
    cell: '12.25',
  },
  {
    described: {
      name: 'ownBorder',
      title: 'points near a border',
      summary: 'share of the points that are nearly in another cluster',
      unit: 'share',
      better: 'down',
    },
    value: 0.375,
    text: '37.50 %',
    cell: '37.5',
    unit: '%',
  },
  {
    described: {
      name: 'ownState',
      title: 'state at rest',
      summary: 'bytes that are kept for later',
      unit: 'bytes',
      about: 'cost',
    },
    value: 5_430_000,
    text: '5.43 MB',
    cell: '5.43',
    unit: 'MB',
  },
  {
    described: {
      name: 'ownWork',
      title: 'work of an attacker',
      summary: 'operations that it takes to learn a point',
      unit: 'operations',
      better: 'up',
      about: 'privacy',
    },
    value: 7_120_000,
    text: '7.12 M',
    cell: '7.12',
    unit: 'M',
  },
  {
    described: {
      name: 'ownLife',
      title: 'shelf life',
      summary: 'how long the result holds',
      unit: 'ns',
      range: { least: 0, most: 60e9 },
      better: 'up',
    },
    value: 2.5e9,
    text: '2.500 s',
    cell: '2.5',
    unit: 's',
  },
  {
    described: { name: 'ownVerdict', title: 'verdict', summary: 'what the jury says', unit: 'number' },
    value: 'seven of nine',
    text: 'seven of nine',
  },
];

const measured = {
  ...lloyd,
  name: 'measured',
  figures: OWN.map(({ described, value }) => ({ ...described, of: () => value })),
} as unknown as AnyProtocol;

export const measuredPlugin = plugin(import.meta.url, { name: 'measured', protocols: [measured] });
