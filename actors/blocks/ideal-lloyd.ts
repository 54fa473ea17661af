/**
 * Lloyd's iterations as an ideal functionality, for simulators: it holds all points, and tells whoever may learn the clusters what
 * they become. Written with the kit's mathematics alone, so that what a protocol computes is compared with something else.
 */

import {
  integerDistances,
  type Labels,
  lloydStep,
  type Loss,
  lossOf,
  separateClusters,
  takeFarthestPoints,
} from '../../src/core/kit/cluster.ts';
import { type Matrix, selectRows } from '../../src/core/kit/index.ts';

/** A clustering of some of the points, and how it continues. */
export interface Step {
  /** Which of all points take part. */
  readonly places: ArrayLike<number>;
  readonly labels: Labels;
  readonly clusters: number;
  /** Whether this is the iteration of centre separation. */
  readonly separate?: boolean;
  readonly empty?: 'keep' | 'farthest' | undefined;
}

export class IdealLloyd {
  readonly #points: Matrix;
  readonly #start: Labels;

  constructor(points: Matrix, start: Labels) {
    this.#points = points;
    this.#start = start;
  }

  /** Where the clustering starts; several starts are concatenated. */
  start(): Labels {
    return this.#start;
  }

  /** The next labels of these points. */
  next({ places, labels, clusters, separate = false, empty }: Step): Labels {
    const points = selectRows(this.#points, places);
    if (separate) return separateClusters(integerDistances(points, labels, clusters), labels);
    const nearest = lloydStep(points, labels, clusters);
    return empty === 'farthest' ? takeFarthestPoints(points, labels, nearest, clusters) : nearest;
  }

  /** The loss of labels that these points were assigned from others. */
  loss({ places, labels, clusters }: Step, next: Labels): Loss {
    return lossOf(selectRows(this.#points, places), labels, next, clusters);
  }
}
