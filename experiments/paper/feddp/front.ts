/** Pareto fronts: runs to which no other run is superior in cost at the same or a smaller epsilon. */

export interface Point {
  readonly epsilon: number;
  readonly cost: number;
}

/** By epsilon, ascending. */
export function frontOf<P extends Point>(points: readonly P[]): P[] {
  const front: P[] = [];
  for (const point of points.toSorted((a, b) => a.epsilon - b.epsilon || a.cost - b.cost)) {
    if (point.cost < (front.at(-1)?.cost ?? Number.POSITIVE_INFINITY)) front.push(point);
  }
  return front;
}
