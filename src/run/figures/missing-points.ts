/** The figures of points that those of quality leave out. */

import type { FigureDescription } from '../../core/protocol/figure.ts';

/** What all counts have in common. */
export const COUNT = { unit: 'number', range: { least: 0 } } as const;

/** By why they are left out: no point is in two of them. */
export const MISSING: readonly FigureDescription[] = [
  {
    name: 'refusedPoints',
    title: 'points refused',
    summary: 'points in no cluster because their clients were left out as deviating from the protocol',
    ...COUNT,
    better: 'down',
    rank: 'exception',
  },
  {
    name: 'missingPoints',
    title: 'points missing',
    summary: 'points in no cluster because their clients are missing',
    ...COUNT,
    better: 'down',
    rank: 'exception',
  },
  {
    name: 'unassignedPoints',
    title: 'points in no cluster',
    summary: 'points in no cluster although their clients took part',
    ...COUNT,
    better: 'down',
    rank: 'exception',
  },
  {
    name: 'uncountedPoints',
    title: 'points not counted',
    summary: 'points in a cluster that they did not shape, as nothing of their clients arrived in time',
    ...COUNT,
    better: 'down',
    rank: 'exception',
  },
].map((one) => ({ ...one, about: 'missing' }) as FigureDescription);
