/** Figures that several protocols have. */

import { inertiaAbout } from '../cluster/inertia.ts';
import { figure } from './figure.ts';

/** Of protocols that give centres: the sum of squared distances to them (MUFC: the induced loss). */
export const lossAtCentres = figure<unknown>({
  name: 'lossAtCentres',
  title: 'loss at centres',
  summary: "sum of squared distances of all points to the protocol's own centres",
  unit: 'number',
  better: 'down',
  of: ({ outcome: { centres }, points, labels }) =>
    labels && centres && inertiaAbout(points, labels, centres),
});
