/** The points of a real run, for ideal functionalities: in order of the clients, or of their identifiers if these are aligned. */

import { clientsIn } from '../../../src/core/kit/attack.ts';
import { quantiseMatrix } from '../../../src/core/kit/field.ts';
import { type Matrix, type RealRun, row, zeros } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';

/** All points on the grid. */
export function sharedPoints(real: RealRun<Agreed>): Matrix {
  const { agreed, population } = real;
  const all = zeros(population.points, population.dimension);
  for (const { place, point } of placedPoints(real)) all.values.set(point, place * population.dimension);
  return quantiseMatrix(all, agreed.scale);
}

/** The identifiers that a client publishes. */
export function publishedBy(real: RealRun<Agreed>, client: number): Uint32Array {
  const own = clientsIn(real).find(({ index }) => index === client);
  return own?.identifiers.toSorted() ?? new Uint32Array(0);
}

/** The client that holds each of them, by number. */
export function ownersOf(real: RealRun<Agreed>): number[] {
  const owners: number[] = [];
  for (const { place, owner } of placedPoints(real)) owners[place] = owner;
  return owners;
}

function placedPoints(real: RealRun<Agreed>) {
  const { alignment, offsets } = real.agreed;
  return clientsIn(real).flatMap(({ index, shard, identifiers }) =>
    Array.from(identifiers, (identifier, i) => ({
      place: alignment === undefined ? offsets[index] + i : identifier,
      owner: index,
      point: row(shard, i),
    })),
  );
}
